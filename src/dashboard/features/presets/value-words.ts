import { isSettingName, setting, type SettingValue } from '#contract/settings-derive.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'

/** The label of a setting; a name that this release does not know is shown as it is. */
export const settingLabel = (name: string): string => (isSettingName(name) ? setting(name).label : name)

/** Whether a value is words of somebody, which are too long for a cell. */
export const isOwnText = (name: string): boolean =>
  isSettingName(name) && ['text', 'longText', 'email', 'words'].includes(setting(name).control.kind)

/** "On", "Polish"; a text in quotes, 'empty' for none. */
export function valueInWords(name: string, value: SettingValue, catalogue: Catalogue): string {
  if (!isSettingName(name)) return String(value)
  const words = settingInWords(name, value, catalogue)
  if (!isOwnText(name)) return words
  return words === '' ? 'empty' : `“${words}”`
}
