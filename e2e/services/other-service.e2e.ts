import { to } from '#dashboard/platform/to.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, choose, confirm, dialog, row } from '../support/verbs/chats.ts'
import { expect } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openMessages, post } from '../support/verbs/messages.ts'
import { chatWithPolls, poll } from '../support/verbs/polls.ts'
import { openSettings, select, settingSwitch } from '../support/verbs/settings.ts'

/** A remote service that differs from ours where the API document leaves it open: the dashboard claims only what the document says. */

const fresh = { langId: 1, registerTermsTitle: 'Terms and conditions', registerTermsLink: 'https://chat.example/terms' }

test('a new chat has the terms of its language: no setting differs, no finding is shown, and the terms link is readable', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Lobby')
  upstream.arm('GET', /\/chats\/\d+$/, { answer: (chat) => void Object.assign(chat, fresh, { langId: 'en' }) })
  await openSettings(page, chatId)
  await expect(page.getByRole('button', { name: 'Differs 0' })).toBeVisible()
  await expect(page.getByText('Worth a look')).toBeHidden()
  await expect(page.getByRole('link', { name: fresh.registerTermsLink })).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(page.getByText('Set by the service. It cannot be changed here.')).toBeVisible()
  await expectAccessible(page)
})

test('a language given as a number has the same name everywhere @thorough', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Lobby')
  upstream.arm('GET', /\/chats\/\d+$/, { answer: (chat) => void Object.assign(chat, fresh) })
  upstream.arm('GET', /\/chats$/, { answer: (chats) => Object.values(chats).forEach((chat) => Object.assign(chat as object, fresh)) })
  await page.goto(to.chats())
  await expect(row(page, 'Lobby')).toContainText('Language no. 1')
  await openSettings(page, chatId)
  await expect(select(page, 'langId')).toHaveValue('Language no. 1')
})

test('a chat without system messages says so in the drawer and links to the setting @thorough', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await openMessages(page, chatId)
  await page.getByRole('button', { name: 'Post message' }).click()
  const drawer = dialog(page, 'Post a message')
  await expect(drawer).toContainText('System messages are off in this chat')
  await expectAccessible(page)

  // A refused message is not posted.
  upstream.arm('POST', /\/messages$/, 'refused with words', 1)
  await drawer.getByLabel('Text').fill('Doors at seven')
  await drawer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(drawer.getByRole('alert')).toContainText('Not posted. The service answered “Not on a Sunday”.')
  await drawer.getByRole('link', { name: 'Open the setting “System messages”' }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(to.setting(chatId, 'systemMessages'))
  await expect(settingSwitch(page, 'systemMessages')).toBeFocused()

  await account.api('chatUpdate', { params: { chatId }, body: { systemMessages: true } })
  await openMessages(page, chatId)
  await page.getByRole('button', { name: 'Post message' }).click()
  await expect(drawer).toContainText('Posted as a system message')
  await expect(drawer).not.toContainText('are off')
})

test('a published poll shows its date, and makes no promise of what users see @thorough', async ({ signedIn: page, account, upstream }) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', send: true })
  upstream.arm('GET', /\/polls$/, {
    answer: (polls) => Object.values(polls).forEach((one) => Object.assign(one as object, { roomId: 4711, userId: 815 })),
  })
  await page.goto(to.polls(chatId))
  const encore = poll(page, 'Encore?')
  await encore.getByText('Details').click()
  for (const [name, value] of [
    ['Poll ID', '1'],
    ['Chat ID', '4711'],
    ['User ID', '815'],
  ] as const)
    await expect(encore.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))).toHaveText(value)
  await encore.getByRole('button', { name: 'Publish' }).click()
  const asked = dialog(page, 'Publish “Encore?”?')
  await expect(asked).not.toContainText(/everybody|everyone/i)
  await confirm(page, 'Publish “Encore?”?', 'Publish')
  await expect(encore.getByRole('definition').and(page.locator('dt:text-is("Published") + dd'))).toHaveText(/^\d+ \w+ \d\d:\d\d$/)
  await expect(encore).not.toContainText('Results')
})

test('the dialog of a deletion counts the messages of the chat as far as known @thorough', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await post(account, chatId, 'One', 'Two')
  upstream.arm('GET', /\/messages\?/, { whole: (json) => void Object.assign(json, { next: 'more' }) })
  await page.goto(to.chats())
  await choose(page, 'Lobby', 'Delete…')
  await expect(page.getByRole('dialog').getByRole('definition').first()).toHaveText('at least 2')
})

test('the plan explains keywords @thorough', async ({ signedIn: page }) => {
  await page.goto(to.account())
  await expect(page.getByRole('region', { name: /^Plan/ })).toContainText('linkable keywords that are displayed in all chats')
})
