import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { SessionTables } from '../../../session/tables.ts'
import { readSwitch } from '../store.ts'
import { remainingAllowance, fallBackAndNotify } from './brakes.ts'
import type { WatchedRule } from './watched-rule.ts'
import { groupBy } from '#engine/group-by.ts'
import type { WatchRound } from './watch.ts'

/** Claims the messages that are deleted now. The claim is stored before anything is sent, and from then on nobody can spare them. */

type Trx = Transaction<SessionTables>
export type HitRow = Selectable<SessionTables['rule_hit']>

/** Messages of one chat that one rule matched. */
export interface Batch {
  chatId: number
  ruleId: string
  hits: DueHit[]
}

interface DueHit extends HitRow {
  /** Its deletion may have been sent before. */
  mayBeSent: boolean
}

/** Per round. */
const maxDue = 500
/** The outcome of an unknown deletion is looked up again after this time. */
const unknownRetryMs = 60_000

/**
 * Claims the hits that are due, and those that an earlier round has not finished.
 * @param deleting chats in which this round is already deleting
 */
export async function claimDue(round: WatchRound, deleting: ReadonlySet<number>): Promise<Batch[]> {
  const { database, workspace, leaseNow, watch, monotonicMs } = round
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
  const claimed =
    held.length === 0 && unfinished.every(({ state }) => state === 'deleting')
      ? []
      : await round.write((trx, at) => claimAll(round, trx, [...held, ...unfinished], at))
  const hits = [...unfinished.map((hit) => ({ ...hit, mayBeSent: true })), ...claimed.map((hit) => ({ ...hit, mayBeSent: false }))]
  return batchesOf(hits)
}

const batchesOf = (hits: readonly DueHit[]): Batch[] =>
  [...groupBy(hits, ({ chat_id, rule_id }) => `${chat_id} ${rule_id}`).values()].flatMap((of) => {
    const [first] = of
    return first ? [{ chatId: first.chat_id, ruleId: first.rule_id, hits: of }] : []
  })

async function claimAll(round: WatchRound, trx: Trx, due: readonly HitRow[], now: number): Promise<HitRow[]> {
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
  const claimed = await claim(trx, byPeople, now)
  const { isOn } = await readSwitch(trx, round.workspace)
  if (!isOn) return claimed
  for (const [ruleId, hits] of groupBy(
    held.filter(({ by }) => by === ''),
    ({ rule_id }) => rule_id,
  ))
    claimed.push(...(await claimOfRule(round, trx, { ruleId, hits, now })))
  return claimed
}

interface OfRule {
  ruleId: string
  hits: readonly HitRow[]
  now: number
}

/** Claims as many as the limits of the rule allow. If there are more, the rule falls back and the others wait for a decision. */
async function claimOfRule(round: WatchRound, trx: Trx, { ruleId, hits, now }: OfRule): Promise<HitRow[]> {
  const rule = await liveRule(round, trx, ruleId)
  // The rule was stopped at the same moment.
  if (!rule) {
    await release(trx, hits, now)
    return []
  }
  const { remaining, brake, limit } = await remainingAllowance(trx, round.workspace, rule, now)
  const claimed = await claim(trx, hits.slice(0, remaining), now)
  if (hits.length > remaining) await fallBackAndNotify(round, trx, rule, brake, limit, now)
  return claimed
}

async function liveRule({ watch, workspace }: WatchRound, trx: Trx, ruleId: string): Promise<WatchedRule | null> {
  const row = await trx.selectFrom('rule').select('state').where('workspace', '=', workspace).where('id', '=', ruleId).executeTakeFirst()
  if (row?.state !== 'live') return null
  return watch.rules.find(({ id }) => id === ruleId) ?? null
}

/** Skips hits that somebody has decided about since they were read. */
async function claim(trx: Trx, hits: readonly HitRow[], now: number): Promise<HitRow[]> {
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
