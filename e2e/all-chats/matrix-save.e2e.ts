import type { Page } from '@playwright/test'
import { settingNames } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test, type TestAccount } from '../support/fixtures.ts'
import { addChats, dialog, storedNames } from '../support/verbs/chats.ts'
import { elsewhere } from '../support/verbs/session.ts'

/** The settings of several chats: edits, one review, one job, the result of each chat, and one undo. */

const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const review = (page: Page) => dialog(page, /^Review \d+ changes? in \d+ chats?$/)
const results = (page: Page) => page.getByRole('table', { name: 'What became of each setting' })
const result = (page: Page, chat: string) =>
  results(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: chat, exact: true }) })
const allSaved = (page: Page, values: number) =>
  page.getByRole('status').filter({ hasText: `${values} of ${values} settings changed, each read back` })

/** All 60 settings by the name of the chat. */
async function stored({ api }: TestAccount) {
  const { data } = await api('chatList', {})
  return Object.fromEntries(data.map((chat) => [chat.name, Object.fromEntries(settingNames.map((name) => [name, chat[name]]))]))
}

/** Selects a setting in all chats. */
async function selectRow(page: Page, label: string) {
  await page.goto(to.compare())
  await page.getByRole('button', { name: /^All \d+/ }).click()
  await page.getByRole('searchbox', { name: /^Search \d+ settings/ }).fill(label)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${label}`) }) })
  await expect(row.locator('mark').first()).toBeVisible()
  await row.getByRole('gridcell').first().click()
  await page.keyboard.press('Shift+Space')
}

test('links are turned off in all chats but one: reviewed by keys, saved as one job, and undone as one', async ({
  signedIn: page,
  account,
}) => {
  await addChats(
    account,
    { name: 'Harbour', groupChatWelcomeMessage: 'See https://example.org' },
    'Lobby',
    { name: 'Чай', allowLinks: false },
    'Stage',
  )
  const before = await stored(account)
  await selectRow(page, 'Links')
  await page.keyboard.press('0')
  await expect(bar(page)).toContainText('3 changes in 3 chats')

  await page.keyboard.press('Control+s')
  await expect(review(page)).toContainText('The group welcome message has a link. It becomes plain text.')
  await expect(review(page)).toContainText('Nothing changes in the other chat.')
  await expectAccessible(page)
  await review(page).getByRole('button', { name: 'By setting' }).click()
  await review(page).getByRole('checkbox', { name: 'Links, Stage' }).uncheck()
  await review(page).getByRole('button', { name: 'Save 2 changes' }).click()

  await expect(allSaved(page, 2)).toBeVisible()
  await results(page).getByRole('button', { name: '2 chats: Links' }).click()
  await expect(result(page, 'Harbour')).toContainText('Done')
  await expect(result(page, 'Lobby')).toContainText('Done')
  await expectAccessible(page)
  const off = (name: string) => ({ ...before[name], allowLinks: false })
  expect(await stored(account)).toEqual({ ...before, Harbour: off('Harbour'), Lobby: off('Lobby') })

  // What was left out stays an edit.
  await page.goBack()
  await expect(bar(page)).toContainText('1 change in 1 chat')
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(bar(page)).toBeHidden()

  await page.goto(to.changes())
  await page.getByRole('button', { name: /^Undo: Settings saved 2 times/ }).click()
  await expect(review(page)).toContainText('Review 2 changes in 2 chats')
  await review(page).getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(allSaved(page, 2)).toBeVisible()
  expect(await stored(account)).toEqual(before)
})

test('what someone else changed meanwhile stays theirs until someone chooses; a chat that is gone is left out', async ({
  signedIn: page,
  account,
  allowErrors,
}) => {
  allowErrors(/status of 404/)
  await addChats(account, 'Harbour', 'Lobby', 'Stage')
  const ids = Object.fromEntries((await account.api('chatList', {})).data.map(({ name, id }) => [name, id]))
  await selectRow(page, 'Offline message')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Closed')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(bar(page)).toContainText('3 changes in 3 chats')
  await page.keyboard.press('Control+s')
  await expect(review(page)).toContainText('Save 3 changes')
  await account.api('chatUpdate', { params: { chatId: ids['Lobby']! }, body: { offlineMessage: 'Holiday' } })
  await account.api('chatDelete', { params: { chatId: ids['Stage']! } })
  await review(page).getByRole('button', { name: 'Save 3 changes' }).click()

  await expect(result(page, 'Lobby')).toContainText('Needs a decision')
  await expect(results(page).getByRole('row').filter({ hasText: 'Stage' })).toContainText('Chat deleted')
  await expect(result(page, 'Harbour')).toContainText('Done')
  expect((await stored(account))['Lobby']).toMatchObject({ offlineMessage: 'Holiday' })
  await expectAccessible(page)
  await expect(result(page, 'Lobby').getByRole('button', { name: 'Ours: Offline message in Lobby' })).toBeVisible()
  await result(page, 'Lobby').focus()
  await page.keyboard.press('o')
  await expect(results(page).getByRole('button', { name: '2 chats: Offline message' })).toBeVisible()
  expect((await stored(account))['Lobby']).toMatchObject({ offlineMessage: 'Closed' })
  expect(await storedNames(account)).toEqual(['Harbour', 'Lobby'])
})

test('a save goes on with the browser closed, and another browser shows what came of it', async ({
  signedIn: page,
  account,
  browser,
  baseURL,
}) => {
  await addChats(account, ...Array.from({ length: 30 }, (_, index) => `Hall ${index + 1}`))
  await selectRow(page, 'Links')
  await page.keyboard.press('0')
  await page.keyboard.press('Control+s')
  await review(page).getByRole('button', { name: 'Save 30 changes' }).click()
  await expect(page).toHaveURL(/\/changes\//)
  const address = page.url()
  const other = await elsewhere(browser, baseURL!, account)
  await page.close()
  await other.goto(address)
  await expect(allSaved(other, 30)).toBeVisible()
  const { data } = await account.api('chatList', {})
  expect(data.filter(({ allowLinks }) => allowLinks)).toEqual([])
  await other.getByRole('link', { name: 'Undo…' }).click()
  await expect(review(other)).toContainText('Review 30 changes in 30 chats')
  await other.context().close()
})

test('a column that is copied from one chat and pasted into another sets each setting to the value of its own row', async ({
  signedIn: page,
  account,
}) => {
  // In the order of the rows. No value is that of the row above it.
  const copied = { allowLinks: false, allowImages: true, allowAudio: false, allowVideo: true, httpsOnly: false, allowSmiles: true }
  const opposite = Object.fromEntries(Object.entries(copied).map(([name, value]) => [name, !value]))
  await addChats(account, { name: 'Harbour', ...copied }, { name: 'Lobby', ...opposite })
  const before = await stored(account)
  await page.goto(`${to.compare()}?rows=all`)
  const cell = (chat: string) => page.getByRole('gridcell', { name: new RegExp(`^Links, ${chat}`) })
  await cell('Harbour').click()
  for (let row = 1; row < Object.keys(copied).length; row++) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+c')
  await cell('Lobby').click()
  await page.keyboard.press('Control+v')
  await expect(bar(page)).toContainText('6 changes in 1 chat')
  await page.keyboard.press('Control+s')
  await review(page).getByRole('button', { name: 'Save 6 changes' }).click()
  await expect(allSaved(page, 6)).toBeVisible()
  expect(await stored(account)).toEqual({ ...before, Lobby: { ...before['Lobby'], ...copied } })
})

test('the settings page of another tab follows the edits, and everyone’s activity undoes the whole job at once @thorough', async ({
  signedIn: page,
  account,
}) => {
  await addChats(account, 'Harbour', 'Lobby', 'Stage')
  const before = await stored(account)
  const { id } = (await account.api('chatList', {})).data.find(({ name }) => name === 'Lobby')!
  const other = await page.context().newPage()
  await other.goto(to.settings(id))
  const links = other.getByRole('switch', { name: 'Links', exact: true })
  await expect(links).toBeChecked()

  await selectRow(page, 'Links')
  await page.keyboard.press('0')
  await expect(links).not.toBeChecked()
  await page.keyboard.press('Control+z')
  await expect(links).toBeChecked()
  await page.keyboard.press('0')
  await page.keyboard.press('Control+s')
  await review(page).getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(allSaved(page, 3)).toBeVisible()

  await page.goto(to.changes())
  await page.getByRole('button', { name: /^Undo: Settings saved 3 times/ }).click()
  await review(page).getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(allSaved(page, 3)).toBeVisible()
  expect(await stored(account)).toEqual(before)
})
