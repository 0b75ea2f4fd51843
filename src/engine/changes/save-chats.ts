import { Failure, type Call } from '#contract/client.ts'
import type { KnownSounds } from '#engine/saving/known-sounds.ts'
import type { JobControl } from '#engine/jobs/carry-out.ts'
import { createRequestScheduler, maxTries, type RequestScheduler, type Wait } from '#engine/jobs/request-scheduler.ts'
import { emptyResult, merged, type ChatOrder, type ChatResult, type SaveFailure, type SaveOutcome } from './chat-result.ts'
import { lookUpAttempt, saveChat, WorkOver, type SavePort } from './save-chat.ts'

/** Saves the changes of many chats, a few chats at a time: everything of it that needs neither a page nor a browser. */

/** So many chats refused in a row, with none saved between them, concern the token or the account: the rest is not sent. */
const maxRefusedInARow = 10

export interface SaveRun {
  jobId: string
  orders: readonly ChatOrder[]
  /** What is known of each chat from before: of an interrupted run, or of the save that this one continues. */
  results: ReadonlyMap<number, ChatResult>
  /** Keeps what became of a chat, before the next request for it. */
  keep: (result: ChatResult) => Promise<void>
  send: Call
  sounds: KnownSounds
  control: JobControl
  patienceMs: number
  onProgress: (progress: SaveProgress) => void
  wait: Wait
  random: () => number
  now: () => number
}

interface SaveProgress {
  /** Chats. */
  done: number
  /** Why nothing is sent at the moment. */
  heldBy: Failure | null
}

const never = new AbortController().signal

/**
 * Resolves to the results when every chat has one, or the run was stopped: the chats that were not sent have none then. Rejects where it is to be run
 * again later with the results that were kept.
 */
export async function saveChats(run: SaveRun): Promise<ReadonlyMap<number, ChatResult>> {
  const { jobId, orders, send, control, patienceMs, onProgress, wait, random, now } = run
  const { signal } = control
  const results = new Map(run.results)
  const open = orders.filter(({ chatId }) => results.get(chatId)?.jobId !== jobId)
  const [first] = open
  if (!first) return results
  const progress: SaveProgress = { done: orders.length - open.length, heldBy: null }
  const report = (part: Partial<SaveProgress>) => onProgress({ ...Object.assign(progress, part) })
  const pace = {
    probe: (signal: AbortSignal) => send('chatRead', { params: { chatId: first.chatId } }, { signal }),
    onHeld: (heldBy: Failure | null) => report({ heldBy }),
    wait,
    random,
  }
  let refusedInARow = 0

  const keep = async (result: ChatResult) => {
    results.set(result.chatId, result)
    await run.keep(result)
  }
  const resultOf = ({ chatId }: ChatOrder) => results.get(chatId) ?? emptyResult(chatId, now())

  const portTo = (order: ChatOrder, scheduler: RequestScheduler): SavePort => ({
    call: (attempt) => throughScheduler(send, scheduler, attempt),
    sounds: run.sounds,
    now,
    keepAttempt: (attempt) => keep({ ...resultOf(order), attempt }),
  })

  async function settle(order: ChatOrder, outcome: SaveOutcome) {
    const { attempt: _, ...earlier } = resultOf(order)
    await keep(merged(earlier, order, outcome, jobId))
    report({ done: progress.done + 1 })
  }

  const scheduler = createRequestScheduler({ ...pace, ...control, patienceMs })
  const save = async (order: ChatOrder) => {
    if (refusedInARow >= maxRefusedInARow) return
    const saved = await saveChat(order, resultOf(order).attempt, portTo(order, scheduler)).catch(throwCause)
    refusedInARow = saved.failure && !saved.failure.isUnknown ? refusedInARow + 1 : 0
    await settle(order, saved)
  }
  if (!signal.aborted) await scheduler.forEach(open, save)
  if (!signal.aborted) return results

  // A stopped job reports its outcome without waiting: where nothing gets through, it stays unknown.
  const unstoppable = createRequestScheduler({ ...pace, signal: never, pausePoint: () => Promise.resolve(), patienceMs: 0 })
  for (const order of open) {
    const { attempt, ...earlier } = resultOf(order)
    if (!attempt || earlier.jobId === jobId) continue
    const found = await lookUpAttempt(order, attempt, portTo(order, unstoppable))
      .catch(throwCause)
      .catch((error: unknown) => {
        if (error instanceof Failure && error.kind !== 'signed-out') return error
        throw error
      })
    if (found instanceof Failure) await keep({ ...earlier, attempt, failure: notFoundOut })
    else if (found) await settle(order, found)
    else await keep(earlier)
  }
  return results
}

const notFoundOut: SaveFailure = { kind: 'stopped', serviceMessage: '', reason: '', isUnknown: true }

/** What ended the work may itself be a Failure, which must not pass for an answer about one chat. */
const endWork = (error: unknown) => {
  throw new WorkOver(error)
}
const throwCause = (error: unknown) => {
  throw error instanceof WorkOver ? error.cause : error
}

/** A read is repeated until it is answered; a write is sent once, and what became of it is read. Both reject with the Failure they met. */
const throughScheduler =
  (send: Call, scheduler: RequestScheduler, earlierTries: number): Call =>
  async (name, input, options) => {
    const isRead = name === 'chatRead'
    for (let attempt = isRead ? 0 : earlierTries; ; attempt++) {
      const answer = await scheduler.send((signal) => send(name, input, { ...options, signal }), attempt).catch(endWork)
      if (!(answer instanceof Failure)) return answer
      if (!isRead || answer.kind === 'refused' || attempt + 1 >= maxTries) throw answer
    }
  }
