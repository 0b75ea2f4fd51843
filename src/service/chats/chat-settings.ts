import { defaults, setting, settingNames, soundSettings, type Settings, type SettingsWrite } from '#contract/settings-derive.ts'
import { invalid } from '#http/refusal.ts'

/** What our service defines beyond the catalogue: its sounds and languages (docs/assumptions.md rows 4 and 5). */

/** The index is the id. */
export const sounds = ['none', 'pop', 'ding', 'chime', 'knock', 'bell', 'ring']

/** A language may also be given by its number, its position in this list from 1. */
export const languages = 'en es id ca cs da de fr it hu fa nl pl pt ro th sk fi sv vi tr el bg mk ru sr uk he ar hr'.split(' ')

type Body = { [K in keyof SettingsWrite]?: SettingsWrite[K] | undefined }

/** Settings as they are stored, with languages by code. Throws `invalid` for an unknown sound or language. */
export function knownSettings<B extends Body>(body: B): B {
  const errors: Record<string, string[]> = {}
  const known = { ...body, ...(typeof body.langId === 'number' && { langId: languages[body.langId - 1] ?? body.langId }) }
  for (const name of settingNames) {
    const value = known[name]
    if (value === undefined) continue
    const { kind } = setting(name).control
    const values = kind === 'sound' ? sounds : kind === 'language' ? languages : null
    if (!values || values.includes(String(value))) continue
    const numbers = kind === 'language' ? `, or a number from 1 to ${languages.length}` : ''
    errors[name] = [`must be one of ${values.join(', ')}${numbers}`]
  }
  if (Object.keys(errors).length) throw invalid(errors)
  return known
}

/** Settings as stored, with sounds by name and defaults for missing ones. */
export function storedSettings(json: string): Settings {
  // Only this service writes the column, after parsing.
  return { ...defaults, ...(JSON.parse(json) as Partial<Settings>) }
}

/** Settings as the API returns them, with sounds by number. */
export function shownSettings(json: string): Settings {
  const shown = storedSettings(json)
  for (const name of soundSettings) shown[name] = Math.max(0, sounds.indexOf(String(shown[name])))
  return shown
}
