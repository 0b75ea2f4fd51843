import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { figure } from '../../src/test-figure.ts'
import { currency, storedAccount, openAccount, prepareCurrency, setPermanently } from '../../e2e/support/verbs/account.ts'
import { banBox, storedBans, openBans } from '../../e2e/support/verbs/banned-ips.ts'
import { test as behindFaults } from '../../e2e/support/upstreams/with-faulty-upstream.ts'
import { addChat, choose, confirm, dialog, storedNames, startNewChat, toast } from '../../e2e/support/verbs/chats.ts'
import { expect, test as plain, type TestAccount } from '../../e2e/support/fixtures.ts'
import { startLossyProxy, type Loss, type LossyProxy } from '../../e2e/support/upstreams/lossy-proxy.ts'
import { storedMessages, openMessages, post } from '../../e2e/support/verbs/messages.ts'
import {
  chatWithPolls,
  choosePollAction,
  storedPolls,
  openNewPoll,
  poll,
  questions,
  typePoll,
  vote,
} from '../../e2e/support/verbs/polls.ts'

/** R2: the ten actions that must not be repeated blindly, on a network that loses answers and delivers requests twice: done once, and shown as done. */

const test = plain.extend<{ lossyProxy: LossyProxy }>({
  lossyProxy: async ({}, use, { project }) => {
    const lossyProxy = await startLossyProxy(project.use.baseURL!)
    await use(lossyProxy)
    await lossyProxy.close()
  },
  baseURL: async ({ lossyProxy }, use) => use(lossyProxy.address),
})

interface Scene {
  page: Page
  account: TestAccount
  enterToken: () => Promise<void>
  lose: () => void
}

interface Action {
  line: RegExp
  /** Performs the action while its request or answer is lost, and waits until it is shown as done. Resolves to the stored state that tells how often it was done. */
  run: (scene: Scene) => Promise<unknown>
  once: unknown
}

const room = async ({ page, account }: Scene) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', send: true })
  vote(chatId, 1, 5, 3)
  await page.goto(to.polls(chatId))
  await expect(poll(page, 'Encore?')).toContainText('8votes')
  return chatId
}

const actions: Record<string, Action> = {
  'create a chat': {
    line: /^POST \/bff\/api\/chats$/,
    once: ['Late show'],
    run: async ({ page, account, lose }) => {
      await page.goto(to.chats())
      const drawer = await startNewChat(page, 'Late show')
      lose()
      await drawer.getByRole('button', { name: 'Create chat' }).click()
      await expect(drawer).toBeHidden()
      return storedNames(account)
    },
  },
  'duplicate a chat': {
    line: /^POST \/bff\/api\/chats\/\d+\/duplicate$/,
    once: 1,
    run: async ({ page, account, lose }) => {
      await addChat(account, 'Matinee')
      await page.goto(to.chats())
      await choose(page, 'Matinee', 'Duplicate…')
      const drawer = dialog(page, /^Duplicate/)
      await drawer.getByLabel('Name').fill('Matinee again')
      lose()
      await drawer.getByRole('button', { name: 'Duplicate', exact: true }).click()
      await expect(drawer).toBeHidden()
      return (await storedNames(account)).filter((name) => name === 'Matinee again').length
    },
  },
  'create a poll': {
    line: /^POST \/bff\/api\/chats\/\d+\/polls$/,
    once: ['Tea?'],
    run: async ({ page, account, lose }) => {
      const chatId = await addChat(account, 'Stage')
      await page.goto(to.polls(chatId))
      await openNewPoll(page)
      await typePoll(page, 'Tea?', 'Yes', 'No')
      lose()
      await dialog(page, 'New poll').getByRole('button', { name: 'Save and send' }).click()
      await expect(toast(page, '“Tea?” was sent')).toBeVisible()
      await expect(questions(page)).toHaveText(['Tea?'])
      return (await storedPolls(account, chatId)).map(({ question }) => question)
    },
  },
  'reset a poll': {
    line: /\/reset$/,
    once: 0,
    run: async (scene) => {
      const chatId = await room(scene)
      await choosePollAction(scene.page, 'Encore?', 'Reset votes…')
      scene.lose()
      await confirm(scene.page, 'Reset the votes of “Encore?”?', 'Reset votes')
      return (await storedPolls(scene.account, chatId))[0]?.answer1count
    },
  },
  'send a poll again': {
    line: /\/resend$/,
    once: 'sent',
    run: async (scene) => {
      const chatId = await room(scene)
      await choosePollAction(scene.page, 'Encore?', 'Send again…')
      scene.lose()
      await confirm(scene.page, 'Send again: “Encore?”?', 'Send again')
      return (await storedPolls(scene.account, chatId))[0]?.status
    },
  },
  'publish a poll': {
    line: /\/publish$/,
    once: 'published',
    run: async (scene) => {
      const chatId = await room(scene)
      await poll(scene.page, 'Encore?').getByRole('button', { name: 'Publish' }).click()
      scene.lose()
      await confirm(scene.page, 'Publish “Encore?”?', 'Publish')
      await expect(poll(scene.page, 'Encore?')).toContainText('Published')
      return (await storedPolls(scene.account, chatId))[0]?.status
    },
  },
  'post a message': {
    line: /^POST \/bff\/api\/chats\/\d+\/messages$/,
    once: ['Doors at seven'],
    run: async ({ page, account, lose }) => {
      const chatId = await addChat(account, 'Hall')
      await openMessages(page, chatId)
      await page.getByRole('button', { name: 'Post message' }).click()
      const drawer = dialog(page, 'Post a message')
      await drawer.getByLabel('Text').fill('Doors at seven')
      lose()
      await drawer.getByRole('button', { name: 'Post', exact: true }).click()
      await expect(drawer).toBeHidden()
      return (await storedMessages(account, chatId)).map(({ text }) => text)
    },
  },
  'delete all messages': {
    line: /^DELETE \/bff\/api\/chats\/\d+\/messages$/,
    once: 0,
    run: async ({ page, account, enterToken, lose }) => {
      const chatId = await addChat(account, 'Hall')
      await post(account, chatId, 'one', 'two')
      await openMessages(page, chatId)
      await page.getByRole('button', { name: 'More actions for messages' }).click()
      await page.getByRole('menuitem', { name: 'Delete all messages…' }).click()
      const asked = dialog(page, 'Delete all messages of Hall?')
      await asked.getByRole('textbox').fill('Hall')
      await asked.getByRole('button', { name: 'Delete all messages' }).click()
      // The first request is refused until the token is entered; the next one is lost.
      lose()
      await enterToken()
      await expect(toast(page, 'All messages of Hall are deleted')).toBeVisible()
      return (await storedMessages(account, chatId)).length
    },
  },
  'set the currency': {
    line: /^PUT \/bff\/api\/account\/currency$/,
    once: 'EUR',
    run: async ({ page, account, lose }) => {
      await openAccount(page)
      await prepareCurrency(page, 'EUR', 'EUR · Euro', 'EUR')
      // The token was entered for the messages a moment ago.
      lose()
      await setPermanently(page, 'EUR')
      await expect(currency(page)).toContainText('EUR · Euro')
      await expect(currency(page).getByRole('combobox')).toBeHidden()
      return (await storedAccount(account)).currency
    },
  },
  'ban an address': {
    line: /^POST \/bff\/api\/chats\/\d+\/banned-ips$/,
    once: ['52.17.4.9'],
    run: async ({ page, account, lose }) => {
      const chatId = await addChat(account, 'Door')
      await openBans(page, chatId)
      await banBox(page).fill('52.17.4.9')
      lose()
      await page.getByRole('button', { name: /^Ban [\d,]+ address/ }).click()
      await expect(toast(page, '52.17.4.9 was banned')).toBeVisible()
      return storedBans(account, chatId)
    },
  },
}

for (const loss of ['cut before the work', 'cut after the work', 'delivered twice'] as const satisfies Loss[]) {
  test(`${loss}: each of the ten actions is done once and shown as done`, async ({
    signedIn: page,
    account,
    enterToken,
    lossyProxy,
    allowErrors,
  }) => {
    test.setTimeout(150_000)
    allowErrors(/status of 409|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
    let sentAgain = 0
    for (const [name, { line, run, once }] of Object.entries(actions)) {
      await test.step(name, async () => {
        expect(await run({ page, account, enterToken, lose: () => lossyProxy.lose(line, loss) })).toEqual(once)
        const reached = lossyProxy.exchanges(line)
        const done = reached.filter(({ status, replayed }) => status === 200 && !replayed)
        // Two that meet in a deletion of all messages do it together, and neither repeats the other.
        if (loss !== 'delivered twice' || name !== 'delete all messages') expect(done).toHaveLength(1)
        if (loss === 'delivered twice') expect(reached).toHaveLength(2)
        // Bans are looked up in their list before they are sent again; everything else is sent again with the same key.
        if (name !== 'ban an address') {
          expect(new Set(reached.map(({ key }) => key)).size).toBe(1)
          expect(reached[0]?.key).toMatch(/^[\da-f-]{36}$/)
          if (loss === 'cut after the work') sentAgain += reached.length - 1
        }
      })
    }
    if (loss === 'cut after the work') expect(sentAgain).toBe(9)
    figure('R2', true, `our own service, ${loss}: 10/10 done once and shown as done`)
  })
}

behindFaults(
  'a remote service is not assumed to know idempotency keys: the outcome is looked up, not sent again',
  async ({ signedIn: page, account, upstream }) => {
    const chats = /^\/chats$/
    const sent = () => upstream.seen().filter((request) => request.startsWith('POST'))
    upstream.arm('POST', chats, 'reset after the work')
    await page.goto(to.chats())
    const drawer = await startNewChat(page, 'Late show')
    await drawer.getByRole('button', { name: 'Create chat' }).click()
    await expect(drawer).toBeHidden()
    expect([sent(), await storedNames(account)]).toEqual([['POST /chats'], ['Late show']])
  },
)
behindFaults.beforeEach(({ allowErrors }) => allowErrors(/status of 50\d/))
