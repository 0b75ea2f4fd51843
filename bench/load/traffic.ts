import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

export const kinds = ['document', 'script', 'style', 'data', 'other'] as const

export interface Traffic {
  /** Requests begun before the content was on the screen. */
  requestsBefore: number
  /** Bytes over the wire of these requests, headers included. */
  bytesBefore: Record<(typeof kinds)[number], number>
  requests: number
  bytes: number
}

const kindOf: Record<string, (typeof kinds)[number]> = {
  document: 'document',
  script: 'script',
  stylesheet: 'style',
  fetch: 'data',
  xhr: 'data',
}

/** A page is finished when nothing has been requested for so long: longer than a slow device takes to start what it does when idle. */
const quietMs = 800
/** A page that asks for news again and again is finished then. */
const maxMs = 15_000

/** Follows the requests of a page and its workers. */
export function recordTraffic(page: Page) {
  const requests: Request[] = []
  const open = new Set<Request>()
  let last = performance.now()
  page.on('request', (request) => {
    requests.push(request)
    open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    // The two events have the same argument, but no common type.
    page.on(end as 'requestfinished', (request) => {
      open.delete(request)
      last = performance.now()
    })

  async function settled(): Promise<void> {
    const end = performance.now() + maxMs
    while (performance.now() < end && (open.size > 0 || performance.now() - last < quietMs)) await sleep(50)
  }

  /** @param content milliseconds since 1970 */
  async function count(content: number): Promise<Traffic> {
    const bytesBefore = { document: 0, script: 0, style: 0, data: 0, other: 0 }
    let requestsBefore = 0
    let bytes = 0
    for (const request of requests) {
      if (open.has(request)) continue
      const { responseBodySize, responseHeadersSize } = await request.sizes()
      const size = responseBodySize + responseHeadersSize
      bytes += size
      if (request.timing().startTime > content) continue
      requestsBefore++
      bytesBefore[kindOf[request.resourceType()] ?? 'other'] += size
    }
    return { requestsBefore, bytesBefore, requests: requests.length, bytes }
  }

  return { settled, count }
}
