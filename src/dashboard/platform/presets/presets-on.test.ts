import { expect, test } from 'vitest'
import type { PresetOn } from '#contract/gateway/presets.ts'
import { detailOf, isOnIn, titleOf } from './presets-on.ts'

const now = new Date('2026-11-14T20:18:00').getTime()
const until = new Date('2026-11-14T21:30:00').getTime()

const on = (changes: Partial<PresetOn> = {}): PresetOn => ({
  id: 'on-1',
  presetId: 'lockdown',
  name: 'Lockdown',
  at: now - 3_600_000,
  by: 'Ana',
  until,
  endsByItself: true,
  chats: [1, 2, 3].map((chatId) => ({ chatId, copyOf: null })),
  progress: 'whole',
  isReduced: false,
  ...changes,
})

test('the title says in how many chats it is on', () => {
  expect(titleOf(on())).toBe('Lockdown in 3 chats')
  expect(titleOf(on({ chats: [{ chatId: 1, copyOf: null }] }))).toBe('Lockdown in 1 chat')
  expect([isOnIn(on(), 3), isOnIn(on(), 4)]).toEqual([true, false])
})

test.each([
  ['by Ana, until 21:30', on()],
  ['until 21:30', on({ by: '' })],
  ['by Ana, until someone ends it', on({ until: null })],
  ['by Ana, until 20:10, ending now', on({ until: now - 8 * 60_000 })],
  ['by Ana, was to end at 20:10', on({ until: now - 8 * 60_000, endsByItself: false })],
])('“%s” says who turned it on and until when', (words, preset) => {
  expect(detailOf(preset, now)).toBe(words)
})
