import { z } from 'zod/mini'
import { withProviderNames } from './provider-names.ts'
import { groups, settings, type Control, type Group, type GroupName, type Setting, type SettingName } from './settings.ts'
import { boolean, filledText, text, wireBoolean, wireText } from './values.ts'

/** For the default case of a switch: a kind that is not handled does not compile. */
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
  /** A name (as written) or the service's number; '' where it sent none. */
  sound: string | number
  words: string
}
type KindOf<K extends SettingName> = (typeof settings)[K]['control']['kind']

/** The 60 settings of a chat, parsed. */
export type Settings = { -readonly [K in SettingName]: ValueOfKind[KindOf<K>] }
export type SettingValue = ValueOfKind[Control['kind']]

export const settingNames = Object.keys(settings) as SettingName[]
export const groupNames = Object.keys(groups) as GroupName[]

/** An entry of the catalogue as the general type: the literal types are too narrow to loop over. */
export function setting(name: SettingName): Setting {
  const declared: Setting = settings[name]
  return declared.named ? { ...declared, ...withProviderNames(declared.named) } : declared
}

export function groupHelp(name: GroupName): string {
  const { help, named }: Group = groups[name]
  return (named && withProviderNames(named)?.help) ?? help
}

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name)

/** The settings that the API writes by name and reads by number. */
export const soundSettings = settingNames.filter((name): name is SoundSettingName => setting(name).control.kind === 'sound')
type SoundSettingName = { [K in SettingName]: KindOf<K> extends 'sound' ? K : never }[SettingName]

const fromEntries = <V>(value: (name: SettingName) => V) =>
  Object.fromEntries(settingNames.map((name) => [name, value(name)])) as { [K in SettingName]: V }

/** The defaults of a new chat, which also stand in for missing values. `documentedDefault` is null where the API document states none. */
export const defaults = fromEntries((name) => setting(name).control.default) as Settings

/** The default in the API document; null for the name, which has none, and for a text that depends on the language in an undocumented way. */
export function documentedDefault(name: SettingName): SettingValue | null {
  const { control } = setting(name)
  return control.kind === 'text' && (control.required || control.defaultDependsOnLanguage) ? null : control.default
}

/** Whether a sound is still a number after `withSoundNames`: it can be shown, but neither written nor compared. */
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

export const isText = (value: unknown) => typeof value === 'string'

interface Forms {
  read: z.ZodMiniType
  /** Whether the read schema would leave a value as it is. */
  isParsed: (value: unknown) => boolean
  write: z.ZodMiniType
}

function formsOf(control: Control): Forms {
  switch (control.kind) {
    case 'switch':
      return { read: wireBoolean, isParsed: (value) => typeof value === 'boolean', write: boolean }
    case 'text':
      return { read: wireText, isParsed: isText, write: control.required ? filledText(control.max) : text(control.max) }
    case 'longText':
    case 'email':
    case 'words':
      return { read: wireText, isParsed: isText, write: text(control.max) }
    case 'seconds': {
      const whole = 'must be whole seconds'
      const { max } = control
      const range = [z.minimum(0, 'must not be below 0'), z.maximum(max, `must be at most ${max}`)] as const
      return { read: wireNumber(control.default), isParsed: Number.isFinite, write: z.number(whole).check(z.int(whole), ...range) }
    }
    case 'choice':
      return {
        read: wireNumber(control.default),
        isParsed: Number.isFinite,
        write: z.literal(control.choices.map(({ value }) => value)),
      }
    case 'language':
      return {
        read: codeOrNumber,
        isParsed: (value) => isText(value) || Number.isFinite(value),
        write: z.union([text(20).check(z.minLength(1)), z.number().check(z.int())]),
      }
    case 'sound':
      return {
        read: soundOnRead,
        isParsed: (value) => (typeof value === 'string' ? !/^\d+$/.test(value) : Number.isFinite(value)),
        // Sounds are numbers on read and names on write: a number here gets an error that says so.
        write: z
          .string('must be the name of a sound, not its number')
          .check(z.maxLength(100, { error: 'must have at most 100 characters', abort: true }), z.minLength(1)),
      }
    default:
      return unreachable(control)
  }
}

const forms = fromEntries((name) => formsOf(setting(name).control))

/** Schemas for reading: every wire form is accepted, and the default replaces missing keys only (false, '' and 0 are values). */
export const settingsRead = fromEntries((name) => z._default(forms[name].read, defaults[name])) as unknown as {
  [K in SettingName]: z.ZodMiniType<Settings[K]>
}

/** By setting: whether a value is in the form that `settingsRead` parses to. */
export const isParsedSetting = fromEntries((name) => forms[name].isParsed)

/** Settings as written: sounds by name only. */
export type SettingsWrite = { -readonly [K in SettingName]: KindOf<K> extends 'sound' ? string : ValueOfKind[KindOf<K>] }

/** Schemas for writing. Create and update decide which settings are required. */
export const settingsWrite = fromEntries((name) => forms[name].write) as unknown as {
  [K in SettingName]: z.ZodMiniType<SettingsWrite[K]>
}

/** The setting that makes this one ineffective with the given values, or null. Follows the chain to the setting that has to change. */
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

/** The name of a sound's number, or undefined where neither the service nor its operator has confirmed one (docs/assumptions.md row 4). */
export type SoundName = (sound: number) => string | undefined

/** The settings with sounds by name where the name is known. Sounds are numbers on read and names on write, so only this form can be compared. */
export function withSoundNames<T extends Partial<Settings>>(values: T, soundName: SoundName): T {
  const named = { ...values }
  for (const name of soundSettings) {
    const value = values[name]
    const known = typeof value === 'number' ? soundName(value) : undefined
    if (known !== undefined) Object.assign(named, { [name]: known })
  }
  return named
}

/**
 * The body of an update. Whether fields that are left out keep their value is not documented (docs/assumptions.md row 3), so every settable field
 * is sent: the freshly read ones with the changes over them. A sound whose number has no confirmed name is left out unless a name was chosen for it,
 * because a guess would change it.
 */
export function chatUpdate(fresh: Settings, changes: Partial<Settings>, soundName: SoundName): Partial<SettingsWrite> {
  const body: Record<string, SettingValue> = {}
  for (const name of settingNames) {
    const value = changes[name] ?? fresh[name]
    const { kind } = setting(name).control
    // A language that the service did not send cannot be written either.
    if (kind === 'language' && value === '') continue
    if (kind !== 'sound') body[name] = value
    else {
      const nameOf = (sound: SettingValue) => (typeof sound === 'number' ? soundName(sound) : sound)
      // Where the new sound has no name, the current one is kept.
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

/** Whether a text holds every typed word, whatever the case and the accents. */
export function wordMatcher(typed: string): (text: string) => boolean {
  const words = normalizedForSearch(typed).split(/\s+/).filter(Boolean)
  return (text) => {
    const searched = normalizedForSearch(text)
    return words.every((word) => searched.includes(word))
  }
}

/** The settings that match every word of the query in label, help, field name, group, synonyms or value, in the order of the catalogue. */
export function searchSettings(query: string, values?: Settings): SettingName[] {
  const matches = wordMatcher(query)
  return settingNames.filter((name) => {
    const { label, help, keywords = [], group } = setting(name)
    return matches([name, label, help, settings[name].label, groups[group].label, ...keywords, values?.[name] ?? ''].join('\n'))
  })
}
