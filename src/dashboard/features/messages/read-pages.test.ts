// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import type { Message } from '#contract/messages.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { createPageTrail, readPages } from '#engine/jobs/read-pages.ts'
import { createClock, seeded } from '#engine/jobs/test-clock.ts'
import { createNetwork, faults, outcomeOf } from '#engine/jobs/test-network.ts'
import { createFile } from './export-messages.ts'
import { causeOf } from './load-all.ts'
import { type MessagePage, newestFirst } from './read.ts'

const message = (messageId: number): Message => ({
  messageId,
  time: messageId * 10,
  userId: 1,
  image: null,
  userName: 'Ann',
  text: `no. ${messageId}`,
})
type ExportFile = ReturnType<typeof createFile>
const idsIn = async (file: ExportFile) => (JSON.parse(await file.content().text()) as Message[]).map(({ messageId }) => messageId)

/** Serves pages by number. Every page but the last names the next one. */
function service(
  pages: number[][],
  nextOf = (index: number): string | undefined => (index + 1 < pages.length ? String(index + 1) : undefined),
) {
  const asked: (string | null)[] = []
  const page = (next: string | null): MessagePage => {
    asked.push(next)
    const index = Number(next ?? 0)
    const following = nextOf(index)
    return { messages: pages[index]!.map(message), ...(following !== undefined && { next: following }) }
  }
  return { asked, page }
}

/** Runs on a simulated clock and network: a share `rate` of all requests fails, and every request for which `trouble` returns a failure. */
function start(
  page: (next: string | null) => MessagePage,
  file: ExportFile,
  { rate = 0, trouble = () => null, seed = 1 }: { rate?: number; trouble?: () => Failure | null; seed?: number } = {},
) {
  const clock = createClock()
  const random = seeded(seed)
  const stop = new AbortController()
  const troubles: string[] = []
  const network = createNetwork({ clock, random, rate }, faults, {}, (request) => ({
    readPage: (next: string | null, signal: AbortSignal) => request(signal, () => outcomeOf(() => page(next))),
  }))
  network.trouble = trouble
  const trail = createPageTrail()
  const reading = readPages({
    readPage: network.connect().port.readPage,
    start: null,
    addPage: (read: MessagePage) => {
      file.add(read.messages.toSorted(newestFirst))
      return { verdict: trail.add(read), next: read.next }
    },
    onHeld: (failure) => void troubles.push(failure ? errorMessage(failure).cause : ''),
    signal: stop.signal,
    pausePoint: () => Promise.resolve(),
    patienceMs: 60_000,
    wait: clock.wait,
    random,
  })
  return { end: clock.until(reading), clock, stop, troubles, seen: network.seen }
}

describe('reads to the end', () => {
  test('reads page after page, each message once, newest first within a page', async () => {
    const { asked, page } = service([[8, 9], [7, 8], [], [5]])
    const file = createFile('json')
    expect(await start(page, file).end).toBe('complete')
    expect(asked).toEqual([null, '1', '2', '3'])
    expect(await idsIn(file)).toEqual([9, 8, 7, 5])
  })

  test('reading ends when the service leads in a loop, whether or not its cursors repeat', async () => {
    let cursor = 0
    for (const nextOf of [() => '0', (index: number) => String((index + 1) % 2), () => `0${'0'.repeat(cursor++)}`]) {
      const { asked, page } = service([[9], [8]], nextOf)
      const end = await start(page, createFile('json')).end
      expect(end).toBe('stuck')
      expect(causeOf(end)).toBe('The service keeps sending the same pages')
      expect(asked.length).toBeLessThanOrEqual(12)
    }
  })
})

describe('where pages fail', () => {
  const pages = Array.from({ length: 60 }, (_, index) => [60 - index])

  test('when a fifth of all requests fails, every page is read', async () => {
    for (let seed = 0; seed < 40; seed++) {
      const { page } = service(pages)
      const file = createFile('json')
      const { end, seen } = start(page, file, { rate: 0.2, seed })
      expect(await end, `seed ${seed}`).toBe('complete')
      expect(await idsIn(file), `seed ${seed}`).toEqual(pages.flat())
      expect(seen.faults).toBeGreaterThan(0)
      expect(seen.tooEarly).toBe(0)
      expect(seen.mostInFlight).toBe(1)
    }
  })

  test('waits for a service that is unreachable for half a minute, and reports why', async () => {
    let now = () => 0
    const { page } = service(pages)
    const file = createFile('json')
    const away = new Failure('unreachable')
    const run = start(page, file, { trouble: () => (now() > 2000 && now() < 32_000 ? away : null) })
    now = run.clock.now
    expect(await run.end).toBe('complete')
    expect(await idsIn(file)).toEqual(pages.flat())
    expect(run.troubles).toContain('The service is not responding')
    expect(run.troubles.at(-1)).toBe('')
  })

  test('keeps the pages that were read when a page keeps failing, and returns the error', async () => {
    const { page, asked } = service([[9], [8], [7]])
    const file = createFile('json')
    const end = await start((next) => {
      if (next !== '2') return page(next)
      asked.push(next)
      throw new Failure('not-this-api')
    }, file).end
    expect(end).toMatchObject({ error: { kind: 'not-this-api' } })
    expect(asked.filter((next) => next === '2').length).toBe(5)
    expect(await idsIn(file)).toEqual([9, 8])
  })

  test('keeps the pages that were read when it is stopped', async () => {
    const { page } = service(pages)
    const file = createFile('json')
    const run = start((next) => {
      if (next === '20') run.stop.abort()
      return page(next)
    }, file)
    expect(await run.end).toBe('stopped')
    expect((await idsIn(file)).length).toBeGreaterThanOrEqual(20)
  })
})
