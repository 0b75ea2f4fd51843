import type { Transaction } from 'kysely'
import type { Call, Failure } from '#contract/client.ts'
import type { Cause } from '#contract/workspace/cause.ts'
import type { SessionTables } from '../../../session/tables.ts'
import { NotSent } from '../../../worker/not-sent.ts'
import { deleteNamed, type NamedOutcome } from '../delete-named.ts'
import { readSwitch } from '../store.ts'
import { groupBy } from './group-by.ts'
import { watchCause } from './read-chat.ts'
import type { Batch, HitRow } from './take-due.ts'
import type { Turn } from './watch.ts'

/** Deletes what is due in one chat, and writes down what became of each message. */

type Trx = Transaction<SessionTables>

/** What could not be sent is tried again after this time. */
const retryMs = 10_000

export async function deleteBatch(turn: Turn, { chatId, ruleId, hits }: Batch): Promise<void> {
  const { work, wait, watch, monotonicMs } = turn
  const stop = new AbortController()
  const rule = watch.rules.find(({ id }) => id === ruleId)
  // A person may have decided about messages of a rule that was deleted since.
  const cause: Cause = { kind: 'rule', id: ruleId, title: rule?.rule.name ?? 'Deleted rule' }
  const isOfRule = hits.some(({ by }) => by === '')
  const result = await deleteNamed({
    call: isOfRule ? stoppable(turn, work.callFor(cause), stop) : work.callFor(cause),
    chatId,
    messages: hits.map(({ message_id, time, mayBeSent }) => ({ id: message_id, time, mayBeSent })),
    signal: stop.signal,
    wait,
  })
  if (result.because instanceof NotSent) throw result.because
  const isGone = await isMissing(turn, chatId, result.because)
  if (result.because && !isGone) watch.deletionDue.set(chatId, monotonicMs() + retryMs)
  await turn.write((trx, now) => settle(turn, trx, { hits, result, isGone, now }))
  for (const { message_id } of hits) turn.recorder?.ruleAction('delete', keyOf(result.outcomes.get(message_id), isGone))
}

/** Sends no deletion once all rules are stopped. */
function stoppable({ database, workspace }: Turn, call: Call, stop: AbortController): Call {
  const send: Call = async (name, input, options) => {
    if (name === 'messageDeleteSome' || name === 'messageDelete') {
      if (!(await readSwitch(database.query, workspace)).isOn) stop.abort(new Error('All rules were stopped.'))
      stop.signal.throwIfAborted()
    }
    return call(name, input, options)
  }
  return send
}

/** What the service says about one chat may be a proxy’s answer, so the list of chats has to say it too. */
async function isMissing({ work }: Turn, chatId: number, because: Failure | null): Promise<boolean> {
  if (because?.status !== 404 || because.isFromGateway) return false
  const { data } = await work.callFor(watchCause)('chatList', {})
  return data.every(({ id }) => id !== chatId)
}

interface Settled {
  hits: readonly HitRow[]
  result: Awaited<ReturnType<typeof deleteNamed>>
  isGone: boolean
  now: number
}

async function settle(turn: Turn, trx: Trx, { hits, result, isGone, now }: Settled): Promise<void> {
  const byOutcome = groupBy(hits, ({ message_id }) => keyOf(result.outcomes.get(message_id), isGone))
  for (const [key, rows] of byOutcome) {
    if (key === 'open') await putBack(turn, trx, rows, now)
    else
      for (const { id, message_id } of rows) {
        const outcome = result.outcomes.get(message_id)
        const note = outcome?.kind === 'refused' ? outcome.note : ''
        await deleting(trx, [id]).set({ state: key, note, at: now, due: null, left_ms: null }).execute()
      }
  }
}

function keyOf(outcome: NamedOutcome | undefined, isGone: boolean): NamedOutcome['kind'] {
  const kind = outcome?.kind ?? 'open'
  return isGone && (kind === 'open' || kind === 'unknown') ? 'gone' : kind
}

const deleting = (trx: Trx, ids: string[]) => trx.updateTable('rule_hit').where('id', 'in', ids).where('state', '=', 'deleting')

/** Nothing was sent: it is held again, so that it can still be spared. Of a rule that is not live any more it waits for a decision. */
async function putBack({ workspace }: Turn, trx: Trx, hits: readonly HitRow[], now: number): Promise<void> {
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
