import type { Resolver } from 'react-hook-form'
import { presetSettings, type Preset } from '#contract/presets/preset.ts'
import type { Fields, FieldValue } from '#engine/saving/three-way.ts'
import type { SettingValue } from '#contract/settings-derive.ts'
import type { FieldTexts } from '#dashboard/platform/saving/field-texts.ts'
import { chatsProblem } from '#dashboard/platform/chats/reach-reasons.ts'
import { personNow } from '#dashboard/platform/session/rights.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { settingLabel, valueInWords } from '../value-words.ts'
import { problemsOf } from './draft.ts'

/**
 * A preset as fields that are compared one by one, so that two people can edit different values of the same preset: each setting is a field of its
 * own, with its value as JSON, '' where the preset does not hold it.
 */

const known: ReadonlySet<string> = new Set(presetSettings)

export function fieldsOfPreset({ name, description, values, chats, minutes }: Preset): Fields {
  const others = Object.fromEntries(Object.entries(values).filter(([setting]) => !known.has(setting)))
  return {
    name,
    description,
    // In one order, so that the same chats are the same text.
    chats: chats === 'all' ? 'all' : JSON.stringify([chats.labels.toSorted(), chats.chatIds.toSorted((a, b) => a - b)]),
    minutes: minutes ?? 0,
    others: JSON.stringify(others),
    ...Object.fromEntries(
      presetSettings.map((setting) => [valueField(setting), Object.hasOwn(values, setting) ? JSON.stringify(values[setting]) : '']),
    ),
  }
}

/** The field of a setting. */
export const valueField = (setting: string) => `value:${setting}`

// The texts are those of fieldsOfPreset().
export function presetOfFields(fields: Fields): Preset {
  const values = presetSettings.flatMap((setting) => {
    const text = String(fields[valueField(setting)])
    return text === '' ? [] : [[setting, JSON.parse(text) as SettingValue]]
  })
  return {
    name: String(fields['name']),
    description: String(fields['description']),
    values: { ...(JSON.parse(String(fields['others'])) as Record<string, SettingValue>), ...Object.fromEntries(values) },
    chats: chatsIn(String(fields['chats'])),
    minutes: fields['minutes'] === 0 ? null : Number(fields['minutes']),
  }
}

/** The rules of a preset. That it has no values at all is a problem of `others`, which the person never sees by itself. */
export const presetResolver: Resolver<Fields, Fields, Fields> = (values) => {
  const preset = presetOfFields(values)
  const problems = new Map(problemsOf(preset))
  const ofChats = chatsProblem(personNow(), 'presets.write', preset.chats)
  if (ofChats !== null && !problems.has('chats')) problems.set('chats', ofChats)
  if (problems.size === 0) return { values, errors: {} }
  const fieldOf = (name: string) => (name === 'values' ? 'others' : known.has(name) ? valueField(name) : name)
  return { values: {}, errors: Object.fromEntries([...problems].map(([name, message]) => [fieldOf(name), { type: 'value', message }])) }
}

function chatsIn(text: string): Preset['chats'] {
  if (text === 'all') return 'all'
  const [labels, chatIds] = JSON.parse(text) as [string[], number[]]
  return { labels, chatIds }
}

const labels: Record<string, string> = {
  name: 'Name',
  description: 'Description',
  chats: 'Chats',
  minutes: 'Ends after',
  others: 'Other settings',
}

/** How a conflict names the fields. */
export const presetTexts = (catalogue: Catalogue, nameOf: (chatId: number) => string): FieldTexts<Fields> => ({
  label: (field) => labels[field] ?? settingLabel(field.replace(/^value:/, '')),
  words: (field, value) => {
    if (field === 'chats') return chatsInWords(chatsIn(String(value)), nameOf)
    if (field === 'minutes') return value === 0 ? 'Until somebody ends it' : `${value} min`
    return field.startsWith('value:') ? inPreset(field.slice('value:'.length), value, catalogue) : String(value)
  },
})

const inPreset = (setting: string, value: FieldValue, catalogue: Catalogue) =>
  value === '' ? 'not in the preset' : valueInWords(setting, JSON.parse(String(value)) as SettingValue, catalogue)

const chatsInWords = (chats: Preset['chats'], nameOf: (chatId: number) => string) =>
  chats === 'all' ? 'All chats' : [...chats.labels.map((label) => `label: ${label}`), ...chats.chatIds.map(nameOf)].join(', ')
