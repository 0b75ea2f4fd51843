import type { Decided, ReviewDecision } from '#contract/gateway/review.ts'
import { allows } from '#contract/gateway/grant.ts'
import type { Trx } from '#gateway/database/database.ts'
import type { GatewayDatabase } from '#gateway/pipeline/handler.ts'
import type { DeletionLimit } from '#gateway/limits/deletion-limit.ts'
import { decideHits } from '../hit-states.ts'
import { requireStanding } from '../ready.ts'
import type { RuleReader } from '../store.ts'
import { withRules, type HitRow } from './hits.ts'
import { hitsOf } from './read-review.ts'

/** Decisions about messages that rules hold and mark. The first one counts: each is a conditional update, and a later one changes no row. */

interface Decider extends RuleReader {
  /** The display name of the person. */
  by: string
}

export interface DecideOptions {
  database: GatewayDatabase
  deletionLimit: DeletionLimit
  /** Plans a round of the worker for now, which deletes the messages once the time to undo is over. */
  wake: (workspace: string, trx: Trx) => Promise<void>
}

interface Request {
  ids: readonly string[]
  decision: ReviewDecision
  /** Milliseconds of the database's clock. */
  now: number
}

export async function decide(options: DecideOptions, decider: Decider, { ids, decision, now }: Request): Promise<Decided[]> {
  const { database, deletionLimit, wake } = options
  const { member, workspace } = decider
  const wanted = [...new Set(ids)]
  const before = await read(database.query, decider, wanted)
  const allowed = wanted.filter((id) => {
    const row = before.get(id)
    return row !== undefined && allows(member, 'messages.delete', row.chat_id)
  })
  const open = allowed.filter((id) => isOpen(before.get(id)))
  if (decision === 'delete' && open.length > 0) await requireStanding(database.query, workspace)
  const limit = member?.limits.deletionsPerHour ?? null
  const refund =
    decision === 'delete' && member && limit !== null && open.length > 0 ? await deletionLimit.take(member.id, limit, open.length) : null
  const done = await database
    .transaction(async (trx) => {
      const changed = await decideHits(trx, { workspace, by: decider.by, ids: decision === 'undo' ? allowed : open, decision, now })
      if (changed.size > 0 && decision !== 'keep' && decision !== 'spare') await wake(workspace, trx)
      return changed
    })
    .catch(async (error: unknown) => {
      await refund?.()
      throw error
    })
  // Messages that somebody else decided at the same moment stay counted if others were changed: the limit errs on the safe side.
  if (done.size === 0) await refund?.()
  const after = await read(database.query, decider, wanted)
  const hits = await withRules(database.query, workspace, [...after.values()], member)
  const hitOf = new Map(hits.map((hit) => [hit.id, hit]))
  const allowedIds = new Set(allowed)
  return wanted.map((id) => {
    const hit = hitOf.get(id) ?? null
    if (!hit || !allowedIds.has(id)) return { id, outcome: 'refused', hit }
    return { id, outcome: done.has(id) ? 'done' : isGone(hit.state) ? 'tooLate' : 'already', hit }
  })
}

/** Nobody has decided about the message, and its deletion has not started. */
const isOpen = (row: HitRow | undefined) => row !== undefined && row.by === '' && (row.state === 'held' || row.state === 'marked')

const isGone = (state: HitRow['state']) => state === 'deleting' || state === 'deleted' || state === 'gone' || state === 'unknown'

async function read(query: GatewayDatabase['query'], { workspace, member }: Decider, ids: string[]): Promise<Map<string, HitRow>> {
  const rows = await hitsOf(query, { workspace, member }).selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
