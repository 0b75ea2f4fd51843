import axeCore, { type RunOnly } from 'axe-core'
import { expect, type Page } from '@playwright/test'

/** The gate looks at one scheme only: contrast is most of what axe computes, and `npm run test:all` computes it in both. */
const colorSchemes = process.env['E2E_QUICK'] ? (['light'] as const) : (['light', 'dark'] as const)

/**
 * Fails on any violation of WCAG 2.2 A and AA that axe finds on the page in its current state, light and dark, and on labels that are cut off.
 * @param within a selector: only that part
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  for (const colorScheme of colorSchemes) {
    const { violations } = await axeResults(page, within, colorScheme)
    const found = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    )
    expect(found, `${page.url()}, ${colorScheme}`).toEqual([])
  }
  expect(await cutLabels(page, within), `labels that are cut off on ${page.url()}`).toEqual([])
}

/** The controls that hide the end of their label without an ellipsis. */
const cutLabels = (page: Page, within: string) =>
  page.locator(`${within} :is(button, a)`).evaluateAll((controls) =>
    controls
      .filter((control) =>
        [control, ...control.querySelectorAll('*')].some((box) => {
          const { overflowX, textOverflow } = getComputedStyle(box)
          // Texts for screen readers only are one pixel wide.
          const isCut = box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1
          return isCut && ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis'
        }),
      )
      .map(({ textContent }) => textContent),
  )

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules about colours. Everything else of a page is the same in both schemes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe finds in one colour scheme: by all rules in the light one, by those about colours in the dark one. */
export async function axeResults(page: Page, within: string, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  // In the middle of a transition the colours are neither those before nor those after it.
  await page.evaluate(() => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    return Promise.allSettled(passing.map(({ finished }) => finished))
  })
  // Once for each document: its half megabyte takes longer to compile than most pages to check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
  const rules: RunOnly = colorScheme === 'light' ? { type: 'tag', values: everyRule } : { type: 'rule', values: colourRules }
  return page.evaluate(
    async ({ selector, runOnly }) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore }
      const { violations, incomplete } = await axe.run({ include: [[selector]] }, { runOnly, resultTypes: ['violations', 'incomplete'] })
      return { violations, incomplete }
    },
    { selector: within, runOnly: rules },
  )
}
