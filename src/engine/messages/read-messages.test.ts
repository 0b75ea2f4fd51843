import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { message } from '#engine/analysis/test-messages.ts'
import { seeded } from '#engine/jobs/test-clock.ts'
import { maxPages, readFromCursor, readNewest, type Backlog, type ChatCursor, type Page, type PageQuery } from './read-messages.ts'

interface ServiceOptions {
  pageSize?: number
  newestFirst?: boolean
  /** Whether `from` and `to` belong to the range. */
  isInclusive?: boolean
  /** The last message of a page is also the first of the next. */
  repeats?: boolean
}

/** A chat of a service that pages in any way that the API document allows. */
function chatOf(messages: Message[], { pageSize = 3, newestFirst = false, isInclusive = true, repeats = false }: ServiceOptions = {}) {
  let pages = 0
  const readPage = async ({ from = 0, to = Infinity, reverse, next }: PageQuery): Promise<Page> => {
    pages++
    const isIn = ({ time }: Message) => (isInclusive ? time >= from && time <= to : time > from && time < to)
    const all = messages
      .filter(isIn)
      .toSorted(
        (one, other) => (one.time - other.time || one.messageId - other.messageId) * (newestFirst === (reverse === undefined) ? -1 : 1),
      )
    const start = Number(next ?? 0)
    const end = start + pageSize
    return { messages: all.slice(start, end), ...(end < all.length && { next: String(repeats ? end - 1 : end) }) }
  }
  return { readPage, pages: () => pages }
}

/** Reads repeatedly until nothing is left, as the worker does. */
async function readAll(readPage: (query: PageQuery) => Promise<Page>, cursor: ChatCursor) {
  const ids: number[] = []
  let backlog: Backlog = null
  let rounds = 0
  do {
    const read = await readFromCursor(readPage, cursor, { backlog })
    ids.push(...read.fresh.map(({ messageId }) => messageId))
    ;({ cursor, backlog } = read)
    rounds++
  } while (backlog !== null)
  return { ids, cursor, rounds }
}

const at = (id: number, time: number) => message(id, { time })

describe.each<[string, ServiceOptions]>([
  ['oldest first', {}],
  ['newest first', { newestFirst: true }],
  ['ends of ranges left out', { isInclusive: false }],
  ['messages on two pages', { repeats: true }],
])('a service with %s', (_, options) => {
  test('new messages are read in order, once, including several in the second of the cursor', async () => {
    const messages = [at(1, 100), at(2, 100), at(4, 101), at(3, 101), at(5, 107), at(6, 130)]
    const { readPage } = chatOf(messages, options)
    const { ids, cursor } = await readAll(readPage, { time: 100, ids: [1] })
    expect(ids).toEqual([2, 3, 4, 5, 6])
    expect(cursor).toEqual({ time: 130, ids: [6] })
    messages.push(at(7, 130), at(9, 128))
    expect((await readAll(readPage, cursor)).ids).toEqual([9, 7])
  })

  test('a backlog of any length is read in parts, without loss', async () => {
    const random = seeded(5)
    let time = 1000
    const messages = Array.from({ length: 3000 }, (__, index) => {
      if (random() < 0.7) time += Math.floor(random() * (random() < 0.01 ? 100_000 : 20))
      return at(index + 1, time)
    })
    const { readPage } = chatOf(messages, { ...options, pageSize: 10 })
    const { ids, rounds } = await readAll(readPage, { time: 999, ids: [] })
    expect(ids).toEqual(messages.map(({ messageId }) => messageId))
    expect(rounds).toBeGreaterThan(3000 / 10 / maxPages)
  })
})

test('older messages are returned as known, as far back as requested', async () => {
  const { readPage } = chatOf([at(1, 10), at(2, 50), at(3, 95), at(4, 100), at(5, 101)], { pageSize: 2 })
  const read = await readFromCursor(readPage, { time: 100, ids: [3, 4] }, { contextSeconds: 60 })
  expect(read.known.map(({ messageId }) => messageId)).toEqual([2, 3, 4])
  expect(read.fresh.map(({ messageId }) => messageId)).toEqual([5])
})

describe('the newest message of a chat', () => {
  const messages = Array.from({ length: 40 }, (_, index) => at(index + 1, 1000 + Math.floor(index / 3) * 10))

  test.each<[string, ServiceOptions]>([
    ['oldest first', {}],
    ['newest first', { newestFirst: true }],
    ['ends of ranges left out', { newestFirst: true, isInclusive: false }],
    ['messages on two pages', { repeats: true }],
    ['everything on one page', { pageSize: 500 }],
  ])('is found without a time, with all others of its second: %s', async (_, options) => {
    const { readPage, pages } = chatOf([...messages, at(99, 1130), at(98, 1130)], options)
    expect(await readNewest(readPage)).toEqual({ time: 1130, ids: [40, 98, 99] })
    expect(pages()).toBeLessThanOrEqual(3 + maxPages)
  })

  test('of an empty chat is none', async () => {
    expect(await readNewest(chatOf([]).readPage)).toEqual({ time: 0, ids: [] })
  })

  test('of a service that starts at the oldest message in either order is not guessed', async () => {
    const { readPage } = chatOf(Array.from({ length: 100 }, (_, index) => at(index, index * 10)))
    const ignoringReverse = ({ from, next }: PageQuery) =>
      readPage({ ...(from !== undefined && { from }), ...(next !== undefined && { next }) })
    await expect(readNewest(ignoringReverse)).rejects.toMatchObject({ kind: 'not-this-api' })
  })
})

test('an empty chat keeps its cursor', async () => {
  const { readPage } = chatOf([])
  expect(await readFromCursor(readPage, { time: 100, ids: [7] })).toEqual({
    known: [],
    fresh: [],
    cursor: { time: 100, ids: [7] },
    backlog: null,
  })
})

test('page cursors that form a loop are a failure', async () => {
  const readPage = async ({ next }: PageQuery): Promise<Page> => ({ messages: [at(1, 101)], next: next === 'b' ? 'a' : 'b' })
  await expect(readFromCursor(readPage, { time: 100, ids: [] })).rejects.toThrow('keeps sending the same pages')
})

test('a range with too many pages is narrowed, down to a second, whose pages are read to the end', async () => {
  let pages = 0
  const readPage = async (): Promise<Page> => ({ messages: [at(++pages, 100)], next: `page ${pages}` })
  const narrowed = async (backlog: Backlog) => (await readFromCursor(readPage, { time: 100, ids: [] }, { backlog })).backlog
  const widths: (number | undefined)[] = []
  for (let backlog = await narrowed(null); backlog && widths.length < 7; backlog = await narrowed(backlog)) widths.push(backlog.width)
  expect(widths).toEqual([360, 90, 22, 5, 1, 1, 1])
  pages = 0
  expect(await readFromCursor(readPage, { time: 100, ids: [7] }, { backlog: { from: 95, width: 2 } })).toEqual({
    known: [],
    fresh: [],
    cursor: { time: 100, ids: [7] },
    backlog: { from: 95, width: 1 },
  })
  expect(pages).toBe(maxPages)
  const long = async ({ next }: PageQuery): Promise<Page> => {
    const page = Number(next ?? 0) + 1
    return { messages: [at(page, 100)], ...(page < 200 && { next: String(page) }) }
  }
  const read = await readFromCursor(long, { time: 99, ids: [] }, { backlog: { from: 100, width: 1 } })
  expect([read.fresh.length, read.backlog]).toEqual([200, { from: 101, width: 2 }])
})
