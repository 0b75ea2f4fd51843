import { sql } from 'kysely'
import type { Call, Failure } from '#contract/client.ts'
import type { Cause } from '#contract/gateway/cause.ts'
import { groupBy } from '#engine/group-by.ts'
import type { Trx } from '#gateway/database/database.ts'
import { NotSent, unlessFailed } from '#gateway/worker/not-sent.ts'
import { rowsWith } from '#db/rows.ts'
import { deleteHits, type DeletionOutcome, type DeletionResult } from '../delete-hits.ts'
import type { HitRow } from '../review/hits.ts'
import { claimHeld, claimUnknown, holdAgain, releaseHeld, retryMs, settleHit } from '../hit-states.ts'
import { readSwitch } from '../store.ts'
import { brake, remainingAllowance } from './brakes.ts'
import { watchCause } from './read-chat.ts'
import type { WatchedRule, WatchRound } from './watch.ts'

/** Claims the messages that are deleted now, and deletes them. The claim is stored before anything is sent, and from then on nobody can spare them. */

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
  const found = await rowsWith(database.query, 'rule_hit', { workspace })
    .selectAll()
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
  await claimUnknown(trx, unknown, now)
  const held = due.filter(({ state }) => state === 'held')
  const byPeople = held.filter(({ by }) => by !== '')
  const claimed = await claimHeld(trx, byPeople, now)
  const { isOn } = await readSwitch(trx, round.workspace)
  if (!isOn) return claimed
  const byRules = held.filter(({ by }) => by === '')
  for (const [ruleId, hits] of groupBy(byRules, ({ rule_id }) => rule_id))
    claimed.push(...(await claimOfRule(round, trx, ruleId, hits, now)))
  return claimed
}

/** Claims as many as the limits of the rule allow. If there are more, the rule falls back and the others wait for a decision. */
async function claimOfRule(round: WatchRound, trx: Trx, ruleId: string, hits: readonly HitRow[], now: number): Promise<HitRow[]> {
  const rule = await liveRule(round, trx, ruleId)
  // The rule was stopped at the same moment.
  if (!rule) {
    await releaseHeld(trx, { workspace: round.workspace, ruleId, to: 'marked', by: '', now, ids: hits.map(({ id }) => id) })
    return []
  }
  const { remaining, brake: reached, limit } = await remainingAllowance(trx, round.workspace, rule, now)
  const claimed = await claimHeld(trx, hits.slice(0, remaining), now)
  if (hits.length > remaining) await brake(round, trx, rule, reached, limit, now)
  return claimed
}

async function liveRule({ watch, workspace }: WatchRound, trx: Trx, ruleId: string): Promise<WatchedRule | null> {
  const row = await rowsWith(trx, 'rule', { workspace, id: ruleId }).select('state').executeTakeFirst()
  if (row?.state !== 'live') return null
  return watch.rules.find(({ id }) => id === ruleId) ?? null
}

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
  await round.write((trx, now) => settle(round, trx, hits, result, isGone, now))
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

/** Records the outcome of each. @param isGone whether the chat was deleted */
async function settle(round: WatchRound, trx: Trx, hits: readonly HitRow[], { outcomes }: DeletionResult, isGone: boolean, now: number) {
  for (const [state, rows] of groupBy(hits, ({ message_id }) => keyOf(outcomes.get(message_id), isGone))) {
    if (state === 'open') await holdAgain(trx, round.workspace, rows, now)
    else
      for (const { id, message_id } of rows) {
        const outcome = outcomes.get(message_id)
        const note = outcome?.kind === 'refused' ? outcome.note : ''
        await settleHit(trx, id, state, note, now)
      }
  }
}

function keyOf(outcome: DeletionOutcome | undefined, isGone: boolean): DeletionOutcome['kind'] {
  const kind = outcome?.kind ?? 'open'
  return isGone && (kind === 'open' || kind === 'unknown') ? 'gone' : kind
}
