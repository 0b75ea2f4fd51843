import { expect, test } from 'vitest'
import { builtInPresetIds, builtInPresets, Preset, usableValues } from './preset.ts'

const preset: Preset = {
  name: 'Vet evening',
  description: 'Mondays',
  values: { anonymous: false, groupChatWelcomeMessage: 'Welcome' },
  chats: { labels: ['Vets'], chatIds: [7] },
  minutes: 60,
}

test.each(builtInPresetIds)('%s sets only what this release can set', (presetId) => {
  const { values } = Preset.parse(builtInPresets[presetId])
  expect(usableValues(values)).toEqual({ values, unusable: [] })
})

test.each<[string, object]>([
  ['no settings', { values: {} }],
  ['a value that the setting does not take', { values: { anonymous: 'no' } }],
  ['a sound by number', { values: { p2pAudio: 7 } }],
  ['the name of chats', { values: { name: 'Closed' } }],
  ['a text that is too long', { values: { groupChatWelcomeMessage: 'x'.repeat(5001) } }],
  ['no name', { name: ' ' }],
  ['no time', { minutes: 0 }],
])('a mode with %s is refused', (_, wrong) => {
  expect(Preset.safeParse({ ...preset, ...wrong }).success).toBe(false)
})

test('a setting of another release is kept, and is not set', () => {
  const values = { anonymous: false, holograms: true }
  expect(Preset.parse({ ...preset, values }).values).toEqual(values)
  expect(usableValues({ ...values, allowLinks: 'sometimes' })).toEqual({
    values: { anonymous: false },
    unusable: [
      { setting: 'holograms', isKnown: false },
      { setting: 'allowLinks', isKnown: true },
    ],
  })
})
