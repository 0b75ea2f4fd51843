import type { Page } from '@playwright/test'
import { figure } from '../../../src/test-figure.ts'
import { test as plain } from '../upstreams/with-faulty-upstream.ts'
import { expect } from '../fixtures.ts'
import { marksIn, marksOf, payloadCount } from './hostile-payloads.ts'

/** Detects effects of hostile texts on a page, and checks that they were rendered at all. */

export const allPayloads = Array.from({ length: payloadCount }, (_, index) => index)

export interface HostileCheck {
  /** Collects the texts that the page shows now. */
  look: () => Promise<void>
  /** Ends the check of some fields: all of their texts were rendered, and only as text. */
  conclude: (what: string, fields: readonly number[], indices?: readonly number[]) => Promise<void>
}

export const test = plain.extend<{ seen: HostileCheck }>({
  seen: async ({ page, context, browserErrors }, use, { title, errors }) => {
    const drawn = new Set<string>()
    const ran: number[] = []
    await context.exposeFunction('pwn', (mark: number) => void ran.push(mark))
    const look = async () => {
      const text = await page.evaluate(() =>
        [
          document.documentElement.outerHTML,
          ...Array.from(document.querySelectorAll('input, textarea'), (field) => (field as HTMLInputElement).value),
        ].join('\n'),
      )
      for (const mark of marksIn(text)) drawn.add(mark)
    }
    await use({
      look,
      conclude: async (what, fields, indices) => {
        await look()
        const expected = marksOf(fields, indices)
        const missing = [...expected].filter((mark) => !drawn.has(mark))
        const bad = browserErrors.found.filter((trouble) => !browserErrors.allowed.some((words) => words.test(trouble)))
        const hosts = bad.filter((trouble) => trouble.startsWith('request to another origin'))
        const clean = missing.length === 0 && ran.length === 0 && bad.length === 0
        const counts = `${expected.size - missing.length} of ${expected.size} drawn, ${ran.length} ran, ${bad.length - hosts.length} dialogs, errors or breaches of the policy`
        figure('S3', clean, `${what}: ${counts}`)
        figure('S4', hosts.length === 0, `${what}: ${hosts.length} requests to other hosts`)
        expect({ missing, ran, bad }).toEqual({ missing: [], ran: [], bad: [] })
      },
    })
    if (errors.length > 0) figure('S3', false, `${title}: did not come to its end`)
  },
})

/** Collects the texts of a long page or list, one screen at a time. */
export async function lookThrough(page: Page, seen: HostileCheck, scroller: (by: number) => Promise<boolean>) {
  await seen.look()
  // A long list is at first as high as its first rows: the end is reached once nothing has moved for a while.
  for (let unmoved = 0; unmoved < 10;) {
    unmoved = (await scroller(600)) ? 0 : unmoved + 1
    // The list renders rows after the scroll event.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await seen.look()
  }
}

/** Scrolls everything that can scroll. Resolves to whether anything moved. */
export const scrollOn = (page: Page) => (by: number) =>
  page.evaluate((distance) => {
    const moved = [document.scrollingElement!, ...document.querySelectorAll('main *')].filter((element) => {
      const before = element.scrollTop
      if (element.scrollHeight > element.clientHeight) element.scrollBy(0, distance)
      return element.scrollTop > before
    })
    return moved.length > 0
  }, by)
