import { Failure, type Call } from '#contract/client.ts'
import type { Findings } from '#jobs/carry-out.ts'
import { deleteMessages, type Deletion } from '#jobs/deletion/delete-messages.ts'
import { deletionInput, type DeletionInput, type DeletionPort } from '#jobs/deletion/deletion-input.ts'
import { deletionPort } from '#jobs/deletion/deletion-port.ts'
import { rangeOf, readBack } from '#jobs/deletion/read-back.ts'
import { createRequestScheduler, wait as waitFor, type Wait } from '#jobs/request-scheduler.ts'
import { NotSent } from '../../worker/not-sent.ts'

/** A message that a rule, or a person in the queue of rules, wants deleted. */
export interface NamedMessage {
  id: number
  /** When it was posted, in Unix seconds exactly as the service said: a message of another time is another message, whatever its id. */
  time: number
  /** An earlier run may have sent it, so that where it is gone now, that run deleted it. */
  mayBeSent: boolean
}

/**
 * `deleted`: it was sent, and the chat was read without it. `gone`: it was not there before anything was sent. `refused`: it is still there after it was
 * sent as often as is sensible; `note` is what the service last said, '' where it said nothing. `unknown`: it may have been sent, and what became of it
 * could not be read. `open`: it was not sent. The last two are for a later run.
 */
export type NamedOutcome = { kind: 'deleted' | 'gone' | 'unknown' | 'open' } | { kind: 'refused'; note: string }

export interface NamedDeletion {
  /** May reject with the reason of `signal` where it sends nothing any more. */
  call: Call
  chatId: number
  /** In any order; one that is named twice counts once. */
  messages: readonly NamedMessage[]
  /** Stops it: nothing more is deleted, and what was sent is read back. */
  signal: AbortSignal
  wait?: Wait
  random?: () => number
}

export interface NamedResult {
  /** By message id: one for each that was named. */
  outcomes: ReadonlyMap<number, NamedOutcome>
  /** What left some of them unknown or open; null where none is, and where `signal` stopped it. */
  because: Failure | null
}

/** It ends when nothing got through for so long: other chats are waiting. */
const patienceMs = 15_000

/**
 * Deletes exactly these messages of a chat. Each is read first and sent only where it is there, and counts as deleted when the chat was read without it.
 * Nothing is kept: after a crash, a run over the same messages with `mayBeSent` goes on where the last one was. Rejects with no Failure.
 */
export async function deleteNamed(options: NamedDeletion): Promise<NamedResult> {
  const { signal, wait = waitFor, random = Math.random } = options
  const named = onceEach(options.messages)
  const { port, sent, lastFailure } = track(options, named)
  const run: Run = { port, control: { signal, pausePoint: () => Promise.resolve() }, wait, random, patienceMs }
  const outcomes = new Map<number, NamedOutcome>()
  const mayBeSent = (id: number) => sent.has(id) || named.get(id)!.mayBeSent
  const isAbsent = (id: number) => outcomes.set(id, { kind: mayBeSent(id) ? 'deleted' : 'gone' })

  const ended = await endOf(signal, async () => {
    const { there, absent } = await lookUp(run, deletionInput(named.values()))
    absent.forEach(isAbsent)
    if (there.length === 0) return
    const receipt = await deleteMessages({
      ...run,
      input: deletionInput(there.map((id) => named.get(id)!)),
      state: undefined,
      save: () => Promise.resolve(),
      onProgress: () => {},
    })
    receipt.deleted.forEach(isAbsent)
    // When it is stopped, one that is still there may have had one try of several.
    if (!signal.aborted) for (const { id, reason } of receipt.notDeleted) outcomes.set(id, { kind: 'refused', note: reason ?? '' })
  })
  const left = [...named.keys()].filter((id) => !outcomes.has(id))
  for (const id of left) outcomes.set(id, { kind: mayBeSent(id) ? 'unknown' : 'open' })
  return { outcomes, because: left.length === 0 || signal.aborted ? null : (ended ?? lastFailure()) }
}

type Run = Pick<Deletion, 'port' | 'control' | 'wait' | 'random'> & { patienceMs: number }

function onceEach(messages: readonly NamedMessage[]): Map<number, NamedMessage> {
  const named = new Map<number, NamedMessage>()
  for (const message of messages)
    named.set(message.id, { ...message, mayBeSent: message.mayBeSent || named.get(message.id)?.mayBeSent === true })
  return named
}

/** Not a Failure: the engine would try again what nobody will send. */
class Interrupted extends Error {
  override name = 'Interrupted'

  readonly by: NotSent

  constructor(by: NotSent) {
    super(by.message)
    this.by = by
  }
}

/** Why the work could not go on; null where it came to its end or was stopped. */
async function endOf(stop: AbortSignal, work: () => Promise<void>): Promise<Failure | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Interrupted) return error.by
    if (error instanceof Failure) return error
    if (isStop(error, stop)) return null
    throw error
  }
}

const isStop = (error: unknown, stop: AbortSignal) => stop.aborted && error === stop.reason

/** The chat as the engine sees it, and what was sent. A message that has the id of a named one and another time is invisible to it. */
function track({ call, chatId, signal: stop }: NamedDeletion, named: ReadonlyMap<number, NamedMessage>) {
  const api = deletionPort(chatId, call)
  const sent = new Set<number>()
  let interrupted: Interrupted | null = null
  let last: Failure | null = null

  /** After NotSent nothing is asked any more. */
  async function attempt<T>(request: () => Promise<T>): Promise<T> {
    if (interrupted) throw interrupted
    try {
      return await request()
    } catch (error) {
      if (error instanceof NotSent) throw (interrupted ??= new Interrupted(error))
      if (error instanceof Failure) last = error
      throw error
    }
  }

  const port: DeletionPort = {
    deleteSome: async (ids, signal) => {
      const mark = () => ids.forEach((id) => sent.add(id))
      // The engine cuts off what was sent; the call itself rejects so only where it was not.
      const isUnsent = (error: unknown) => error instanceof Interrupted || (isStop(error, stop) && !signal.aborted)
      const answer = await attempt(() => api.deleteSome(ids, signal)).catch((error: unknown) => {
        if (!isUnsent(error)) mark()
        throw error
      })
      mark()
      return answer
    },
    readPage: async (asked, signal) => {
      const { messages, next } = await attempt(() => api.readPage(asked, signal))
      return { messages: messages.filter(({ messageId, time }) => (named.get(messageId)?.time ?? time) === time), next }
    },
  }
  return { port, sent, lastFailure: () => last }
}

/** Which of the messages are there, and which are not; those in neither list could not be read. */
async function lookUp(run: Run, input: DeletionInput): Promise<{ there: number[]; absent: number[] }> {
  const { port, control, ...pace } = run
  const probe = (signal: AbortSignal) => port.readPage({ ...rangeOf(input, [0]), next: undefined }, signal)
  const scheduler = createRequestScheduler({ ...control, ...pace, probe, onHeld: () => {} })
  const findings: Findings = new Map()
  await readBack({ input, steps: Array.from(input.ids.keys()), readPage: port.readPage, scheduler, findings })
  const idsOf = (wanted: 'done' | 'open') => [...findings].filter(([, finding]) => finding === wanted).map(([step]) => input.ids[step]!)
  return { there: idsOf('open'), absent: idsOf('done') }
}
