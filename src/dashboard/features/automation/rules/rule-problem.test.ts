import { expect, test } from 'vitest'
import { builtInPresets } from '#contract/presets/preset.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { rightsOf } from '#contract/gateway/rights.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import { signedInAs } from '#dashboard/platform/session/test-signed-in.ts'
import { liveProblem, notYetLive } from './rule-problem.ts'

const ready: Parameters<typeof notYetLive>[0] = {
  stored: { state: 'shadow', running: null, version: 2, backtest: { at: 1, by: 'Ana', read: 100, matched: 3, kept: 0 } },
  worker: { state: 'running' },
  isUnsaved: false,
  problem: null,
  backtest: { isRunning: false, failed: null },
}

test('a saved rule with a complete backtest can go live, also after it fell back', () => {
  expect(notYetLive(ready)).toBeNull()
  expect(notYetLive({ ...ready, stored: { ...ready.stored!, state: 'fellBack' } })).toBeNull()
})

test.each<[string, Partial<typeof ready>, string]>([
  ['is new', { stored: null }, 'Save the draft first.'],
  ['has edits', { isUnsaved: true }, 'Save the draft first.'],
  ['has no backtest of this version', { stored: { ...ready.stored!, backtest: null } }, 'Run a backtest of this version first.'],
  ['is being tested', { backtest: { isRunning: true, failed: null } }, 'The backtest is running.'],
  ['was not tested to the end', { backtest: { isRunning: false, failed: 'It read 12 messages.' } }, 'The backtest is not complete.'],
  [
    'the person may not put live',
    { problem: 'Going live needs more.', stored: { ...ready.stored!, backtest: null } },
    'Going live needs more.',
  ],
  ['has no background access', { worker: { state: 'off' } }, 'Rules run only with background access.'],
])('a rule that %s cannot', (_, part, reason) => {
  expect(notYetLive({ ...ready, ...part })).toBe(reason)
})

const manager = signedInAs('manager', [7]).team!.person!
const inOwn = { chats: { labels: [], chatIds: [7] }, hours: null }
const { actions } = testRule([])
const deleting = testRule([], { scope: inOwn, actions: { ...actions, deleteAfterSeconds: 20 } })
const turning = testRule([], { scope: inOwn, actions: { ...actions, preset: { presetId: 'vet', minutes: 30 } } })
const preset = (chatIds: number[], isReduced?: true): KnownPreset => {
  const value = { ...builtInPresets.lockdown, chats: { labels: [], chatIds } }
  const entry = { chatId: null, key: 'vet', value, version: 1, changedAt: 1, changedBy: '', ...(isReduced && { isReduced }) }
  return { id: 'vet', preset: value, isBuiltIn: false, entry }
}

test.each<[string, Parameters<typeof liveProblem>, string | null]>([
  [
    'what it does is missing',
    [{ ...manager, rights: rightsOf('manager', { manager: { rights: { 'messages.delete': false } } }) }, deleting, []],
    'Going live needs the permission “Delete messages” in all chats of the rule.',
  ],
  [
    'it reaches other chats',
    [manager, testRule([]), []],
    'Going live needs the permission “Write rules and put them live” in all chats of the rule.',
  ],
  [
    'it may delete more than the person',
    [{ ...manager, limits: { ...manager.limits, deletionsPerHour: 100 } }, deleting, []],
    'You may delete 100 messages an hour, and this rule may delete more.',
  ],
  ['its mode is for another chat', [manager, turning, [preset([8])]], 'Its mode is not for all chats of the rule.'],
  [
    'its mode is for chats that the person cannot see',
    [manager, turning, [preset([], true)]],
    'Its mode is not for all chats of the rule.',
  ],
  ['its mode is for this chat and others', [manager, turning, [preset([7], true)]], null],
  ['the person has all of it', [manager, deleting, []], null],
  ['the account’s token was used', [null, testRule([], { ...deleting, scope: { chats: 'all', hours: null } }), []], null],
])('going live says beforehand where %s', (_, [person, rule, presets], expected) => {
  expect(liveProblem(person, rule, presets)).toBe(expected)
})
