import { Failure, type Call } from '#contract/client.ts'
import type { JobControl } from './carry-out.ts'
import { isRead } from './read-retry.ts'
import { createRequestScheduler, maxTries, type RequestScheduler, type Wait } from './request-scheduler.ts'

/** The frame of a job that does something in each of many chats, a few chats at a time. */

/** So many chats refused in a row, with none done between them, concern the token or the account: the rest is not sent. */
const maxRefusedInARow = 10

export interface ChatRun {
  send: Call
  control: JobControl
  patienceMs: number
  onProgress: (progress: ChatProgress) => void
  wait: Wait
  random: () => number
  /** Chats that are done already. */
  done: number
}

interface ChatProgress {
  /** Chats. */
  done: number
  /** Why nothing is sent at the moment. */
  heldBy: Failure | null
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

const never = new AbortController().signal

/** Resolves when each chat had its turn, or the run was stopped. Rejects where it is to be run again later. */
export async function eachChat<T extends { chatId: number }>(
  { send, control, patienceMs, onProgress, wait, random, done }: ChatRun,
  { open, work, isSent, lookUp }: ChatWork<T>,
): Promise<void> {
  const [first] = open
  if (!first) return
  const { signal } = control
  const progress: ChatProgress = { done, heldBy: null }
  const report = (part: Partial<ChatProgress>) => onProgress({ ...Object.assign(progress, part) })
  const pace = {
    probe: (signal: AbortSignal) => send('chatRead', { params: { chatId: first.chatId } }, { signal }),
    onHeld: (heldBy: Failure | null) => report({ heldBy }),
    wait,
    random,
  }
  let refusedInARow = 0
  const scheduler = createRequestScheduler({ ...pace, ...control, patienceMs })
  const workOn = async (one: T) => {
    if (refusedInARow >= maxRefusedInARow) return
    const { isRefused } = await work(one, callsThrough(send, scheduler)).catch(throwCause)
    refusedInARow = isRefused ? refusedInARow + 1 : 0
    report({ done: progress.done + 1 })
  }
  if (!signal.aborted) await scheduler.forEach(open, workOn)
  if (!signal.aborted) return

  // A stopped job reports its outcome without waiting: where nothing gets through, it stays unknown.
  const unstoppable = createRequestScheduler({ ...pace, signal: never, pausePoint: () => Promise.resolve(), patienceMs: 0 })
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
