import { Failure } from '#contract/client.ts'
import type { KnownSounds } from '#engine/saving/known-sounds.ts'
import { eachChat, type ChatRun, type Calls } from '#engine/jobs/each-chat.ts'
import { emptyResult, merged, type ChatOrder, type ChatResult, type SaveFailure, type SaveOutcome } from './chat-result.ts'
import { pick } from '#engine/saving/three-way.ts'
import { lookUpAttempt, nothingDone, saveChat, type SavePort } from './save-chat.ts'

/** Saves the changes of many chats, a few chats at a time: everything of it that needs neither a page nor a browser. */

export interface SaveRun extends Omit<ChatRun, 'done'> {
  jobId: string
  orders: readonly ChatOrder[]
  /** What is known of each chat from before: of an interrupted run, or of the save that this one continues. */
  results: ReadonlyMap<number, ChatResult>
  /** Keeps what became of a chat, before the next request for it. */
  keep: Keep
  /** Missing: nothing belongs to a chat but its settings. */
  inTurn?: InTurn
  sounds: KnownSounds
  now: () => number
}

/** @param isToWrite whether a request is about to be sent, as `attempt` says */
type Keep = (result: ChatResult, isToWrite?: boolean) => Promise<void>

/** What the work on a chat is surrounded by where more belongs to it than its settings, such as what a preset found there. */
export type InTurn = <R>(order: ChatOrder, work: (turn: ChatTurn) => Promise<R>) => Promise<R>
export interface ChatTurn extends Pick<SavePort, 'leaves'>, Pick<SaveRun, 'keep'> {
  /** What is to be saved of the order, with the values of now. */
  order: ChatOrder
  /** What is known already of the rest. */
  rest: Pick<SaveOutcome, 'conflicts' | 'left'>
  /** Calls that are sent only in this turn. */
  during: (calls: Calls) => Calls
}

/**
 * Resolves to the results when every chat has one, or the run was stopped: the chats that were not sent have none then. Rejects where it is to be run
 * again later with the results that were kept.
 */
export async function saveChats({
  jobId,
  orders,
  keep: keepOne,
  inTurn,
  sounds,
  now,
  ...run
}: SaveRun): Promise<ReadonlyMap<number, ChatResult>> {
  const results = new Map(run.results)
  const open = orders.filter(({ chatId }) => results.get(chatId)?.jobId !== jobId)

  const takeTurn: InTurn =
    inTurn ?? ((order, work) => work({ order, rest: { conflicts: [], left: [] }, during: (calls) => calls, keep: keepOne }))
  const keep = async (turn: ChatTurn, result: ChatResult, isToWrite = false) => {
    results.set(result.chatId, result)
    await turn.keep(result, isToWrite)
  }
  const resultOf = ({ chatId }: ChatOrder) => results.get(chatId) ?? emptyResult(chatId, now())
  const portTo = (turn: ChatTurn, call: Calls): SavePort => ({
    call: turn.during(call),
    sounds,
    now,
    keepAttempt: (attempt) => keep(turn, { ...resultOf(turn.order), attempt }, true),
    ...(turn.leaves && { leaves: turn.leaves }),
  })
  /** @param order what was to be saved, of which the turn may have left some out */
  const settle = async (turn: ChatTurn, order: ChatOrder, outcome: SaveOutcome) => {
    const { attempt: _, ...earlier } = resultOf(order)
    const { conflicts, left } = turn.rest
    const whole = { ...outcome, conflicts: [...outcome.conflicts, ...conflicts], left: [...outcome.left, ...left] }
    await keep(turn, merged(earlier, order, whole, jobId))
  }

  /** Finds out what became of a write of other settings of the chat: this save would take them for its own. */
  async function clearUp(turn: ChatTurn, order: ChatOrder, call: Calls) {
    const { attempt, ...earlier } = resultOf(order)
    if (!attempt || Object.keys(attempt.changes).every((name) => name in turn.order.changes)) return
    const written = { ...order, changes: attempt.changes, base: pick(attempt.expected, (name) => name in attempt.changes) }
    const found = await lookUpAttempt(written, attempt, portTo(turn, call)).catch((error: unknown) => {
      if (error instanceof Failure && error.kind !== 'signed-out') return undefined
      throw error
    })
    // It is still this job that is to save the chat.
    if (found) await keep(turn, { ...merged(earlier, written, { ...found, conflicts: [] }, jobId), jobId: earlier.jobId })
    else if (found === null) await keep(turn, earlier)
  }

  await eachChat(
    { ...run, done: orders.length - open.length },
    {
      open,
      work: (order, call) =>
        takeTurn(order, async (turn) => {
          await clearUp(turn, order, call)
          const isNothing = Object.keys(turn.order.changes).length === 0
          const saved: SaveOutcome = isNothing
            ? { ...nothingDone, tries: 0, at: now() }
            : await saveChat(turn.order, resultOf(order).attempt, portTo(turn, call))
          await settle(turn, order, saved)
          return { isRefused: saved.failure !== null && !saved.failure.isUnknown && saved.failure.kind !== 'gone' }
        }),
      isSent: (order) => {
        const { attempt, jobId: last } = resultOf(order)
        return attempt !== undefined && last !== jobId
      },
      lookUp: (order, call) =>
        takeTurn(order, async (turn) => {
          const { attempt, ...earlier } = resultOf(order)
          const sent = { ...order, changes: attempt!.changes }
          const found = await lookUpAttempt(sent, attempt!, portTo(turn, call)).catch((error: unknown) => {
            if (error instanceof Failure && error.kind !== 'signed-out') return error
            throw error
          })
          if (found instanceof Failure) await keep(turn, { ...earlier, attempt: attempt!, failure: notFoundOut })
          else if (found) await settle(turn, order, found)
          else await keep(turn, earlier)
        }),
    },
  )
  return results
}

const notFoundOut: SaveFailure = { kind: 'stopped', serviceMessage: '', reason: '', isUnknown: true }
