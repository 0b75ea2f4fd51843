import { ChatOutcome, type ChatChanges } from '#contract/gateway/chat-changes.ts'
import {
  oneForEachChat,
  type Attempt,
  type ChatOrder,
  type ChatResult,
  ordersIn,
  packResult,
  resultIn,
} from '#engine/changes/chat-result.ts'
import { groupBy } from '#engine/group-by.ts'
import { equal, remove, rowsWith, upsert } from '#db/rows.ts'
import { readPage } from '../session/read-page.ts'
import type { Query } from '../database/database.ts'
import { isPresetJob, ofLane } from './start-job.ts'
import type { TaskOptions } from '../worker/task.ts'

/** What became of the chats of a job that changes settings, a row for each once there is something to know, and what is sent again of it. */

interface OfJob {
  workspace: string
  job_id: string
}

const rowsOf = (query: Query, { workspace, job_id }: OfJob) => rowsWith(query, 'job_chat', { workspace, job_id })

/** @param orders the first of each chat */
export async function readResults(query: Query, job: OfJob, orders: readonly ChatOrder[]): Promise<Map<number, ChatResult>> {
  const ids = orders.map(({ chatId }) => chatId)
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(query, job).select(['chat_id', 'run', 'attempt', 'outcome']).where('chat_id', 'in', ids).execute()
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

/**
 * In the transaction that has counted it in the row of the job, which others wait for: pages read what is new by these numbers.
 * @param order the first one of the chat
 * @param seq `outcomes` of the job
 */
export async function keepResult(trx: Query, job: OfJob, order: ChatOrder, result: ChatResult, seq: number): Promise<void> {
  const { jobId: run, attempt, ...known } = result
  const outcome = JSON.stringify(packResult(order, known))
  await keepRow(trx, job, order.chatId, { seq, run, attempt: attempt ? JSON.stringify(attempt) : '', outcome })
}

const keepRow = (trx: Query, job: OfJob, chat_id: number, row: { seq: number; run: string; attempt: string; outcome: string }) =>
  upsert(trx, 'job_chat', { workspace: job.workspace, job_id: job.job_id, chat_id }, row)

/** The chats of these jobs in which somebody has to decide, or the service did not keep something, by job. */
export async function chatsToDecide(query: Query, workspace: string, jobIds: readonly string[]): Promise<Map<string, number[]>> {
  if (jobIds.length === 0) return new Map()
  // Of an outcome only what is there is stored, and a text has its quotes escaped.
  const rows = await rowsWith(query, 'job_chat', { workspace, job_id: jobIds })
    .select(['job_id', 'chat_id'])
    .where((is) => is.or(['conflicts', 'notKept', 'sounds'].map((name) => is('outcome', 'like', `%"${name}":%`))))
    .execute()
  return new Map(
    Array.from(
      groupBy(rows, ({ job_id }) => job_id),
      ([id, found]) => [id, found.map(({ chat_id }) => chat_id)],
    ),
  )
}

/** What is known of the chats of a job that does something once in each, as JSON. */
export async function readOnce(query: Query, job: OfJob): Promise<Map<number, string>> {
  const rows = await rowsOf(query, job).select(['chat_id', 'outcome']).execute()
  return new Map(rows.flatMap(({ chat_id, outcome }) => (outcome === '' ? [] : [[chat_id, outcome]])))
}

export const keepOnce = (trx: Query, job: OfJob, chatId: number, outcome: string, seq: number) =>
  keepRow(trx, job, chatId, { seq, run: '', attempt: '', outcome })

const maxRows = 500

/** Those that were stored after the one with this number. */
export async function outcomesAfter(query: Query, job: OfJob, after: number) {
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

/** What was sent again and is not done, with the number of the last of it. A later decision about a setting replaces an earlier one. */
export async function openDecisions(query: Query, { workspace, job_id }: OfJob): Promise<{ last: number; orders: ChatOrder[] }> {
  const rows = await rowsWith(query, 'job_decision', { workspace, job_id }).select(['n', 'changes']).orderBy('n').execute()
  const orders = rows.flatMap(({ changes }) => ordersIn(JSON.parse(changes) as ChatChanges))
  return { last: rows.at(-1)?.n ?? 0, orders: oneForEachChat(orders) }
}

/** @param last the number of the last one that is done */
export const forgetDecisions = (query: Query, { workspace, job_id }: OfJob, last: number) =>
  query.deleteFrom('job_decision').where(equal({ workspace, job_id })).where('n', '<=', last).execute()

/** What ended jobs came to is kept for so long, and of so many of an account. */
const keptMs = 30 * 24 * 60 * 60_000
const maxEnded = 50
/** With the end of a preset goes what it has not put back. */
const maxEndedPresets = 500
const forgottenAtOnce = 50

type Options = Pick<TaskOptions, 'presetPort' | 'nowMs'> & { query: Query }

/** What is left of a job may be long, and anybody who may delete starts as many as they like. */
export async function forgetOld({ query, presetPort, nowMs }: Options, workspace: string): Promise<void> {
  const ended = () => rowsWith(query, 'job', { workspace, phase: 'ended' }).select(['id', 'kind'])
  const old = await ended()
    .where('at', '<', nowMs() - keptMs)
    .limit(forgottenAtOnce)
    .execute()
  const tooMany = await Promise.all(
    (['messages-delete', 'preset-end'] as const).map((kind) =>
      ended()
        .where(ofLane(kind))
        .orderBy('at', 'desc')
        .offset(isPresetJob(kind) ? maxEndedPresets : maxEnded)
        .limit(forgottenAtOnce)
        .execute(),
    ),
  )
  for (const { id, kind } of [...old, ...tooMany.flat()]) {
    const job = () => rowsWith(query, 'job', { workspace, id }).select(['kind', 'input', 'chats'])
    const preset = isPresetJob(kind) ? await job().executeTakeFirst() : undefined
    // Somebody may have decided about it in between.
    if (!(await remove(query, 'job', { workspace, id, phase: 'ended' }))) continue
    for (const table of ['job_chat', 'job_decision'] as const) await remove(query, table, { workspace, job_id: id })
    if (preset) await presetPort.forget(query, { workspace, ...preset })
  }
}
