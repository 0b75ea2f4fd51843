import type { Failure } from '#contract/client.ts'
import type { RequestScheduler, Wait } from './request-scheduler.ts'

/** Whether a step is in effect, as read from the service. A step whose state could not be read is missing. */
export type Findings = Map<number, 'done' | 'open'>

/**
 * A change in many steps, identified by their indexes. This interface contains everything in which kinds of jobs differ. All requests reject with a
 * Failure, or with the signal's reason once it is aborted.
 */
export interface Steps {
  count: number
  /** Steps in one request. */
  maxBatchSize: number
  send: (steps: number[], signal: AbortSignal) => Promise<unknown>
  /** A request that changes nothing and is answered if the service can be reached. */
  probe: (signal: AbortSignal) => Promise<unknown>
  /** Looks up which of these steps are in effect. Findings are added while reading, so that they count even when it rejects, as the scheduler does. */
  readBack: (steps: number[], scheduler: RequestScheduler, findings: Findings) => Promise<void>
  /** The job ends after this many refusals without an accepted request in between, because the cause must be the chat or the token. */
  maxRefusalsInARow: number
  /** False: a step may take effect twice, so each is looked up before it is sent, and again before it is sent a second time. */
  isRepeatable: boolean
  /** Selects the open steps that are sent next; an empty list ends the job. By default all. @param open ascending */
  next?: (open: number[]) => number[]
  /** Whether a refusal means that the step is in effect: "already banned". */
  saysDone?: (refusal: Failure) => boolean
  /** Whether every further request would be refused as well, such as after a limit: the job ends. */
  endsAll?: (refusal: Failure) => boolean
  /** By default 5. */
  maxTriesOf?: (step: number) => number
}

/** The progress of a job: plain data that a browser can store. Two bytes per step, so that it can be written often. */
export interface StepState {
  /** By step: its stage. */
  steps: Uint8Array
  /** By step: requests that contained it and did not end in a refusal. */
  tries: Uint8Array
  /** By step: the message of the service when it last refused it. */
  reasons: Map<number, string>
}

const stage = { open: 0, sent: 1, settled: 2, givenUp: 3 } as const

const minMsBetweenWrites = 250

const copyOf = ({ steps, tries, reasons }: StepState): StepState => ({
  steps: steps.slice(),
  tries: tries.slice(),
  reasons: new Map(reasons),
})

interface LedgerOptions {
  /** How many steps there are. */
  count: number
  maxTriesOf: (step: number) => number
  /** The state that an earlier run saved last. */
  saved: StepState | undefined
  save: (state: StepState) => Promise<void>
  /** Called when the number of settled steps has changed. */
  onSettled: (count: number) => void
  wait: Wait
}

export type StepLedger = ReturnType<typeof openLedger>

/**
 * Tracks the stage of each step and saves it periodically. A step that was sent after the last save is sent again after an interruption, so only jobs with
 * repeatable steps rely on it.
 */
export function openLedger({ count, maxTriesOf, saved, save, onSettled, wait }: LedgerOptions) {
  const { steps, tries, reasons } = saved
    ? copyOf(saved)
    : { steps: new Uint8Array(count), tries: new Uint8Array(count), reasons: new Map<number, string>() }
  let settled = steps.reduce((sum, at) => sum + Number(at >= stage.settled), 0)

  /** Steps whose last request got no answer, and why. */
  const lost = new Map<number, Failure>()
  const closing = new AbortController()
  const write = () => save(copyOf({ steps, tries, reasons }))
  let isAhead = false
  let writing: Promise<void> | undefined

  async function keepWriting() {
    while (isAhead) {
      isAhead = false
      // After a failed write, at worst some steps are sent again.
      await write().catch(() => {})
      await wait(minMsBetweenWrites, closing.signal)
    }
    writing = undefined
  }

  function mark(marked: number[], to: (typeof stage)[keyof typeof stage]) {
    const before = settled
    for (const step of marked) {
      if (to >= stage.settled) lost.delete(step)
      settled += Number(to >= stage.settled) - Number(steps[step]! >= stage.settled)
      steps[step] = to
    }
    isAhead = true
    writing ??= keepWriting()
    if (settled !== before) onSettled(settled)
  }

  const countTry = (tried: number[]) => {
    for (const step of tried) tries[step]!++
  }
  const triesLeft = (step: number) => maxTriesOf(step) - tries[step]!
  const isOpen = (step: number) => steps[step]! < stage.settled

  return {
    /** Saves the initial state before anything is sent, so that every later start is a restart. Rejects if the state cannot be stored. */
    begin: write,
    /** Writes pending changes. */
    close: async () => {
      closing.abort()
      await writing
    },
    all: () => Array.from(steps.keys()),
    triesLeft,
    hasTriesLeft: (step: number) => triesLeft(step) > 0,
    isOpen,
    wasSent: (step: number) => steps[step] !== stage.open,
    reason: (step: number) => reasons.get(step) ?? null,

    sent: (marked: number[]) => mark(marked, stage.sent),
    /** No answer, or "too many requests": the outcome has to be looked up. */
    unanswered: (marked: number[], because: Failure) => {
      countTry(marked)
      for (const step of marked) lost.set(step, because)
      mark(marked, stage.sent)
    },
    accepted: (marked: number[]) => {
      countTry(marked)
      for (const step of marked) reasons.delete(step)
      mark(marked, stage.settled)
    },
    /** @param message of the service; '' if it gave none */
    refused: (marked: number[], message: string) => {
      for (const step of marked) {
        if (message) reasons.set(step, message)
        lost.delete(step)
      }
    },
    /** Gives the tries back to the steps that were never answered. Returns why they were not; undefined: there are none. */
    tryLater: (): Failure | undefined => {
      for (const step of lost.keys()) tries[step] = 0
      mark([...lost.keys()], stage.sent)
      return lost.values().next().value
    },
    giveUp: (marked: number[]) => mark(marked, stage.givenUp),
    done: (marked: number[]) => mark(marked, stage.settled),
    /** Marks and returns the steps that have to be sent again. */
    reopen: (candidates: number[]) => {
      const reopened = candidates.filter((step) => steps[step] !== stage.givenUp && triesLeft(step) > 0)
      mark(
        reopened.filter((step) => !isOpen(step)),
        stage.sent,
      )
      return reopened
    },
  }
}
