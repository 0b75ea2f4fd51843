import type { Page } from '@playwright/test'
import { figure } from '../../../src/test-figure.ts'
import { test as plain } from '../upstreams/with-faulty-upstream.ts'
import { dialog } from '../verbs/chats.ts'
import { expect } from '../fixtures.ts'
import { axeResults } from '../accessibility.ts'
import { reviewedResults } from './reviewed.ts'

/** Checks the current state of the page; the end of the test reports the results of all states. */
type Check = (state: string) => Promise<void>

/** Overlays are checked alone: the page behind them was checked before. */
const layers = '[role=dialog], [role=menu], [role=listbox]'

/** The name of a chat that is too long for most elements. */
export const longName = 'Donaudampfschifffahrtsgesellschaftskapitänskajüte und noch viel mehr Wörter'

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

export async function closeWith(page: Page, title: string | RegExp, button: string | RegExp = /^(Cancel|Close)$/): Promise<void> {
  await dialog(page, title).getByRole('button', { name: button }).first().click()
  await expect(dialog(page, title)).toBeHidden()
}

export const test = plain.extend<{ check: Check }>({
  check: async ({ page, viewport }, use, { title, errors }) => {
    const states: string[] = []
    const violations = new Set<string>()
    const unjudged = new Set<string>()
    const sideways: string[] = []
    let undecided = 0
    await use(async (state) => {
      states.push(state)
      const within = (await page.locator(layers).filter({ visible: true }).count()) > 0 ? layers : 'html'
      for (const colorScheme of ['light', 'dark'] as const) {
        const found = await axeResults(page, within, colorScheme)
        for (const { id, nodes } of found.violations)
          for (const { html, failureSummary } of nodes)
            if (!isReviewed(id, html)) violations.add(`${state}, ${colorScheme}: ${id}: ${html} ${failureSummary}`)
        for (const { id, nodes } of found.incomplete)
          for (const { html, any, target } of nodes) {
            undecided++
            if (isReviewed(id, html)) continue
            const words = `${state}, ${colorScheme}: ${id}: ${target.join(' ')} ${html.slice(0, 200)} ${any.map(({ message }) => message).join('; ')}`
            const ratio = id === 'color-contrast' ? await contrast(page, String(target[0])) : 0
            if (ratio < 4.5) unjudged.add(`${words} (${ratio})`)
          }
      }
      const wider = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')]
          .filter((element) => element.scrollWidth > element.clientWidth)
          .map(({ tagName, scrollWidth, clientWidth }) => {
            const out = [...document.querySelectorAll('body *')].filter(
              (element) => element.getBoundingClientRect().right > clientWidth + 1,
            )
            return `${tagName}: ${scrollWidth} in ${clientWidth}: ${out.map((element) => `${element.tagName}.${element.className} ${element.textContent}`.slice(0, 90)).join(' | ')}`
          }),
      )
      sideways.push(...wider.map((words) => `${state}: ${words}`))
    })
    const where = `${title} at ${viewport!.width} px`
    figure(
      'A1',
      violations.size + unjudged.size + errors.length === 0 && states.length > 0,
      `${where}: ${states.length} states, ${violations.size} violations, ${undecided} undecided of which ${unjudged.size} not judged`,
    )
    figure('A2', sideways.length + errors.length === 0, `${where}: ${sideways.length} of ${states.length} states scroll sideways`)
    expect({ violations: [...violations], unjudged: [...unjudged], sideways }).toEqual({ violations: [], unjudged: [], sideways: [] })
  },
})

const isReviewed = (rule: string, html: string) => reviewedResults.some((one) => one.rule === rule && one.where.test(html))

/** The contrast between the text of an element and its backgrounds, ignoring whatever overlaps it. */
const contrast = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
      canvas.canvas.width = canvas.canvas.height = 1
      const grounds: string[] = []
      for (let at: Element | null = element; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor)
      const luminance = () => {
        const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
          part / 255 <= 0.040_45 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      const paint = (colour: string) => {
        canvas.fillStyle = colour
        canvas.fillRect(0, 0, 1, 1)
      }
      for (const colour of ['Canvas', ...grounds]) paint(colour)
      const ground = luminance()
      paint(getComputedStyle(element).color)
      const text = luminance()
      return Math.round(((Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05)) * 100) / 100
    })

/** Declares tests at 1280 px, and at 320 px, where the page is as on a phone. */
export function atBothWidths(declare: (isNarrow: boolean) => void): void {
  for (const { width, height } of [
    { width: 1280, height: 900 },
    { width: 320, height: 800 },
  ])
    test.describe(`${width} px`, () => {
      test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } })
      test.setTimeout(300_000)
      declare(width < 1120)
    })
}
