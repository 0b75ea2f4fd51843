import type { Kysely } from 'kysely'
import { authorKey } from '#engine/analysis/authors.ts'
import { indexLists } from '#engine/analysis/rules/message-conditions.ts'
import { compileRule } from '#engine/analysis/rules/rule-matcher.ts'
import { Failure } from '#contract/client.ts'
import type { BacktestLine } from '#contract/workspace/rules.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { chatsOfRule } from '../scope.ts'
import { readDecisions, withDeleted } from './decisions.ts'
import type { BacktestJob, MessageSource } from './job.ts'
import { BacktestStopped } from './stopped.ts'
import { createSummary } from './summary.ts'

const progressIntervalMs = 200

/** Runs a rule on the messages of a period, chat by chat. Reports progress, and finally the result or the error; never rejects. */
export async function runBacktest(
  { workspace, rule, labels, stop, ...job }: BacktestJob,
  source: MessageSource,
  query: Kysely<SessionTables>,
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
