import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import type { Rule, RuleCondition } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { message, repeatedly } from '../test-messages.ts'
import { indexLists, ruleFaults } from './message-conditions.ts'
import { compileRule } from './rule-matcher.ts'

const lists = indexLists(new Map([['scam', ['free pass']]]))

/** The ids of the messages that a rule matches, in the order in which they match. */
const matchedIds = (rule: Rule, messages: readonly Message[]): number[] => {
  const matcher = compileRule(rule, lists)()
  return messages.flatMap((one) => matcher.add(one).map(({ messageId }) => messageId))
}

const texts = (...all: string[]) => all.map((text, index) => message(index + 1, { text }))

describe('conditions about one message', () => {
  test.each<[RuleCondition, string[], number[]]>([
    [{ kind: 'words', words: ['ticket'], lists: ['scam'] }, ['a ticket', 'tickets', 'FREE PASS'], [1, 3]],
    [{ kind: 'expression', pattern: String.raw`\bdm me\b` }, ['DM me', 'dm meh'], [1]],
    [{ kind: 'linkOutside', allowed: [] }, ['see https://a.example', 'a.example'], [1]],
    [
      { kind: 'linkOutside', allowed: ['example.com'] },
      [
        'https://example.com/x',
        'https://shop.EXAMPLE.com:8080',
        'https://badexample.com',
        'https://example.com.evil.example',
        'https://example.com@evil.example',
      ],
      [3, 4, 5],
    ],
    [{ kind: 'linkTo', domains: ['t.example'] }, ['http://t.example/x', 'http://not-t.example'], [1]],
    [{ kind: 'longer', than: 3 }, ['abc', 'abcd', '🎉🎉🎉'], [2]],
    [{ kind: 'shorter', than: 3 }, ['abc', 'ab', '🎉🎉'], [2, 3]],
    [{ kind: 'capitals', percent: 80 }, ['BUY TICKETS NOW', 'Buy tickets now', 'LOL', '音楽音楽音楽音楽'], [1]],
    // Exactly the share, one letter less, just long enough and one letter too short.
    [{ kind: 'capitals', percent: 80 }, ['ABCDEFGHij', 'ABCDEFGhij', 'A1B2C3D4EFGH', 'ABCDEFG 1234'], [1, 3]],
  ])('%j in %j', (condition, written, ids) => {
    expect(matchedIds(testRule([condition]), texts(...written))).toEqual(ids)
  })

  test('the name of an author', () => {
    const messages = [message(1, { userName: 'Ticket Fairy' }), message(2, { userName: 'Ayşe' })]
    expect(matchedIds(testRule([{ kind: 'authorName', words: ['fairy'] }]), messages)).toEqual([1])
  })

  test('the first message of each author', () => {
    const messages = [1, 2, 3].map((id) => message(id, { userName: id === 3 ? 'Ayşe' : 'Tom' }))
    expect(matchedIds(testRule([{ kind: 'firstMessage' }]), messages)).toEqual([1, 3])
  })
})

describe('conditions about several messages', () => {
  test('more than n by one author: the earlier ones match too', () => {
    const rule = testRule([{ kind: 'authorRate', moreThan: 2, seconds: 60 }])
    expect(matchedIds(rule, repeatedly('hi', { count: 4, every: 10 }))).toEqual([1, 2, 3, 4])
    expect(matchedIds(rule, repeatedly('hi', { count: 4, every: 31 }))).toEqual([])
    expect(matchedIds(rule, repeatedly('hi', { count: 4, every: 1, authors: 2 }))).toEqual([])
  })

  test('nearly the same text by n authors', () => {
    const rule = testRule([{ kind: 'sameText', authors: 3, seconds: 60 }])
    const spam = repeatedly('Cheap backstage passes at https://a.example/1', { count: 3, authors: 3 })
    expect(matchedIds(rule, spam)).toEqual([1, 2, 3])
    expect(matchedIds(rule, repeatedly('Cheap backstage passes at https://a.example/1', { count: 9, authors: 2 }))).toEqual([])
    expect(matchedIds(rule, repeatedly('lol', { count: 9, authors: 9 }))).toEqual([])
  })

  test('of a full window, only messages that meet the other groups match', () => {
    const rule = testRule([
      { kind: 'chatRate', moreThan: 3, seconds: 60 },
      { kind: 'linkOutside', allowed: [] },
    ])
    const messages = texts('https://a.example', 'one', 'two', 'https://b.example', 'https://c.example')
    expect(matchedIds(rule, messages)).toEqual([1, 4, 5])
  })
})

test('groups of all, any and none', () => {
  const rule = testRule([], {
    groups: [
      {
        match: 'all',
        conditions: [
          { kind: 'linkOutside', allowed: [] },
          { kind: 'longer', than: 20 },
        ],
      },
      {
        match: 'any',
        conditions: [
          { kind: 'words', words: ['ticket', 'pass'], lists: [] },
          { kind: 'capitals', percent: 90 },
        ],
      },
      { match: 'none', conditions: [{ kind: 'authorName', words: ['Mirela'] }] },
    ],
  })
  const [tom, mirela] = ['Tom', 'Mirela S.']
  const messages = [
    message(1, { userName: tom, text: 'ticket at https://a.example/long' }),
    message(2, { userName: mirela, text: 'ticket at https://a.example/long' }),
    message(3, { userName: tom, text: 'nothing at https://a.example/long' }),
    message(4, { userName: tom, text: 'pass http://a.b' }),
  ]
  expect(matchedIds(rule, messages)).toEqual([1])
})

test('exceptions by author and by word', () => {
  const rule = testRule([{ kind: 'longer', than: 0 }], { except: { authors: ['mirela s.'], words: ['official'] } })
  const messages = [message(1), message(2, { userName: 'Tom', text: 'The official one' }), message(3, { userName: 'Tom', text: 'x' })]
  expect(matchedIds(rule, messages)).toEqual([3])
})

test('a rule matches nothing outside its hours, also across midnight and when clocks change', () => {
  const at = (iso: string, messageId: number) => message(messageId, { time: Date.parse(iso) / 1000, text: 'x' })
  // Saturday evenings in Berlin; on Sunday, 25 October 2026, clocks go back at 3:00.
  const rule = testRule([{ kind: 'longer', than: 0 }], {
    scope: { chats: 'all', hours: { zone: 'Europe/Berlin', days: [5], from: 22 * 60, to: 3 * 60 } },
  })
  const messages = [
    at('2026-10-24T19:59:00Z', 1),
    at('2026-10-24T20:00:00Z', 2),
    at('2026-10-25T00:30:00Z', 3),
    at('2026-10-25T01:30:00Z', 4),
    at('2026-10-25T02:00:00Z', 5),
    at('2026-10-25T21:00:00Z', 6),
  ]
  expect(matchedIds(rule, messages)).toEqual([2, 3, 4])
})

test.each<[string, [from: number, to: number], string[]]>([
  ['a few hours of some days', [9 * 60, 17 * 60 + 30], ['2026-10-26T09:00', '2026-10-26T17:29', '2026-10-28T12:00']],
  ['a whole day', [0, 0], ['2026-10-26T08:59', '2026-10-26T09:00', '2026-10-26T17:29', '2026-10-26T17:30', '2026-10-28T12:00']],
  ['the night after some days', [17 * 60 + 30, 9 * 60], ['2026-10-26T17:30', '2026-10-27T08:59']],
])('a rule has its hours on the days on which they begin: %s', (_, [from, to], matching) => {
  // Monday and Wednesday.
  const hours = { zone: 'UTC', days: [0, 2], from, to }
  const rule = testRule([{ kind: 'longer', than: 0 }], { scope: { chats: 'all', hours } })
  const times = [
    '2026-10-26T08:59',
    '2026-10-26T09:00',
    '2026-10-26T17:29',
    '2026-10-26T17:30',
    '2026-10-27T08:59',
    '2026-10-27T09:00',
    '2026-10-27T12:00',
    '2026-10-28T12:00',
  ]
  const messages = times.map((time, index) => message(index, { time: Date.parse(`${time}Z`) / 1000, text: 'x' }))
  expect(matchedIds(rule, messages).map((index) => times[index])).toEqual(matching)
})

test('a fault is reported with its position, and matches nothing', () => {
  const rule = testRule([{ kind: 'expression', pattern: '(a' }])
  const gone = testRule([
    { kind: 'longer', than: 0 },
    { kind: 'words', words: [], lists: ['gone'] },
  ])
  expect(ruleFaults(rule, lists)).toMatchObject([{ group: 0, condition: 0, fault: { kind: 'fault', from: 0, to: 1 } }])
  expect(ruleFaults(gone, lists)).toEqual([{ group: 0, condition: 1, fault: { kind: 'missingList', listId: 'gone' } }])
  expect(ruleFaults(testRule([{ kind: 'words', words: [], lists: ['scam'] }]), lists)).toEqual([])
  expect(matchedIds(rule, texts('a', '(a'))).toEqual([])
  expect(matchedIds(gone, texts('a'))).toEqual([])
})

test('rules that share a list of words look at its words once', () => {
  const reads = { count: 0 }
  const words = new Proxy(
    Array.from({ length: 10_000 }, (_, index) => `word${index}`),
    {
      get: (of, name) => {
        if (name === '9999') reads.count++
        return Reflect.get(of, name) as unknown
      },
    },
  )
  const shared = indexLists(new Map([['scam', words]]))
  const rule = testRule([{ kind: 'words', words: [], lists: ['scam'] }])
  const matchers = Array.from({ length: 10 }, () => compileRule(rule, shared)())
  for (const matcher of matchers) expect(matcher.add(message(1, { text: 'a WORD9999' }))).toHaveLength(1)
  expect(reads.count).toBe(1)
})
