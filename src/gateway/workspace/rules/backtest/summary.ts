import { matchExplainer } from '#engine/analysis/rules/explain-match.ts'
import { authorKey } from '#engine/analysis/authors.ts'
import type { ConditionResults } from '#engine/analysis/rules/rule-matcher.ts'
import type { WordLists } from '#engine/analysis/rules/message-conditions.ts'
import type { Message } from '#contract/messages.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { backtestSamples, type BacktestResult, type Verdict } from '#contract/workspace/rules.ts'
import type { TimeSpan } from './job.ts'

/** Collects the result of a backtest. Memory does not grow with the texts of the matches. */

const columnCount = 60
const maxAuthors = 20
const maxChats = 100

interface Match {
  chatId: number
  message: Message
  results: ConditionResults
  verdict: Verdict
  by: string
}

type Totals = Pick<BacktestResult, 'read' | 'chatsRead' | 'requests' | 'ms'>

export function createSummary({ from, to }: TimeSpan) {
  const times: number[] = []
  const counts: Record<Verdict, number> = { deleted: 0, kept: 0, none: 0 }
  const columns = Array.from({ length: columnCount }, () => 0)
  /** The first matches of each column, from which samples of the whole period are chosen. */
  const samples: Match[][] = columns.map(() => [])
  const kept: Match[] = []
  const authors = new Map<string, { name: string; count: number }>()
  const chats = new Map<number, number>()
  const columnOf = (time: number) => Math.min(columnCount - 1, Math.max(0, Math.floor(((time - from) / (to - from || 1)) * columnCount)))

  return {
    matched: () => times.length,

    add: (match: Match) => {
      const { chatId, message, verdict } = match
      const column = columnOf(message.time)
      times.push(message.time)
      counts[verdict]++
      columns[column]!++
      chats.set(chatId, (chats.get(chatId) ?? 0) + 1)
      const key = authorKey(message)
      const author = authors.get(key)
      if (author) author.count++
      else authors.set(key, { name: message.userName, count: 1 })
      const list = verdict === 'kept' ? kept : samples[column]!
      if (list.length < backtestSamples) list.push(match)
    },

    result: (rule: Rule, lists: WordLists, names: ReadonlyMap<number, string>, totals: Totals): BacktestResult => {
      const byCount = [...authors.values()].toSorted((one, other) => other.count - one.count)
      const others = byCount.slice(maxAuthors)
      times.sort((one, other) => one - other)
      const explain = matchExplainer(rule, lists)
      return {
        ...totals,
        matched: times.length,
        deletedByHand: counts.deleted,
        kept: counts.kept,
        notDecided: counts.none,
        from: from * 1000,
        to: to * 1000,
        columns,
        authors: byCount.slice(0, maxAuthors),
        otherAuthors: { count: others.length, matched: others.reduce((sum, { count }) => sum + count, 0) },
        chats: [...chats]
          .toSorted(([, one], [, other]) => other - one)
          .slice(0, maxChats)
          .map(([chatId, count]) => ({ chatId, name: names.get(chatId) ?? '', count })),
        mostPerMinute: maxWithin(times, 60),
        mostPerHour: maxWithin(times, 3600),
        samples: chooseSamples(kept, samples).map(({ chatId, message, results, verdict, by }) => ({
          chatId,
          messageId: message.messageId,
          time: message.time,
          userName: message.userName,
          text: message.text,
          highlights: explain(message, results).highlights,
          verdict,
          by,
        })),
      }
    },
  }
}

/** @param times ascending */
function maxWithin(times: readonly number[], seconds: number): number {
  let max = 0
  let start = 0
  for (const [index, time] of times.entries()) {
    while (time - times[start]! >= seconds) start++
    max = Math.max(max, index - start + 1)
  }
  return max
}

/** Messages that people kept, then one of each column in turn until there are enough; each part newest first. */
function chooseSamples(kept: readonly Match[], columns: readonly Match[][]): Match[] {
  const others: Match[] = []
  const wanted = backtestSamples - kept.length
  for (let round = 0; others.length < wanted; round++) {
    const found = columns.flatMap((column) => column[round] ?? [])
    if (found.length === 0) break
    // If there are more than needed, they are picked evenly.
    const left = Math.min(wanted - others.length, found.length)
    for (let index = 0; index < left; index++) others.push(found[Math.floor((index * found.length) / left)]!)
  }
  return [kept, others].flatMap((list) => list.toSorted((one, other) => other.message.time - one.message.time))
}
