import { Failure } from '#contract/client.ts'
import type { Findings } from '../carry-out.ts'
import type { RequestScheduler } from '../request-scheduler.ts'
import type { DeletionInput, IdPage, DeletionPort } from './deletion-input.ts'
import { createPageTrail } from '../page-trail.ts'
import { timeSegments } from './time-segments.ts'

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
