import { expect, test } from 'vitest'
import { builtInPresetIds, builtInPresets } from './built-in.ts'
import { exportedPresets, importedPresets } from './exchange.ts'
import { Preset, usableValues } from './preset.ts'

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
])('a preset with %s is refused', (_, wrong) => {
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

test('what was exported can be imported, without the chats of the account', () => {
  expect(importedPresets(exportedPresets([preset, builtInPresets.lockdown]))).toEqual({
    kind: 'read',
    presets: [
      { preset: { ...preset, chats: { labels: ['Vets'], chatIds: [] } }, unusable: [] },
      { preset: builtInPresets.lockdown, unusable: [] },
    ],
    skipped: [],
  })
})

test('an import lists what this release cannot set, and leaves out what holds nothing else', () => {
  const file = JSON.parse(exportedPresets([preset, preset, preset])) as { presets: { values: object }[] }
  file.presets[0]!.values = { anonymous: false, holograms: true, name: 'Closed' }
  file.presets[1]!.values = { holograms: true }
  expect(importedPresets(JSON.stringify(file))).toMatchObject({
    presets: [
      {
        preset: { values: { anonymous: false } },
        unusable: [
          { setting: 'holograms', isKnown: false },
          { setting: 'name', isKnown: true },
        ],
      },
      { preset: { name: 'Vet evening' }, unusable: [] },
    ],
    skipped: [2],
  })
})

test.each([
  ['no JSON', '=1+1', 'notOurs'],
  ['another file', '{"chats":[]}', 'notOurs'],
  ['no presets', '{"format":"roomkeeper-presets","version":1,"presets":[]}', 'notOurs'],
  ['a file of a later version', '{"format":"roomkeeper-presets","version":2,"groups":[]}', 'laterVersion'],
])('%s is not imported', (_, file, kind) => {
  expect(importedPresets(file)).toEqual({ kind })
})
