import { Failure } from '#contract/client.ts'
import type { Findings } from '#dashboard/platform/jobs/carry-out.ts'
import type { RequestScheduler } from '#dashboard/platform/jobs/request-scheduler.ts'
import type { DeletionJob, Page, Port } from './job.ts'
import { stretches } from './stretches.ts'

/** Pages in a row that bring nothing new: the service leads in a circle. */
const emptyPages = 10
/** Pages of one stretch: a million messages at 500 a page. A service that sends more does not come to an end. */
const mostPages = 2000

interface ReadBack {
  job: DeletionJob
  /** Ascending. */
  steps: number[]
  readPage: Port['readPage']
  scheduler: RequestScheduler
  /** Filled while reading, so that what was seen counts even when reading ends early. */
  findings: Findings
}

/** Looks up which messages are still there. Rejects as the scheduler does. */
export async function readBack({ job, steps, readPage, scheduler, findings }: ReadBack): Promise<void> {
  const sought = new Map(steps.map((place) => [job.ids[place]!, place]))

  async function readStretch(stretch: number[]) {
    const range = rangeOf(job, stretch)
    const seen = (page: Page) => {
      for (const { messageId } of page.messages) {
        const place = sought.get(messageId)
        if (place !== undefined) findings.set(place, 'open')
      }
      return stretch.every((place) => findings.has(place))
    }
    const asked = new Set<string>()
    let before: Page | undefined
    let next: string | undefined
    for (let pages = 0, barren = 0; pages < mostPages && barren < emptyPages; pages++) {
      const page = await scheduler.retry((signal) => readPage({ ...range, next }, signal))
      if (page instanceof Failure || seen(page)) return
      if (!page.next) {
        for (const place of stretch) if (!findings.has(place)) findings.set(place, 'done')
        return
      }
      if (asked.has(page.next)) return
      asked.add(page.next)
      next = page.next
      barren = bringsNothing(page, before) ? barren + 1 : 0
      before = page
    }
  }

  await scheduler.forEach(stretches(job, steps), readStretch)
}

function bringsNothing({ messages }: Page, before: Page | undefined): boolean {
  const known = new Set(before?.messages.map(({ messageId }) => messageId))
  return messages.every(({ messageId }) => known.has(messageId))
}

/** A second more at both ends: whether they are inclusive is not shown (assumptions.md row 10), and a message left out would look gone. */
export function rangeOf({ times }: DeletionJob, places: number[]) {
  const [newest, oldest] = [times[places[0]!]!, times[places.at(-1)!]!]
  return { from: Math.max(0, Math.floor(oldest) - 1), to: Math.ceil(newest) + 1 }
}
