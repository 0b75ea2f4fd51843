import { to } from '#dashboard/platform/to.ts'
import { expect, test } from '../support/fixtures.ts'
import { pages } from '../support/pages.ts'
import { translate } from '../support/translator.ts'
import { ban, banBox, openBans } from '../support/verbs/banned-ips.ts'
import { addChat, addChats, bulkBar, dialog, select, storedSettings } from '../support/verbs/chats.ts'
import { openMessages, post, rows, spam, storedMessages } from '../support/verbs/messages.ts'
import { addPoll, poll, storedPolls } from '../support/verbs/polls.ts'
import { barButton, expectSaved, field, openSettings, saveBar } from '../support/verbs/settings.ts'

/** Pages in a browser that translates them, although they ask it not to. Any crash, and any text that React would write to in vain, is an error. */

test.beforeEach(({ context }) => translate(context))

test('every page opens, and asks not to be translated', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, ...spam(12), { text: 'A name with a mark', username: 'ada\u200b' })
  await addPoll(account, chatId, 'Lunch?')
  await ban(account, chatId, '192.0.2.1')
  for (const { path, loaded } of pages) {
    await page.goto(path(chatId))
    await expect(loaded(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  }
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
})

test('numbers on the screen stay true, and what is shown and hidden beside texts does not crash', async ({ signedIn: page, account }) => {
  await addChats(account, 'Hall', 'Lobby', 'Tower')
  await page.goto(to.chats())
  await select(page, 'Hall')
  await expect(bulkBar(page)).toContainText('1 chat selected')
  await select(page, 'Lobby', 'Tower')
  await expect(bulkBar(page)).toContainText('3 chats selected')
  const search = page.getByRole('searchbox').first()
  await search.fill('tower')
  await expect(page.getByRole('table', { name: 'Chats' }).getByRole('link')).toHaveCount(1)
  await search.fill('')
  await expect(page.getByRole('table', { name: 'Chats' }).getByRole('link')).toHaveCount(3)

  const chatId = await addChat(account, 'Stage')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Main stage')
  await expect(saveBar(page)).toContainText('1 change')
  await field(page, 'groupChatWelcomeMessage').fill('Hello')
  await expect(saveBar(page)).toContainText('2 changes')
  await field(page, 'groupChatWelcomeMessage').fill('')
  await expect(saveBar(page)).toContainText('1 change')
  await page.getByRole('searchbox').first().fill('sound')
  await page.getByRole('searchbox').first().fill('')
  await barButton(page, 'Save').click()
  await expectSaved(page)
  expect((await storedSettings(account, chatId)).name).toBe('Main stage')

  await openMessages(page, chatId)
  await page.getByRole('button', { name: 'Post message' }).click()
  const drawer = dialog(page, 'Post a message')
  await drawer.getByLabel('Text').fill('ü'.repeat(1001))
  await drawer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(drawer.getByLabel('Text')).toHaveAccessibleDescription(/2,002 of 2,000 bytes/)
  await drawer.getByLabel('Text').fill('Doors at seven')
  await expect(drawer.getByLabel('Text')).toHaveAccessibleDescription(/14 of 2,000 bytes/)
  await drawer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(rows(page)).toHaveText([/Doors at seven/])
  expect(await storedMessages(account, chatId)).toHaveLength(1)

  const pollId = await addPoll(account, chatId, 'Lunch?')
  await page.goto(to.polls(chatId))
  await expect(poll(page, 'Lunch?')).toBeVisible()
  await account.api('pollDelete', { params: { chatId, pollId } })
  await addPoll(account, chatId, 'Dinner?')
  await page.reload()
  await expect(poll(page, 'Dinner?')).toBeVisible()
  expect(await storedPolls(account, chatId)).toHaveLength(1)

  await openBans(page, chatId)
  await banBox(page).fill('9.8.7.6')
  await expect(page.getByRole('button', { name: 'Ban 1 address' })).toBeVisible()
  await banBox(page).fill('9.8.7.0/24')
  await expect(page.getByRole('button', { name: 'Ban 256 addresses' })).toBeVisible()
  await page.getByRole('button', { name: 'Ban 256 addresses' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select 9.8.7.0/24', exact: true })).toBeVisible()
})
