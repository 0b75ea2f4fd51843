import { sql } from 'kysely'
import { type Decided, type HitState, type ReviewDecision } from '#contract/gateway/review.ts'
import { undoMs } from '#contract/undo-time.ts'
import { allows } from '#contract/gateway/grant.ts'
import type { Trx } from '#gateway/database/database.ts'
import type { GatewayDatabase } from '#gateway/pipeline/handler.ts'
import type { DeletionLimit } from '#gateway/limits/deletion-limit.ts'
import type { Member } from '#gateway/access/member.ts'
import { countDecisions } from '../count-hits.ts'
import { requireStanding } from '../ready.ts'
import { withRules, type HitRow } from './hits.ts'
import { hitsOf } from './read-review.ts'

/** Decisions about messages that rules hold and mark. The first one counts: each is a conditional update, and a later one changes no row. */

interface Decider {
  workspace: string
  /** null: signed in with the account token. */
  member: Member | null
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
      const changed = await change(trx, decider, { ids: decision === 'undo' ? allowed : open, decision, now })
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

/** Resolves to the ids of those that this decision changed. */
async function change(trx: Trx, { workspace, by }: Decider, { ids, decision, now }: Request): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const all = trx
    .updateTable('rule_hit')
    .where('workspace', '=', workspace)
    .where('id', 'in', [...ids])
  const open = all.where('by', '=', sql.lit(''))
  const remaining = sql<number | null>`case when due is null then left_ms when due > ${now} then due - ${now} else 0 end`

  const toDelete = [
    open
      .where('state', 'in', ['held', 'marked'])
      .set((is) => ({ state: 'held', before: is.ref('state'), left_ms: remaining, due: now + undoMs, at: now, by })),
  ]
  // Held messages are spared and marked ones are kept, whichever of the two the page showed.
  const toStay = [
    open.where('state', '=', 'held').set({ state: 'spared', before: 'held', left_ms: remaining, due: null, at: now, by }),
    open.where('state', '=', 'marked').set({ state: 'kept', before: 'marked', at: now, by }),
  ]
  const undone = { before: '', by: '', at: now } as const
  const isStopped = sql<boolean>`exists (select 1 from rule_switch where rule_switch.workspace = ${workspace} and is_on = 0)`
  const isLive = sql<boolean>`exists (select 1 from rule where rule.workspace = ${workspace} and rule.id = rule_id and rule.state = 'live')`
  const toUndo = (states: HitState[]) => {
    const decided = all.where('by', '!=', sql.lit('')).where('state', 'in', states)
    const wasHeld = decided.where('before', '=', 'held')
    return [
      // The remaining time starts to run again, unless all rules are stopped.
      wasHeld.where(isLive).set({
        ...undone,
        state: 'held',
        due: sql<number | null>`case when ${isStopped} then null else ${now} + coalesce(left_ms, 0) end`,
        left_ms: sql<number | null>`case when ${isStopped} then left_ms else null end`,
      }),
      // The rule is no longer live, so its messages wait for a decision.
      wasHeld.where((is) => is.not(isLive)).set({ ...undone, state: 'marked', due: null, left_ms: null }),
      decided.where('before', '=', 'marked').set({ ...undone, state: 'marked', due: null, left_ms: null }),
    ]
  }
  // A person who spared or kept a message disagrees with the rule; one who decided to delete it agrees, whatever the outcome.
  const agreeing = decision === 'undo' ? toUndo(['held']) : decision === 'delete' ? toDelete : []
  const disagreeing = decision === 'undo' ? toUndo(['spared', 'kept']) : decision === 'delete' ? [] : toStay
  const step = decision === 'undo' ? -1 : 1
  const changed = new Set<string>()
  for (const [agreement, updates] of [['right', agreeing] as const, ['wrong', disagreeing] as const])
    for (const update of updates) {
      const hits = await update.returning(['id', 'rule_id', 'chat_id']).execute()
      await countDecisions(trx, workspace, hits, agreement, step)
      for (const { id } of hits) changed.add(id)
    }
  return changed
}
