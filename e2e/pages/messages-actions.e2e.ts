import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addChat, confirm, dialog, storedSettings, toast } from '../support/verbs/chats.ts'
import { test as onFaulty } from '../support/upstreams/with-faulty-upstream.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { deleteSelected, storedMessages, openMessages, post, receipt, rows, checkbox } from '../support/verbs/messages.ts'

/** Posting, exporting, deleting all messages, and the word filter tester. */

const posting = /\/messages$/

async function openPost(page: Page) {
  await page.getByRole('button', { name: 'Post message' }).click()
  return dialog(page, 'Post a message')
}

test('posting counts bytes, requires a name for an image, and asks before it repeats a text; an image is requested through the gateway only', async ({
  signedIn: page,
  account,
  allowErrors,
}) => {
  allowErrors(/status of (400|403|502|504)/)
  const chatId = await addChat(account, 'Hall')
  await openMessages(page, chatId)
  const drawer = await openPost(page)
  await drawer.getByLabel('Text').fill('ü'.repeat(1001))
  await drawer.getByLabel('Image').fill('https://pics.example/a.png')
  await drawer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(drawer.getByLabel('Text')).toHaveAccessibleDescription(/2,002 of 2,000 bytes/)
  await expect(drawer.getByLabel('Image')).toHaveAccessibleDescription(/name/i)
  expect(await storedMessages(account, chatId)).toEqual([])
  await expectAccessible(page)
  await drawer.getByLabel('Text').fill('=1+1 at seven')
  await drawer.getByLabel('Image').fill('')
  await drawer.getByLabel('Name').fill('+Crew')
  await drawer.getByRole('button', { name: 'Save announcement' }).click()
  await expect(drawer.getByRole('list', { name: 'Saved announcements' })).toContainText('=1+1 at seven')
  await drawer.getByLabel('Text').press('ControlOrMeta+Enter')
  await expect(drawer).toBeHidden()
  await expect(rows(page)).toHaveText([/\+Crew.*=1\+1 at seven/])

  const again = await openPost(page)
  await expect(again.getByLabel('Name')).toHaveValue('+Crew')
  await again.getByRole('button', { name: 'Insert “=1+1 at seven”' }).click()
  await expect(again.getByLabel('Text')).toHaveValue('=1+1 at seven')
  await again.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog(page, 'Post the same again?')).toBeVisible()
  await dialog(page, 'Post the same again?').getByRole('button', { name: 'Cancel' }).click()
  await again.getByRole('button', { name: 'Delete “=1+1 at seven”' }).click()
  await expect(again.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(again.getByRole('listitem')).toHaveCount(1)
  expect(await storedMessages(account, chatId)).toHaveLength(1)
  await again.getByRole('button', { name: 'Cancel' }).click()
  await confirm(page, 'Leave without saving?', 'Leave')

  await post(account, chatId, 'look https://127.0.0.1/inside.png')
  await openMessages(page, chatId)
  const asked = page.waitForRequest(/\/bff\/image\?url=/)
  await page.getByRole('button', { name: 'Show image' }).click()
  await asked
  await expect(page.getByText('The picture could not be loaded')).toBeVisible()
  // An export contains no formulas.
  await page.getByRole('button', { name: 'Export' }).first().click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^All loaded messages/ }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  for (const text of ["'=1+1 at seven", "'+Crew"]) expect(file).toContain(text)
})

onFaulty(
  'a post without an answer is looked up before it can be sent again @thorough',
  async ({ signedIn: page, account, upstream, allowErrors }) => {
    allowErrors(/status of 502/)
    const chatId = await addChat(account, 'Hall')
    await openMessages(page, chatId)
    // Only the answer was lost: the message counts as posted and is in the chat once.
    upstream.arm('POST', posting, 'reset after the work', 1)
    const drawer = await openPost(page)
    await drawer.getByLabel('Text').fill('once')
    await drawer.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(drawer).toBeHidden()
    expect((await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['once'])

    // The message never arrived: the page says so, and sends nothing until the user decides.
    upstream.arm('POST', posting, '502 HTML', 1)
    const other = await openPost(page)
    await other.getByLabel('Text').fill('twice?')
    await other.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(other.getByRole('alert')).toContainText('It is not in the chat')
    expect(await storedMessages(account, chatId)).toHaveLength(1)
    await expectAccessible(page)
    await other.getByRole('alert').getByRole('button').last().click()
    await expect(other).toBeHidden()
    expect((await storedMessages(account, chatId)).map(({ text }) => text).toSorted()).toEqual(['once', 'twice?'])
  },
)

onFaulty(
  'deleting all messages requires the name, is sent once, and looks up a lost answer',
  async ({ signedIn: page, account, upstream, allowErrors, enterToken }) => {
    allowErrors(/status of 502/)
    const chatId = await addChat(account, 'Hall')
    await post(account, chatId, 'one', 'two')
    await openMessages(page, chatId)
    upstream.arm('DELETE', posting, 'reset after the work', 1)
    await page.getByRole('button', { name: 'More actions for messages' }).click()
    await page.getByRole('menuitem', { name: 'Delete all messages…' }).click()
    const asked = dialog(page, 'Delete all messages of Hall?')
    await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(asked).toContainText('This cannot be undone')
    await expectAccessible(page)
    await asked.getByRole('textbox').fill('Hall')
    await asked.getByRole('button', { name: 'Delete all messages' }).click()
    await enterToken()
    await expect(asked).toBeHidden()
    await expect(toast(page, 'All messages of Hall are deleted')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No messages here' })).toBeVisible()
    expect(await storedMessages(account, chatId)).toEqual([])
    expect(upstream.seen().filter((request) => request.startsWith('DELETE'))).toHaveLength(1)
  },
)

test('the word filter tester shows what a draft would match, also inside words @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, { name: 'Hall', filterWords: ' ass,spam' })
  await post(account, chatId, 'first class seats', 'this is SPAM', 'buy cheap')
  await openMessages(page, chatId, '?open=lab')
  const lab = page.getByRole('dialog')
  await expect(lab).toContainText('class')
  await lab.getByRole('textbox').first().fill('spam,cheap')
  await expect(lab).toContainText('Newly caught 1')
  await expectAccessible(page)
  // The draft is moved into the setting as an unsaved edit.
  await lab.getByRole('link', { name: 'Open the setting' }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('1 change')
  await expect(page.getByRole('button', { name: /: also match inside other words$/ })).toHaveText(['whole', 'whole'])
  await expect(page.getByRole('button', { name: 'Remove cheap' })).toBeVisible()
  expect((await storedSettings(account, chatId)).filterWords).toBe(' ass,spam')
  // And back: the unsaved edit is tested here.
  await openMessages(page, chatId, '?open=lab')
  await expect(lab.getByRole('textbox').first()).toHaveValue('spam,cheap')
})

test('hostile messages run nothing, fetch nothing and do not break the layout @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  const payloads = [
    '<script>globalThis.pwned = true</script>',
    '<img src=x onerror="globalThis.pwned = true">',
    '"><svg onload=alert(1)>',
    'javascript:alert(1) JAVASCRIPT://%0aalert(1) data:text/html,<script>alert(1)</script>',
    '[x](javascript:alert(1)) http://good.example/"onmouseover="alert(1)',
    '\u202Egnp.exe\u202C \u2066hidden\u2069 zero\u200Bwidth',
    'W'.repeat(2000),
    'nul\u0001 bell\u0007 delete\u007F',
    '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 e\u0301\u0301\u0301\u0301\u0301\u0301 ﷽',
    '=HYPERLINK("http://evil.example") {{7*7}} ${7*7} %s%n',
    '\n\n\nlines\n\n\n',
    'https://pics.example/beacon.png http://127.0.0.1/a.png',
  ]
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  for (const text of payloads) await post(account, chatId, { text, username: text.slice(0, 100), image: 'https://tracker.example/p.gif' })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await openMessages(page, chatId)
    await expect(rows(page).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('searchbox').fill('exe')
  await expect(rows(page).first()).toContainText('U+202E')
  const hosts = new Set(requests.map((url) => new URL(url).host))
  expect([...hosts]).toEqual([new URL(page.url()).host])
  const links = await page
    .getByRole('grid')
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(links.filter((href) => !/^https?:\/\//.test(href))).toEqual([])
})

test('offline, loaded messages stay, and what is not deleted stays selected until the connection is back @thorough', async ({
  signedIn: page,
  account,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, 'stay', 'go')
  await openMessages(page, chatId)
  await context.setOffline(true)
  await checkbox(page, 'go').check()
  await page.getByRole('button', { name: 'Delete 1' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The deletion was not started' })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(checkbox(page, 'go')).toBeChecked()
  await context.setOffline(false)
  await deleteSelected(page)
  await expect(receipt(page, '1 message deleted')).toBeVisible({ timeout: 60_000 })
  expect((await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['stay'])
})
