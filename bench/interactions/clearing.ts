import { median } from '../figures.ts'
import { timeUntilPainted } from '../painted.ts'
import type { Visitor } from './visitor.ts'

/**
 * Types into the search of the page and clears it, several times. Needs watchPaints().
 * @param isShown an expression of the page: whether everything is shown again
 * @returns the median of the milliseconds from the click until all of it is painted
 */
export async function timeClearing(visitor: Visitor, text: string, isShown: string, times = 7): Promise<number> {
  const { page } = visitor
  const took: number[] = []
  for (let round = 0; round < times; round++) {
    await visitor.type(page.getByRole('searchbox'), text)
    took.push(await timeUntilPainted(page, 'click', () => visitor.button(/^Clear: /), isShown))
    await visitor.settle()
  }
  return Math.round(median(took))
}
