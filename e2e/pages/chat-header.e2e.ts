import { to } from '#dashboard/platform/to.ts'
import { addChat, dialog, storedSettings } from '../support/verbs/chats.ts'
import { createAccount, expect, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'

test('the header shows name, public ID and state, and the public ID can be copied', async ({ signedIn: page, context, account }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const chatId = await addChat(account, { name: 'Aurora · Main stage', offline: true, monetizeLogin: true, forceSDKLogin: true })
  const { hash } = await storedSettings(account, chatId)
  await page.goto(to.polls(chatId))
  await expect(page).toHaveTitle('Polls · Aurora · Main stage · Roomkeeper')
  const head = page.getByRole('main')
  await expect(head.getByRole('heading', { level: 1 })).toContainText('Aurora · Main stage')
  for (const words of [hash, 'Offline', 'Paid entry', 'Private']) await expect(head.getByText(words, { exact: true })).toBeVisible()
  await head.getByRole('button', { name: 'Copy the public hash' }).click()
  await expect(head.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash)
})

test('a chat with default settings has no badges @thorough', async ({ signedIn: page, account }) => {
  await page.goto(to.polls(await addChat(account, 'Plain')))
  await expect(page.getByRole('main')).toContainText('Plain')
  for (const words of ['Offline', 'Paid entry', 'Private']) await expect(page.getByRole('main').getByText(words)).toBeHidden()
})

test('the tabs open the pages of the chat', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Harbour')
  await page.goto(`/chats/${chatId}`)
  await expect(page).toHaveURL(to.settings(chatId))
  const tabs = page.getByRole('navigation', { name: 'Parts of this chat' })
  await expect(tabs.getByRole('link')).toHaveText(['Settings', 'Messages', 'Polls', 'Banned IPs', 'Hours', 'History'])
  await expect(tabs.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
  for (const [name, path] of [
    ['Messages', to.messages(chatId)],
    ['Polls', to.polls(chatId)],
    ['Banned IPs', to.bannedIps(chatId)],
    ['Hours', to.chat(chatId, 'hours')],
    ['History', to.chat(chatId, 'history')],
  ] as const) {
    await tabs.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  await page.goBack()
  await expect(page).toHaveURL(to.chat(chatId, 'hours'))
})

test('the head of a chat stays while another page of it loads slowly, and its tab keeps the focus', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Harbour')
  const answer = await holdRequests(page, /\/chats\/\d+\/polls/)
  await page.goto(to.settings(chatId))
  const tab = page.getByRole('navigation', { name: 'Parts of this chat' }).getByRole('link', { name: 'Polls' })
  await tab.press('Enter')
  // In place of the page before.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('searchbox').first()).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: /^Harbour/ })).toBeVisible()
  await expect(tab).toBeFocused()
  answer()
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(tab).toBeFocused()
})

test('in the chat switcher the arrows move through the chats, and Enter opens one; no page is longer than the window by a pixel', async ({
  signedIn: page,
  account,
}) => {
  const harbour = await addChat(account, 'Harbour')
  const tower = await addChat(account, 'Tower')
  await page.goto(to.polls(harbour))
  const button = page.getByRole('button', { name: /, switch to another chat$/ })
  await button.click()
  const rooms = page.getByRole('dialog', { name: /, switch to another chat$/ })
  await expect(rooms.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rooms.getByRole('link', { name: 'Harbour' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(to.polls(tower))
  await button.click()
  await rooms.getByRole('searchbox').fill('harb')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(to.polls(harbour))
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
})

test('the chat switcher opens another chat on the same tab', async ({ signedIn: page, account }) => {
  const harbour = await addChat(account, 'Harbour')
  const tower = await addChat(account, 'Wieża')
  await page.goto(to.polls(harbour))
  await page.getByRole('button', { name: 'Harbour, switch to another chat' }).click()
  const rooms = dialog(page, 'Harbour, switch to another chat')
  await expect(rooms.getByRole('searchbox', { name: 'Search chats' })).toBeFocused()
  await expect(rooms.getByRole('link')).toHaveText([/^Harbour/, /^Wieża/])
  await expect(rooms.getByRole('link', { name: 'Harbour' })).toContainText((await storedSettings(account, harbour)).hash)
  await rooms.getByRole('searchbox', { name: 'Search chats' }).fill('no such chat')
  await page.keyboard.press('Escape')
  await expect(rooms.getByRole('link')).toHaveText([/^Harbour/, /^Wieża/])
  await page.keyboard.press('Escape')
  await expect(rooms).toBeHidden()
  await page.keyboard.press('Enter')
  await rooms.getByRole('searchbox', { name: 'Search chats' }).fill('wieza')
  await rooms.getByRole('link', { name: 'Wieża' }).click()
  await expect(rooms).toBeHidden()
  await expect(page).toHaveURL(to.polls(tower))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wieża')
})

test('an unknown, deleted or foreign chat is not found, and the navigation still works', async ({
  signedIn: page,
  account,
  baseURL,
  allowErrors,
}, { testId }) => {
  allowErrors(/status of 404/)
  const stranger = await createAccount(baseURL!, `stranger-${testId}-${Date.now()}`)
  const foreign = await addChat(stranger, 'Not yours')
  const deleted = await addChat(account, 'Deleted')
  await account.api('chatDelete', { params: { chatId: deleted } })
  for (const path of ['/chats/abc', '/chats/abc/polls', to.settings(foreign), to.polls(deleted), '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'This page does not exist, or you do not have access to it' })).toBeVisible()
    await expect(page.getByText('The chat may have been deleted')).toBeVisible({ visible: path.startsWith('/chats/') })
    await expect(page.getByText('Not yours', { exact: true })).toBeHidden()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Chats' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()
  }
})
