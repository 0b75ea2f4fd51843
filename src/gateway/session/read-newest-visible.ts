import { maxCounted } from '#contract/values.ts'
import { yieldToEventLoop } from '#http/event-loop.ts'

interface Rows<Row> {
  /** The time of the row after so many others that are older than the given time, newest first. */
  timeAfter: (skipped: number, before: number) => Promise<number | undefined>
  /** The newest rows from one time to before another that the person may see. */
  read: (from: number, before: number, max: number) => Promise<Row[]>
}

/**
 * The newest rows that a person may see, in a table that is ordered by time and has those of everybody. In one statement, somebody with few rows would
 * pass over all others, and SQLite answers nobody meanwhile: one passes over `maxCounted` rows at most, unless more of them have one time.
 */
export async function readNewestVisible<Row>(max: number, { timeAfter, read }: Rows<Row>): Promise<Row[]> {
  const found: Row[] = []
  let before = Number.MAX_SAFE_INTEGER
  // Most people see most rows.
  for (let span = Math.min(2 * max, maxCounted); ; span = maxCounted) {
    const from = await timeAfter(span, before)
    found.push(...(await read(from ?? 0, before, max - found.length)))
    if (from === undefined || found.length === max) return found
    before = from
    await yieldToEventLoop()
  }
}
