import { Failure } from '#contract/client.ts'
import {
  atOnce,
  backoffMs,
  createRequestScheduler,
  type JobControl,
  maxTries,
  type Pace,
  type RequestScheduler,
  type SharedBackoff,
  wait,
} from './request-scheduler.ts'
import { openLedger, type Findings, type Steps, type StepState } from './step-ledger.ts'
import { createStepSender } from './step-sender.ts'

export interface StepProgress {
  /** Accepted by the service, found done, or given up. */
  done: number
  total: number
  /** All steps are sent, and their effects are being read. */
  isChecking: boolean
  /** Why nothing is sent at the moment. */
  heldBy: Failure | null
}

/** `patienceMs`: the caller shows why the run ended, and starts it again later. */
export interface StepRun extends Pace {
  steps: Steps
  /** The state that save() stored last; undefined at the first start, and if nothing is stored. */
  state?: StepState | undefined
  save?: ((state: StepState) => Promise<void>) | undefined
  /** If its signal is aborted from the start, the run only looks up the outcome of earlier requests. */
  control: JobControl
  /**
   * Whether the caller runs it again with the state saved last. Then it rejects where requests got no answer, or effects could not be read, however often
   * it was tried: a connection that loses one kind of request ends nothing.
   */
  isContinued?: boolean
  onProgress: (progress: StepProgress) => void
  backoff?: SharedBackoff
}

/**
 * As read from the service afterwards. `refused`: sent, and not in effect. `unknown`: sent, and the service could not be read. `notTried`: not sent,
 * because the job was stopped, or ended because the service refused every request.
 */
export type Outcome = 'done' | 'refused' | 'unknown' | 'notTried'

export interface Outcomes {
  outcomeOf: (step: number) => Outcome
  /** The message of the service when it last refused the step; null: it gave none. */
  reasonOf: (step: number) => string | null
}

/**
 * Carries out a change in many steps and determines the outcome of each: sends all, reads back, and sends steps that are not in effect again, at most five
 * times. Rejects if it cannot continue for now and should be run again with the state saved last: with a Failure (signed out, nothing gets through, the
 * service cannot be read) or with the rejection of `pausePoint`. No step counts as failed then.
 */
export async function carryOut(run: StepRun): Promise<Outcomes> {
  const { isContinued = false } = run
  const {
    steps,
    state,
    save = () => Promise.resolve(),
    control,
    patienceMs,
    onProgress,
    wait: sleep = wait,
    random = Math.random,
    backoff = { over: undefined },
  } = run
  const { signal } = control
  const progress: StepProgress = { done: 0, total: steps.count, isChecking: false, heldBy: null }
  let isOver = false
  const report = (part: Partial<StepProgress>) => {
    Object.assign(progress, part)
    if (!isOver) onProgress({ ...progress })
  }
  const { maxTriesOf = () => maxTries, next = (open) => open, probe } = steps
  const ledger = openLedger({ count: steps.count, maxTriesOf, saved: state, save, onSettled: (done) => report({ done }), wait: sleep })
  // The last requests of an earlier run may be missing from its saved state.
  const wasInterrupted = state !== undefined
  const findings: Findings = new Map()
  const pace = { probe, onHeld: (heldBy: Failure | null) => report({ heldBy }), wait: sleep, random }
  const scheduler = createRequestScheduler({ ...pace, ...control, patienceMs }, backoff)
  const sendAll = createStepSender({ steps, ledger, scheduler })

  /** Why the last effect that could not be read was not. */
  let unread: Failure | undefined
  const reading: RequestScheduler = {
    ...scheduler,
    retry: async (request) => {
      const answer = await scheduler.retry(request)
      if (answer instanceof Failure && answer.kind !== 'refused' && answer.kind !== 'server-error') unread = answer
      return answer
    },
  }

  async function lookUp(sought: number[]) {
    report({ isChecking: true })
    unread = undefined
    for (const step of sought) findings.delete(step)
    const missing = () => sought.filter((step) => !findings.has(step))
    if (!signal.aborted) {
      await steps.readBack(sought, reading, findings)
      // Once more for steps that could not be read, because a cursor may have expired.
      await steps.readBack(missing(), reading, findings)
      if (!signal.aborted || steps.isRepeatable) return
    }
    const unstoppable = createRequestScheduler({ ...pace, ...atOnce }, backoff)
    await steps.readBack(missing(), unstoppable, findings).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.kind === 'signed-out') throw error
    })
  }

  /** Requires a successful read first: while the service cannot be reached, a restart must use up no tries, and refusals must not settle steps. */
  const mustBeReadable = () =>
    scheduler.forEach([probe], async () => {
      const answer = await scheduler.retry(probe)
      if (answer instanceof Failure) throw answer
    })

  /** The number of tries of the step with the fewest tries, at least 1. */
  const fewestTries = (batch: number[]) => Math.max(1, maxTries - batch.reduce((most, step) => Math.max(most, ledger.triesLeft(step)), 0))

  async function untilNothingIsOpen() {
    let open = ledger.all()
    /** Steps not in effect are open again; an accepted step is not sent again only because it could not be read back. */
    const settle = () => {
      ledger.done(ledger.all().filter((step) => findings.get(step) === 'done'))
      if (!signal.aborted) open = ledger.reopen(ledger.all().filter((step) => findings.get(step) === 'open' || ledger.isOpen(step)))
    }
    if (!signal.aborted && !steps.isRepeatable) {
      await lookUp(open)
      settle()
    } else if (!signal.aborted && wasInterrupted) await mustBeReadable()
    for (let round = 0; open.length > 0; round++) {
      const batch = signal.aborted ? [] : next(open.filter(ledger.isOpen))
      if (!signal.aborted && batch.length === 0 && (round > 0 || !steps.isRepeatable)) return
      report({ isChecking: false })
      // The service may need a moment to carry out what it accepted.
      if (round > 0 && batch.some(ledger.wasSent)) await sleep(backoffMs(fewestTries(batch) - 1, random), signal)
      const isHopeless = !signal.aborted && (await sendAll(batch, round > 0))
      if (isHopeless) await mustBeReadable()
      await lookUp(signal.aborted && !wasInterrupted && steps.isRepeatable ? open.filter(ledger.wasSent) : open)
      settle()
      // Refused batches are sent once more, split.
      if (signal.aborted || (isHopeless && (round > 0 || steps.maxBatchSize === 1))) return
    }
  }

  await ledger.begin()
  try {
    await untilNothingIsOpen()
    if (isContinued && !signal.aborted) {
      const isUnknown = ledger.all().some((step) => !findings.has(step) && ledger.wasSent(step))
      const because = ledger.tryLater() ?? (isUnknown ? unread : undefined)
      if (because) throw because
    }
  } finally {
    isOver = true
    await ledger.close()
  }

  const outcomeOf = (step: number): Outcome => {
    const finding = findings.get(step)
    if (finding === 'done') return 'done'
    if (finding === 'open') return ledger.wasSent(step) ? 'refused' : 'notTried'
    return wasInterrupted || ledger.wasSent(step) ? 'unknown' : 'notTried'
  }
  return { outcomeOf, reasonOf: ledger.reason }
}
