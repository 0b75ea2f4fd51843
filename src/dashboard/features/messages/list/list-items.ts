import type { Message } from '#contract/messages.ts'
import { authorKey } from '../analysis/authors.ts'

/** What the list draws: a line a day, a line a message. */
export type Item =
  | { kind: 'day'; /** Seconds, the day's local beginning. */ at: number }
  | { kind: 'message'; message: Message; /** Of its author's run. */ first: boolean }

/** @param list newest first */
export function itemsOf(list: readonly Message[]): Item[] {
  const items: Item[] = []
  let dayStart = Number.POSITIVE_INFINITY
  let before: Message | null = null
  for (const message of list) {
    // A date is only made where a day ends: 100,000 of them would be felt.
    const newDay = message.time < dayStart
    if (newDay) {
      dayStart = new Date(message.time * 1000).setHours(0, 0, 0, 0) / 1000
      items.push({ kind: 'day', at: dayStart })
    }
    items.push({ kind: 'message', message, first: newDay || before === null || authorKey(before) !== authorKey(message) })
    before = message
  }
  return items
}
