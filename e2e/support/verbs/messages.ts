import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import type { Message } from '#contract/messages.ts'
import { maxHoldMs } from '#contract/gateway/job-frame.ts'
import type { JobDraft } from '#contract/gateway/jobs.ts'
import { to } from '#dashboard/platform/to.ts'
import type { TestAccount } from '../fixtures.ts'

/** Actions on the page of messages. */

/** Posts messages through the API, oldest first. */
export async function post(
  { api }: TestAccount,
  chatId: number,
  ...messages: (string | { text: string; username: string; image?: string })[]
) {
  for (const message of messages)
    await api('messageSend', { params: { chatId }, body: typeof message === 'string' ? { text: message } : message })
}

/** Nearly equal messages of three people. */
export const spam = (messages: number, text = 'FREE backstage pass!!! http://passes.example/claim') =>
  Array.from({ length: messages }, (_, index) => ({ text: `${text}?r=${index}`, username: `fairy_${index % 3}` }))

/** Creates a chat with many messages of many people over the last year, by `npm run demo-data`. */
export async function addBusyChat({ accountId }: TestAccount, messages: number): Promise<number> {
  const args = ['--account', String(accountId), '--chats', '1', '--messages', String(messages)]
  const env = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'], DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/roomkeeper.js', 'demo-data', ...args], { env })
  const { chatIds } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { chatIds: number[] }
  return chatIds[0]!
}

/** All stored messages of a chat. */
export async function storedMessages({ api }: TestAccount, chatId: number): Promise<Message[]> {
  const all: Message[] = []
  let next: string | undefined
  do {
    const answer = await api('messageList', { params: { chatId }, query: { fast: true, limit: 500, ...(next !== undefined && { next }) } })
    all.push(...answer.data)
    next = answer.next
  } while (next !== undefined)
  return all
}

export async function openMessages(page: Page, chatId: number, query = ''): Promise<void> {
  await page.goto(to.messages(chatId) + query)
  await expect(loadedStatus(page)).toBeVisible()
}

export const list = (page: Page) => page.getByRole('grid', { name: /Messages/ })
export const rows = (page: Page) =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
export const message = (page: Page, text: string) => rows(page).filter({ hasText: text })
export const checkbox = (page: Page, text: string) => message(page, text).getByRole('checkbox')

/** Says how many messages are loaded, in the header of the list. */
export const loadedStatus = (page: Page) => page.getByRole('status', { name: 'What is loaded' })

export const jobs = (page: Page) => page.getByRole('region', { name: 'Jobs' })
/** The button of the panel of jobs: a line while it is closed, a ring in a folded sidebar. */
export const jobsButton = (page: Page) => page.getByRole('button', { name: /^Jobs/ })
export const receipt = (page: Page, title: string | RegExp) => jobs(page).getByRole('status').filter({ hasText: title })

/** One of the three numbers of a receipt. */
export const receiptNumber = (page: Page, label: string) =>
  jobs(page)
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${label}") + dd`))

/** Scrolls to the last row that is loaded. */
export const toEnd = (page: Page) => list(page).evaluate(({ parentElement }) => parentElement!.scrollTo(0, parentElement!.scrollHeight))

export async function loadAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load all in this range' }).first().click()
  await expect(loadedStatus(page)).toContainText(/all [\d,]+/, { timeout: 60_000 })
}

/** Shows only the messages of one author, by the list of authors. */
export async function filterByAuthor(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Author', exact: true }).click()
  const authors = page.getByRole('dialog', { name: 'Authors' })
  await authors.getByRole('searchbox').fill(name)
  await authors.getByRole('button').filter({ hasText: name }).first().click()
}

export const undoBar = (page: Page) => page.getByRole('group', { name: 'Undo' })

const jobStarts = /\/bff\/workspace\/jobs\/[^/]+$/

/** Whether the gateway is to hold what a page starts. A route is not taken away again: a request may be on its way through it. */
const holding = new WeakMap<Page, { isOn: boolean }>()

/** Stops the clock of the page, and has the gateway hold what it starts for as long as it can: the time to undo lasts until the test is done with it. */
export async function stopTimeToUndo(page: Page): Promise<void> {
  await page.clock.setFixedTime(new Date())
  const known = holding.get(page)
  if (known) return void (known.isOn = true)
  const now = { isOn: true }
  holding.set(page, now)
  await page.route(jobStarts, (route, request) => {
    if (request.method() !== 'PUT' || !now.isOn) return route.fallback()
    const draft = request.postDataJSON() as JobDraft
    return route.fallback({ postData: JSON.stringify(draft.holdMs === 0 ? draft : { ...draft, holdMs: maxHoldMs }) })
  })
}

/** The time to undo does not pass during `action`. */
export async function inTimeToUndo(page: Page, action: () => Promise<void>): Promise<void> {
  await stopTimeToUndo(page)
  await action()
  holding.get(page)!.isOn = false
  await page.clock.setSystemTime(new Date())
}

/** Deletes the selection without waiting for the time to undo. */
export const deleteSelected = (page: Page) =>
  inTimeToUndo(page, async () => {
    await page.getByRole('button', { name: /^Delete \d/ }).click()
    await undoBar(page).getByRole('button', { name: 'Delete now' }).click()
  })
