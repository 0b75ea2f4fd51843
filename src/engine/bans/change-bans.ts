import { Failure } from '#contract/client.ts'
import { carryOut, type JobControl, type Outcomes, type StepProgress } from '#engine/jobs/carry-out.ts'
import type { SharedBackoff, Wait } from '#engine/jobs/request-scheduler.ts'
import { isSame } from './range.ts'
import { planRollBack, type BanStep } from './steps.ts'
import { banSteps } from './ban-steps.ts'
import type { BanPort, ChatPlan, ChatReceipt, Unfinished } from './plan.ts'

export interface ChangeProgress extends StepProgress {
  /** The chat whose list is being changed. */
  chatName: string
}

export interface BanChanges {
  plans: ChatPlan[]
  port: BanPort
  control: JobControl
  /** The run ends after nothing got through for this long. */
  patienceMs: number
  onProgress: (progress: ChangeProgress) => void
  wait: Wait
  random: () => number
}

/** Carries out plans, chat by chat. Rejects as carryOut() does. A chat that does not exist any more is an answer, not a failure. */
export async function changeBans({ plans, onProgress, ...rest }: BanChanges): Promise<ChatReceipt[]> {
  const total = plans.reduce((sum, { steps }) => sum + steps.length, 0)
  const backoff: SharedBackoff = { over: undefined }
  const receipts: ChatReceipt[] = []
  let before = 0
  for (const plan of plans) {
    const report = (progress: Partial<StepProgress> & { done: number }) =>
      onProgress({ isChecking: false, heldBy: null, ...progress, total, chatName: plan.chatName, done: before + progress.done })
    report({ done: 0 })
    receipts.push(await changeChat(plan, { ...rest, backoff, onProgress: report }))
    report({ done: plan.steps.length })
    before += plan.steps.length
  }
  return receipts
}

interface Run extends Omit<BanChanges, 'plans' | 'onProgress'> {
  backoff: SharedBackoff
  onProgress: (progress: StepProgress) => void
}

async function changeChat(plan: ChatPlan, { port, ...run }: Run): Promise<ChatReceipt> {
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
    if (isUnconfirmed(index)) return [{ step, outcome: 'unconfirmed', reason: '' }]
    return [{ step, outcome, reason: reasonOf(index) ?? '' }]
  })
  const receipt = { chatId: plan.chatId, chatName: plan.chatName, done: changes.length - unfinished.length, unfinished, rolledBack: null }
  const now = list()
  if (!plan.rollsBack || unfinished.length === 0 || !now || signal.aborted) return receipt
  const rollBack = { ...plan, steps: planRollBack(plan.steps, now), mayUnban: [], rollsBack: false }
  const { unfinished: left } = await changeChat(rollBack, { port, ...run, onProgress: () => {} })
  if (left.length === 0) return { ...receipt, rolledBack: true }
  // What was rolled back is left to do as well.
  const isUndone = ({ range }: BanStep) =>
    rollBack.steps.some((back) => isSame(back.range, range) && left.every(({ step }) => step !== back))
  const undone = changes
    .filter((step) => unfinished.every((one) => one.step !== step) && isUndone(step))
    .map((step): Unfinished => ({ step, outcome: 'rolledBack', reason: '' }))
  return { ...receipt, done: receipt.done - undone.length, unfinished: [...unfinished, ...undone], rolledBack: false }
}

const isMissing = (error: unknown): error is Failure => error instanceof Failure && error.kind === 'refused' && error.code === 'not_found'
