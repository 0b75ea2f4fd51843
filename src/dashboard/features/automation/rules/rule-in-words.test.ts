import { expect, test } from 'vitest'
import type { RuleCondition } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { conditionInWords } from './conditions.ts'
import { actionsInWords, conditionsInWords } from './rule-in-words.ts'

const names = {
  list: (listId: string) => (listId === 'scam' ? 'Scam words' : null),
  preset: (presetId: string) => (presetId === 'lockdown' ? 'Lockdown' : presetId),
}

test.each<[RuleCondition, string]>([
  [{ kind: 'words', words: ['free', 'cheap'], lists: [] }, 'Words “free” or “cheap”'],
  [{ kind: 'words', words: ['a', 'b', 'c', 'd', 'e'], lists: [] }, 'Words “a”, “b” or one of 3 more'],
  [{ kind: 'words', words: [], lists: ['scam'] }, 'Words on “Scam words”'],
  [{ kind: 'words', words: ['free'], lists: ['scam', 'gone'] }, 'Words on “Scam words”, a deleted list or “free”'],
  [{ kind: 'expression', pattern: '\\+?\\d{7,}' }, 'Expression \\+?\\d{7,}'],
  [{ kind: 'linkOutside', allowed: [] }, 'Any link'],
  [{ kind: 'linkOutside', allowed: ['example.com'] }, 'Link outside example.com'],
  [{ kind: 'linkTo', domains: ['a.example', 'b.example'] }, 'Link to a.example or b.example'],
  [{ kind: 'longer', than: 1 }, 'Longer than 1 character'],
  [{ kind: 'capitals', percent: 80 }, 'At least 80 % capitals'],
  [{ kind: 'authorRate', moreThan: 10, seconds: 60 }, 'More than 10 messages by one author in 1 min'],
  [{ kind: 'sameText', authors: 4, seconds: 90 }, 'Nearly the same text by 4 authors in 90 s'],
  [{ kind: 'chatRate', moreThan: 1, seconds: 600 }, 'More than 1 message in the chat in 10 min'],
])('%j reads “%s”', (condition, words) => {
  expect(conditionInWords(condition, names)).toBe(words)
})

test('groups are listed one after the other', () => {
  const rule = testRule([], {
    groups: [
      { match: 'all', conditions: [{ kind: 'linkOutside', allowed: [] }, { kind: 'firstMessage' }] },
      {
        match: 'any',
        conditions: [
          { kind: 'longer', than: 200 },
          { kind: 'capitals', percent: 90 },
        ],
      },
      { match: 'none', conditions: [{ kind: 'shorter', than: 10 }] },
    ],
  })
  expect(conditionsInWords(rule, names)).toBe(
    'Any link + First message of an author · Longer than 200 characters / At least 90 % capitals · None of: Shorter than 10 characters',
  )
})

test.each([
  [{ deleteAfterSeconds: 20, mark: true }, 'Delete after 20 s, mark'],
  [{ deleteAfterSeconds: 0 }, 'Delete at once'],
  [{ mark: true, notify: true }, 'Mark, notify'],
  [{ announce: 'Please stop', preset: { presetId: 'lockdown', minutes: 30 } }, 'Turn on Lockdown, announce'],
])('the actions %j read “%s”', (actions, words) => {
  const none = { mark: false, deleteAfterSeconds: null, announce: null, preset: null, notify: false }
  expect(actionsInWords({ actions: { ...none, ...actions } }, names)).toBe(words)
})
