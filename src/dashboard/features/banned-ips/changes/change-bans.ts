import { Failure } from '#contract/client.ts'
import { carryOut, type JobControl, type Outcomes, type StepProgress } from '#dashboard/platform/jobs/carry-out.ts'
import type { SharedBackoff, Wait } from '#dashboard/platform/jobs/request-scheduler.ts'
import { planRollBack } from '../ranges/steps.ts'
import { banSteps } from './ban-steps.ts'
import type { Port, RoomPlan, RoomReceipt, Unfinished } from './plan.ts'

export interface ChangeProgress extends StepProgress {
  /** The chat whose list is changed. */
  place: string
}

export interface Changes {
  plans: RoomPlan[]
  port: Port
  control: JobControl
  /** The run ends after nothing got through for this long. */
  patienceMs: number
  onProgress: (progress: ChangeProgress) => void
  wait: Wait
  random: () => number
}

const unconfirmed = 'the service did not confirm it, and the list does not hold it yet. Look again in a moment before you repeat it'

/** Carries out plans, chat by chat. Rejects as carryOut() does. A chat that does not exist any more is an answer, not a failure. */
export async function changeBans({ plans, onProgress, ...rest }: Changes): Promise<RoomReceipt[]> {
  const total = plans.reduce((sum, { steps }) => sum + steps.length, 0)
  const backoff: SharedBackoff = { over: undefined }
  const receipts: RoomReceipt[] = []
  let before = 0
  for (const plan of plans) {
    const report = (progress: Partial<StepProgress> & { done: number }) =>
      onProgress({ isChecking: false, heldBy: null, ...progress, total, place: plan.place, done: before + progress.done })
    report({ done: 0 })
    receipts.push(await changeRoom(plan, { ...rest, backoff, onProgress: report }))
    report({ done: plan.steps.length })
    before += plan.steps.length
  }
  return receipts
}

interface Run extends Omit<Changes, 'plans' | 'onProgress'> {
  backoff: SharedBackoff
  onProgress: (progress: StepProgress) => void
}

async function changeRoom(plan: RoomPlan, { port, ...run }: Run): Promise<RoomReceipt> {
  const { signal } = run.control
  const { steps, changes, isUnsafe, isUnconfirmed, list } = banSteps(plan, port)
  const { outcomeOf, reasonOf } = await carryOut({ ...run, steps }).catch((error: unknown): Outcomes => {
    if (signal.aborted || !isMissing(error)) throw error
    return { outcomeOf: () => 'refused', reasonOf: () => error.serviceMessage }
  })
  const unfinished = changes.flatMap((step, index): Unfinished[] => {
    const outcome = outcomeOf(index)
    if (outcome === 'done') return []
    if (isUnsafe(index)) return [{ step, outcome: 'unsafe', reason: '' }]
    if (isUnconfirmed(index)) return [{ step, outcome: 'unknown', reason: unconfirmed }]
    return [{ step, outcome, reason: reasonOf(index) ?? '' }]
  })
  const receipt = { chatId: plan.chatId, place: plan.place, done: changes.length - unfinished.length, unfinished, rolledBack: null }
  const now = list()
  if (!plan.rollsBack || unfinished.length === 0 || !now || signal.aborted) return receipt
  const rollBack = { ...plan, steps: planRollBack(plan.steps, now), frees: [], rollsBack: false }
  const { unfinished: left } = await changeRoom(rollBack, { port, ...run, onProgress: () => {} })
  return { ...receipt, rolledBack: left.length === 0 }
}

const isMissing = (error: unknown): error is Failure => error instanceof Failure && error.kind === 'refused' && error.code === 'not_found'
