import { setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'

/** @param value of the setting that takes the effect away */
export function blockedBy(name: SettingName, value: SettingValue): string {
  const { label } = setting(name)
  if (value === '') return `No effect while ${label} is empty`
  return value ? `No effect while ${label} is on` : `No effect while ${label} is off`
}
