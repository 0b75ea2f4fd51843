import { Failure } from '#contract/client.ts'
import type { KnownSounds } from '#engine/saving/known-sounds.ts'
import { eachChat, type ChatRun, type Calls } from '#engine/jobs/each-chat.ts'
import { emptyResult, merged, type ChatOrder, type ChatResult, type SaveFailure, type SaveOutcome } from './chat-result.ts'
import { pick } from '#engine/saving/three-way.ts'
import { lookUpAttempt, saveChat, type SavePort } from './save-chat.ts'

/** Saves the changes of many chats, a few chats at a time: everything of it that needs neither a page nor a browser. */

export interface SaveRun extends Omit<ChatRun, 'done'> {
  jobId: string
  orders: readonly ChatOrder[]
  /** What is known of each chat from before: of an interrupted run, or of the save that this one continues. */
  results: ReadonlyMap<number, ChatResult>
  /** Keeps what became of a chat, before the next request for it. */
  keep: (result: ChatResult) => Promise<void>
  sounds: KnownSounds
  now: () => number
}

/**
 * Resolves to the results when every chat has one, or the run was stopped: the chats that were not sent have none then. Rejects where it is to be run
 * again later with the results that were kept.
 */
export async function saveChats({ jobId, orders, keep: keepOne, sounds, now, ...run }: SaveRun): Promise<ReadonlyMap<number, ChatResult>> {
  const results = new Map(run.results)
  const open = orders.filter(({ chatId }) => results.get(chatId)?.jobId !== jobId)

  const keep = async (result: ChatResult) => {
    results.set(result.chatId, result)
    await keepOne(result)
  }
  const resultOf = ({ chatId }: ChatOrder) => results.get(chatId) ?? emptyResult(chatId, now())
  const portTo = (order: ChatOrder, call: Calls): SavePort => ({
    call,
    sounds,
    now,
    keepAttempt: (attempt) => keep({ ...resultOf(order), attempt }),
  })
  const settle = async (order: ChatOrder, outcome: SaveOutcome) => {
    const { attempt: _, ...earlier } = resultOf(order)
    await keep(merged(earlier, order, outcome, jobId))
  }

  /** Finds out what became of a write of other settings of the chat: this save would take them for its own. */
  async function clearUp(order: ChatOrder, call: Calls) {
    const { attempt, ...earlier } = resultOf(order)
    if (!attempt || Object.keys(attempt.changes).every((name) => name in order.changes)) return
    const written = { ...order, changes: attempt.changes, base: pick(attempt.expected, (name) => name in attempt.changes) }
    const found = await lookUpAttempt(written, attempt, portTo(order, call)).catch((error: unknown) => {
      if (error instanceof Failure && error.kind !== 'signed-out') return undefined
      throw error
    })
    // It is still this job that is to save the chat.
    if (found) await keep({ ...merged(earlier, written, { ...found, conflicts: [] }, jobId), jobId: earlier.jobId })
    else if (found === null) await keep(earlier)
  }

  await eachChat(
    { ...run, done: orders.length - open.length },
    {
      open,
      work: async (order, call) => {
        await clearUp(order, call)
        const saved = await saveChat(order, resultOf(order).attempt, portTo(order, call))
        await settle(order, saved)
        return { isRefused: saved.failure !== null && !saved.failure.isUnknown }
      },
      isSent: (order) => {
        const { attempt, jobId: last } = resultOf(order)
        return attempt !== undefined && last !== jobId
      },
      lookUp: async (order, call) => {
        const { attempt, ...earlier } = resultOf(order)
        const found = await lookUpAttempt(order, attempt!, portTo(order, call)).catch((error: unknown) => {
          if (error instanceof Failure && error.kind !== 'signed-out') return error
          throw error
        })
        if (found instanceof Failure) await keep({ ...earlier, attempt: attempt!, failure: notFoundOut })
        else if (found) await settle(order, found)
        else await keep(earlier)
      },
    },
  )
  return results
}

const notFoundOut: SaveFailure = { kind: 'stopped', serviceMessage: '', reason: '', isUnknown: true }
