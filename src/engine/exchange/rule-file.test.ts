import { expect, test } from 'vitest'
import { exportedRules, importedRules, withListKeys } from './rule-file.ts'
import { testRule } from '#contract/rules/test-rules.ts'

const rule = testRule([{ kind: 'words', words: ['free'], lists: ['scam'] }])
const scam = { name: 'Scam words', words: ['dm me', 'cheap tickets'] }

test('an exported rule is imported, with its word lists and no others', () => {
  const file = exportedRules([rule], { scam, other: { name: 'Other', words: ['x'] } })
  expect(importedRules(file)).toEqual({ kind: 'read', rules: [rule], lists: { scam }, skipped: [] })
})

test('single chats and modes are not exported, because their ids mean something else elsewhere', () => {
  const scope = { chats: { labels: ['live'], chatIds: [3, 7] }, hours: null }
  const actions = { ...rule.actions, mark: false, preset: { presetId: 'lockdown', minutes: 10 } }
  const file = exportedRules([{ ...rule, scope, actions }], {})
  expect(importedRules(file)).toMatchObject({
    rules: [{ scope: { chats: { labels: ['live'], chatIds: [] } }, actions: { mark: true, preset: null } }],
  })
})

test('an invalid rule is skipped with its position and the reason', () => {
  const file = JSON.stringify({ format: 'roomkeeper-rules', version: 1, rules: [rule, { ...rule, name: '' }, 7, { ...rule, groups: 1 }] })
  expect(importedRules(file)).toMatchObject({
    kind: 'read',
    rules: [rule],
    skipped: [
      { position: 2, reason: 'name must not be empty' },
      { position: 3, reason: 'it is not a rule' },
      { position: 4, reason: 'groups is missing or invalid' },
    ],
  })
})

test.each([
  ['', 'notOurs'],
  ['{"format":"roomkeeper-presets","version":1,"presets":[{}]}', 'notOurs'],
  ['{"format":"roomkeeper-rules","version":1,"rules":[]}', 'notOurs'],
  ['{"format":"roomkeeper-rules","version":2,"rules":[]}', 'laterVersion'],
])('%s is %s', (file, kind) => {
  expect(importedRules(file).kind).toBe(kind)
})

test('keys of lists are replaced by those of this account', () => {
  expect(withListKeys(rule, new Map([['scam', 'ours']])).groups[0]?.conditions).toEqual([
    { kind: 'words', words: ['free'], lists: ['ours'] },
  ])
})
