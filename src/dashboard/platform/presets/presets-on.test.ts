import { describe, expect, test } from 'vitest'
import type { PresetChatState, PresetOn } from '#contract/workspace/presets.ts'
import { detailOf, heldChats, isUnderWay, titleOf } from './presets-on.ts'

const now = new Date('2026-11-14T20:18:00').getTime()
const until = new Date('2026-11-14T21:30:00').getTime()

const on = (states: PresetChatState[], changes: Partial<PresetOn> = {}): PresetOn => ({
  id: 'on-1',
  presetId: 'lockdown',
  name: 'Lockdown',
  at: now - 3_600_000,
  by: 'Ana',
  until,
  endsByItself: true,
  ended: null,
  chats: states.map((state, index) => ({
    chatId: index + 1,
    name: `Chat ${index + 1}`,
    state,
    message: '',
    soundsAtRisk: [],
    notKept: [],
    undecided: state === 'decide' ? 2 : 0,
    copyOf: null,
  })),
  isReduced: false,
  ...changes,
})
const ended = { ended: { at: now, by: 'Basia' } }

describe('the title says where a preset is on', () => {
  test.each([
    ['Lockdown in 1 chat', on(['on'])],
    ['Lockdown in 3 chats', on(['on', 'waiting', 'on'])],
    ['Lockdown in 2 of 3 chats', on(['on', 'failed', 'on'])],
    ['Lockdown in 2 chats', on(['on', 'gone', 'on', 'ended'])],
  ])('%s', (title, preset) => {
    expect(titleOf(preset)).toBe(title)
  })
})

describe('the title says what is left to do', () => {
  test.each([
    ['Lockdown ended, 2 values need a decision', on(['ended', 'decide'], ended)],
    ['Lockdown could not be ended in 1 chat', on(['notEnded', 'decide'], ended)],
    ['Lockdown is ending in 2 chats', on(['ending', 'ending', 'ended'], ended)],
  ])('%s', (title, preset) => {
    expect(titleOf(preset)).toBe(title)
  })
})

test.each([
  ['by Ana, until 21:30', on(['on'])],
  ['until 21:30', on(['on'], { by: '' })],
  ['by Ana, until somebody ends it', on(['on'], { until: null })],
  ['by Ana, until 20:10, ending now', on(['on'], { until: now - 8 * 60_000 })],
  ['by Ana, was to end at 20:10', on(['on'], { until: now - 8 * 60_000, endsByItself: false })],
  ['', on(['decide'], ended)],
])('“%s” says who turned it on and until when', (words, preset) => {
  expect(detailOf(preset, now)).toBe(words)
})

test('a chat that failed, was ended or deleted is not held', () => {
  const preset = on(['waiting', 'on', 'failed', 'ending', 'notEnded', 'decide', 'ended', 'gone'])
  expect(heldChats(preset).map(({ state }) => state)).toEqual(['waiting', 'on', 'ending', 'notEnded'])
  expect([isUnderWay(preset), isUnderWay(on(['on', 'failed']))]).toEqual([true, false])
})
