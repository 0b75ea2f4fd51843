import { to } from '#dashboard/platform/to.ts'
import { addChat, dialog, storedSettings } from '../support/verbs/chats.ts'
import { createAccount, expect, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'

test('the header shows name, public ID and state; the tabs open the pages of the chat, and the head stays while one loads slowly', async ({
  signedIn: page,
  context,
  account,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = 'Aurora · Main stage'
  const chatId = await addChat(account, { name, offline: true, monetizeLogin: true, forceSDKLogin: true })
  const { hash } = await storedSettings(account, chatId)
  const answer = await holdRequests(page, /\/chats\/\d+\/polls/)
  await page.goto(`/chats/${chatId}`)
  await expect(page).toHaveURL(to.messages(chatId))
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }) })
  for (const words of [hash, 'Offline', 'Paid entry', 'Private']) await expect(head.getByText(words, { exact: true })).toBeVisible()
  await head.getByRole('button', { name: 'Copy the public hash' }).click()
  await expect(head.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash)

  const tabs = page.getByRole('navigation', { name: 'Parts of this chat' })
  await expect(tabs.getByRole('link')).toHaveText(['Messages', 'Polls', 'Banned IPs', 'Settings'])
  await expect(tabs.getByRole('link', { name: 'Messages' })).toHaveAttribute('aria-current', 'page')
  const polls = tabs.getByRole('link', { name: 'Polls' })
  await polls.press('Enter')
  // In place of the page before.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('searchbox').first()).toBeHidden()
  await expect(head).toBeVisible()
  await expect(polls).toBeFocused()
  answer()
  await expect(polls).toHaveAttribute('aria-current', 'page')
  await expect(polls).toBeFocused()
  await expect(page).toHaveTitle(`Polls · ${name} · Roomkeeper`)
  for (const [tab, path] of [
    ['Messages', to.messages(chatId)],
    ['Banned IPs', to.bannedIps(chatId)],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(page).toHaveURL(path)
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
  }
  await page.goBack()
  await expect(page).toHaveURL(to.messages(chatId))
})

test('a chat with default settings has no badges @thorough', async ({ signedIn: page, account }) => {
  await page.goto(to.polls(await addChat(account, 'Plain')))
  await expect(page.getByRole('main')).toContainText('Plain')
  for (const words of ['Offline', 'Paid entry', 'Private']) await expect(page.getByRole('main').getByText(words)).toBeHidden()
})

test('the chat switcher opens another chat on the same tab, by search or by arrows; no page is longer than the window by a pixel', async ({
  signedIn: page,
  account,
}) => {
  const harbour = await addChat(account, 'Harbour')
  const tower = await addChat(account, 'Wieża')
  await page.goto(to.polls(harbour))
  const button = page.getByRole('button', { name: /, switch to another chat$/ })
  await button.click()
  const rooms = dialog(page, /, switch to another chat$/)
  const search = rooms.getByRole('searchbox', { name: 'Search chats' })
  await expect(search).toBeFocused()
  await expect(rooms.getByRole('link')).toHaveText([/^Harbour/, /^Wieża/])
  await expect(rooms.getByRole('link', { name: 'Harbour' })).toContainText((await storedSettings(account, harbour)).hash)
  await page.keyboard.press('ArrowDown')
  await expect(rooms.getByRole('link', { name: 'Harbour' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(to.polls(tower))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wieża')

  await button.click()
  await search.fill('no such chat')
  await page.keyboard.press('Escape')
  await expect(rooms.getByRole('link')).toHaveText([/^Harbour/, /^Wieża/])
  await page.keyboard.press('Escape')
  await expect(rooms).toBeHidden()
  await page.keyboard.press('Enter')
  await search.fill('harb')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(to.polls(harbour))
  await button.click()
  await search.fill('wieza')
  await rooms.getByRole('link', { name: 'Wieża' }).click()
  await expect(rooms).toBeHidden()
  await expect(page).toHaveURL(to.polls(tower))
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
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
