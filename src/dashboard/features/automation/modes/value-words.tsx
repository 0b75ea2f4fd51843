import type { UnusableValue } from '#contract/presets/preset.ts'
import { isSettingName, setting, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import { isOwnText, settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted, listed, maxNamed, plural } from '#dashboard/ui/format/numbers.ts'

/** The label of a setting; a name that this release does not know is shown as it is. */
export const settingLabel = (name: string): string => (isSettingName(name) ? setting(name).label : name)

/** "On", "Polish"; a text in quotes, 'empty' for none. */
export function valueInWords(name: string, value: SettingValue, catalogue: Catalogue): string {
  if (!isSettingName(name)) return String(value)
  const words = settingInWords(name, value, catalogue)
  if (!isOwnText(name)) return words
  return words === '' ? 'empty' : `“${words}”`
}

/** What chats hold for a setting: "on in 5 of 5", "3 texts, 2 empty"; '' without chats. */
export function nowInWords(name: string, chats: readonly Settings[], catalogue: Catalogue): string {
  if (!isSettingName(name) || chats.length === 0) return ''
  const values: SettingValue[] = chats.map((chat) => chat[name])
  const all = String(chats.length)
  if (setting(name).control.kind === 'switch') {
    const on = values.filter((value) => value === true).length
    return plural(on, 'on in {count} of {all}', 'on in {count} of {all}', { all })
  }
  if (isOwnText(name)) {
    const empty = values.filter((value) => value === '').length
    if (empty === values.length) return plural(empty, 'empty in {count} of {all}', 'empty in {count} of {all}', { all })
    const texts = counted(values.length - empty, 'text')
    return empty === 0 ? texts : plural(empty, '{texts}, {count} empty', '{texts}, {count} empty', { texts })
  }
  const byValue = new Map<SettingValue, number>()
  for (const value of values) byValue.set(value, (byValue.get(value) ?? 0) + 1)
  const [most, many] = [...byValue].toSorted(([, one], [, other]) => other - one)[0]!
  return plural(many, '{value} in {count} of {all}', '{value} in {count} of {all}', { value: valueInWords(name, most, catalogue), all })
}

/** What another release wrote into a mode and this one cannot set. */
export const UnusableNote = ({ unusable }: { unusable: readonly UnusableValue[] }) =>
  unusable.length > 0 && (
    <Banner>
      <span className="outside">
        {plural(
          unusable.length,
          'This release cannot set {count} setting of the mode, so it is left out: {names}.',
          'This release cannot set {count} settings of the mode, so they are left out: {names}.',
          { names: listed(unusable, maxNamed, ({ setting }) => settingLabel(setting)) },
        )}
      </span>
    </Banner>
  )
