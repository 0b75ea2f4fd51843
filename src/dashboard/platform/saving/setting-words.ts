import { isSettingName, setting, unreachable, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { languageName, soundLabel, type Catalogue } from '#dashboard/platform/service/catalogue.ts'

/** A setting's value in words: "On", "Polish", "sound no. 7". Texts as they are, '' where there is nothing. */
export function settingInWords(name: SettingName, value: SettingValue, catalogue: Catalogue): string {
  const { control } = setting(name)
  switch (control.kind) {
    case 'switch':
      return value ? 'On' : 'Off'
    case 'choice':
      return control.choices.find((choice) => choice.value === value)?.label ?? `no. ${value}`
    case 'language':
      return languageName(catalogue, typeof value === 'number' ? value : String(value))
    case 'sound':
      return soundLabel(catalogue, typeof value === 'number' ? value : String(value))
    case 'seconds':
      return `${value} s`
    case 'text':
    case 'longText':
    case 'email':
    case 'words':
      return String(value)
    default:
      return unreachable(control)
  }
}

/** Whether a value is words of somebody, which are too long for a cell. */
export const isOwnText = (name: string): boolean =>
  isSettingName(name) && ['text', 'longText', 'email', 'words'].includes(setting(name).control.kind)

/** @param value of the setting that takes the effect away */
export function blockedBy(name: SettingName, value: SettingValue): string {
  const { label } = setting(name)
  if (value === '') return `No effect while ${label} is empty`
  return value ? `No effect while ${label} is on` : `No effect while ${label} is off`
}
