import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import type { Findings } from '../step-ledger.ts'
import { createRequestScheduler } from '../request-scheduler.ts'
import { createClock, seeded } from '../test-clock.ts'
import { type IdPage, type PageRequest, deletionInput, rangeOf, readBack, timeSegments } from './read-back.ts'
import { createChat } from './test-chat.ts'

const clock = createClock()

/** Looks up messages in a service with arbitrary answers. Resolves to the ids found deleted and still there, and to the number of pages read. */
async function lookUp(chosen: { id: number; time: number }[], page: (page: PageRequest) => IdPage) {
  const job = deletionInput(chosen)
  const findings: Findings = new Map()
  let pages = 0
  const readPage = async (of: PageRequest) => {
    pages++
    return page(of)
  }
  const scheduler = createRequestScheduler({
    signal: new AbortController().signal,
    pausePoint: () => Promise.resolve(),
    probe: () => Promise.resolve(),
    patienceMs: 60_000,
    onHeld: () => {},
    wait: clock.wait,
    random: () => 0.5,
  })
  await clock.until(readBack({ input: job, steps: Array.from(job.ids.keys()), readPage, scheduler, findings }))
  const idsThat = (are: 'done' | 'open') => Array.from(job.ids).filter((_, step) => findings.get(step) === are)
  return { deleted: idsThat('done'), there: idsThat('open'), pages }
}

const one = { id: 7, time: 1000 }
const messages = (...ids: number[]) => ids.map((messageId) => ({ messageId }))

describe('reading a segment', () => {
  test.each([false, true])('with newest first %j, each message is found', async (newestFirst) => {
    const chat = createChat({ count: 2000, random: seeded(1), newestFirst })
    const chosen = Array.from({ length: 1000 }, (_, index) => index + 501)
    chat.service.remove(chosen.filter((id) => id % 3 > 0))
    const { deleted, there } = await lookUp(chosen.map(chat.message), chat.service.page)
    expect(there.length + deleted.length).toBe(1000)
    expect(there.every((id) => id % 3 === 0)).toBe(true)
    expect(deleted.every((id) => id % 3 > 0)).toBe(true)
  })

  test('equal times across the edge of a page, and the same message on two pages', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, time: 1000 }))
    const page = ({ next }: PageRequest): IdPage =>
      next === undefined ? { messages: messages(1, 2, 3), next: 'b' } : { messages: messages(3, 5) }
    expect(await lookUp(all, page)).toMatchObject({ deleted: [7, 6, 4], there: [5, 3, 2, 1], pages: 2 })
  })

  test('one second more is read at both ends, so it does not matter whether they are inclusive', async () => {
    const asked: PageRequest[] = []
    await lookUp([one, { id: 8, time: 1010.5 }], (page) => {
      asked.push(page)
      return { messages: [] }
    })
    expect(asked).toEqual([{ from: 999, to: 1012, next: undefined }])
    expect(rangeOf(deletionInput([{ id: 1, time: 0 }]), [0])).toEqual({ from: 0, to: 1 })
  })

  test('it ends as soon as all messages are found', async () => {
    expect(await lookUp([one], () => ({ messages: messages(7), next: 'more' }))).toEqual({ deleted: [], there: [7], pages: 1 })
  })

  test('empty pages in between are not the end', async () => {
    const page = ({ next = '0' }: PageRequest): IdPage =>
      next === '5' ? { messages: messages(7) } : { messages: [], next: String(Number(next) + 1) }
    expect(await lookUp([one], page)).toEqual({ deleted: [], there: [7], pages: 6 })
  })

  test('an empty `next` is the end', async () => {
    expect(await lookUp([one], () => ({ messages: messages(6), next: '' }))).toEqual({ deleted: [7], there: [], pages: 1 })
  })
})

describe('a service that never ends: messages that were not found stay unknown', () => {
  test.each<[string, (page: PageRequest, index: number) => IdPage, number]>([
    ['the same `next` again', () => ({ messages: messages(1, 2), next: 'a' }), 2],
    ['a loop of `next`', ({ next }) => ({ messages: messages(1), next: next === 'a' ? 'b' : 'a' }), 3],
    ['endless empty pages', (_, index) => ({ messages: [], next: String(index) }), 10],
    ['the same page endlessly', (_, index) => ({ messages: messages(1, 2), next: String(index) }), 11],
    ['endless new pages', (_, index) => ({ messages: messages(1000 + index), next: String(index) }), 2000],
  ])('%s', async (_name, page, pages) => {
    let index = 0
    expect(await lookUp([one, { id: 8, time: 1001 }], (of) => page(of, index++))).toEqual({ deleted: [], there: [], pages })
  })

  test('a page that fails five times leaves messages unknown that were not seen before it', async () => {
    const page = ({ next }: PageRequest): IdPage => {
      if (next === 'b') throw new Failure('refused', { serviceMessage: 'This value of "next" is too old.' })
      return { messages: messages(7), next: 'b' }
    }
    expect(await lookUp([one, { id: 8, time: 1001 }], page)).toEqual({ deleted: [], there: [7], pages: 6 })
  })
})

describe('time segments', () => {
  const anyJob = fc
    .array(fc.oneof(fc.nat(5_000_000), fc.nat(2000)), { minLength: 1, maxLength: 300 })
    .map((times) => deletionInput(times.map((time, index) => ({ id: index + 1, time }))))

  test('each step is in one segment, in order, and there are at most as many segments as deletes, or four', () => {
    fc.assert(
      fc.property(anyJob, (job) => {
        const steps = Array.from(job.ids.keys())
        const found = timeSegments(job, steps)
        expect(found.flat()).toEqual(steps)
        expect(found.length).toBeLessThanOrEqual(Math.max(4, Math.ceil(steps.length / 25)))
      }),
    )
  })

  test('only long pauses are left out', () => {
    const minute = 60
    const job = deletionInput([0, 5, 9, 60, 61, 10_000, 10_001].map((at, index) => ({ id: index + 1, time: at * minute })))
    expect(timeSegments(job, Array.from(job.ids.keys())).map((steps) => steps.map((step) => job.ids[step]))).toEqual([
      [7, 6],
      [5, 4, 3, 2, 1],
    ])
  })

  test('a long segment is split and read in parallel', () => {
    const job = deletionInput(Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, time: index })))
    expect(timeSegments(job, Array.from(job.ids.keys())).map(({ length }) => length)).toEqual([2500, 2500, 2500, 2500])
  })
})
