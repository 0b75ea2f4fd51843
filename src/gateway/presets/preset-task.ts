import { createHash } from 'node:crypto'
import { carryOutWorkerJob } from '../jobs/worker-job.ts'
import { startedByWorker } from '../jobs/start-job.ts'
import type { ActionResult, Task, TaskOptions, Work } from '../worker/task.ts'
import type { PlannedAction } from '../worker/planner.ts'
import { chatsIn, startEnding } from './start.ts'
import { readOn } from './stored.ts'
import { sql } from 'kysely'
import { equal, insert, insertNew, rowsWith } from '#db/rows.ts'
import type { Query, Trx, GatewayDatabase } from '../database/database.ts'
import { lockPresets } from './chat-lock.ts'

const minute = 60_000

/** A preset that should have ended hours ago ends even so. After half a day somebody is asked. */
const lateAfterMs = 12 * 60 * minute

/** Ends presets at their time, by a job that is found again where this was interrupted. */
export function presetTask(options: TaskOptions): Task {
  const { database, nowMs } = options
  const { query } = database

  async function end(work: Work, { key: onId, due }: PlannedAction, name: string): Promise<ActionResult> {
    const { workspace, accountId, transaction } = work
    const jobId = idOfEnd(onId, due)
    await adoptCopies(database, workspace, nowMs())
    await startEnding(
      { ...options, database: { transaction } },
      {
        workspace,
        onId,
        jobId,
        isIncluded: () => true,
        due,
        startedBy: startedByWorker(accountId),
        by: 'Roomkeeper',
        actingPerson: null,
      },
    )
    // Where turning it on waited for somebody, that is over now.
    await carryOutWorkerJob(options, work, onId, { isOnce: true })
    const isThere = await rowsWith(query, 'job', { workspace, id: jobId }).select('id').executeTakeFirst()
    const title = `Ended the mode “${name}”`
    if (!isThere) return { outcome: 'done', note: 'Nothing was left to do' }
    const counts = await carryOutWorkerJob(options, work, jobId, { isOnce: false })
    if (!counts) return { outcome: 'decide', note: 'Someone has taken it over', title }
    const { done, failed, unknown, notTried, decide = 0, notKept = 0 } = counts
    // It is tried again after a while.
    if (failed + unknown > 0) throw new Error(`The mode could not be ended in ${chatsIn(failed + unknown)}`)
    if (decide + notKept > 0) return { outcome: 'decide', note: `${chatsIn(decide + notKept)} to decide`, title }
    return notTried > 0
      ? { outcome: 'failed', note: `Stopped in ${chatsIn(notTried)}`, title }
      : { outcome: 'done', note: chatsIn(done), title }
  }

  return {
    lateAfterMs,
    run: async (action, work) => {
      const on = await readOn(query, work.workspace, action.key)
      if (!on) return { outcome: 'done', note: 'Nothing was left to do' }
      // It was extended while this began.
      if (!on.isEnded && (on.until === null || on.until > action.due)) return { outcome: 'done', note: 'It was extended' }
      return end(work, action, on.name)
    },
  }
}

/** Of the job that ends a preset at this time. */
const idOfEnd = (onId: string, due: number) => createHash('sha256').update(`${onId} ${due}`).digest('base64url').slice(0, 32)

/** Where a preset has ended but a moment ago, its values may still be there, and in a copy too. */
const endingMs = 60 * 60_000

/**
 * A chat that was duplicated with its settings while a preset was on has the preset's values too, and nobody would ever put them back. The audit log
 * knows of such copies, so they join the preset: it ends there as well, where they still hold its values.
 */
export async function adoptCopies(database: GatewayDatabase, workspace: string, now: number): Promise<void> {
  const { query } = database
  const held = await heldChats(query, workspace, now)
  if (held.length === 0) return
  const copies = await copiesOf(query, workspace, held)
  if (copies.length === 0) return
  await database.transaction(async (trx) => {
    await lockPresets(trx, workspace)
    // Nothing may have ended in between, and another gateway may have done the same.
    const heldNow = await heldChats(trx, workspace, now)
    for (const { source, copy, at } of copies)
      for (const { on_id, since } of heldNow.filter((one) => one.chat_id === source))
        if (since <= at) await adopt(trx, { workspace, onId: on_id, source, copy })
  })
}

/** Where presets are on, or have just ended and not put back everything. */
const heldChats = (query: Query, workspace: string, now: number) =>
  query
    .selectFrom('preset_on')
    .innerJoin('preset_chat', (join) =>
      join.onRef('preset_chat.workspace', '=', 'preset_on.workspace').onRef('preset_chat.on_id', '=', 'preset_on.id'),
    )
    .select(['preset_chat.on_id', 'preset_chat.chat_id', 'preset_on.at as since'])
    .where('preset_on.workspace', '=', workspace)
    .where((is) => is.or([is('preset_on.ended_at', 'is', null), is('preset_on.ended_at', '>', now - endingMs)]))
    .where((is) =>
      is.exists(
        is
          .selectFrom('preset_layer')
          .select('setting')
          .whereRef('preset_layer.workspace', '=', 'preset_chat.workspace')
          .whereRef('preset_layer.on_id', '=', 'preset_chat.on_id')
          .whereRef('preset_layer.chat_id', '=', 'preset_chat.chat_id'),
      ),
    )
    .execute()

type Held = Awaited<ReturnType<typeof heldChats>>

async function copiesOf(query: Query, workspace: string, held: Held) {
  const since = Math.min(...held.map((one) => one.since))
  const rows = await query
    .selectFrom('audit_line')
    .innerJoin('audit_line as o', (join) =>
      join.onRef('o.workspace', '=', 'audit_line.workspace').onRef('o.entry', '=', 'audit_line.line').on('o.kind', '=', sql.lit('outcome')),
    )
    .select(['audit_line.chat_id as source', 'o.chat_id as copy', 'audit_line.at'])
    .where('audit_line.workspace', '=', workspace)
    .where('audit_line.kind', '=', sql.lit('entry'))
    .where('audit_line.action', '=', 'chatDuplicate')
    .where('audit_line.fields', 'like', '% settings %')
    .where('audit_line.at', '>=', since)
    .where('o.chat_id', 'is not', null)
    .orderBy('audit_line.line')
    .execute()
  const sources = new Set(held.map(({ chat_id }) => chat_id))
  return rows.flatMap(({ source, copy, at }) => {
    if (source === null || copy === null || !sources.has(source)) return []
    // It may have been duplicated itself.
    sources.add(copy)
    return [{ source, copy, at }]
  })
}

async function adopt(
  trx: Trx,
  { workspace, onId, source, copy }: { workspace: string; onId: string; source: number; copy: number },
): Promise<void> {
  const place = { workspace, on_id: onId }
  const row = await rowsWith(trx, 'preset_chat', { ...place, chat_id: source })
    .selectAll()
    .executeTakeFirstOrThrow()
  const adopted = { ...place, chat_id: copy, position: row.position, copy_of: source, is_ended: 0 }
  if (!(await insertNew(trx, 'preset_chat', adopted))) return
  // Where it has ended meanwhile, the copy is ended by a person.
  const ended = trx
    .updateTable('preset_on')
    .where(equal({ workspace, id: onId }))
    .where('ended_at', 'is not', null)
  await ended.set({ ended_at: null, until: null }).execute()
  const layers = await rowsWith(trx, 'preset_layer', { ...place, chat_id: source })
    .selectAll()
    .execute()
  for (const layer of layers) await insert(trx, 'preset_layer', { ...layer, chat_id: copy })
}
