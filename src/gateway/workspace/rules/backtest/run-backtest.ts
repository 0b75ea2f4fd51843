import type { Kysely } from 'kysely'
import { authorKey } from '#analysis/authors.ts'
import { compileRule } from '#analysis/rules/rule-matcher.ts'
import { Failure } from '#contract/client.ts'
import type { BacktestLine } from '#contract/workspace/rules.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { chatsOfRule } from '../scope.ts'
import { readDecisions, withDeleted } from './decisions.ts'
import type { BacktestJob, MessageSource } from './job.ts'
import { BacktestStopped } from './stopped.ts'
import { createSummary } from './summary.ts'

const progressIntervalMs = 200

/** Runs a rule on the messages of a period, chat by chat. Reports how far it is, and last the result or why there is none; never rejects. */
export async function runBacktest(
  { workspace, rule, lists, labels, span }: BacktestJob,
  source: MessageSource,
  query: Kysely<SessionTables>,
  report: (line: BacktestLine) => void,
): Promise<void> {
  const begun = performance.now()
  const summary = createSummary(span)
  let read = 0
  try {
    const names = new Map((await source.chats()).map(({ id, name }) => [id, name]))
    const chatIds = chatsOfRule(rule, [...names.keys()], labels)
    const of = await source.count(chatIds, span)
    const matcherOf = compileRule(rule, lists)
    const asksAuthors = rule.groups.some(({ conditions }) => conditions.some(({ kind }) => kind === 'firstMessage'))
    let reported = -Infinity
    for (const chatId of chatIds) {
      const decisions = await readDecisions(query, workspace, chatId, span)
      const authors = asksAuthors ? await source.authorsBefore(chatId, span.from) : []
      const matcher = matcherOf(new Set(authors.map(authorKey)))
      for await (const messages of withDeleted(source.messages(chatId, span), decisions.deleted)) {
        for (const message of messages)
          for (const named of matcher.add(message))
            summary.add({ chatId, message: named, holds: matcher.holds(named), ...decisions.verdictOf(named.messageId) })
        read += messages.length
        if (performance.now() - reported < progressIntervalMs) continue
        reported = performance.now()
        report({ kind: 'progress', read, matched: summary.matched(), of: of === null ? null : Math.max(of, read) })
      }
    }
    const totals = { read, chatsRead: chatIds.length, requests: source.requests() }
    const result = summary.result(rule, lists, names, { ...totals, ms: Math.round(performance.now() - begun) })
    report({ kind: 'done', result })
  } catch (error) {
    report({ kind: 'failed', message: sentenceOf(error), read })
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof BacktestStopped) return error.message
  if (error instanceof Failure) return error.serviceMessage || error.reason || 'The service could not be read.'
  return 'The messages could not be read.'
}
