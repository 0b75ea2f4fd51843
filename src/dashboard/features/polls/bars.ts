import type { Poll } from '#contract/polls.ts'

/** What the bars of a poll say. */

const places = [1, 2, 3, 4] as const

export interface Answer {
  /** Where it stands in the poll: `answer1` is 1. Votes belong to places. */
  place: (typeof places)[number]
  text: string
  votes: number
}

export interface Bar extends Answer {
  /** Whole per cent of all votes, null without any. All of a poll add up to 100. */
  percent: number | null
  /** Of all votes, 0 to 1: the width of the bar, finer than the per cent. */
  share: number
  mark: 'leads' | 'tie' | null
}

export interface Bars {
  total: number
  bars: Bar[]
}

/** The first two answers, and what else has a text or votes: the votes of an emptied answer must not vanish from the sum. */
export const answersOf = (poll: Poll): Answer[] =>
  places
    .map((place) => ({ place, text: poll[`answer${place}`], votes: Math.max(0, Math.trunc(poll[`answer${place}count`])) }))
    .filter(({ place, text, votes }) => place <= 2 || text.trim() !== '' || votes > 0)

/** Whole per cents that add up to 100, by largest remainder; equal remainders favour the larger count, then the first. Empty sums give null. */
export function percents(votes: number[]): (number | null)[] {
  // Exact also for counts that a product with 100 would round.
  const counts = votes.map(BigInt)
  const total = counts.reduce((sum, count) => sum + count, 0n)
  if (total === 0n) return votes.map(() => null)
  const whole = counts.map((count) => (count * 100n) / total)
  const rest = counts.map((count) => (count * 100n) % total)
  const missing = 100n - whole.reduce((sum, value) => sum + value, 0n)
  const next = counts.map((_, index) => index).toSorted((a, b) => compare(rest[b]!, rest[a]!) || compare(counts[b]!, counts[a]!) || a - b)
  const raised = new Set(next.slice(0, Number(missing)))
  return whole.map((value, index) => Number(value) + (raised.has(index) ? 1 : 0))
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

export function barsOf(answers: Answer[]): Bars {
  const votes = answers.map((answer) => answer.votes)
  const total = votes.reduce((sum, count) => sum + count, 0)
  const most = Math.max(...votes)
  const leaders = total > 0 ? votes.filter((count) => count === most).length : 0
  const percent = percents(votes)
  return {
    total,
    bars: answers.map((answer, index) => ({
      ...answer,
      percent: percent[index]!,
      share: total > 0 ? answer.votes / total : 0,
      mark: leaders > 0 && answer.votes === most ? (leaders > 1 ? 'tie' : 'leads') : null,
    })),
  }
}

export const totalOf = (poll: Poll) => answersOf(poll).reduce((sum, { votes }) => sum + votes, 0)

/** "“Lisboa” leads with 46 %." in words, for who does not see the bars. */
export function leadInWords({ bars, total }: Bars): string {
  if (total === 0) return 'No votes.'
  const first = bars.filter(({ mark }) => mark !== null)
  const names = new Intl.ListFormat('en').format(first.map(({ text }) => `“${text || 'no text'}”`))
  return first.length > 1 ? `Tie between ${names}.` : `${names} leads with ${first[0]?.percent} %.`
}
