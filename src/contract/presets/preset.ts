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

/** One that comes with the product. One that was edited is stored under the same id and replaces it; deleting that brings this one back. */
interface BuiltInPreset extends Preset {
  /** Only settings of this release. */
  values: PresetValues & Preset['values']
}

export const builtInPresets = {
  lockdown: {
    name: 'Lockdown',
    description: 'Stops guests, links, images, uploads and private messages. The welcome message says why.',
    values: {
      anonymous: false,
      allowLinks: false,
      allowImages: false,
      upload: false,
      privateChat: false,
      groupChatWelcomeMessage: 'Only registered users can write for now. No links, please.',
    },
    chats: 'all',
    minutes: 120,
  },
  event: {
    name: 'Event',
    description: 'For a live event: everyone can enter, and nothing distracts from the chat.',
    values: {
      anonymous: true,
      allowListeners: true,
      systemMessages: false,
      allowLinks: false,
      allowAudio: false,
      allowVideo: false,
      p2pAudio: false,
      p2pVideo: false,
      autoInvite: false,
    },
    chats: 'all',
    minutes: 240,
  },
  'quiet-hours': {
    name: 'Quiet hours',
    description: 'For times when nobody moderates: only text, no uploads and no calls.',
    values: { allowImages: false, upload: false, p2pAudio: false, p2pVideo: false, privateChat: false },
    chats: 'all',
    minutes: 480,
  },
  open: {
    name: 'Open',
    description: 'Lets everyone in and allows everything that users can share.',
    values: {
      anonymous: true,
      allowListeners: true,
      allowLinks: true,
      allowImages: true,
      upload: true,
      uploadAdmin: false,
      privateChat: true,
    },
    chats: 'all',
    minutes: 120,
  },
} as const satisfies Record<string, BuiltInPreset>

type BuiltInPresetId = keyof typeof builtInPresets
export const builtInPresetIds = Object.keys(builtInPresets) as BuiltInPresetId[]
export const isBuiltInPreset = (presetId: string): presetId is BuiltInPresetId => Object.hasOwn(builtInPresets, presetId)
