import { expect, test } from 'vitest'
import { builtInPresets, type Preset } from '#contract/presets/preset.ts'
import { signedInAs } from '#dashboard/platform/session/test-signed-in.ts'
import { type KnownPreset, mayTurnOn } from './known-presets.ts'

const moderator = signedInAs('moderator', [7, 8]).team!.person
const manager = signedInAs('manager', [7, 8]).team!.person

const known = (chats: Preset['chats'], isReduced?: true): KnownPreset => {
  const preset = { ...builtInPresets.lockdown, chats }
  const entry = { chatId: null, key: 'vet', value: preset, version: 1, changedAt: 1, changedBy: '', ...(isReduced && { isReduced }) }
  return { id: 'vet', preset, isBuiltIn: false, entry }
}
const in7 = { labels: [], chatIds: [7] }
const none = { labels: [], chatIds: [] }

test.each<[string, KnownPreset, number, boolean]>([
  ['a chat that it is for', known(in7), 7, true],
  ['another of their chats', known(in7), 8, false],
  ['any of their chats, where it is for all', known('all'), 8, true],
  ['any of their chats, where they are chosen when it is turned on', known(none), 8, true],
  ['none, where it is for chats of others only', known(none, true), 7, false],
  ['a chat of others', known('all'), 9, false],
])('without the right to change settings, a mode is turned on in %s', (_, preset, chatId, expected) => {
  expect(mayTurnOn(moderator, preset, chatId)).toBe(expected)
})

test('with the right to change settings, it is turned on in each of their chats', () => {
  expect([7, 8, 9].map((chatId) => mayTurnOn(manager, known(in7), chatId))).toEqual([true, true, false])
})
