import { sql } from 'kysely'
import type { HitState, ReviewDecision } from '#contract/gateway/review.ts'
import { undoMs } from '#contract/gateway/job-frame.ts'
import { equal, rowsWith, update } from '#db/rows.ts'
import { inParts } from '#engine/group-by.ts'
import type { Removal } from '../audit/audit-log.ts'
import type { Query, Trx } from '../database/database.ts'
import { countDecisions } from './count-hits.ts'
import type { HitRow } from './review/hits.ts'
import { readSwitch } from './store.ts'

/**
 * The states of a hit (contract/gateway/review.ts), and everything that moves one from one to the next. A new hit begins as `matched`, `marked` or `held`
 * (work/write-hits.ts).
 *
 *   held, marked    decided by a person: `spared` or `kept`, or `held` until it can no longer be undone; and back  decideHits
 *   held            the rule fell back (`marked`), was stopped (`dropped`) or deleted (`spared`)                   releaseHeld
 *   held            its time is over: `deleting`. Nobody can spare it from then on                                claimHeld
 *   deleting        what came of it: `deleted`, `gone`, `refused`, `unknown`                                      settleHit
 *   deleting        nothing was sent: `held`, or `marked` if the rule is no longer live                           holdAgain
 *   unknown         it is looked up again: `deleting`                                                             claimUnknown
 *   held, marked    the message is no longer in its chat: `gone`                                                  closeHits
 *
 * Each is a conditional update: whoever comes second changes no row.
 */

const hits = (query: Query, workspace: string) => query.updateTable('rule_hit').where('workspace', '=', workspace)
/** Nobody has decided about them. As a literal, so that the index of such hits is used. */
const undecided = (query: Query, workspace: string) => hits(query, workspace).where('by', '=', sql.lit(''))

interface Release {
  workspace: string
  ruleId: string
  to: 'marked' | 'dropped' | 'spared'
  /** The person who decided; '': nobody. */
  by: string
  now: number
  /** Only these hits. */
  ids?: readonly string[]
}

/** Ends the holds of a rule without deleting, except for messages that a person decided to delete. */
export async function releaseHeld(trx: Trx, { workspace, ruleId, to, by, now, ids }: Release): Promise<void> {
  await undecided(trx, workspace)
    .set({ state: to, due: null, left_ms: null, at: now, by })
    .where(equal({ rule_id: ruleId, state: 'held' }))
    .$if(ids !== undefined, (held) => held.where('id', 'in', ids!))
    .execute()
}

/** Skips hits that somebody has decided about since they were read. */
export async function claimHeld(trx: Trx, hits: readonly HitRow[], now: number): Promise<HitRow[]> {
  if (hits.length === 0) return []
  const ids = hits.map(({ id }) => id)
  const rows = await trx
    .updateTable('rule_hit')
    .set({ state: 'deleting', at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'held')
    .where('due', '<=', now)
    .returning(['id', 'by'])
    .execute()
  const by = new Map(rows.map((row) => [row.id, row.by]))
  return hits.filter(({ id }) => by.has(id)).map((hit) => ({ ...hit, by: by.get(hit.id) ?? '' }))
}

export async function claimUnknown(trx: Trx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await update(trx, 'rule_hit', { id: [...ids], state: 'unknown' }, { state: 'deleting', at: now })
}

const deleting = (trx: Trx, id: string) => trx.updateTable('rule_hit').where(equal({ id, state: 'deleting' }))

/** @param note of the service, where it refused to delete the message */
export const settleHit = (trx: Trx, id: string, state: 'deleted' | 'gone' | 'refused' | 'unknown', note: string, now: number) =>
  deleting(trx, id).set({ state, note, at: now, due: null, left_ms: null }).execute()

/** Deletions that could not be sent are retried after this time. */
export const retryMs = 10_000

/** Nothing was sent: the hits are held again, so that they can still be spared. Hits of a rule that is no longer live wait for a decision. */
export async function holdAgain(trx: Trx, workspace: string, rows: readonly HitRow[], now: number): Promise<void> {
  const { isOn } = await readSwitch(trx, workspace)
  const live = await rowsWith(trx, 'rule', { workspace, state: 'live' }).select('id').execute()
  const isLive = new Set(live.map(({ id }) => id))
  const due = now + retryMs
  for (const { id, by, rule_id } of rows) {
    const row = deleting(trx, id)
    if (by !== '') await row.set({ state: 'held', due, left_ms: null }).execute()
    else if (!isLive.has(rule_id)) await row.set({ state: 'marked', due: null, left_ms: null, at: now }).execute()
    else await row.set({ state: 'held', at: now, due: isOn ? due : null, left_ms: isOn ? null : 0 }).execute()
  }
}

interface Decision {
  workspace: string
  /** The display name of the person. */
  by: string
  ids: readonly string[]
  decision: ReviewDecision
  now: number
}

/** Resolves to the ids of those that this decision changed. */
export async function decideHits(trx: Trx, { workspace, by, ids, decision, now }: Decision): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const all = hits(trx, workspace).where('id', 'in', [...ids])
  const open = undecided(trx, workspace).where('id', 'in', [...ids])
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
      const rows = await update.returning(['id', 'rule_id', 'chat_id']).execute()
      await countDecisions(trx, workspace, rows, agreement, step)
      for (const { id } of rows) changed.add(id)
    }
  return changed
}

/**
 * Closes the hits of messages that are no longer in their chat, whatever deleted them, so that nobody decides about them: such a decision would say
 * nothing about the rule, and deleting them again would count towards the hourly limit. Decisions that were made before stay.
 * @param now milliseconds, of the database
 */
export async function closeHits(query: Query, workspace: string, { chatId, messageIds, sent }: Removal, now: number): Promise<void> {
  const open = undecided(query, workspace).where('chat_id', '=', chatId).where('state', 'in', ['held', 'marked'])
  const gone = { state: 'gone', due: null, left_ms: null, at: now } as const
  if (messageIds === 'all') {
    // Messages that were seen later may have been posted later.
    await open.where('seen_at', '<=', sent).set(gone).execute()
    return
  }
  for (const some of inParts(messageIds)) await open.where('message_id', 'in', some).set(gone).execute()
}

/** While all rules are stopped, holds keep their remaining time. */
export const pauseHolds = (trx: Trx, workspace: string, now: number) =>
  undecided(trx, workspace)
    .set({ left_ms: sql<number>`case when due > ${now} then due - ${now} else 0 end`, due: null })
    .where('state', '=', 'held')
    .where('due', 'is not', null)
    .execute()

export const resumeHolds = (trx: Trx, workspace: string, now: number) =>
  undecided(trx, workspace)
    .set({ due: sql<number>`${now} + coalesce(left_ms, 0)`, left_ms: null })
    .where('state', '=', 'held')
    .where('due', 'is', null)
    .execute()

/** Moves the end of a hold, unless somebody has decided in the meantime. */
export const moveDue = (trx: Trx, id: string, due: number | null, after: number) =>
  update(trx, 'rule_hit', { id, state: 'held', due }, { due: after })

/** `text_until` of a hit whose text is deleted. */
const never = Number.MAX_SAFE_INTEGER

/** Deletes the texts whose retention is over. */
export const forgetTexts = (trx: Trx, workspace: string, now: number) =>
  hits(trx, workspace).set({ text: '', highlights: '[]', text_until: never }).where('text_until', '<=', now).execute()

/** Hits are kept for so long after they reached their state, also those that nobody decided about; what is being deleted stays until it is known. */
const keptMs = 90 * 24 * 60 * 60_000

/** Resolves to how many were deleted. @param max of one statement, so that it takes a few milliseconds */
export async function deleteOldHits(trx: Trx, workspace: string, now: number, max: number): Promise<number> {
  const old = rowsWith(trx, 'rule_hit', { workspace })
    .select('id')
    .where('at', '<', now - keptMs)
    .where('state', 'not in', ['held', 'deleting', 'unknown'])
    .limit(max)
  const { numDeletedRows } = await trx.deleteFrom('rule_hit').where('id', 'in', old).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
