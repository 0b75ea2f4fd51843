import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { test as onFaulty } from '../support/upstreams/with-faulty-upstream.ts'
import { to } from '#dashboard/platform/to.ts'
import { expect, openSession, test, type TestAccount } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { escape } from '../support/verbs/keys.ts'
import {
  addBusyChat,
  deleteSelected,
  receiptNumber,
  storedMessages,
  inTimeToUndo,
  jobs,
  loadAll,
  filterByAuthor,
  openMessages,
  post,
  receipt,
  rows,
  loadedStatus,
  checkbox,
  toEnd,
  undoBar,
} from '../support/verbs/messages.ts'

/** A chat with 30,000 messages on a service that fails. */

const deletion = /\/messages\/delete$/

/** A chat with 30,000 messages, 300 of them by one author, and the ids of the others. */
async function busyRoom(account: TestAccount) {
  const chatId = await addBusyChat(account, 29_700)
  const others = await storedMessages(account, chatId)
  const name = 'ticket_fairy'
  const lines = Array.from({ length: 300 }, (_, index) => ({ text: `Line ${index} of many`, username: name }))
  for (let start = 0; start < lines.length; start += 20)
    await Promise.all(lines.slice(start, start + 20).map((line) => post(account, chatId, line)))
  return { chatId, name, many: lines.length, others }
}

const idsOf = (messages: { messageId: number }[]) => messages.map(({ messageId }) => messageId).toSorted((one, other) => one - other)

async function chooseAllOf(page: Page, name: string, many: number) {
  await loadAll(page)
  await filterByAuthor(page, name)
  await expect(loadedStatus(page)).toContainText(`${many} of all 30,000`)
  await page.getByRole('checkbox', { name: `Select all ${many} loaded that match` }).check()
}

onFaulty(
  '300 messages of an author are deleted despite faults and a reload, and the receipt is true @thorough',
  async ({ signedIn: page, account, upstream, allowErrors }) => {
    onFaulty.setTimeout(180_000)
    allowErrors(/status of (429|502|500)|Failed to load resource/)
    const { chatId, name, many, others } = await busyRoom(account)
    await openMessages(page, chatId)
    await chooseAllOf(page, name, many)
    // Every kind of fault, then no answer, during which the page is reloaded.
    for (const fault of ['reset', 'reset after the work', '502 HTML', 'broken JSON', '500 JSON'] as const)
      upstream.arm('POST', deletion, fault, 1)
    upstream.arm('POST', deletion, 'held')
    await deleteSelected(page)
    await expect.poll(() => upstream.seen().filter((request) => deletion.test(request)).length).toBeGreaterThan(6)
    await page.reload()
    await expect(jobs(page)).toContainText(`Deleting ${many} messages`)
    await upstream.heal()
    await expect(receipt(page, `${many} messages deleted`)).toBeVisible({ timeout: 90_000 })
    await expect(receiptNumber(page, 'Deleted')).toHaveText(String(many))
    await expect(receiptNumber(page, 'Not deleted')).toHaveText('0')
    await expect(receiptNumber(page, 'Unknown')).toHaveText('0')
    expect(idsOf(await storedMessages(account, chatId))).toEqual(idsOf(others))
    await expectAccessible(page)
  },
)

onFaulty(
  'at 360 px and by keyboard alone a deletion is paused, resumed and stopped, and what is left can be shown @thorough',
  async ({ signedIn: page, account, upstream, allowErrors }) => {
    onFaulty.setTimeout(180_000)
    allowErrors(/Failed to load resource/)
    const { chatId, name, many } = await busyRoom(account)
    await page.setViewportSize({ width: 360, height: 640 })
    await openMessages(page, chatId)
    await loadAll(page)
    const press = async (button: string | RegExp) => {
      await page.getByRole('button', { name: button }).first().focus()
      await page.keyboard.press('Enter')
    }
    await press('Filters')
    await press('Author')
    await page.getByRole('dialog', { name: 'Authors' }).getByRole('searchbox').fill(name)
    await page.getByRole('dialog', { name: 'Authors' }).getByRole('button').filter({ hasText: name }).first().focus()
    await page.keyboard.press('Enter')
    await expect(loadedStatus(page)).toContainText(`${many} of all 30,000`)
    await page.getByRole('checkbox', { name: `Select all ${many} loaded that match` }).focus()
    await page.keyboard.press('Space')
    upstream.arm('POST', deletion, 'held')
    await inTimeToUndo(page, async () => {
      await press(`Delete ${many}`)
      await press('Delete now')
    })
    await press(/^Jobs/)
    await expect.poll(() => upstream.seen().filter((request) => deletion.test(request)).length).toBe(4)
    await press(/^Pause: Deleting/)
    await upstream.heal()
    await expect(jobs(page)).toContainText('paused')
    // Pending requests were answered when it was paused; no more were sent.
    expect(upstream.seen().filter((request) => deletion.test(request))).toHaveLength(4)
    upstream.arm('POST', deletion, 'held')
    await press(/^Resume: Deleting/)
    await expect.poll(() => upstream.seen().filter((request) => deletion.test(request)).length).toBe(8)
    await press(/^Stop: Deleting/)
    await upstream.heal()
    await expect(receipt(page, `200 of ${many} messages deleted`)).toBeVisible({ timeout: 60_000 })
    await expect(receiptNumber(page, 'Not tried')).toHaveText(String(many - 200))
    expect(await storedMessages(account, chatId)).toHaveLength(30_000 - 200)
    await jobs(page)
      .getByRole('link', { name: /Show the/ })
      .focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Showing only the messages that a deletion left: ${many - 200} messages.`)).toBeVisible()
    await expect(loadedStatus(page)).toContainText(`${many - 200} of`, { timeout: 60_000 })
  },
)

onFaulty('a queued deletion can be undone until it starts @thorough', async ({ signedIn: page, account, upstream, allowErrors }) => {
  allowErrors(/Failed to load resource/)
  const chatId = await addChat(account, 'Stage')
  await post(account, chatId, 'Kept', 'Goes first', 'Goes next')
  await openMessages(page, chatId)
  upstream.arm('POST', deletion, 'held')
  for (const text of ['Goes first', 'Goes next']) await checkbox(page, text).check()
  await deleteSelected(page)
  await expect.poll(() => upstream.seen().filter((request) => deletion.test(request)).length).toBe(1)

  await inTimeToUndo(page, async () => {
    await checkbox(page, 'Kept').check()
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await expect(undoBar(page)).toContainText('1 message will be deleted')
  })
  // The time to undo has passed, but the job is still queued.
  await page.clock.setSystemTime(Date.now() + 60_000)
  await expect(undoBar(page)).toContainText('after the current job')
  await undoBar(page).getByRole('button', { name: 'Undo' }).click()
  await expect(undoBar(page)).toBeHidden()
  await upstream.heal()
  await expect(receipt(page, '2 messages deleted')).toBeVisible({ timeout: 60_000 })
  await expect(jobs(page)).not.toContainText('Deleting')
  expect(await storedMessages(account, chatId)).toMatchObject([{ text: 'Kept' }])
})

test('messages load while scrolling, only the visible rows are rendered, and all are exported', async ({ signedIn: page, account }) => {
  const chatId = await addBusyChat(account, 3000)
  await openMessages(page, chatId)
  await expect(loadedStatus(page)).toContainText(/(500|1,000) loaded/)
  for (let end = false; !end;) {
    await toEnd(page)
    expect(await rows(page).count()).toBeLessThanOrEqual(100)
    end = await page.getByText('The first message of this chat.').isVisible()
  }
  await expect(loadedStatus(page)).toContainText('all 3,000')
  await page.getByRole('button', { name: 'Export' }).first().click()
  await page.getByRole('menuitemradio', { name: 'JSON' }).click()
  const whole = page.waitForEvent('download')
  await page.getByRole('menuitem').last().click()
  const json = JSON.parse(await readFile(await (await whole).path(), 'utf8')) as unknown
  expect(JSON.stringify(json).match(/"messageId"|"id"/g)).toHaveLength(3000)

  // So many messages are not deleted by one key: their number must be typed first.
  await page.getByRole('checkbox', { name: 'Select all 3,000 loaded' }).check()
  await page.keyboard.press('d')
  const asked = dialog(page, 'Delete 3,000 messages?')
  await expect(asked).toContainText(/by \d+ authors, .* – /)
  await escape(asked)
  await expect(page.getByRole('heading', { name: '3,000 selected' })).toBeVisible()
  await inTimeToUndo(page, async () => {
    await page.keyboard.press('d')
    await asked.getByRole('textbox').fill('3000')
    await page.keyboard.press('Enter')
    await expect(undoBar(page)).toContainText('3,000 messages')
    await undoBar(page).getByRole('button', { name: /Undo/ }).click()
    await expect(undoBar(page)).toBeHidden()
  })
})

test('selecting a part of the activity strip sets the time range @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addBusyChat(account, 600)
  await openMessages(page, chatId)
  await expect(loadedStatus(page)).toContainText('500 loaded')
  const { x, y, width, height } = (await page.getByRole('img', { name: /Messages over time/ }).boundingBox())!
  await page.mouse.move(x + width * 0.25, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.75, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/range=\d+-\d+/)
  await expect(page.getByText('Not live: this time is over')).toBeVisible()
  await expect(loadedStatus(page)).toContainText(/all [23]\d\d/)
  await page.goBack()
  await expect(loadedStatus(page)).toContainText('500 loaded')
})

onFaulty(
  'loading all messages resumes automatically after pages that fail @thorough',
  async ({ signedIn: page, account, upstream, allowErrors }) => {
    allowErrors(/status of 502/)
    const chatId = await addBusyChat(account, 3000)
    await openMessages(page, chatId)
    upstream.arm('GET', /next=/, '502 HTML', 3)
    await loadAll(page)
    await expect(loadedStatus(page)).toContainText('all 3,000')
    await expect(receipt(page, 'All messages loaded')).toBeVisible()
    await expect(receiptNumber(page, 'Loaded')).toHaveText('3,000')
    await expect(jobs(page).getByRole('status')).toHaveCount(1)
  },
)

onFaulty(
  'a page that never loads is reported once, loaded messages stay, and loading resumes from there @thorough',
  async ({ signedIn: page, account, upstream, allowErrors }) => {
    allowErrors(/status of 502/)
    const chatId = await addBusyChat(account, 3000)
    await openMessages(page, chatId)
    upstream.arm('GET', /next=/, '502 HTML')
    for (let attempt = 0; attempt < 2; attempt++) {
      await page.getByRole('button', { name: 'Load all in this range' }).click()
      await expect(jobs(page)).toContainText('1 running')
      await expect(receipt(page, 'Not all messages were loaded')).toBeVisible({ timeout: 60_000 })
      await expect(jobs(page).getByRole('status')).toHaveCount(1)
      await expect(receiptNumber(page, 'Loaded')).toHaveText('1,000')
      await expect(receiptNumber(page, 'Pages failed')).toHaveText('1')
    }
    await expect(loadedStatus(page)).toContainText('1,000 loaded')
    // Loading by scrolling reports the failure itself.
    await toEnd(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Older messages could not be loaded' })).toBeVisible()
    await upstream.heal()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(loadedStatus(page)).toContainText('1,500 loaded')
    await loadAll(page)
    await expect(loadedStatus(page)).toContainText('all 3,000')
    await expect(receipt(page, 'All messages loaded')).toBeVisible()
    await expect(receipt(page, 'Not all messages')).toBeHidden()
  },
)

onFaulty(
  'a deletion goes on when its browser is closed, and another browser shows it',
  async ({ signedIn: page, account, upstream, browser, baseURL, allowErrors }) => {
    allowErrors(/Failed to load resource/)
    const chatId = await addBusyChat(account, 450)
    await openMessages(page, chatId)
    await page.getByRole('checkbox', { name: 'Select all 450 loaded' }).check()
    upstream.arm('POST', deletion, 'held')
    await deleteSelected(page)
    await expect.poll(() => upstream.seen().filter((request) => deletion.test(request)).length).toBe(4)
    await page.close()
    const elsewhere = await browser.newContext({ baseURL: baseURL! })
    const other = await elsewhere.newPage()
    await openSession(other, baseURL!, account.token)
    await other.goto(to.chats())
    await expect(jobs(other)).toContainText('Deleting 450 messages')
    await upstream.heal()
    await expect(receipt(other, '450 messages deleted')).toBeVisible({ timeout: 60_000 })
    expect(await storedMessages(account, chatId)).toEqual([])
    await elsewhere.close()
  },
)
