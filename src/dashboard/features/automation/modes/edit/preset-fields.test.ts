import { expect, test } from 'vitest'
import { builtInPresets, type Preset } from '#contract/presets/preset.ts'
import { fieldsOfPreset, presetOfFields, presetTexts } from './preset-fields.ts'

const preset: Preset = {
  name: 'Festival',
  description: '',
  values: { anonymous: false, groupChatWelcomeMessage: '', fromALaterRelease: 7 },
  chats: { labels: ['live'], chatIds: [3, 1] },
  minutes: null,
}

test('a mode is the same after it was divided into fields', () => {
  expect(presetOfFields(fieldsOfPreset(preset))).toEqual({ ...preset, chats: { labels: ['live'], chatIds: [1, 3] } })
  for (const one of Object.values(builtInPresets)) expect(presetOfFields(fieldsOfPreset(one))).toEqual(one)
})

test('an empty text is a value, and a setting that is not in the mode is none', () => {
  const fields = fieldsOfPreset(preset)
  expect([fields['value:groupChatWelcomeMessage'], fields['value:allowLinks']]).toEqual(['', null])
})

test('a conflict names settings, values and chats in words', () => {
  const { label, words } = presetTexts({ languages: {}, sounds: [], countries: {} }, (id) => `Chat ${id}`)
  expect([label('value:anonymous'), words('value:anonymous', false), words('value:anonymous', null)]).toEqual([
    'Guests',
    'Off',
    'not in the mode',
  ])
  expect([words('chats', 'all'), words('chats', { labels: ['live'], chatIds: [3] }), words('minutes', null)]).toEqual([
    'All chats',
    'label: live, Chat 3',
    'Until someone ends it',
  ])
})
