import { listed } from '#dashboard/ui/format/numbers.ts'
import type { Answer } from '#engine/polls/poll-text.ts'

export interface Bar extends Answer {
  /** The rounded percentage of all votes, null without votes. The percentages of a poll add up to 100. */
  percent: number | null
  /** The exact share of all votes, from 0 to 1: the width of the bar. */
  share: number
  mark: 'leads' | 'tie' | null
}

export interface Bars {
  total: number
  bars: Bar[]
}

/**
 * Rounds to whole percentages that add up to 100 (largest remainder method); equal remainders favour the larger count, then the first one. null
 * without votes.
 */
export function percents(votes: number[]): (number | null)[] {
  // BigInt is exact for counts whose product with 100 exceeds the safe integers.
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

/** Describes the leading answer for people who cannot see the bars: “‘Lisboa’ leads with 46 %.” */
export function leadInWords({ bars, total }: Bars): string {
  if (total === 0) return 'No votes.'
  const first = bars.filter(({ mark }) => mark !== null)
  const names = listed(first.map(({ text }) => `“${text || 'no text'}”`))
  return first.length > 1 ? `Tie between ${names}.` : `${names} leads with ${first[0]?.percent} %.`
}
