import type { Message } from '#contract/messages.ts'
import { authorKey } from '#engine/analysis/authors.ts'

/** The rows of the list: one for each day and one for each message. */
export type Item =
  | { kind: 'day'; /** The start of the local day, in seconds. */ at: number }
  | { kind: 'message'; message: Message; /** Whether it is the first of consecutive messages by its author. */ first: boolean }

/** @param list newest first */
export function itemsOf(list: readonly Message[]): Item[] {
  const items: Item[] = []
  let dayStart = Number.POSITIVE_INFINITY
  let previous: Message | null = null
  for (const message of list) {
    // A Date is created only once per day: 100,000 of them would be slow.
    const isNewDay = message.time < dayStart
    if (isNewDay) {
      dayStart = new Date(message.time * 1000).setHours(0, 0, 0, 0) / 1000
      items.push({ kind: 'day', at: dayStart })
    }
    items.push({ kind: 'message', message, first: isNewDay || previous === null || authorKey(previous) !== authorKey(message) })
    previous = message
  }
  return items
}
