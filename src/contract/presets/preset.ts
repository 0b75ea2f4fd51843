import { z } from 'zod/mini'
import { ChatChoice } from '../chat-choice.ts'
import { isSettingName, settingNames, settingsWrite, type SettingsWrite } from '../settings-derive.ts'
import type { SettingName } from '../settings.ts'
import { nameText, text } from '../values.ts'

/** A preset: values for some settings, to turn on in some chats for a while, and to put back afterwards. */

/** A preset does not rename chats. */
export const presetSettings = settingNames.filter((name) => name !== 'name')

export type PresetValues = Partial<SettingsWrite>
/** The value of a setting in a preset and in what is kept about it. */
export const PresetValue = z.union([z.string().check(z.maxLength(20_000)), z.number(), z.boolean()])
export type PresetValue = z.output<typeof PresetValue>

/** What this release cannot set: a setting that it does not know, or a value that the setting does not take here. */
export interface UnusableValue {
  setting: string
  isKnown: boolean
}

/** Divides the values of a preset, which another release may have written, into those that can be set and the others. */
export function usableValues(values: Readonly<Record<string, unknown>>): { values: PresetValues; unusable: UnusableValue[] } {
  const isUsable = (name: string): name is SettingName =>
    isSettingName(name) && name !== 'name' && settingsWrite[name].safeParse(values[name]).success
  const names = Object.keys(values)
  return {
    values: Object.fromEntries(presetSettings.filter((name) => names.includes(name) && isUsable(name)).map((name) => [name, values[name]])),
    unusable: names.filter((name) => !isUsable(name)).map((setting) => ({ setting, isKnown: isSettingName(setting) })),
  }
}

export const maxPresetName = 60
/** 30 days. */
export const maxPresetMinutes = 30 * 24 * 60

/** A value that a known setting does not take is refused. Names that this release does not know are kept, but not set. */
const Values = z.record(z.string().check(z.maxLength(60)), PresetValue).check(
  z.refine((values) => Object.keys(values).length > 0, 'must have at least one setting'),
  z.refine((values) => Object.keys(values).length <= 200, 'must have at most 200 settings'),
  z.refine((values) => usableValues(values).unusable.every(({ isKnown }) => !isKnown), 'must be values that the settings take'),
)

export const Preset = z.object({
  name: nameText(maxPresetName),
  description: text(300),
  values: Values,
  /** Those that are chosen when the preset is turned on. */
  chats: ChatChoice,
  /** How long it is on unless something else is chosen; null: until somebody ends it. */
  minutes: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(maxPresetMinutes))),
})
export type Preset = z.output<typeof Preset>
