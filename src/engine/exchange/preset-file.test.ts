import { expect, test } from 'vitest'
import { builtInPresets, type Preset } from '#contract/presets/preset.ts'
import { exportedPresets, importedPresets } from './preset-file.ts'

const preset: Preset = {
  name: 'Vet evening',
  description: 'Mondays',
  values: { anonymous: false, groupChatWelcomeMessage: 'Welcome' },
  chats: { labels: ['Vets'], chatIds: [7] },
  minutes: 60,
}

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
  ['no modes', '{"format":"roomkeeper-presets","version":1,"presets":[]}', 'notOurs'],
  ['a file of a later version', '{"format":"roomkeeper-presets","version":2,"groups":[]}', 'laterVersion'],
])('%s is not imported', (_, file, kind) => {
  expect(importedPresets(file)).toEqual({ kind })
})
