import { sql, type Selectable } from 'kysely'
import type { Call, Failure } from '#contract/client.ts'
import type { Cause } from '#contract/gateway/cause.ts'
import { groupBy } from '#engine/group-by.ts'
import type { GatewayTables, Trx } from '#gateway/database/database.ts'
import { NotSent, unlessFailed } from '#gateway/worker/not-sent.ts'
import { deleteHits, type DeletionOutcome } from '../delete-hits.ts'
import { readSwitch, releaseHeld } from '../store.ts'
import { brake, remainingAllowance } from './brakes.ts'
import { watchCause } from './read-chat.ts'
import type { WatchedRule, WatchRound } from './watch.ts'

/** Claims the messages that are deleted now, and deletes them. The claim is stored before anything is sent, and from then on nobody can spare them. */

type HitRow = Selectable<GatewayTables['rule_hit']>

/** Messages of one chat that one rule matched. */
interface Batch {
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
    await releaseHeld(trx, { workspace: round.workspace, ruleId, to: 'marked', by: '', now, ids: hits.map(({ id }) => id) })
    return []
  }
  const { remaining, brake: reached, limit } = await remainingAllowance(trx, round.workspace, rule, now)
  const claimed = await claim(trx, hits.slice(0, remaining), now)
  if (hits.length > remaining) await brake(round, trx, rule, reached, limit, now)
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

/** Deletions that could not be sent are retried after this time. */
const retryMs = 10_000

/** Deletes the due hits of one chat, and records the outcome of each. */
export async function deleteBatch(round: WatchRound, { chatId, ruleId, hits }: Batch): Promise<void> {
  const { work, wait, watch, monotonicMs } = round
  const stop = new AbortController()
  const rule = watch.rules.find(({ id }) => id === ruleId)
  // The rule may have been deleted after a person decided about its hits.
  const cause: Cause = { kind: 'rule', id: ruleId, title: rule?.rule.name ?? 'Deleted rule' }
  const isOfRule = hits.some(({ by }) => by === '')
  const result = await deleteHits({
    call: isOfRule ? stoppable(round, work.callFor(cause), stop) : work.callFor(cause),
    chatId,
    messages: hits.map(({ message_id, time, mayBeSent }) => ({ id: message_id, time, mayBeSent })),
    signal: stop.signal,
    wait,
  })
  if (result.because instanceof NotSent) throw result.because
  const isGone = await isMissing(round, chatId, result.because)
  if (result.because && !isGone) watch.deletionDue.set(chatId, monotonicMs() + retryMs)
  await round.write((trx, now) => settle(round, trx, { hits, result, isGone, now }))
  for (const { message_id } of hits) round.recorder?.ruleAction('delete', keyOf(result.outcomes.get(message_id), isGone))
}

/** A call that sends no deletions once all rules are stopped. */
function stoppable({ database, workspace }: WatchRound, call: Call, stop: AbortController): Call {
  const send: Call = async (name, input, options) => {
    if (name === 'messageDeleteSome' || name === 'messageDelete') {
      if (!(await readSwitch(database.query, workspace)).isOn) stop.abort(new Error('All rules were stopped.'))
      stop.signal.throwIfAborted()
    }
    return call(name, input, options)
  }
  return send
}

/**
 * Whether the chat was deleted. A 404 may come from a proxy, so it only counts if the chat is also missing from the list of chats. While that cannot be
 * read, the deletion is tried again later: it must not end the round, and with it the rules of all other chats.
 */
async function isMissing({ work }: WatchRound, chatId: number, because: Failure | null): Promise<boolean> {
  if (because?.status !== 404 || because.isFromGateway) return false
  const listed = await unlessFailed(() => work.callFor(watchCause)('chatList', {}))
  return listed !== null && listed.data.every(({ id }) => id !== chatId)
}

interface Settled {
  hits: readonly HitRow[]
  result: Awaited<ReturnType<typeof deleteHits>>
  isGone: boolean
  now: number
}

async function settle(round: WatchRound, trx: Trx, { hits, result, isGone, now }: Settled): Promise<void> {
  const byOutcome = groupBy(hits, ({ message_id }) => keyOf(result.outcomes.get(message_id), isGone))
  for (const [key, rows] of byOutcome) {
    if (key === 'open') await holdAgain(round, trx, rows, now)
    else
      for (const { id, message_id } of rows) {
        const outcome = result.outcomes.get(message_id)
        const note = outcome?.kind === 'refused' ? outcome.note : ''
        await deleting(trx, [id]).set({ state: key, note, at: now, due: null, left_ms: null }).execute()
      }
  }
}

function keyOf(outcome: DeletionOutcome | undefined, isGone: boolean): DeletionOutcome['kind'] {
  const kind = outcome?.kind ?? 'open'
  return isGone && (kind === 'open' || kind === 'unknown') ? 'gone' : kind
}

const deleting = (trx: Trx, ids: string[]) => trx.updateTable('rule_hit').where('id', 'in', ids).where('state', '=', 'deleting')

/** Nothing was sent: the hits are held again, so that they can still be spared. Hits of a rule that is no longer live wait for a decision. */
async function holdAgain({ workspace }: WatchRound, trx: Trx, hits: readonly HitRow[], now: number): Promise<void> {
  const { isOn } = await readSwitch(trx, workspace)
  const live = await trx.selectFrom('rule').select('id').where('workspace', '=', workspace).where('state', '=', 'live').execute()
  const isLive = new Set(live.map(({ id }) => id))
  const due = now + retryMs
  for (const { id, by, rule_id } of hits) {
    const row = deleting(trx, [id])
    if (by !== '') await row.set({ state: 'held', due, left_ms: null }).execute()
    else if (!isLive.has(rule_id)) await row.set({ state: 'marked', due: null, left_ms: null, at: now }).execute()
    else await row.set({ state: 'held', at: now, due: isOn ? due : null, left_ms: isOn ? null : 0 }).execute()
  }
}
