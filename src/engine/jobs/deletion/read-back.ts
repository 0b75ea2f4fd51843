import { Failure } from '#contract/client.ts'
import { maxDeleteBatchSize } from '#contract/messages.ts'
import type { Findings } from '../carry-out.ts'
import type { RequestScheduler } from '../request-scheduler.ts'
import type { DeletionInput, DeletionPort, IdPage } from './deletion-port.ts'
import { createPageTrail } from '../read-pages.ts'

/** Pages per segment: a million messages at 500 a page. A service that sends more never ends. */
const maxPages = 2000

interface ReadBack {
  input: DeletionInput
  /** Ascending. */
  steps: number[]
  readPage: DeletionPort['readPage']
  scheduler: RequestScheduler
  /** Filled while reading, so that findings count even when reading ends early. */
  findings: Findings
}

/** Looks up which messages still exist. Rejects as the scheduler does. */
export async function readBack({ input, steps, readPage, scheduler, findings }: ReadBack): Promise<void> {
  const sought = new Map(steps.map((step) => [input.ids[step]!, step]))

  async function readSegment(segment: number[]) {
    const range = rangeOf(input, segment)
    const seen = (page: IdPage) => {
      for (const { messageId } of page.messages) {
        const step = sought.get(messageId)
        if (step !== undefined) findings.set(step, 'open')
      }
      return segment.every((step) => findings.has(step))
    }
    const trail = createPageTrail()
    let next: string | undefined
    for (let pages = 0; pages < maxPages; pages++) {
      const page = await scheduler.retry((signal) => readPage({ ...range, next }, signal))
      if (page instanceof Failure || seen(page)) return
      const verdict = trail.add(page)
      if (verdict === 'stuck') return
      if (verdict === 'end') {
        for (const step of segment) if (!findings.has(step)) findings.set(step, 'done')
        return
      }
      next = page.next
    }
  }

  await scheduler.forEach(timeSegments(input, steps), readSegment)
}

/** Adds one second at both ends: whether they are inclusive is not documented (docs/assumptions.md row 10), and an omitted message would look deleted. */
export function rangeOf({ times }: DeletionInput, steps: number[]) {
  const [newest, oldest] = [times[steps[0]!]!, times[steps.at(-1)!]!]
  return { from: Math.max(0, Math.floor(oldest) - 1), to: Math.ceil(newest) + 1 }
}

/** Shorter pauses between chosen messages are read through: a page of a busy chat. */
const minPauseSeconds = 600
/** A pause is long when it is this share of the whole time. */
const longPauseShare = 1 / 50
/** Chosen messages in one segment: longer ones are split and read in parallel. */
const maxSegmentLength = 2500
const minSegments = 4

/**
 * The segments of time that contain chosen messages, each as its steps: reading them takes far less than reading everything from the first to the last
 * where 300 messages of an author are scattered over weeks. Pauses never make more segments than there are delete requests, or four.
 * @param steps ascending, so newest first
 */
export function timeSegments({ times }: DeletionInput, steps: number[]): number[][] {
  const pauses = steps.map((step, index) => times[steps[index - 1] ?? step]! - times[step]!)
  const max = Math.max(minSegments, Math.ceil(steps.length / maxDeleteBatchSize))
  const whole = pauses.reduce((sum, pause) => sum + pause, 0)
  const widest = pauses.toSorted((one, other) => other - one)
  const long = Math.max(minPauseSeconds, whole * longPauseShare, widest[max - 1] ?? 0)
  const found: number[][] = []
  for (const [index, step] of steps.entries()) {
    const last = found.at(-1)
    if (last && pauses[index]! <= long && last.length < maxSegmentLength) last.push(step)
    else found.push([step])
  }
  return found
}
