import { Preset, presetSettings } from '#contract/presets/preset.ts'
import { isSettingName, settingsWrite, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'

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
export const draftOf = ({ name, description, values, chats, minutes }: Preset): PresetDraft => ({
  name,
  description,
  values,
  chats,
  minutes,
})

/** The settings of a draft that this release knows, in the order of the catalogue. */
export const settingsIn = ({ values }: PresetDraft): SettingName[] => presetSettings.filter((name) => Object.hasOwn(values, name))

/** Why a draft cannot be saved, by field; a setting has its own name. Empty: it can. */
export function problemsOf(draft: PresetDraft): ReadonlyMap<string, string> {
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
