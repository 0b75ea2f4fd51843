import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RuleCondition } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { message } from '../test-messages.ts'
import { matchExplainer } from './explain-match.ts'
import { indexLists } from './message-conditions.ts'
import { compileRule } from './rule-matcher.ts'
import { findWords, hasWord, indexOf } from './rule-words.ts'

const lists = indexLists(new Map([['scam', ['backstage pass', 'stupid']]]))

/** The reasons, and the marked parts of the text. */
function explained(conditions: RuleCondition[], text: string, userName = 'TicketFast') {
  const rule = testRule(conditions)
  const matcher = compileRule(rule, lists)()
  const [matched] = matcher.add(message(1, { text, userName }))
  if (!matched) throw new Error('The rule does not match')
  const { reasons, highlights } = matchExplainer(rule, lists)(matched, matcher.resultsOf(matched))
  return [reasons.map(({ words }) => words), highlights.map(({ start, end }) => text.slice(start, end))]
}

describe('each condition explains what it found, and where', () => {
  test.each<[RuleCondition, string, string, string[]]>([
    [
      { kind: 'words', words: ['free'], lists: ['scam'] },
      'FREE backstage pass, free!',
      '“free”, “backstage pass”',
      ['FREE', 'backstage pass', 'free'],
    ],
    [{ kind: 'words', words: [], lists: ['scam'] }, 'so sstuuuupid ѕtuріd', 'written like “stupid”', ['ѕtuріd']],
    [{ kind: 'words', words: ['cheap'], lists: [] }, 'very chéééap 🎉', 'written like “cheap”', ['chéééap']],
    [
      { kind: 'expression', pattern: String.raw`\+?\d[\d ]{7,}\d` },
      'Call +31 6 5550 0142 now',
      String.raw`Matches the expression \+?\d[\d ]{7,}\d`,
      ['+31 6 5550 0142'],
    ],
    [
      { kind: 'linkOutside', allowed: ['example.com'] },
      'https://example.com and http://Aurora-pass.example/claim?r=44',
      'Link to aurora-pass.example',
      ['Aurora-pass.example'],
    ],
    [{ kind: 'linkTo', domains: ['t.example'] }, 'at https://me@t.example/x', 'Link to t.example', ['https://me@t.example/x']],
    [{ kind: 'longer', than: 3 }, 'abcd', '4 characters', []],
    [{ kind: 'shorter', than: 3 }, 'a', '1 character', []],
    [
      { kind: 'capitals', percent: 80 },
      '1. DER KÄSEKUCHEN WAR WIEDER ZUERST Weg!!!',
      '93 % capitals, 42 characters',
      ['DER KÄSEKUCHEN WAR WIEDER ZUERST Weg'],
    ],
    [{ kind: 'authorName', words: ['TicketFast'] }, 'hi', 'Author name with “TicketFast”', []],
    [{ kind: 'firstMessage' }, 'hi', 'First message of the author', []],
    [{ kind: 'authorRate', moreThan: 1, seconds: 90 }, 'hi', 'More than 1 message by the author in 90 s', []],
  ])('%j in %s', (condition, text, words, marked) => {
    const rule = testRule([condition])
    const matcher = compileRule(rule, lists)()
    matcher.add(message(1, { text, userName: 'TicketFast' }))
    const one = message(2, { text, userName: 'TicketFast' })
    const isOfAuthor = condition.kind === 'authorRate'
    if (isOfAuthor) {
      const matched = matcher.add(one)
      expect(matched).toHaveLength(2)
      const { reasons } = matchExplainer(rule, lists)(matched[0]!, matcher.resultsOf(matched[0]!))
      expect(reasons).toEqual([{ kind: 'authorRate', words }])
    } else expect(explained([condition], text)).toEqual([[words], marked])
  })
})

test('overlapping highlights are merged, in the order of the text', () => {
  const conditions: RuleCondition[] = [
    { kind: 'expression', pattern: 'pass at https' },
    { kind: 'words', words: ['backstage pass'], lists: [] },
    { kind: 'linkOutside', allowed: [] },
  ]
  expect(explained(conditions, 'a backstage pass at https://a.example/1')[1]).toEqual(['backstage pass at https', 'a.example'])
})

test('a group of “any” is explained by the conditions that are met, a group of “none” by nothing', () => {
  const rule = testRule([], {
    groups: [
      {
        match: 'any',
        conditions: [
          { kind: 'words', words: ['cheap'], lists: [] },
          { kind: 'words', words: ['dear'], lists: [] },
          { kind: 'chatRate', moreThan: 10, seconds: 60 },
          { kind: 'longer', than: 3 },
        ],
      },
      { match: 'none', conditions: [{ kind: 'shorter', than: 2 }] },
    ],
  })
  const matcher = compileRule(rule, lists)()
  const [matched] = matcher.add(message(1, { text: 'cheap' }))
  expect(matchExplainer(rule, lists)(matched!, matcher.resultsOf(matched!)).reasons).toEqual([
    { kind: 'words', words: '“cheap”' },
    { kind: 'longer', words: '5 characters' },
  ])
})

test('finds a word in every text that the matcher matches', () => {
  const words = ['ticket', 'free pass', 'book', 'привет']
  const index = indexOf(words)
  const pieces = [...words, 'tіcket', 'tiiicket', 'frée', 'pass', 'pasѕss', 'booook', ' ', ' ', '!', 'x', '\u200B', '🎉', 'é', 'ПРИВЕТ']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      const found = findWords([index], text)
      expect(found.length > 0).toBe(hasWord(index, text))
      for (const { start, end } of found) expect(start < end && end <= text.length).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
