import { defaults, setting, settingNames, type Settings, type SettingsWrite } from '#contract/settings-derive.ts'
import { invalid } from './refusals.ts'

/** What our service knows about settings beyond the catalogue: the sounds and languages it has (docs/assumptions.md rows 4 and 5). */

/** The position is the id. */
export const sounds = ['none', 'pop', 'ding', 'chime', 'knock', 'bell', 'ring']

export const languages = 'en es id ca cs da de fr it hu fa nl pl pt ro th sk fi sv vi tr el bg mk ru sr uk he ar hr'.split(' ')

/** Throws `invalid` for a sound or a language that the service does not have. */
export function checkSettings(body: { [K in keyof SettingsWrite]?: SettingsWrite[K] | undefined }): void {
  const errors: Record<string, string[]> = {}
  for (const name of settingNames) {
    const value = body[name]
    if (value === undefined) continue
    const { kind } = setting(name).control
    const known = kind === 'sound' ? sounds : kind === 'language' ? languages : null
    if (known && !known.includes(String(value))) errors[name] = [`must be one of ${known.join(', ')}`]
  }
  if (Object.keys(errors).length) throw invalid(errors)
}

/** Settings as they are stored, sounds by name; the defaults stand in for what is missing. */
export function storedSettings(json: string): Settings {
  // Only this service writes the column, after parsing.
  return { ...defaults, ...(JSON.parse(json) as Partial<Settings>) }
}

/** Settings as the API shows them: sounds by number. */
export function shownSettings(json: string): Settings {
  const stored = storedSettings(json)
  const numbered = settingNames
    .filter((name) => setting(name).control.kind === 'sound')
    .map((name) => [name, Math.max(0, sounds.indexOf(String(stored[name])))])
  return { ...stored, ...Object.fromEntries(numbered) }
}
