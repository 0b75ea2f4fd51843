import type { Transaction } from 'kysely'
import type { Call, Failure } from '#contract/client.ts'
import type { Cause } from '#contract/workspace/cause.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { NotSent, unlessFailed } from '../../../worker/not-sent.ts'
import { deleteHits, type DeletionOutcome } from '../delete-hits.ts'
import { readSwitch } from '../store.ts'
import { groupBy } from '#engine/group-by.ts'
import { watchCause } from './read-chat.ts'
import type { Batch, HitRow } from './claim-due.ts'
import type { WatchRound } from './watch.ts'

/** Deletes the due hits of one chat, and records the outcome of each. */

type Trx = Transaction<SessionTables>

/** Deletions that could not be sent are retried after this time. */
const retryMs = 10_000

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
