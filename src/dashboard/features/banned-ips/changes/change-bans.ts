import { Failure } from '#contract/client.ts'
import { createPacer, type Wait } from '#dashboard/platform/jobs/pace.ts'
import { planRollBack } from '../ranges/steps.ts'
import type { Port, RoomPlan, RoomReceipt } from './plan.ts'
import { changeRoom } from './room.ts'

export interface ChangeProgress {
  /** Steps that are as they should be, by the lists as they were read. */
  done: number
  total: number
  /** The room whose list is changed. */
  place: string
  /** Why nothing is sent at the moment. */
  heldBy: Failure | null
}

export interface Changes {
  plans: RoomPlan[]
  port: Port
  control: {
    /** Stops it: nothing more is changed. What was sent is looked up for the receipt. */
    signal: AbortSignal
    /** Asked before each request. Resolves when it may go; what it rejects with ends the run. */
    pausePoint: () => Promise<void>
  }
  /** How long nothing may get through before it ends, in milliseconds. */
  patience: number
  onProgress: (progress: ChangeProgress) => void
  wait: Wait
  random: () => number
}

const never = new AbortController().signal

/**
 * Carries out plans, room by room. Rejects where it cannot go on for now and is to be run again with the same plans: with a Failure (signed out, nothing
 * gets through, a list that cannot be read) or with what `pausePoint` rejected with. A room that is not there any more is an answer, not a failure.
 */
export async function changeBans({ plans, port, control, patience, onProgress, wait, random }: Changes): Promise<RoomReceipt[]> {
  const { signal } = control
  const total = plans.reduce((sum, { steps }) => sum + steps.length, 0)
  const progress: ChangeProgress = { done: 0, total, place: '', heldBy: null }
  const tell = (part: Partial<ChangeProgress>) => onProgress({ ...Object.assign(progress, part) })
  const pacerOf = (chatId: number, limits: { signal: AbortSignal; pausePoint: () => Promise<void>; patience: number }) =>
    createPacer({ ...limits, probe: (abort) => port.list(chatId, abort), onHeld: (heldBy) => tell({ heldBy }), wait, random })

  async function work(plan: RoomPlan, onSettled: (count: number) => void): Promise<RoomReceipt> {
    const room = changeRoom({ plan, port, pacer: pacerOf(plan.chatId, { ...control, patience }), signal, onSettled })
    const list = await room.run().catch((error: unknown) => {
      if (!signal.aborted && isGone(error)) for (const one of room.known) Object.assign(one, { outcome: 'refused', reason: error.said })
      else if (!signal.aborted || error instanceof Failure) throw error
    })
    // Whoever stopped it wants to know what became of it, but not to wait.
    if (signal.aborted)
      await room.lookUp(pacerOf(plan.chatId, { signal: never, pausePoint: () => Promise.resolve(), patience: 0 })).catch(() => {})
    const unfinished = room.known.flatMap(({ step, outcome, reason }) => (outcome === 'done' ? [] : [{ step, outcome, reason }]))
    const receipt = { chatId: plan.chatId, place: plan.place, done: room.known.length - unfinished.length, unfinished, rolledBack: null }
    if (!plan.rollsBack || unfinished.length === 0 || !list || signal.aborted) return receipt
    const back = await work({ ...plan, steps: planRollBack(plan.steps, list), frees: [], rollsBack: false }, () => {})
    return { ...receipt, rolledBack: back.unfinished.length === 0 }
  }

  const receipts: RoomReceipt[] = []
  let before = 0
  for (const plan of plans) {
    tell({ place: plan.place })
    receipts.push(await work(plan, (count) => tell({ done: before + count })))
    before += plan.steps.length
    tell({ done: before })
  }
  return receipts
}

const isGone = (error: unknown): error is Failure => error instanceof Failure && error.kind === 'refused' && error.code === 'not_found'
