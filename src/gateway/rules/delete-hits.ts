import { type Call, Failure } from '#contract/client.ts'
import type { Findings } from '#engine/jobs/step-ledger.ts'
import { type Deletion, deleteMessages } from '#engine/jobs/deletion/delete-messages.ts'
import { type DeletionInput, type DeletionPort, deletionInput, deletionPort, rangeOf, readBack } from '#engine/jobs/deletion/read-back.ts'
import { type Wait, createRequestScheduler, wait as waitFor } from '#engine/jobs/request-scheduler.ts'
import { NotSent } from '../worker/not-sent.ts'

/** A message that is to be deleted because of a rule, or of a decision in Review. */
export interface MessageToDelete {
  id: number
  /** When it was posted, in Unix seconds, exactly as the service reported it: a message with this id and another time is a different message. */
  time: number
  /** An earlier run may have sent its deletion. If it no longer exists, that run deleted it. */
  mayBeSent: boolean
}

/**
 * `deleted`: its deletion was sent, and reading the chat no longer finds it. `gone`: it did not exist before anything was sent. `refused`: it still
 * exists after the maximum number of tries; `note` is the last message of the service, '' if it gave none. `unknown`: its deletion may have been sent,
 * and the result could not be read. `open`: its deletion was not sent. The last two are left to a later run.
 */
export type DeletionOutcome = { kind: 'deleted' | 'gone' | 'unknown' | 'open' } | { kind: 'refused'; note: string }

export interface HitDeletion {
  /** May reject with the reason of `signal` instead of sending. */
  call: Call
  chatId: number
  /** In any order; duplicates count once. */
  messages: readonly MessageToDelete[]
  /** Stops the deletion: nothing more is sent, and the result of what was sent is read back. */
  signal: AbortSignal
  wait?: Wait
  random?: () => number
}

export interface DeletionResult {
  /** By message id, one for each of `messages`. */
  outcomes: ReadonlyMap<number, DeletionOutcome>
  /** Why some of them are unknown or open; null if none is, or if `signal` stopped the deletion. */
  because: Failure | null
}

/** The run ends after nothing got through for this long, because other chats are waiting. */
const patienceMs = 15_000

/**
 * Deletes exactly these messages of a chat. Each is looked up first, is sent only if it exists, and counts as deleted when reading the chat no longer
 * finds it. No progress is stored: after a crash, a run over the same messages with `mayBeSent` continues the work. Never rejects with a Failure.
 */
export async function deleteHits(options: HitDeletion): Promise<DeletionResult> {
  const { signal, wait = waitFor, random = Math.random } = options
  const targets = onceEach(options.messages)
  const { port, sent, lastFailure } = track(options, targets)
  const run: Run = { port, control: { signal, pausePoint: () => Promise.resolve() }, wait, random, patienceMs }
  const outcomes = new Map<number, DeletionOutcome>()
  const mayBeSent = (id: number) => sent.has(id) || targets.get(id)!.mayBeSent
  const isAbsent = (id: number) => outcomes.set(id, { kind: mayBeSent(id) ? 'deleted' : 'gone' })

  const ended = await endOf(signal, async () => {
    const { there, absent } = await lookUp(run, deletionInput(targets.values()))
    absent.forEach(isAbsent)
    if (there.length === 0) return
    const receipt = await deleteMessages({
      ...run,
      input: deletionInput(there.map((id) => targets.get(id)!)),
      onProgress: () => {},
    })
    receipt.deleted.forEach(isAbsent)
    // After a stop, a message that still exists may have had fewer than the maximum number of tries.
    if (!signal.aborted) for (const { id, reason } of receipt.notDeleted) outcomes.set(id, { kind: 'refused', note: reason ?? '' })
  })
  const left = [...targets.keys()].filter((id) => !outcomes.has(id))
  for (const id of left) outcomes.set(id, { kind: mayBeSent(id) ? 'unknown' : 'open' })
  return { outcomes, because: left.length === 0 || signal.aborted ? null : (ended ?? lastFailure()) }
}

type Run = Pick<Deletion, 'port' | 'control' | 'wait' | 'random'> & { patienceMs: number }

function onceEach(messages: readonly MessageToDelete[]): Map<number, MessageToDelete> {
  const targets = new Map<number, MessageToDelete>()
  for (const message of messages)
    targets.set(message.id, { ...message, mayBeSent: message.mayBeSent || targets.get(message.id)?.mayBeSent === true })
  return targets
}

/** Not a Failure, because src/engine/jobs would retry a request that will never be sent. */
class Interrupted extends Error {
  override name = 'Interrupted'

  readonly by: NotSent

  constructor(by: NotSent) {
    super(by.message)
    this.by = by
  }
}

/** Why the work could not continue; null if it finished or was stopped. */
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

/** The chat as src/engine/jobs sees it, and which deletions were sent. A message with the id of a target but another time is hidden from src/engine/jobs. */
function track({ call, chatId, signal: stop }: HitDeletion, targets: ReadonlyMap<number, MessageToDelete>) {
  const api = deletionPort(chatId, call)
  const sent = new Set<number>()
  let interrupted: Interrupted | null = null
  let last: Failure | null = null

  /** Sends no further requests after NotSent. */
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
      // src/engine/jobs aborts requests that were sent; the call itself rejects with this reason only if nothing was sent.
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
      return { messages: messages.filter(({ messageId, time }) => (targets.get(messageId)?.time ?? time) === time), next }
    },
  }
  return { port, sent, lastFailure: () => last }
}

/** Which of the messages exist and which do not; those in neither list could not be read. */
async function lookUp(run: Run, input: DeletionInput): Promise<{ there: number[]; absent: number[] }> {
  const { port, control, ...pace } = run
  const probe = (signal: AbortSignal) => port.readPage({ ...rangeOf(input, [0]), next: undefined }, signal)
  const scheduler = createRequestScheduler({ ...control, ...pace, probe, onHeld: () => {} })
  const findings: Findings = new Map()
  await readBack({ input, steps: Array.from(input.ids.keys()), readPage: port.readPage, scheduler, findings })
  const idsOf = (wanted: 'done' | 'open') => [...findings].filter(([, finding]) => finding === wanted).map(([step]) => input.ids[step]!)
  return { there: idsOf('open'), absent: idsOf('done') }
}
