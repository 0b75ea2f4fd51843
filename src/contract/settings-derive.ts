import { z } from 'zod/mini'
import { groups, settings, type Control, type GroupName, type Setting, type SettingName } from './settings.ts'
import { boolean, filledText, text, wireBoolean, wireText } from './values.ts'

/** For the end of a switch over kinds: a kind that is not handled does not compile. */
export function unreachable(value: never): never {
  throw new TypeError(`Not handled: ${JSON.stringify(value)}`)
}

interface ValueOfKind {
  switch: boolean
  text: string
  longText: string
  email: string
  seconds: number
  choice: number
  language: string | number
  /** A name (just written) or the service's number; '' where it sent none. */
  sound: string | number
  words: string
}
type KindOf<K extends SettingName> = (typeof settings)[K]['control']['kind']

/** The 60 settings of a chat in tidy form. */
export type Settings = { -readonly [K in SettingName]: ValueOfKind[KindOf<K>] }
export type SettingValue = ValueOfKind[Control['kind']]

export const settingNames = Object.keys(settings) as SettingName[]
export const groupNames = Object.keys(groups) as GroupName[]

/** The entry as the general type: the catalogue's own types are too exact to loop over. */
export const setting = (name: SettingName): Setting => settings[name]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name)

/** The settings that the API writes by name and reads by number. */
export const soundSettings = settingNames.filter((name): name is SoundSettingName => setting(name).control.kind === 'sound')
type SoundSettingName = { [K in SettingName]: KindOf<K> extends 'sound' ? K : never }[SettingName]

const fromEntries = <V>(value: (name: SettingName) => V) =>
  Object.fromEntries(settingNames.map((name) => [name, value(name)])) as { [K in SettingName]: V }

/** What the API document gives a new chat, and what stands for a missing value. Where the document has no value, `documentedDefault` has none. */
export const defaults = fromEntries((name) => setting(name).control.default) as Settings

/** The default of the API document; null for the name, which has none, and for a text that depends on the language in a way that is not documented. */
export function documentedDefault(name: SettingName): SettingValue | null {
  const { control } = setting(name)
  return control.kind === 'text' && (control.required || control.defaultDependsOnLanguage) ? null : control.default
}

/** A sound, among settings with their sounds by name, whose number has no confirmed name: it can be shown, but neither written nor compared. */
export const isUnnamedSound = (name: SettingName, value: SettingValue | undefined) =>
  setting(name).control.kind === 'sound' && typeof value === 'number'

/** Whether a value is known to differ from the default. */
export function differsFromDefault(name: SettingName, value: SettingValue): boolean {
  if (isUnnamedSound(name, value)) return false
  const known = documentedDefault(name)
  return known !== null && value !== known
}

const wireNumber = (fallback: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d+$/)), z.null()]),
    z.transform((value) => (value === null ? fallback : Number(value))),
  )
const codeOrNumber = z.pipe(
  z.nullable(z.union([z.string(), z.number()])),
  z.transform((value) => value ?? ''),
)
const soundOnRead = z.pipe(
  codeOrNumber,
  z.transform((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)),
)

function readSchema(control: Control): z.ZodMiniType {
  switch (control.kind) {
    case 'switch':
      return z._default(wireBoolean, control.default)
    case 'text':
    case 'longText':
    case 'email':
    case 'words':
      return z._default(wireText, control.default)
    case 'seconds':
    case 'choice':
      return z._default(wireNumber(control.default), control.default)
    case 'language':
      return z._default(codeOrNumber, control.default)
    case 'sound':
      return z._default(soundOnRead, control.default)
    default:
      return unreachable(control)
  }
}

function writeSchema(control: Control): z.ZodMiniType {
  switch (control.kind) {
    case 'switch':
      return boolean
    case 'text':
      return control.required ? filledText(control.max) : text(control.max)
    case 'longText':
    case 'email':
    case 'words':
      return text(control.max)
    case 'seconds':
      return z
        .number('must be whole seconds')
        .check(
          z.int('must be whole seconds'),
          z.minimum(0, 'must not be below 0'),
          z.maximum(control.max, `must be at most ${control.max}`),
        )
    case 'choice':
      return z.literal(control.choices.map(({ value }) => value))
    case 'language':
      return z.union([text(20).check(z.minLength(1)), z.number().check(z.int())])
    // The API document reads sounds as numbers and writes them as names; a number here is a mistake worth a word.
    case 'sound':
      return z
        .string('must be the name of a sound, not its number')
        .check(z.maxLength(100, { error: 'must have at most 100 characters', abort: true }), z.minLength(1))
    default:
      return unreachable(control)
  }
}

/** Settings as read: every wire form accepted, a default for missing keys only (false, '' and 0 are answers). */
export const settingsRead = fromEntries((name) => readSchema(setting(name).control)) as unknown as {
  [K in SettingName]: z.ZodMiniType<Settings[K]>
}

/** What goes out: sounds by name only. */
export type SettingsWrite = { -readonly [K in SettingName]: KindOf<K> extends 'sound' ? string : ValueOfKind[KindOf<K>] }

/** Settings as written, each by itself; create and update decide which are required. */
export const settingsWrite = fromEntries((name) => writeSchema(setting(name).control)) as unknown as {
  [K in SettingName]: z.ZodMiniType<SettingsWrite[K]>
}

/** The setting that makes this one ineffective with the given values, or null. Follows the chain, so the answer is the one to change. */
export function blockingSetting(name: SettingName, values: Settings): SettingName | null {
  const { needs } = setting(name)
  if (!needs || !isSettingName(needs.setting)) return null
  const value = values[needs.setting]
  const met = needs.is === 'filled' ? value !== '' : value === needs.is
  return met ? blockingSetting(needs.setting, values) : needs.setting
}

/** Which settings differ, in the order of the catalogue. */
export const changedSettings = (before: Settings, after: Partial<Settings>): SettingName[] =>
  settingNames.filter((name) => name in after && after[name] !== before[name])

/** The name of a sound's number, or undefined where neither the service nor its operator has confirmed one (assumptions.md row 4). */
export type SoundName = (sound: number) => string | undefined

/** The settings with sounds by name where the name is known: read by number and written by name, they compare only in one form. */
export const withSoundNames = <T extends Partial<Settings>>(values: T, soundName: SoundName): T => ({
  ...values,
  ...Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = values[name]
      const known = setting(name).control.kind === 'sound' && typeof value === 'number' ? soundName(value) : undefined
      return known === undefined ? [] : [[name, known]]
    }),
  ),
})

/**
 * The one body for updating a chat. Whether left-out fields keep their value is not documented (assumptions.md row 3), so every settable field
 * is sent: the freshly read ones with the changes over them. A sound whose number has no confirmed name is left out unless a name was chosen for it,
 * because a guess would change it.
 */
export function chatUpdate(fresh: Settings, changes: Partial<Settings>, soundName: SoundName): Partial<SettingsWrite> {
  const body: Record<string, SettingValue> = {}
  for (const name of settingNames) {
    const value = changes[name] ?? fresh[name]
    const { kind } = setting(name).control
    // A language that the service did not state cannot be written either.
    if (kind === 'language' && value === '') continue
    if (kind !== 'sound') body[name] = value
    else {
      const nameOf = (sound: SettingValue) => (typeof sound === 'number' ? soundName(sound) : sound)
      // A number that cannot be written is no reason to drop the sound that is there.
      const sound = nameOf(value) ?? nameOf(fresh[name])
      if (sound) body[name] = sound
    }
  }
  return body
}

/** Lower case and without accents, so that "wieza" finds "Wieża". */
export const normalizedForSearch = (words: string) =>
  words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')

/** The settings that match every word of the query by label, help, field name, group, synonym or value, in the order of the catalogue. */
export function searchSettings(query: string, values?: Settings): SettingName[] {
  const words = normalizedForSearch(query).split(/\s+/).filter(Boolean)
  return settingNames.filter((name) => {
    const { label, help, keywords = [], group } = setting(name)
    const text = normalizedForSearch([name, label, help, groups[group].label, ...keywords, values?.[name] ?? ''].join('\n'))
    return words.every((word) => text.includes(word))
  })
}
