import { Failure } from '#contract/client.ts'
import { backOff, createPacer, type Quiet, type Wait } from '#dashboard/platform/jobs/pace.ts'
import type { DeletionJob, Port } from './job.ts'
import { openLedger, type DeletionState, type Ledger } from './ledger.ts'
import { rangeOf, readBack, type Findings } from './read-back.ts'
import { createRemover } from './remove.ts'

/** How long nothing may get through before the run ends, in milliseconds. Whoever runs it shows why and starts it again later. */
const patience = 60_000

export interface DeletionProgress {
  /** Accepted by the service or given up. */
  done: number
  total: number
  /** All is sent; the room is being read to see what became of it. */
  isChecking: boolean
  /** Why nothing is sent at the moment. */
  heldBy: Failure | null
}

export interface Deletion {
  job: DeletionJob
  /** What save() kept last; undefined at the first start. */
  state: DeletionState | undefined
  save: (state: DeletionState) => Promise<void>
  port: Port
  control: {
    /** Stops it: nothing more is deleted. Aborted from the start, the run only finds out what became of what was sent earlier. */
    signal: AbortSignal
    /** Asked before each request. Resolves when it may go; what it rejects with ends the run. */
    pausePoint: () => Promise<void>
  }
  onProgress: (progress: DeletionProgress) => void
  wait: Wait
  random: () => number
}

/** What the room says, every chosen id in one list. Never that something failed: what the service answered is one thing, what is there another. */
export interface DeletionReceipt {
  gone: number[]
  /** With the service's own words where it refused; null where it said nothing. */
  stillThere: { id: number; reason: string | null }[]
  /** Sent, and the room could not be read to the end where it lies. */
  unknown: number[]
  /** Stopped before, or ended before because the service refused all it was sent. */
  notTried: number[]
}

/**
 * Deletes messages and finds out what became of each: sends all, reads the room, sends again what is still there, at most five times. Rejects where it
 * cannot go on for now and is to be run again with the state saved last: with a Failure (signed out, nothing gets through for a minute, the room cannot
 * be read) or with what `pausePoint` rejected with. Nothing counts as failed then.
 */
export async function deleteMessages({ job, state, save, port, control, onProgress, wait, random }: Deletion): Promise<DeletionReceipt> {
  const { signal } = control
  const progress: DeletionProgress = { done: 0, total: job.ids.length, isChecking: false, heldBy: null }
  let isOver = false
  const tell = (part: Partial<DeletionProgress>) => {
    Object.assign(progress, part)
    if (!isOver) onProgress({ ...progress })
  }
  const ledger = openLedger({ job, kept: state, save, onChange: (done) => tell({ done }), wait })
  // What an earlier run sent last may be missing from what it saved.
  const wasCut = state !== undefined
  const found: Findings = new Map()
  const probe = (signal: AbortSignal) => port.readPage({ ...rangeOf(job, [0]), next: undefined }, signal)
  const pace = { probe, onHeld: (heldBy: Failure | null) => tell({ heldBy }), wait, random }
  const quiet: Quiet = { over: undefined }
  const pacer = createPacer({ ...pace, ...control, patience }, quiet)
  const remove = createRemover({ job, ledger, removeSome: port.removeSome, pacer })

  async function lookUp(places: number[]) {
    tell({ isChecking: true })
    for (const place of places) found.delete(place)
    const reading = { job, places, readPage: port.readPage, found }
    if (!signal.aborted) {
      await readBack({ ...reading, pacer })
      // Once more from the start where it got stuck: what `next` stands for may have become too old.
      return readBack({ ...reading, places: places.filter((place) => !found.has(place)), pacer })
    }
    // Whoever stopped it wants to know, but not to wait: where nothing gets through, the rest stays unknown.
    const unstoppable = { signal: new AbortController().signal, pausePoint: () => Promise.resolve() }
    await readBack({ ...reading, pacer: createPacer({ ...pace, ...unstoppable, patience: 0 }, quiet) }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.kind === 'signed-out') throw error
    })
  }

  /** A start anew must cost no tries, and refusals of everything no ids, while the service is not there at all. */
  const mustBeReadable = () =>
    pacer.each([probe], async () => {
      const answer = await pacer.repeat(probe)
      if (answer instanceof Failure) throw answer
    })

  async function untilNothingIsLeft() {
    let open = ledger.places()
    for (let round = 0; open.length > 0; round++) {
      tell({ isChecking: false })
      if (round === 0 && wasCut && !signal.aborted) await mustBeReadable()
      // The service may need a moment to do what it accepted.
      if (round > 0) await wait(backOff(round - 1, random), signal)
      const isHopeless = !signal.aborted && (await remove(open.filter(ledger.isOpen), round > 0))
      if (isHopeless) await mustBeReadable()
      await lookUp(signal.aborted && !wasCut ? open.filter(ledger.wasSent) : open)
      ledger.gone(open.filter((place) => found.get(place) === 'gone'))
      if (signal.aborted || (isHopeless && round > 0)) return
      // What was accepted is not sent again only because the room could not be read.
      open = ledger.reopen(open.filter((place) => found.get(place) === 'there' || ledger.isOpen(place)))
    }
  }

  await ledger.begin()
  try {
    await untilNothingIsLeft()
  } finally {
    isOver = true
    await ledger.close()
  }
  return receiptOf(job, ledger, found, wasCut)
}

function receiptOf({ ids }: DeletionJob, ledger: Ledger, found: Findings, wasCut: boolean): DeletionReceipt {
  const receipt: DeletionReceipt = { gone: [], stillThere: [], unknown: [], notTried: [] }
  for (const [place, id] of ids.entries()) {
    const finding = found.get(place)
    if (finding === 'gone') receipt.gone.push(id)
    else if (finding === 'there' && ledger.wasSent(place)) receipt.stillThere.push({ id, reason: ledger.reason(place) })
    else if (finding === 'there' || !(wasCut || ledger.wasSent(place))) receipt.notTried.push(id)
    else receipt.unknown.push(id)
  }
  return receipt
}
