import {
  changedSettings,
  defaults,
  isUnnamedSound,
  isSettingName,
  setting,
  settingNames,
  settingsRead,
  settingsWrite,
  unreachable,
  withSoundNames,
  type Settings,
  type SettingValue,
  type SoundName,
} from '#contract/settings-derive.ts'
import { shortened } from '#contract/settings-doctor.ts'
import type { Control, SettingName } from '#contract/settings.ts'
import { byteLength, parseJson } from '#contract/values.ts'

/** Settings in a file: `{ "roomkeeper": 1, "settings": { ... } }`, values in their tidy form. Reading also takes the settings alone, as the API sends them. */

/** Bytes. All 60 settings at their largest are a tenth of it. */
export const settingsFileLimit = 1_048_576

const version = 1

export interface SettingsFile {
  values: Partial<Settings>
  /** Names that are no settings, the long ones shortened. */
  unknown: string[]
  /** Settings that are left out of `values`. The message is a sentence without its capital: "must be true or false". */
  problems: { name: SettingName; message: string }[]
}

/** A sound without a confirmed name is left out: its number means nothing in another service, and no service takes it. */
export function writeSettingsFile(values: Settings, which: 'all' | 'differing'): string {
  // A value that may or may not be the default is kept: a file without it could lose somebody's own title.
  const names = (which === 'all' ? settingNames : changedSettings(defaults, values)).filter((name) => !isUnnamedSound(name, values[name]))
  return `${JSON.stringify({ roomkeeper: version, settings: Object.fromEntries(names.map((name) => [name, values[name]])) }, null, 2)}\n`
}

/** Never throws. `error` is a sentence for the person who chose the file. */
export function readSettingsFile(text: string): SettingsFile | { error: string } {
  // A text has at most as many characters as bytes: the quick answer first.
  if (text.length > settingsFileLimit || byteLength(text) > settingsFileLimit)
    return { error: 'The file is larger than 1 MB, so it is not a settings file.' }
  const json = parseJson(text)
  if (json === undefined) return { error: 'The file is not valid JSON, or it is incomplete.' }
  const file = asObject(json)
  if (!file) return { error: 'The file is JSON, but it contains no settings.' }
  if (!Object.hasOwn(file, 'roomkeeper')) {
    if (!settingNames.some((name) => Object.hasOwn(file, name))) return { error: 'The file contains no chat settings.' }
    return readSettings(file)
  }
  if (file['roomkeeper'] !== version)
    return { error: 'The file was written by another version of Roomkeeper, in a format that this version does not support.' }
  const settings = asObject(file['settings'])
  return settings ? readSettings(settings) : { error: 'The file is a Roomkeeper file, but its settings are missing.' }
}

/**
 * The file as this service can take it: sounds by name, and those whose number has no confirmed name among the problems. A number that is held here
 * already is no problem: nothing would change.
 */
export function withKnownSounds(file: SettingsFile, held: Settings, soundName: SoundName): SettingsFile {
  const values = withSoundNames(file.values, soundName)
  const unknown = settingNames.filter((name) => isUnnamedSound(name, values[name]) && values[name] !== held[name])
  return {
    ...file,
    values: Object.fromEntries(Object.entries(values).filter(([name]) => !unknown.some((other) => other === name))),
    problems: [
      ...file.problems,
      ...unknown.map((name) => ({
        name,
        message: `sound no. ${values[name]} has no confirmed name in this service`,
      })),
    ],
  }
}

function asObject(json: unknown): Record<string, unknown> | null {
  // Of all that JSON can hold, only this has names.
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null
}

function readSettings(given: Record<string, unknown>): SettingsFile {
  const values: Partial<Record<SettingName, SettingValue>> = {}
  const problems: SettingsFile['problems'] = []
  for (const name of settingNames) {
    if (!Object.hasOwn(given, name)) continue
    const { control } = setting(name)
    const read = settingsRead[name].safeParse(given[name])
    if (read.success && isNotStated(control, read.data)) continue
    const problem = read.success ? problemOf(name, control, read.data) : expected(control)
    if (problem !== null) problems.push({ name, message: problem })
    else if (read.success) values[name] = read.data
  }
  const unknown = Object.keys(given).filter((name) => !isSettingName(name))
  // Each value was made by its own setting's schema.
  return { values: values as Partial<Settings>, problems, unknown: unknown.map((name) => shortened(name, 60)) }
}

/** Some services send no language or no sound at all: there is nothing to take over then. */
const isNotStated = ({ kind }: Control, value: SettingValue) => value === '' && (kind === 'language' || kind === 'sound')

function problemOf(name: SettingName, control: Control, value: SettingValue): string | null {
  // The number of a sound is the service's own, and all that is known of a sound without a name.
  if (control.kind === 'sound' && typeof value === 'number') return Number.isInteger(value) && value >= 0 ? null : expected(control)
  const written = settingsWrite[name].safeParse(value)
  if (written.success) return null
  const isOwnWording = !['choice', 'language', 'sound'].includes(control.kind)
  return (isOwnWording && written.error.issues[0]?.message) || expected(control)
}

function expected(control: Control): string {
  switch (control.kind) {
    case 'switch':
      return 'must be true or false'
    case 'text':
    case 'longText':
    case 'email':
    case 'words':
      return 'must be text'
    case 'seconds':
      return 'must be whole seconds'
    case 'choice':
      return `must be ${control.choices.map(({ value, label }) => `${value} (${label})`).join(' or ')}`
    case 'language':
      return 'must be the code or the number of a language'
    case 'sound':
      return 'must be the name or the number of a sound'
    default:
      return unreachable(control)
  }
}
