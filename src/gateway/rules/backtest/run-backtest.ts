import { Failure } from '#contract/client.ts'
import type { Message } from '#contract/messages.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { HitState } from '#contract/gateway/review.ts'
import { backtestSamples, type BacktestLine, type BacktestResult, type Verdict } from '#contract/gateway/rules.ts'
import { authorKey } from '#engine/analysis/indexed-message.ts'
import { matchExplainer } from '#engine/analysis/rules/explain-match.ts'
import { indexLists, type WordLists } from '#engine/analysis/rules/message-conditions.ts'
import { compileRule, type ConditionResults } from '#engine/analysis/rules/rule-matcher.ts'
import type { Query } from '#gateway/database/database.ts'
import { chatsOfRule } from '../store.ts'
import { BacktestStopped, type BacktestJob, type MessageSource, type TimeSpan } from './remote-source.ts'
import { rowsWith } from '#db/rows.ts'

const progressIntervalMs = 200

/** Runs a rule on the messages of a period, chat by chat. Reports progress, and finally the result or the error; never rejects. */
export async function runBacktest(
  { workspace, rule, labels, stop, ...job }: BacktestJob,
  source: MessageSource,
  query: Query,
  report: (line: BacktestLine) => void,
): Promise<void> {
  const started = performance.now()
  const lists = indexLists(job.lists)
  let read = 0
  try {
    const names = new Map((await source.chats()).map(({ id, name }) => [id, name]))
    const ahead = source.aheadSeconds()
    const span = { from: job.span.from + ahead, to: job.span.to + ahead }
    const summary = createSummary(span)
    const chatIds = chatsOfRule(rule, [...names.keys()], labels)
    const of = await source.count(chatIds, span)
    const matcherOf = compileRule(rule, lists)
    const needsAuthors = rule.groups.some(({ conditions }) => conditions.some(({ kind }) => kind === 'firstMessage'))
    let reportedAt = -Infinity
    for (const chatId of chatIds) {
      const decisions = await readDecisions(query, workspace, chatId, span)
      const authors = needsAuthors ? await source.authorsBefore(chatId, span.from) : []
      const matcher = matcherOf(new Set(authors.map(authorKey)))
      for await (const messages of withDeleted(source.messages(chatId, span), decisions.deleted)) {
        for (const message of messages)
          for (const matched of matcher.add(message))
            summary.add({ chatId, message: matched, results: matcher.resultsOf(matched), ...decisions.verdictOf(matched.messageId) })
        read += messages.length
        if (stop && Atomics.load(stop, 0) === 1) throw new BacktestStopped('It was stopped.')
        if (performance.now() - reportedAt < progressIntervalMs) continue
        reportedAt = performance.now()
        report({ kind: 'progress', read, matched: summary.matched(), of: of === null ? null : Math.max(of, read) })
      }
    }
    const totals = { read, chatsRead: chatIds.length, requests: source.requests() }
    const result = summary.result(rule, lists, names, { ...totals, ms: Math.round(performance.now() - started) })
    report({ kind: 'done', result })
  } catch (error) {
    report({ kind: 'failed', message: messageOf(error), read })
  }
}

function messageOf(error: unknown): string {
  if (error instanceof BacktestStopped) return error.message
  if (error instanceof Failure) return error.serviceMessage || error.reason || 'The service could not be read.'
  return 'The messages could not be read.'
}

const none = { verdict: 'none', by: '' } as const

const gone: ReadonlySet<HitState> = new Set(['deleting', 'deleted', 'gone', 'unknown'])
const stayed: ReadonlySet<HitState> = new Set(['spared', 'kept'])

/** What people decided about the hits of a chat, and the hits that the service no longer has. */
async function readDecisions(query: Query, workspace: string, chatId: number, { from, to }: TimeSpan) {
  const rows = await rowsWith(query, 'rule_hit', { workspace, chat_id: chatId })
    .select(['message_id', 'time', 'user_name', 'text', 'state', 'by', 'at'])
    .where('time', '>=', from)
    .where('time', '<=', to)
    .orderBy('time')
    .orderBy('message_id')
    .orderBy('at')
    .execute()
  const verdicts = new Map<number, { verdict: Verdict; by: string }>()
  const deleted = new Map<number, Message>()
  for (const { message_id, time, user_name, text, state, by } of rows) {
    // If several rules hit a message, the last decision counts.
    if (by !== '') verdicts.set(message_id, { verdict: stayed.has(state) ? 'kept' : 'deleted', by })
    if (gone.has(state) && text !== '')
      deleted.set(message_id, { messageId: message_id, time, userId: null, userName: user_name, image: null, text })
  }
  return {
    verdictOf: (messageId: number) => verdicts.get(messageId) ?? none,
    /** By time and id, as long as their texts are kept. Some may still exist while their deletion is in progress. */
    deleted: [...deleted.values()],
  }
}

/** Merges the messages of a chat with the deleted ones, by time and id, each once. */
async function* withDeleted(chunks: AsyncIterable<readonly Message[]>, deleted: readonly Message[]): AsyncGenerator<readonly Message[]> {
  let next = 0
  for await (const chunk of chunks) {
    if (next === deleted.length) yield chunk
    else {
      const merged: Message[] = []
      for (const message of chunk) {
        for (let other = deleted[next]; other && isBefore(other, message); other = deleted[++next]) merged.push(other)
        if (deleted[next]?.messageId === message.messageId) next++
        merged.push(message)
      }
      yield merged
    }
  }
  yield deleted.slice(next)
}

const isBefore = (one: Message, other: Message) => one.time < other.time || (one.time === other.time && one.messageId < other.messageId)

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

/** Collects the result of a backtest. Memory does not grow with the texts of the matches. */
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
