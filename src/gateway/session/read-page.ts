import { maxPageCharacters } from '#contract/values.ts'
import { yieldToEventLoop } from '#http/event-loop.ts'

/** Of a page. */
interface Page<Row> {
  rows: Row[]
  /** Nothing comes after these rows. */
  isWhole: boolean
}

/** Read at once, because a row may have hundreds of kilobytes. */
const step = 20

/**
 * The first rows of a list: at most `max`, and no more once they have `maxPageCharacters`.
 * @param read resolves to so many rows after the given one, or from the start of the list
 * @param charactersOf what counts of a row
 */
export async function readPage<Row>(
  max: number,
  read: (count: number, last: Row | undefined) => Promise<Row[]>,
  charactersOf: (row: Row) => number,
): Promise<Page<Row>> {
  const rows: Row[] = []
  let characters = 0
  while (rows.length < max && characters < maxPageCharacters) {
    const count = Math.min(step, max - rows.length)
    const found = await read(count, rows.at(-1))
    for (const row of found) {
      rows.push(row)
      characters += charactersOf(row)
      if (characters >= maxPageCharacters) return { rows, isWhole: false }
    }
    if (found.length < count) return { rows, isWhole: true }
    await yieldToEventLoop()
  }
  return { rows, isWhole: false }
}
