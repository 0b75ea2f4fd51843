import { chromium, type CDPSession, type Page } from '@playwright/test'
import { gatewayPaths, pageHeader } from '#contract/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { withProduct, type Given } from '../data.ts'
import { figure } from '../../src/test-figure.ts'

/**
 * The browser's parts of R25 and R27, in the built app: 50,000 loaded messages, and pages and dialogs opened and closed over and over. The number of
 * those cycles is the only argument, 200 by default.
 */

const cycles = Number(process.argv[2] ?? 200)
/**
 * As many as are measured by default, and as often each page. Before that the heap grows by machine code: V8 compiles a function again the more often it
 * ran. Without a compiler (--js-flags=--jitless) it is as large after 32 cycles as after 432, to 2 %.
 */
const warmUp = 200
const messages = 50_000
const MB = 1024 * 1024

async function main({ product, token, chatIds: [large = 0, small = 0] }: Given): Promise<void> {
  const browser = await chromium.launch({ ...findBrowser(), chromiumSandbox: process.getuid?.() !== 0 })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: product.address })
  const headers = { [pageHeader.name]: pageHeader.value, origin: product.address }
  await page.request.post(gatewayPaths.session, { headers, data: { token } })
  const session = await page.context().newCDPSession(page)
  await manyRows(page, session, large)
  await manyCycles(page, session, small)
  await browser.close()
}

async function manyRows(page: Page, session: CDPSession, chatId: number): Promise<void> {
  await page.goto(to.messages(chatId))
  await page.getByRole('button', { name: 'Load all in this range' }).click()
  await page
    .getByText(`all ${messages.toLocaleString('en')}`)
    .first()
    .waitFor({ timeout: 300_000 })
  const drawn = await mostRows(page)
  const { heap } = await used(session)
  figure(
    'R25',
    drawn > 0 && drawn <= 100 && heap / MB <= 150,
    `browser with ${messages} messages: ${drawn} rows drawn at most while scrolling through 10,000, heap ${(heap / MB).toFixed(1)} MB`,
  )
}

/** Rows in the document while it scrolls as fast as a wheel that does not stop. */
const mostRows = (page: Page) =>
  page.evaluate(async () => {
    const grid = document.querySelector('[role=grid]')!
    let drawn = 0
    for (let row = 0; row < 10_000; row += 10) {
      grid.parentElement!.scrollTop = row * 27
      await new Promise((resolve) => requestAnimationFrame(resolve))
      drawn = Math.max(drawn, grid.querySelectorAll('[role=row]').length)
    }
    return drawn
  })

async function manyCycles(page: Page, session: CDPSession, chatId: number): Promise<void> {
  await page.goto(to.settings(chatId))
  for (let cycle = 0; cycle < warmUp; cycle++) await oneCycle(page, chatId, cycle)
  const before = await used(session)
  for (let cycle = 0; cycle < cycles; cycle++) await oneCycle(page, chatId, cycle)
  const after = await used(session)
  const heap = after.heap / before.heap
  const listeners = after.listeners / before.listeners
  const inWords = (growth: number) => `${growth >= 1 ? '+' : '−'}${Math.abs((growth - 1) * 100).toFixed(1)} %`
  figure(
    'R27',
    heap <= 1.1 && listeners <= 1.05,
    `browser over ${cycles} pages and dialogs: heap ${(before.heap / MB).toFixed(1)} to ${(after.heap / MB).toFixed(1)} MB (${inWords(heap)}), listeners ${before.listeners} to ${after.listeners} (${inWords(listeners)})`,
  )
}

/** Where the sidebar leads, and the drawer of that page; elsewhere the box "Go to…" is opened. The chat's own pages stand there only within it. */
const places = [
  { link: 'Messages' },
  { link: 'Polls', drawer: 'New poll' },
  { link: 'Banned IPs' },
  { link: 'Settings' },
  { link: 'Overview' },
  { link: 'Account' },
  { link: 'Activity' },
  { link: 'Chats', drawer: 'New chat' },
]

async function oneCycle(page: Page, chatId: number, cycle: number): Promise<void> {
  const { link, drawer } = places[cycle % places.length]!
  // From the list into the chat again, whose pages come then.
  if (cycle % places.length === 0 && new URL(page.url()).pathname === to.chats())
    await page.locator(`a[href^="/chats/${chatId}/"]`).first().click()
  const sidebar = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${link}`) })
  await sidebar.first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (drawer) await page.keyboard.press('n')
  else await page.keyboard.press('Control+k')
  // The palette that is loading has an input too, for a moment beside that of the loaded one.
  const opened = drawer ? page.getByRole('dialog', { name: drawer }) : page.getByRole('textbox', { name: /^Go to a chat/ }).last()
  await opened.waitFor()
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'hidden' })
}

/** After a collection. */
async function used(session: CDPSession): Promise<{ heap: number; listeners: number }> {
  // Twice: what the first one lets go of may have held more.
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { heap: usedSize, listeners: jsEventListeners }
}

await withProduct([messages, 100], main)
