import { describe, expect, test } from 'vitest'
import { message } from '#engine/analysis/test-messages.ts'
import { compileRule } from '#engine/analysis/rules/rule-matcher.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { backtestSamples, type Verdict } from '#contract/gateway/rules.ts'
import { createSummary } from './run-backtest.ts'

const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])
const totals = { read: 900, chatsRead: 3, requests: 5, ms: 12 }
/** Ten seconds of each of the 60 columns. */
const span = { from: 1000, to: 1600 }

interface Match {
  time?: number
  author?: number
  chatId?: number
  verdict?: Verdict
}

function summaryOf(matches: Match[], { from, to } = span) {
  const summary = createSummary({ from, to })
  const matcher = compileRule(rule, new Map())(new Set())
  for (const [index, { time = from, author = 1, chatId = 7, verdict = 'none' }] of matches.entries()) {
    const one = message(index + 1, { time, userId: author, userName: `author ${author}`, text: `so CHEAP ${index}` })
    for (const matched of matcher.add(one))
      summary.add({ chatId, message: matched, results: matcher.resultsOf(matched), verdict, by: verdict === 'none' ? '' : 'Ana' })
  }
  expect(summary.matched()).toBe(matches.length)
  return summary.result(rule, new Map(), new Map([[7, 'Main stage']]), totals)
}
const times = (...all: number[]) => all.map((time) => ({ time }))
const repeat = (count: number, match: Match) => Array.from({ length: count }, () => match)

test('an empty period has no match', () => {
  expect(summaryOf([])).toEqual({
    ...totals,
    matched: 0,
    deletedByHand: 0,
    kept: 0,
    notDecided: 0,
    from: 1_000_000,
    to: 1_600_000,
    columns: Array.from({ length: 60 }, () => 0),
    authors: [],
    otherAuthors: { count: 0, matched: 0 },
    chats: [],
    mostPerMinute: 0,
    mostPerHour: 0,
    samples: [],
  })
})

test('each match counts in the column of its time; the ends of the period belong to the first and the last', () => {
  const columnsOf = (...all: number[]) => summaryOf(times(...all)).columns.flatMap((count, column) => (count ? [[column, count]] : []))
  expect(columnsOf(1000, 1009, 1010, 1299, 1599, 1600)).toEqual([
    [0, 2],
    [1, 1],
    [29, 1],
    [59, 2],
  ])
  // Messages that a service returns though they are outside of the period.
  expect(columnsOf(900, 1700)).toEqual([
    [0, 1],
    [59, 1],
  ])
  expect(summaryOf(times(1000), { from: 1000, to: 1000 }).columns[0]).toBe(1)
})

test('authors and chats with the most matches come first; the other authors are counted', () => {
  const byAuthor = Array.from({ length: 23 }, (_, author) => repeat(author + 1, { author })).flat()
  const { authors, otherAuthors } = summaryOf(byAuthor)
  expect(authors).toEqual(Array.from({ length: 20 }, (_, rank) => ({ name: `author ${22 - rank}`, count: 23 - rank })))
  expect(otherAuthors).toEqual({ count: 3, matched: 1 + 2 + 3 })
  const { chats } = summaryOf([...repeat(2, { chatId: 8 }), ...repeat(3, { chatId: 7 }), ...times(1000)])
  expect(chats).toEqual([
    { chatId: 7, name: 'Main stage', count: 4 },
    { chatId: 8, name: '', count: 2 },
  ])
  expect(summaryOf(Array.from({ length: 101 }, (_, chatId) => ({ chatId }))).chats).toHaveLength(100)
})

test('the most matches within a minute and an hour do not depend on the order in which chats are read', () => {
  const most = (...all: number[]) => {
    const { mostPerMinute, mostPerHour } = summaryOf(times(...all))
    return [mostPerMinute, mostPerHour]
  }
  expect(most(1059, 1000, 1120)).toEqual([2, 3])
  expect(most(1060, 1000, 1120)).toEqual([1, 3])
  expect(most(1000, 1030, 1061, 1062, 1063, 4599, 4600)).toEqual([4, 6])
})

test('what people decided is counted', () => {
  const matches: Match[] = [{ verdict: 'deleted' }, { verdict: 'deleted' }, { verdict: 'kept' }, {}, {}, {}]
  expect(summaryOf(matches)).toMatchObject({ matched: 6, deletedByHand: 2, kept: 1, notDecided: 3 })
})

describe('samples', () => {
  test('show what a person needs to judge a match', () => {
    expect(summaryOf([{ time: 1200, verdict: 'deleted', chatId: 8 }]).samples).toEqual([
      {
        chatId: 8,
        messageId: 1,
        time: 1200,
        userName: 'author 1',
        text: 'so CHEAP 0',
        highlights: [{ start: 3, end: 8 }],
        verdict: 'deleted',
        by: 'Ana',
      },
    ])
  })

  test('are what people kept, then others, each newest first', () => {
    const { samples } = summaryOf([{ time: 1500 }, { time: 1100, verdict: 'kept' }, { time: 1200, verdict: 'kept' }, { time: 1505 }])
    expect(samples.map(({ time, verdict }) => [time, verdict])).toEqual([
      [1200, 'kept'],
      [1100, 'kept'],
      [1505, 'none'],
      [1500, 'none'],
    ])
  })

  test('are of the whole period, also where most matches are of one moment', () => {
    const burst = repeat(500, { time: 1100 })
    const { samples } = summaryOf([...burst, ...times(1205, 1405)])
    expect(samples).toHaveLength(backtestSamples)
    expect(samples.slice(0, 3).map(({ time }) => time)).toEqual([1405, 1205, 1100])
    // One of every second column where each has a match.
    const even = summaryOf(times(...Array.from({ length: 60 }, (_, column) => 1000 + column * 10))).samples
    expect(even.map(({ time }) => time)).toEqual(Array.from({ length: backtestSamples }, (_, index) => 1580 - index * 20))
  })

  test('leave room for nothing else where people kept many', () => {
    const { samples } = summaryOf([...repeat(backtestSamples + 5, { verdict: 'kept' }), {}])
    expect(samples.map(({ verdict }) => verdict)).toEqual(Array.from({ length: backtestSamples }, () => 'kept'))
  })
})
