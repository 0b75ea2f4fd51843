import type { Kysely } from 'kysely'
import { ChatOutcome } from '#contract/workspace/chat-changes.ts'
import type { Attempt, ChatOrder, ChatResult } from '#engine/changes/chat-result.ts'
import { packResult, resultIn } from '#engine/changes/packed.ts'
import { readPage } from '../../session/read-page.ts'
import type { SessionTables } from '../../session/tables.ts'

/** What became of the chats of a job that changes settings: a row for each, once there is something to know. */

interface OfJob {
  workspace: string
  job_id: string
}

const rowsOf = (query: Kysely<SessionTables>, { workspace, job_id }: OfJob) =>
  query.selectFrom('job_chat').where('workspace', '=', workspace).where('job_id', '=', job_id)

/** @param orders the first of each chat */
export async function readResults(
  query: Kysely<SessionTables>,
  job: OfJob,
  orders: readonly ChatOrder[],
): Promise<Map<number, ChatResult>> {
  const rows = await rowsOf(query, job).select(['chat_id', 'run', 'attempt', 'outcome']).execute()
  const byChat = new Map(rows.map((row) => [row.chat_id, row]))
  return new Map(
    orders.flatMap((order) => {
      const row = byChat.get(order.chatId)
      if (!row) return []
      const attempt = row.attempt !== '' && { attempt: JSON.parse(row.attempt) as Attempt }
      return [[order.chatId, { ...resultIn(order, outcomeIn(row)), jobId: row.run, ...attempt }]]
    }),
  )
}

const outcomeIn = ({ outcome }: { outcome: string }) => ChatOutcome.parse(JSON.parse(outcome))

/** One after the other, so that their numbers rise. @param order the first one of the chat */
export async function keepResult(query: Kysely<SessionTables>, job: OfJob, order: ChatOrder, result: ChatResult): Promise<void> {
  const { jobId: run, attempt, ...known } = result
  const last = await rowsOf(query, job)
    .select((is) => is.fn.max('seq').as('seq'))
    .executeTakeFirst()
  const row = {
    seq: (last?.seq ?? 0) + 1,
    run,
    attempt: attempt ? JSON.stringify(attempt) : '',
    outcome: JSON.stringify(packResult(order, known)),
  }
  await query
    .insertInto('job_chat')
    .values({ ...job, chat_id: order.chatId, ...row })
    .onConflict((conflict) => conflict.columns(['workspace', 'job_id', 'chat_id']).doUpdateSet(row))
    .execute()
}

const maxRows = 500

/** Those that were stored after the one with this number. */
export async function outcomesAfter(query: Kysely<SessionTables>, job: OfJob, after: number) {
  const { rows, isWhole } = await readPage(
    maxRows,
    (count, last: { seq: number; outcome: string } | undefined) =>
      rowsOf(query, job)
        .select(['seq', 'outcome'])
        .where('seq', '>', last?.seq ?? after)
        .orderBy('seq')
        .limit(count)
        .execute(),
    ({ outcome }) => outcome.length,
  )
  return { data: rows.map(outcomeIn), next: rows.at(-1)?.seq ?? after, hasMore: !isWhole }
}

/** @param jobIds of the account */
export async function forgetOutcomes(query: Kysely<SessionTables>, workspace: string, jobIds: readonly string[]): Promise<void> {
  // One by one: each may have thousands.
  for (const job_id of jobIds) await query.deleteFrom('job_chat').where('workspace', '=', workspace).where('job_id', '=', job_id).execute()
}
