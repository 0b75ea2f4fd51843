import type { Resolver } from 'react-hook-form'
import { Preset, presetSettings } from '#contract/presets/preset.ts'
import { isSettingName, settingsWrite, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Grant } from '#contract/gateway/grant.ts'
import { allowsRecord } from '#contract/gateway/record-kinds.ts'
import { right } from '#contract/gateway/rights.ts'
import type { Fields, FieldValue } from '#engine/saving/three-way.ts'
import { chatsText, choiceIn, choiceInWords } from '#dashboard/platform/chats/chosen-chats.ts'
import { chatsProblem } from '#dashboard/platform/chats/reach-reasons.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import type { FieldTexts } from '#dashboard/platform/saving/field-texts.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { personNow } from '#dashboard/platform/session/rights.ts'
import { settingLabel, valueInWords } from '../value-words.tsx'

/** A preset as it is being edited. A value may be one that the setting does not take yet, such as an empty name of a sound. */
export interface PresetDraft {
  name: string
  description: string
  values: Readonly<Record<string, SettingValue>>
  chats: Preset['chats']
  /** null: until somebody ends it. */
  minutes: number | null
}

export const emptyDraft: PresetDraft = { name: '', description: '', values: {}, chats: 'all', minutes: 120 }
/** The settings of a draft that this release knows, in the order of the catalogue. */
export const settingsIn = ({ values }: PresetDraft): SettingName[] => presetSettings.filter((name) => Object.hasOwn(values, name))

/** Why a draft cannot be saved, by field; a setting has its own name. Empty: it can. */
function problemsOf(draft: PresetDraft): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  const add = (field: string, message: string) => !problems.has(field) && problems.set(field, message)
  for (const name of settingsIn(draft)) {
    const [issue] = settingsWrite[name].safeParse(draft.values[name]).error?.issues ?? []
    if (issue) add(name, issue.message)
  }
  if (Object.keys(draft.values).length === 0) add('values', 'Add at least one setting')
  const { name, description, chats, minutes } = Preset.shape
  for (const [field, schema] of Object.entries({ name, description, chats, minutes })) {
    const [issue] = schema.safeParse(draft[field as 'name']).error?.issues ?? []
    if (issue) add(field, issue.message)
  }
  return problems
}

/** The values with another one of a setting; undefined: without the setting. */
export const withValue = ({ values }: PresetDraft, name: string, value: SettingValue | undefined): Pick<PresetDraft, 'values'> => {
  const { [name]: _, ...others } = values
  return { values: value === undefined ? others : { ...values, [name]: value } }
}

export const isKnownSetting = (name: string) => isSettingName(name) && name !== 'name'

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
    chats: chatsText(chats),
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
    chats: choiceIn(String(fields['chats'])),
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
    if (field === 'chats') return choiceInWords(choiceIn(String(value)), nameOf)
    if (field === 'minutes') return value === 0 ? 'Until somebody ends it' : `${value} min`
    return field.startsWith('value:') ? inPreset(field.slice('value:'.length), value, catalogue) : String(value)
  },
})

const inPreset = (setting: string, value: FieldValue, catalogue: Catalogue) =>
  value === '' ? 'not in the preset' : valueInWords(setting, JSON.parse(String(value)) as SettingValue, catalogue)

/** Why a person may not change or delete a preset, by the decision of the gateway; null: they may. */
export function presetProblem(person: Grant | null, { id, preset, entry }: KnownPreset): string | null {
  const { label } = right('presets.write')
  if (entry?.isReduced) return `It is also for chats that you can’t see. Changing it needs the right “${label}” in all of its chats.`
  if (allowsRecord(person, 'write', { kind: 'presets', chatId: null, key: id, value: preset })) return null
  return `It may be turned on in any chat, so changing it needs the right “${label}” in all chats. Duplicate it to make your own.`
}
