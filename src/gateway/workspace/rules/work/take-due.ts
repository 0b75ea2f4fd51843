import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { SessionTables } from '../../../session/tables.ts'
import { readSwitch } from '../store.ts'
import { roomOf, stopRule } from './brakes.ts'
import type { CompiledRule } from './chat-matchers.ts'
import { groupBy } from './group-by.ts'
import type { Turn } from './watch.ts'

/** Which messages are deleted now. What this decides is written before anything is sent, and from then on nobody can spare them. */

type Trx = Transaction<SessionTables>
export type HitRow = Selectable<SessionTables['rule_hit']>

/** Messages of one chat that the same rule named. */
export interface Batch {
  chatId: number
  ruleId: string
  hits: DueHit[]
}

interface DueHit extends HitRow {
  /** It was sent before, or may have been. */
  mayBeSent: boolean
}

/** Of one turn. */
const maxDue = 500
/** Whether a message was deleted is looked up again after this time. */
const unknownRetryMs = 60_000

/**
 * What is due, and what an earlier turn has not finished.
 * @param deleting chats in which this turn deletes already
 */
export async function takeDue(turn: Turn, deleting: ReadonlySet<number>): Promise<Batch[]> {
  const { database, workspace, leaseNow, watch, monotonicMs } = turn
  const now = leaseNow()
  const found = await database.query
    .selectFrom('rule_hit')
    .selectAll()
    .where('workspace', '=', workspace)
    .where((is) =>
      is.or([
        is.and([is('state', '=', 'held'), is('due', '<=', now)]),
        is('state', '=', 'deleting'),
        is.and([is('state', '=', 'unknown'), is.or([is('at', '<=', sql<number>`${now} - ${unknownRetryMs}`), is('at', '>', now)])]),
      ]),
    )
    .orderBy('due')
    .orderBy('time')
    .orderBy('message_id')
    .limit(maxDue)
    .execute()
  const isFree = ({ chat_id }: HitRow) => !deleting.has(chat_id) && (watch.deletionDue.get(chat_id) ?? 0) <= monotonicMs()
  const due = found.filter(isFree)
  if (due.length === 0) return []
  const unfinished = due.filter(({ state }) => state !== 'held')
  const held = due.filter(({ state }) => state === 'held')
  const taken =
    held.length === 0 && unfinished.every(({ state }) => state === 'deleting')
      ? []
      : await turn.write((trx, at) => takeAll(turn, trx, [...held, ...unfinished], at))
  const hits = [...unfinished.map((hit) => ({ ...hit, mayBeSent: true })), ...taken.map((hit) => ({ ...hit, mayBeSent: false }))]
  return batchesOf(hits)
}

const batchesOf = (hits: readonly DueHit[]): Batch[] =>
  [...groupBy(hits, ({ chat_id, rule_id }) => `${chat_id} ${rule_id}`).values()].flatMap((of) => {
    const [first] = of
    return first ? [{ chatId: first.chat_id, ruleId: first.rule_id, hits: of }] : []
  })

async function takeAll(turn: Turn, trx: Trx, due: readonly HitRow[], now: number): Promise<HitRow[]> {
  const unknown = due.filter(({ state }) => state === 'unknown').map(({ id }) => id)
  if (unknown.length > 0)
    await trx
      .updateTable('rule_hit')
      .set({ state: 'deleting', at: now })
      .where('id', 'in', unknown)
      .where('state', '=', 'unknown')
      .execute()
  const held = due.filter(({ state }) => state === 'held')
  const byPeople = held.filter(({ by }) => by !== '')
  const taken = await take(trx, byPeople, now)
  const { isOn } = await readSwitch(trx, turn.workspace)
  if (!isOn) return taken
  for (const [ruleId, hits] of groupBy(
    held.filter(({ by }) => by === ''),
    ({ rule_id }) => rule_id,
  ))
    taken.push(...(await takeOfRule(turn, trx, { ruleId, hits, now })))
  return taken
}

interface OfRule {
  ruleId: string
  hits: readonly HitRow[]
  now: number
}

/** As many as the limits of the rule allow; beyond them it falls back, and the others wait for a decision. */
async function takeOfRule(turn: Turn, trx: Trx, { ruleId, hits, now }: OfRule): Promise<HitRow[]> {
  const rule = await liveRule(turn, trx, ruleId)
  // It was stopped in the same moment.
  if (!rule) {
    await release(trx, hits, now)
    return []
  }
  const { room, brake, limit } = await roomOf(trx, turn.workspace, rule, now)
  const taken = await take(trx, hits.slice(0, room), now)
  if (hits.length > room) await stopRule(turn, trx, rule, brake, limit, now)
  return taken
}

async function liveRule({ watch, workspace }: Turn, trx: Trx, ruleId: string): Promise<CompiledRule | null> {
  const row = await trx.selectFrom('rule').select('state').where('workspace', '=', workspace).where('id', '=', ruleId).executeTakeFirst()
  if (row?.state !== 'live') return null
  return watch.rules.find(({ id }) => id === ruleId) ?? null
}

/** Somebody may have decided since they were read: then it stays as they decided. */
async function take(trx: Trx, hits: readonly HitRow[], now: number): Promise<HitRow[]> {
  if (hits.length === 0) return []
  const rows = await trx
    .updateTable('rule_hit')
    .set({ state: 'deleting', at: now })
    .where(
      'id',
      'in',
      hits.map(({ id }) => id),
    )
    .where('state', '=', 'held')
    .where('due', '<=', now)
    .returning(['id', 'by'])
    .execute()
  const by = new Map(rows.map((row) => [row.id, row.by]))
  return hits.filter(({ id }) => by.has(id)).map((hit) => ({ ...hit, by: by.get(hit.id) ?? '' }))
}

const release = (trx: Trx, hits: readonly HitRow[], now: number) =>
  trx
    .updateTable('rule_hit')
    .set({ state: 'marked', due: null, left_ms: null, at: now })
    .where(
      'id',
      'in',
      hits.map(({ id }) => id),
    )
    .where('state', '=', 'held')
    .where('by', '=', sql.lit(''))
    .execute()
