import { Failure } from '#contract/client.ts'
import { backoffMs, createRequestScheduler, maxTries, type RequestScheduler, type SharedBackoff, type Wait } from './request-scheduler.ts'
import { openLedger, type StepState } from './step-ledger.ts'
import { createStepSender } from './step-sender.ts'

/** Whether a step is in effect, as the service shows it. A step whose state could not be found out is missing. */
export type Findings = Map<number, 'done' | 'open'>

/**
 * A change in many steps, each named by its index: everything in which kinds of jobs differ. All requests reject with a Failure, or with the signal's
 * reason once it is aborted.
 */
export interface Steps {
  count: number
  /** Steps in one request. */
  maxBatchSize: number
  send: (steps: number[], signal: AbortSignal) => Promise<unknown>
  /** Changes nothing; answers where the service can be reached. */
  probe: (signal: AbortSignal) => Promise<unknown>
  /** Looks up which of these steps are in effect. Findings are added while reading, so that they count even when it rejects, as the scheduler does. */
  readBack: (steps: number[], scheduler: RequestScheduler, findings: Findings) => Promise<void>
  /** So many refusals with nothing accepted between them concern the chat or the token: the job ends. */
  maxRefusalsInARow: number
  /** False: a step may take effect twice, so each is looked up before it is sent, and again before it is sent a second time. */
  isRepeatable: boolean
  /** Which of the open steps are sent next; none ends the job. By default all. @param open ascending */
  next?: (open: number[]) => number[]
  /** A refusal after which the step is in effect: "already banned". */
  saysDone?: (refusal: Failure) => boolean
  /** A refusal that every further request would get as well, such as a limit: the job ends. */
  endsAll?: (refusal: Failure) => boolean
  /** By default 5. */
  maxTriesOf?: (step: number) => number
}

export interface StepProgress {
  /** Accepted by the service, found done, or given up. */
  done: number
  total: number
  /** All is sent; what took effect is being read. */
  isChecking: boolean
  /** Why nothing is sent at the moment. */
  heldBy: Failure | null
}

export interface JobControl {
  /** Stops it: nothing more is changed. Aborted from the start, the run only finds out the outcome of what was sent earlier. */
  signal: AbortSignal
  /** Awaited before each request. A rejection ends the run. */
  pausePoint: () => Promise<void>
}

export interface StepRun {
  steps: Steps
  /** What save() kept last; undefined at the first start, and where nothing is saved. */
  state?: StepState | undefined
  save?: ((state: StepState) => Promise<void>) | undefined
  control: JobControl
  /** The run ends after nothing got through for this long. Whoever runs it shows the reason and starts it again later. */
  patienceMs: number
  onProgress: (progress: StepProgress) => void
  wait: Wait
  random: () => number
  backoff?: SharedBackoff
}

/**
 * By what the service shows afterwards. `refused`: sent, and not in effect. `unknown`: sent, and the service could not be read. `notTried`: stopped
 * before, or ended before because the service refused everything it was sent.
 */
export type Outcome = 'done' | 'refused' | 'unknown' | 'notTried'

export interface Outcomes {
  outcomeOf: (step: number) => Outcome
  /** The service's words when it last refused the step; null where it gave none. */
  reasonOf: (step: number) => string | null
}

const never = new AbortController().signal

/**
 * Carries out a change in many steps and finds out the outcome of each: sends all, reads back, and sends again what is not in effect, at most five times.
 * Rejects where it cannot continue for now and is to be run again with the state saved last: with a Failure (signed out, nothing gets through, the
 * service cannot be read) or with the rejection of `pausePoint`. Nothing counts as failed then.
 */
export async function carryOut(run: StepRun): Promise<Outcomes> {
  const { steps, state, save = () => Promise.resolve(), control, patienceMs, onProgress, wait, random, backoff = { over: undefined } } = run
  const { signal } = control
  const progress: StepProgress = { done: 0, total: steps.count, isChecking: false, heldBy: null }
  let isOver = false
  const report = (part: Partial<StepProgress>) => {
    Object.assign(progress, part)
    if (!isOver) onProgress({ ...progress })
  }
  const { maxTriesOf = () => maxTries, next = (open) => open, probe } = steps
  const ledger = openLedger({ count: steps.count, maxTriesOf, saved: state, save, onSettled: (done) => report({ done }), wait })
  // What an earlier run sent last may be missing from what it saved.
  const wasInterrupted = state !== undefined
  const findings: Findings = new Map()
  const pace = { probe, onHeld: (heldBy: Failure | null) => report({ heldBy }), wait, random }
  const scheduler = createRequestScheduler({ ...pace, ...control, patienceMs }, backoff)
  const sendAll = createStepSender({ steps, ledger, scheduler })

  async function lookUp(sought: number[]) {
    report({ isChecking: true })
    for (const step of sought) findings.delete(step)
    const missing = () => sought.filter((step) => !findings.has(step))
    if (!signal.aborted) {
      await steps.readBack(sought, scheduler, findings)
      // Once more where reading got stuck: a cursor may have expired.
      await steps.readBack(missing(), scheduler, findings)
      if (!signal.aborted || steps.isRepeatable) return
    }
    // A stopped job reports its outcome without waiting: where nothing gets through, the rest stays unknown.
    const unstoppable = createRequestScheduler({ ...pace, signal: never, pausePoint: () => Promise.resolve(), patienceMs: 0 }, backoff)
    await steps.readBack(missing(), unstoppable, findings).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.kind === 'signed-out') throw error
    })
  }

  /** While the service cannot be reached, a restart must cost no tries, and refusals of everything must settle nothing. */
  const mustBeReadable = () =>
    scheduler.forEach([probe], async () => {
      const answer = await scheduler.retry(probe)
      if (answer instanceof Failure) throw answer
    })

  /** Tries without effect of the step with the fewest, at least 1. */
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
      if (round > 0 && batch.some(ledger.wasSent)) await wait(backoffMs(fewestTries(batch) - 1, random), signal)
      const isHopeless = !signal.aborted && (await sendAll(batch, round > 0))
      if (isHopeless) await mustBeReadable()
      await lookUp(signal.aborted && !wasInterrupted && steps.isRepeatable ? open.filter(ledger.wasSent) : open)
      settle()
      // Refused batches have a second chance, taken apart.
      if (signal.aborted || (isHopeless && (round > 0 || steps.maxBatchSize === 1))) return
    }
  }

  await ledger.begin()
  try {
    await untilNothingIsOpen()
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
