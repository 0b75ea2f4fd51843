import type { z } from 'zod/mini'
import { Preset, presetSettings } from '#contract/presets/preset.ts'
import { isSettingName, settingsWrite, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Grant } from '#contract/gateway/grant.ts'
import { allowsRecord } from '#contract/gateway/record-kinds.ts'
import { right } from '#contract/gateway/rights.ts'
import { choiceInWords, sortedChoice } from '#dashboard/platform/chats/chosen-chats.ts'
import { chatsProblem } from '#dashboard/platform/chats/reach-reasons.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { personNow } from '#dashboard/platform/session/rights.ts'
import { resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { settingLabel, valueInWords } from '../value-words.tsx'

export const emptyDraft: Preset = { name: '', description: '', values: {}, chats: 'all', minutes: 120 }
/** The settings of a draft that this release knows, in the order of the catalogue. */
export const settingsIn = ({ values }: Preset): SettingName[] => presetSettings.filter((name) => Object.hasOwn(values, name))

/** The values with another one of a setting; undefined: without the setting. */
export const withValue = ({ values }: Preset, name: string, value: SettingValue | undefined): Pick<Preset, 'values'> => {
  const { [name]: _, ...others } = values
  return { values: value === undefined ? others : { ...values, [name]: value } }
}

export const isKnownSetting = (name: string) => isSettingName(name) && name !== 'name'

/** A mode as fields that are compared one by one, so that two people can edit different values of the same mode. */
export type PresetFields = Omit<Preset, 'values'> & {
  /** The values of settings that this release does not know. */
  others: Record<string, SettingValue>
} & Record<ValueField, SettingValue | null>
type ValueField = `value:${string}`

const known: ReadonlySet<string> = new Set(presetSettings)

/** The field of a setting; null where the mode does not hold it. */
export const valueField = (setting: string): ValueField => `value:${setting}`

export function fieldsOfPreset({ values, chats, ...rest }: Preset): PresetFields {
  const others = Object.fromEntries(Object.entries(values).filter(([setting]) => !known.has(setting)))
  const own: Record<ValueField, SettingValue | null> = Object.fromEntries(
    presetSettings.map((setting) => [valueField(setting), values[setting] ?? null]),
  )
  return { ...rest, chats: sortedChoice(chats), others, ...own }
}

export function presetOfFields(fields: PresetFields): Preset {
  const { name, description, chats, minutes, others } = fields
  const values = presetSettings.flatMap((setting) => {
    const value = fields[valueField(setting)] ?? null
    return value === null ? [] : [[setting, value] as const]
  })
  return { name, description, chats, minutes, values: { ...others, ...Object.fromEntries(values) } }
}

/** The rules of a mode. That it has no values at all is a problem of `others`, which the person never sees by itself. */
export const presetResolver = resolverOf<PresetFields>((fields) => {
  const preset = presetOfFields(fields)
  const shape = Preset.shape
  const problemOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
  return {
    name: problemOf(shape.name, preset.name),
    description: problemOf(shape.description, preset.description),
    chats: problemOf(shape.chats, preset.chats) ?? chatsProblem(personNow(), 'presets.write', preset.chats),
    minutes: problemOf(shape.minutes, preset.minutes),
    others: Object.keys(preset.values).length === 0 ? 'Add at least one setting' : null,
    ...Object.fromEntries(settingsIn(preset).map((name) => [valueField(name), problemOf(settingsWrite[name], preset.values[name])])),
  }
})

const labels: Record<string, string> = {
  name: 'Name',
  description: 'Description',
  chats: 'Chats',
  minutes: 'Ends after',
  others: 'Other settings',
}

/** How a conflict names the fields. */
export const presetTexts = (catalogue: Catalogue, nameOf: (chatId: number) => string): FieldTexts<PresetFields> => ({
  label: (field) => labels[field] ?? settingLabel(field.replace(/^value:/, '')),
  words: (field, value) => {
    // Each field has a value of its own type.
    if (field === 'chats') return choiceInWords(value as Preset['chats'], nameOf)
    if (field === 'minutes') return value === null ? 'Until someone ends it' : `${value as number} min`
    if (field === 'others') return JSON.stringify(value)
    if (!field.startsWith('value:')) return value as string
    return value === null ? 'not in the mode' : valueInWords(field.slice('value:'.length), value as SettingValue, catalogue)
  },
})

/** Why a person may not change or delete a mode, by the decision of the gateway; null: they may. */
export function presetProblem(person: Grant | null, { id, preset, entry }: KnownPreset): string | null {
  const { label } = right('presets.write')
  if (entry?.isReduced) return `It is also for chats that you can’t see. Changing it needs the permission “${label}” in all of its chats.`
  if (allowsRecord(person, 'write', { kind: 'presets', chatId: null, key: id, value: preset })) return null
  return `It may be turned on in any chat, so changing it needs the permission “${label}” in all chats. Duplicate it to make your own.`
}
