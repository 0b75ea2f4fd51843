import { mostTries, type Wait } from '#dashboard/platform/jobs/pace.ts'
import type { DeletionJob } from './job.ts'

/** How far a deletion is: plain data that a browser can keep. Two bytes a message, so it can be written again and again. */
export interface DeletionState {
  /** A step by place. */
  steps: Uint8Array
  /** By place: requests that held it and did not end in a refusal. */
  tries: Uint8Array
  /** By place: what the service said when it last refused it. */
  reasons: Map<number, string>
}

const step = { todo: 0, sent: 1, settled: 2, givenUp: 3 } as const

/** Shortest time between two writes, in milliseconds. */
const writeEvery = 250

const copyOf = ({ steps, tries, reasons }: DeletionState): DeletionState => ({
  steps: steps.slice(),
  tries: tries.slice(),
  reasons: new Map(reasons),
})

interface LedgerOptions {
  job: DeletionJob
  /** What an earlier run saved last. */
  kept: DeletionState | undefined
  save: (state: DeletionState) => Promise<void>
  /** Called when the number of those with nothing left to do changed. */
  onChange: (settled: number) => void
  wait: Wait
}

export type Ledger = ReturnType<typeof openLedger>

/**
 * Keeps what became of each message, and writes it down now and then. What was sent and not yet written down is sent once more after a cut: deleting
 * again does no harm.
 */
export function openLedger({ job, kept, save, onChange, wait }: LedgerOptions) {
  const count = job.ids.length
  const { steps, tries, reasons } = kept
    ? copyOf(kept)
    : { steps: new Uint8Array(count), tries: new Uint8Array(count), reasons: new Map<number, string>() }
  let settled = steps.reduce((sum, at) => sum + Number(at >= step.settled), 0)

  const closing = new AbortController()
  const write = () => save(copyOf({ steps, tries, reasons }))
  let isAhead = false
  let writing: Promise<void> | undefined

  async function keepWriting() {
    while (isAhead) {
      isAhead = false
      // A write that fails costs no more than sending again what was sent.
      await write().catch(() => {})
      await wait(writeEvery, closing.signal)
    }
    writing = undefined
  }

  function mark(places: number[], to: (typeof step)[keyof typeof step]) {
    const before = settled
    for (const place of places) {
      settled += Number(to >= step.settled) - Number(steps[place]! >= step.settled)
      steps[place] = to
    }
    isAhead = true
    writing ??= keepWriting()
    if (settled !== before) onChange(settled)
  }

  const countTry = (places: number[]) => {
    for (const place of places) tries[place]!++
  }
  const hasTriesLeft = (place: number) => tries[place]! < mostTries
  const isOpen = (place: number) => steps[place]! < step.settled

  return {
    /** The first line, before anything is sent: from then on every start is a second one. Rejects where nothing can be kept. */
    begin: write,
    /** Writes what is not written yet. */
    close: async () => {
      closing.abort()
      await writing
    },
    places: () => Array.from(steps.keys()),
    hasTriesLeft,
    isOpen,
    wasSent: (place: number) => steps[place] !== step.todo,
    reason: (place: number) => reasons.get(place) ?? null,

    sent: (places: number[]) => mark(places, step.sent),
    /** No answer, or "later". What became of it is to be looked up. */
    lost: (places: number[]) => {
      countTry(places)
      mark(places, step.sent)
    },
    accepted: (places: number[]) => {
      countTry(places)
      for (const place of places) reasons.delete(place)
      mark(places, step.settled)
    },
    /** @param said the service's words; '' where it said nothing */
    refused: (places: number[], said: string) => {
      for (const place of places) if (said) reasons.set(place, said)
    },
    giveUp: (places: number[]) => mark(places, step.givenUp),
    gone: (places: number[]) => mark(places, step.settled),
    /** Marks and returns those that are to be sent again. */
    reopen: (places: number[]) => {
      const again = places.filter((place) => steps[place] !== step.givenUp && hasTriesLeft(place))
      mark(
        again.filter((place) => !isOpen(place)),
        step.sent,
      )
      return again
    },
  }
}
