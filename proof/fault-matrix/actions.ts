import type { CallName } from '#contract/client.ts'
import { to } from '#dashboard/platform/to.ts'
import * as accounts from '../../e2e/support/verbs/account.ts'
import * as bans from '../../e2e/support/verbs/banned-ips.ts'
import * as chats from '../../e2e/support/verbs/chats.ts'
import {
  type UserAction,
  anyDialog,
  button,
  deletion,
  earlier,
  form,
  lift,
  main,
  onPoll,
  one,
  openSocial,
  reading,
  thePoll,
  toast,
} from './action.ts'
import { expect } from '../../e2e/support/fixtures.ts'
import * as messages from '../../e2e/support/verbs/messages.ts'
import * as polls from '../../e2e/support/verbs/polls.ts'
import * as settings from '../../e2e/support/verbs/settings.ts'

/** How a person makes the page use each of the 27 endpoints. */
export const userActions: Record<CallName, UserAction> = {
  pollList: reading(
    ({ page, chatId }) => page.goto(to.polls(chatId)),
    (page) => polls.poll(page, 'Encore?'),
    ({ account, chatId }) => polls.addPoll(account, chatId, 'Encore?'),
  ),
  messageList: reading(
    ({ page, chatId }) => page.goto(to.messages(chatId)),
    (page) => messages.message(page, 'Doors at seven'),
    ({ account, chatId }) => messages.post(account, chatId, 'Doors at seven'),
  ),
  chatList: reading(
    ({ page }) => page.goto(to.chats()),
    (page) => chats.row(page, 'Hall'),
  ),
  chatRead: reading(
    ({ page, chatId }) => page.goto(to.settings(chatId)),
    (page) => page.getByRole('searchbox', { name: /^Search \d+ settings and hours$/ }),
  ),
  accountRead: reading(
    ({ page }) => page.goto(to.account()),
    (page) => page.getByLabel('Company'),
  ),
  banList: reading(
    ({ page, chatId }) => page.goto(to.bannedIps(chatId)),
    (page) => bans.row(page, '9.9.9.9'),
    ({ account, chatId }) => bans.ban(account, chatId, '9.9.9.9'),
  ),
  socialRead: reading(
    ({ page }) => page.goto(to.social()),
    (page) => page.getByLabel('Handle'),
  ),

  pollDelete: onPoll(
    (page) => polls.choosePollAction(page, 'Encore?', 'Delete…'),
    'Delete poll',
    /is deleted/,
    async (cell) => one((await thePoll(cell)) === undefined),
  ),
  messageDelete: deletion(['one'], /1 message deleted/),
  messageDeleteSome: deletion(['one', 'two'], /2 messages deleted/),
  chatDelete: {
    prepare: async ({ page }) => {
      await page.goto(to.chats())
      await chats.choose(page, 'Hall', 'Delete…')
      await anyDialog(page).getByRole('textbox').fill('Hall')
    },
    button: (page) => button(anyDialog(page), 'Delete chat'),
    needsToken: true,
    done: toast('Hall was deleted'),
    area: anyDialog,
    names: /Delete Hall/,
    expectKept: ({ page }) => expect(page.getByLabel('Type Hall to go on')).toHaveValue('Hall'),
    countEffects: async ({ account }) => one(!(await chats.storedNames(account)).includes('Hall')),
  },
  banLift: lift('9.9.9.9', '9.9.9.9'),
  banLiftRange: lift('9.1.1.0-9.1.1.255', '9.1.1.0/24'),

  pollUpdate: {
    before: ({ account, chatId }) => polls.addPoll(account, chatId, 'Encore?'),
    prepare: async ({ page, chatId }) => {
      await page.goto(to.polls(chatId))
      await polls.choosePollAction(page, 'Encore?', 'Edit…')
      await anyDialog(page).getByLabel('Answer 2', { exact: true }).fill('Never')
    },
    button: (page) => button(anyDialog(page), 'Save'),
    done: toast('“Encore?” was saved'),
    area: anyDialog,
    names: /Edit “Encore\?”/,
    expectKept: ({ page }) => expect(anyDialog(page).getByLabel('Answer 2', { exact: true })).toHaveValue('Never'),
    countEffects: async (cell) => one((await thePoll(cell))?.answer2 === 'Never'),
  },
  chatUpdate: {
    prepare: async ({ page, chatId }) => {
      await settings.openSettings(page, chatId)
      await settings.field(page, 'groupChatWelcomeMessage').fill('Come in')
    },
    button: (page) => settings.barButton(page, 'Save'),
    done: toast('Settings saved'),
    area: settings.saveBar,
    names: /Not saved|Not confirmed/,
    expectKept: ({ page }) => expect(settings.field(page, 'groupChatWelcomeMessage')).toHaveValue('Come in'),
    countEffects: async ({ account, chatId }) => one((await chats.storedSettings(account, chatId)).groupChatWelcomeMessage === 'Come in'),
  },
  accountUpdate: form(accounts.openAccount, 'Company', 'Profile saved', async ({ account }) =>
    one((await accounts.storedAccount(account)).company === 'tidewater'),
  ),
  socialUpdate: form(openSocial, 'Handle', 'Social settings saved', async ({ account }) =>
    one((await account.api('socialRead', {})).data.networkTwoName === 'tidewater'),
  ),

  pollCreate: {
    prepare: async ({ page, chatId }) => {
      await page.goto(to.polls(chatId))
      await polls.openNewPoll(page)
      await polls.typePoll(page, 'Tea?', 'Yes', 'No')
    },
    button: (page) => button(anyDialog(page), 'Save and send'),
    done: toast('“Tea?” was sent'),
    area: anyDialog,
    names: /New poll/,
    expectKept: ({ page }) => expect(anyDialog(page).getByLabel('Question')).toHaveValue('Tea?'),
    countEffects: async ({ account, chatId }) => (await polls.storedPolls(account, chatId)).length,
  },
  pollReset: onPoll(
    (page) => polls.choosePollAction(page, 'Encore?', 'Reset votes…'),
    'Reset votes',
    /was reset/,
    async (cell) => one((await thePoll(cell))?.answer1count === 0),
  ),
  pollResend: onPoll(
    (page) => polls.choosePollAction(page, 'Encore?', 'Send again…'),
    'Send again',
    /was sent/,
    async (cell) => one((await thePoll(cell))?.lastSentDate !== earlier),
  ),
  pollPublish: onPoll(
    (page) => polls.choosePollAction(page, 'Encore?', 'Publish…'),
    'Publish',
    /was published/,
    async (cell) => one((await thePoll(cell))?.publishedDate !== null),
  ),
  messageSend: {
    prepare: async ({ page, chatId }) => {
      await messages.openMessages(page, chatId)
      await page.getByRole('button', { name: 'Post message' }).click()
      await anyDialog(page).getByLabel('Text').fill('Doors at seven')
    },
    button: (page) => button(anyDialog(page), 'Post'),
    done: (page) => page.getByRole('status').filter({ hasText: /Posted to Hall|It is in the chat/ }),
    area: anyDialog,
    names: /Post a message/,
    expectKept: ({ page }) => expect(anyDialog(page).getByLabel('Text')).toHaveValue('Doors at seven'),
    countEffects: async ({ account, chatId }) => (await messages.storedMessages(account, chatId)).length,
  },
  messageDeleteAll: {
    before: ({ account, chatId }) => messages.post(account, chatId, 'one', 'two'),
    prepare: async ({ page, chatId }) => {
      await messages.openMessages(page, chatId)
      await page.getByRole('button', { name: 'More actions for messages' }).click()
      await page.getByRole('menuitem', { name: 'Delete all messages…' }).click()
      await anyDialog(page).getByRole('textbox').fill('Hall')
    },
    button: (page) => button(anyDialog(page), 'Delete all messages'),
    needsToken: true,
    done: toast('All messages of Hall are deleted'),
    area: anyDialog,
    names: /Delete all messages of Hall/,
    expectKept: ({ page }) => expect(page.getByLabel('Type Hall to go on')).toHaveValue('Hall'),
    countEffects: async ({ account, chatId }) => one((await messages.storedMessages(account, chatId)).length === 0),
  },
  chatCreate: {
    prepare: async ({ page }) => {
      await page.goto(to.chats())
      await chats.startNewChat(page, 'Late show')
    },
    button: (page) => button(anyDialog(page), 'Create chat'),
    done: toast('Late show was created'),
    area: anyDialog,
    names: /New chat/,
    expectKept: ({ page }) => expect(anyDialog(page).getByLabel('Name')).toHaveValue('Late show'),
    countEffects: async ({ account }) => (await chats.storedNames(account)).filter((name) => name === 'Late show').length,
  },
  chatDuplicate: {
    prepare: async ({ page }) => {
      await page.goto(to.chats())
      await chats.choose(page, 'Hall', 'Duplicate…')
      await anyDialog(page).getByLabel('Name of the copy').fill('Annex')
    },
    button: (page) => button(anyDialog(page), 'Duplicate'),
    done: toast('Hall was duplicated'),
    area: anyDialog,
    names: /Duplicate Hall/,
    expectKept: ({ page }) => expect(anyDialog(page).getByLabel('Name of the copy')).toHaveValue('Annex'),
    countEffects: async ({ account }) => (await chats.storedNames(account)).filter((name) => name === 'Annex').length,
  },
  currencySet: {
    prepare: async ({ page }) => {
      await accounts.openAccount(page)
      await accounts.prepareCurrency(page, 'EUR', 'EUR · Euro', 'EUR')
    },
    button: (page) => button(accounts.currency(page), 'Set EUR permanently'),
    needsToken: true,
    done: (page) => accounts.currency(page).getByText('EUR · Euro', { exact: true }).and(page.locator('b')),
    area: accounts.currency,
    names: /Currency/,
    expectKept: ({ page }) => expect(accounts.currency(page).getByRole('combobox')).toHaveValue('EUR · Euro'),
    countEffects: async ({ account }) => one((await accounts.storedAccount(account)).currency === 'EUR'),
  },
  banCreate: {
    prepare: async ({ page, chatId }) => {
      await bans.openBans(page, chatId)
      await bans.banBox(page).fill('9.9.9.9')
    },
    button: (page) => page.getByRole('button', { name: /^Ban 1 address/ }),
    done: toast('9.9.9.9 was banned'),
    area: main,
    names: /Not everything was banned|Not confirmed/,
    expectKept: ({ page }) => expect(bans.banBox(page)).toHaveValue('9.9.9.9'),
    countEffects: async ({ account, chatId }) => (await bans.storedBans(account, chatId)).length,
  },
}
