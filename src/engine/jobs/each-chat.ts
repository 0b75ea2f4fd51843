import { Failure, type Call } from '#contract/client.ts'
import type { StepProgress } from './carry-out.ts'
import { isRead } from './read-retry.ts'
import { atOnce, createRequestScheduler, type JobControl, maxTries, type Pace, type RequestScheduler } from './request-scheduler.ts'

/** The frame of a job that does something in each of many chats, a few chats at a time. */

/** So many chats refused in a row, with none done between them, concern the token or the account: the rest is not sent. */
const maxRefusedInARow = 10

export interface ChatRun extends Pace {
  send: Call
  control: JobControl
  /** Told how many chats are done. */
  onProgress: (progress: Pick<StepProgress, 'done' | 'heldBy'>) => void
  /** Chats that are done already. */
  done: number
}

/**
 * Calls that reject with the Failure of the request, or with WorkOver. A read is repeated until it is answered, a write is sent once.
 * @param earlierTries how often the request was sent before without success
 * @param beforeWrite awaited right before a write is sent, once nothing holds it back any more
 */
export type Calls = (earlierTries: number, beforeWrite?: () => Promise<unknown>) => Call

interface ChatWork<T> {
  open: readonly T[]
  work: (one: T, call: Calls) => Promise<{ isRefused: boolean }>
  /** Whether something was sent of which it is not known what came of it. */
  isSent: (one: T) => boolean
  /** Finds that out without changing anything. */
  lookUp: (one: T, call: Calls) => Promise<unknown>
}

/** What calls reject with where the work is over. No Failure: it says nothing about the chat, and that chat is to be done later. */
export class WorkOver extends Error {
  /** @param cause what ended the work */
  constructor(cause: unknown) {
    super('The work is over', { cause })
  }
}

/** Resolves when each chat had its turn, or the run was stopped. Rejects where it is to be run again later. */
export async function eachChat<T extends { chatId: number }>(
  { send, control, onProgress, done, ...pace }: ChatRun,
  { open, work, isSent, lookUp }: ChatWork<T>,
): Promise<void> {
  const [first] = open
  if (!first) return
  const { signal } = control
  const progress: Parameters<typeof onProgress>[0] = { done, heldBy: null }
  const report = (part: Partial<typeof progress>) => onProgress({ ...Object.assign(progress, part) })
  const options = {
    ...pace,
    probe: (signal: AbortSignal) => send('chatRead', { params: { chatId: first.chatId } }, { signal }),
    onHeld: (heldBy: Failure | null) => report({ heldBy }),
  }
  let refusedInARow = 0
  const scheduler = createRequestScheduler({ ...options, ...control })
  const workOn = async (one: T) => {
    if (refusedInARow >= maxRefusedInARow) return
    const { isRefused } = await work(one, callsThrough(send, scheduler)).catch(throwCause)
    refusedInARow = isRefused ? refusedInARow + 1 : 0
    report({ done: progress.done + 1 })
  }
  if (!signal.aborted) await scheduler.forEach(open, workOn)
  if (!signal.aborted) return

  const unstoppable = createRequestScheduler({ ...options, ...atOnce })
  for (const one of open) if (isSent(one)) await lookUp(one, callsThrough(send, unstoppable, throwFailure)).catch(throwCause)
}

const callsThrough =
  (send: Call, scheduler: RequestScheduler, onEnd: (error: unknown) => never = endWork): Calls =>
  (earlierTries, beforeWrite) =>
  async (name, input, options) => {
    for (let tries = isRead(name) ? 0 : earlierTries; ; tries++) {
      const request = async (signal: AbortSignal) => {
        if (!isRead(name)) await beforeWrite?.()
        return send(name, input, { ...options, signal })
      }
      const answer = await scheduler.send(request, tries).catch(onEnd)
      if (!(answer instanceof Failure)) return answer
      if (!isRead(name) || answer.kind === 'refused' || tries + 1 >= maxTries) throw answer
    }
  }

/** What ended the work may itself be a Failure, which must not pass for an answer about one chat. */
const endWork = (error: unknown): never => {
  throw new WorkOver(error)
}
/** Where nothing is tried again, what ended the work is the answer. Without a session nobody can look: that is done later. */
const throwFailure = (error: unknown): never => {
  if (error instanceof Failure && error.kind !== 'signed-out') throw error
  return endWork(error)
}
const throwCause = (error: unknown) => {
  throw error instanceof WorkOver ? error.cause : error
}
