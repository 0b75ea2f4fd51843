import { isSettingName, setting, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { isOwnText, valueInWords } from '../value-words.ts'

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
