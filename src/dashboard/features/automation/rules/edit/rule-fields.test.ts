import { expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import { fieldsOfRule, issuesOf, ruleOfFields, type RuleFields } from './rule-fields.ts'

const rule = testRule(
  [
    { kind: 'words', words: ['free'], lists: ['scam'] },
    { kind: 'authorRate', moreThan: 10, seconds: 60 },
  ],
  {
    description: 'For the summer',
    scope: { chats: { labels: ['live'], chatIds: [3, 7] }, hours: { zone: 'Europe/Lisbon', days: [4, 5], from: 1200, to: 60 } },
    except: { authors: ['Mirela S.'], words: ['backstage'] },
    actions: { mark: true, deleteAfterSeconds: 20, announce: 'Stop', preset: { presetId: 'lockdown', minutes: 30 }, notify: true },
  },
)
const fields = fieldsOfRule(rule)

test('a rule survives conversion to fields and back', () => {
  expect(ruleOfFields(fields)).toEqual(rule)
  const plain = testRule([{ kind: 'firstMessage' }])
  expect(ruleOfFields(fieldsOfRule(plain))).toEqual(plain)
})

test.each<[string, Partial<RuleFields>, object]>([
  ['no name', { name: ' ' }, { field: 'name', path: [], message: 'must not be empty' }],
  ['a fraction', { perMinute: '1.5' }, { field: 'perMinute', path: [], message: 'must be a whole number' }],
  ['a number above its limit', { deleteAfterSeconds: 500 }, { field: 'deleteAfterSeconds', path: [], message: 'must be at most 120' }],
  ['no number', { keepTextsDays: '' }, { field: 'keepTextsDays', path: [], message: 'must be a whole number' }],
  [
    'a condition without its number',
    { groups: [{ match: 'all', conditions: [{ kind: 'longer', than: '' }] }] },
    { field: 'groups', path: [0, 'conditions', 0, 'than'], message: 'must be a whole number' },
  ],
  [
    'no condition',
    { groups: [{ match: 'all', conditions: [] }] },
    { field: 'groups', path: [0, 'conditions'], message: 'must have a condition' },
  ],
  [
    'an invalid time',
    { hours: { zone: 'UTC', days: [0], from: '25:99', to: '9' } },
    { field: 'hours', path: [], message: 'must be a time such as 19:00' },
  ],
  ['an announcement without a text', { announce: '' }, { field: 'announce', path: [], message: 'must not be empty' }],
  [
    'a mode without a time',
    { preset: { presetId: 'lockdown', minutes: 'x' } },
    { field: 'preset', path: [], message: 'must be a whole number' },
  ],
  [
    'no action',
    { mark: false, notify: false, deleteAfterSeconds: null, announce: null, preset: null },
    { field: 'mark', path: [], message: 'must have an action' },
  ],
])('%s is a problem of its field, and the rule is invalid', (_, wrong, issue) => {
  const typed = { ...fields, ...wrong }
  expect(issuesOf(typed)[0]).toEqual(issue)
  expect(ruleOfFields(typed)).toBeNull()
})

test('midnight may be typed as 24:00', () => {
  const hours = { zone: 'UTC', days: [6], from: '22', to: '24:00' }
  expect(ruleOfFields({ ...fields, hours })?.scope.hours).toEqual({ zone: 'UTC', days: [6], from: 1320, to: 0 })
})
