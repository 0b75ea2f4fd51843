import type { ChatHours } from '#contract/hours/timetable.ts'
import { openingsAfter } from './openings.ts'

export interface Turns {
  /** What the first turn does. Each of the others does the opposite of the one before it. */
  opensFirst: boolean
  turns: number[]
}

/** Every change between open and closed after an instant and before another one, as nextTurn() finds them one by one. */
export function turnsBetween(hours: ChatHours, from: number, to: number): Turns {
  const { openUntil } = hours
  const isKeptOpen = openUntil !== null && from < openUntil
  const spans = isKeptOpen ? [{ from, to: openUntil }] : []
  for (const opening of openingsAfter(hours, isKeptOpen ? openUntil : from, to)) {
    if (opening.from >= to) break
    const last = spans.at(-1)
    // Only what is kept open by hand can touch the opening after it.
    if (last && opening.from <= last.to) last.to = opening.to
    else spans.push({ from: opening.from, to: opening.to })
  }
  return {
    opensFirst: spans[0] === undefined || spans[0].from > from,
    turns: spans.flatMap((span) => [span.from, span.to]).filter((at) => from < at && at < to),
  }
}
