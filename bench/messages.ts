import type { CDPSession, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { withProduct, type Given } from '../proof/data.ts'
import { launchBrowser, signedInContext } from './browser.ts'
import { machine } from './figures.ts'

/**
 * The messages page in a real browser with 100,000 messages loaded: rows in the document, memory, frames while scrolling and while searching.
 * Needs `npm run build`. Prints figures without a verdict.
 */

const messages = 100_000
/** People notice frames that take longer. Milliseconds. */
const longFrame = 50

async function main({ product: { address }, token, chatIds: [chatId = 0] }: Given): Promise<void> {
  const browser = await launchBrowser()
  const page = await (await signedInContext(browser, address, token)).newPage()
  await page.goto(to.messages(chatId))
  const session = await page.context().newCDPSession(page)
  await page.getByRole('status', { name: 'What is loaded' }).waitFor()
  const before = await heap(session)
  const loadAll = performance.now()
  await page.getByRole('button', { name: 'Load all in this range' }).click()
  await page
    .getByText(`all ${messages.toLocaleString('en')}`)
    .first()
    .waitFor({ timeout: 300_000 })
  console.log(`loading all: ${((performance.now() - loadAll) / 1000).toFixed(1)} s`)
  console.log(`memory: ${before} MB with the first page, ${await heap(session)} MB with all ${messages}`)
  console.log('scrolling through 20,000 rows:', await scroll(page, 20_000))
  console.log(`searching: ${JSON.stringify(await search(page))}`)
  console.log(machine(browser))
  await browser.close()
}

/** Megabytes in use after garbage collection. */
async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return Math.round(usedSize / 1e5) / 10
}

/** Scrolls as fast as a continuously turned wheel: ten rows per frame, 270 pixels. */
const scroll = (page: Page, rows: number) =>
  page.evaluate(
    async ({ rows, longFrame }) => {
      const grid = document.querySelector('[role=grid]')!
      const scroller = grid.parentElement!
      const frames: number[] = []
      let drawn = 0
      let last = performance.now()
      for (let row = 0; row < rows; row += 10) {
        scroller.scrollTop = row * 27
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        frames.push(now - last)
        last = now
        drawn = Math.max(drawn, grid.querySelectorAll('[role=row]').length)
      }
      const long = frames.filter((frame) => frame > longFrame).length
      return { frames: frames.length, longFrames: long, share: `${((long / frames.length) * 100).toFixed(1)} %`, mostRowsDrawn: drawn }
    },
    { rows, longFrame },
  )

/** Types one word into the search field. Milliseconds until the count appears, and the longest frame until then. */
async function search(page: Page) {
  // As text: the compiler of this file would insert names that do not exist in the page.
  await page.evaluate(`{
    let last = performance.now()
    globalThis.seen = { longest: 0 }
    requestAnimationFrame(function watch(now) {
      seen.longest = Math.max(seen.longest, now - last)
      last = now
      requestAnimationFrame(watch)
    })
  }`)
  const results = []
  for (const word of ['music', 'gracias', 'zzzz']) {
    await page.evaluate(() => Object.assign((globalThis as unknown as { seen: object }).seen, { longest: 0 }))
    const took = await page.evaluate(async (text) => {
      const field = document.querySelector<HTMLInputElement>('input[type=search]')!
      const statement = document.querySelector('[aria-label="What is loaded"]')!
      const before = statement.textContent
      const start = performance.now()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      while (statement.textContent === before) await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - start
    }, word)
    const longest = await page.evaluate(() => (globalThis as unknown as { seen: { longest: number } }).seen.longest)
    results.push({ word, ms: Math.round(took), longestFrame: Math.round(longest) })
  }
  return results
}

await withProduct([messages], main)
