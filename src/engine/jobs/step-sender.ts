import { Failure } from '#contract/client.ts'
import { inParts } from '../group-by.ts'
import type { RequestScheduler } from './request-scheduler.ts'
import type { StepLedger, Steps } from './step-ledger.ts'

/** A refused batch is sent once more before it is split: the refusal may have been temporary. */
const maxBatchRefusals = 2
/** A step is given up after this many refusals when sent alone. */
const maxRefusals = 3
/** Golden-section split: a refused step in the first part costs one extra request, so this ratio minimizes the worst case. */
const splitRatio = 0.382

interface SenderOptions {
  steps: Steps
  ledger: StepLedger
  scheduler: RequestScheduler
}

/** Sends steps in batches, and finds the step that makes the service refuse a batch by splitting it. */
export function createStepSender({ steps, ledger, scheduler }: SenderOptions) {
  /** Refused batches. Whether they contain a refused step, or one that was in effect before, has to be looked up first. */
  let refusedBatches: number[][] = []
  let refusalsInARow = 0
  let isBisecting = false
  const refusals = new Map<number, number>()

  const isHopeless = () => refusalsInARow >= steps.maxRefusalsInARow

  /** Resolves to whether all of the group was accepted. @param isSuspect whether the group is part of a refused batch */
  async function send(group: number[], isSuspect: boolean): Promise<boolean> {
    for (let attempt = 0, batchRefusals = 0; ; attempt++) {
      const left = group.filter(ledger.hasTriesLeft)
      if (left.length === 0 || isHopeless()) return false
      const answer = await scheduler.send((signal) => {
        ledger.sent(left)
        return steps.send(left, signal)
      }, attempt)
      if (!(answer instanceof Failure)) {
        refusalsInARow = 0
        ledger.accepted(left)
        return left.length === group.length
      }
      const isServerError = answer.kind === 'server-error'
      if (isServerError || answer.kind === 'refused') ledger.refused(left, answer.serviceMessage || answer.reason)
      // A server error may be caused by one of the steps, like a refusal. It may also come after the effect, so a step that is not repeatable is looked up.
      if (answer.kind !== 'refused' && !(isServerError && steps.isRepeatable)) {
        ledger.unanswered(left, answer)
        if (answer.kind === 'too-many-requests') continue
        return false
      }
      if (steps.endsAll?.(answer)) refusalsInARow = steps.maxRefusalsInARow
      if (isHopeless()) return false
      if (!steps.saysDone?.(answer)) refusalsInARow++
      batchRefusals++
      if (left.length > 1 && (isSuspect || batchRefusals >= maxBatchRefusals)) return refusedBatch(left)
      if (left.length === 1 && countRefusal(left[0]!) >= maxRefusals) {
        ledger.giveUp(left)
        return false
      }
      if (!steps.isRepeatable) return false
    }
  }

  function countRefusal(step: number): number {
    const count = (refusals.get(step) ?? 0) + 1
    refusals.set(step, count)
    return count
  }

  async function refusedBatch(group: number[]): Promise<false> {
    if (isBisecting) await bisect(group)
    else refusedBatches.push(group)
    return false
  }

  async function bisect(group: number[]): Promise<void> {
    const middle = Math.max(1, Math.round(group.length * splitRatio))
    const rest = group.slice(middle)
    const isInRest = await send(group.slice(0, middle), true)
    // If the first part was accepted, the refused step is in the rest, so the rest as a whole would be refused again.
    await (isInRest && rest.length > 1 ? bisect(rest) : send(rest, true))
  }

  /**
   * Sends each of these steps. Unanswered steps are left to be looked up, because most have taken effect. So are refused batches, because some services may
   * refuse ids that no longer exist (docs/assumptions.md row 11). Rejects as the scheduler does.
   * @param areLookedUp whether the steps were looked up: then a refused batch is split until the refused step is found, which is given up in the end
   * @returns whether it ended early because everything was refused
   */
  return async function sendAll(open: number[], areLookedUp: boolean): Promise<boolean> {
    // A single step may have made the service refuse whole batches.
    if (areLookedUp && !isBisecting && steps.maxBatchSize > 1) refusalsInARow = 0
    isBisecting = areLookedUp
    const rest = new Set(open)
    const suspects = refusedBatches.filter((group) => group.every((step) => rest.has(step)))
    for (const step of suspects.flat()) rest.delete(step)
    refusedBatches = []
    const tasks = [
      ...inParts([...rest], steps.maxBatchSize).map((batch) => () => send(batch, false)),
      ...suspects.map((group) => () => bisect(group)),
    ]
    await scheduler.forEach(tasks, (task) => task())
    return isHopeless()
  }
}
