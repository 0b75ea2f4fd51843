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
 * The first rows of a list: at most `max`, and no more once they have so many characters.
 * @param read resolves to so many rows after the given one, or from the start of the list
 * @param charactersOf what counts of a row
 */
export async function readPage<Row>(
  max: number,
  read: (count: number, last: Row | undefined) => Promise<Row[]>,
  charactersOf: (row: Row) => number,
  maxCharacters = maxPageCharacters,
): Promise<Page<Row>> {
  const rows: Row[] = []
  let characters = 0
  while (rows.length < max && characters < maxCharacters) {
    const count = Math.min(step, max - rows.length)
    const found = await read(count, rows.at(-1))
    for (const row of found) {
      rows.push(row)
      characters += charactersOf(row)
      if (characters >= maxCharacters) return { rows, isWhole: false }
    }
    if (found.length < count) return { rows, isWhole: true }
    await yieldToEventLoop()
  }
  return { rows, isWhole: false }
}

/**
 * The rows with these ids, in their order, and no more once they have so many characters. For lists whose order no column tells.
 * @param read by the ids alone: beside another column SQLite would not look them up, but pass over all rows of the account
 * @param charactersOf what counts of a row
 */
export async function readByIds<Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
  charactersOf: (row: Row) => number,
  maxCharacters = maxPageCharacters,
): Promise<Row[]> {
  let start = 0
  /** Fewer only at the end: a row may have been deleted since its id was read. */
  async function next(count: number) {
    const rows: Row[] = []
    while (rows.length < count && start < ids.length) {
      const part = ids.slice(start, start + count - rows.length)
      start += part.length
      const found = new Map((await read(part)).map((row) => [row.id, row]))
      rows.push(...part.flatMap((id) => found.get(id) ?? []))
    }
    return rows
  }
  return (await readPage(ids.length, next, charactersOf, maxCharacters)).rows
}
