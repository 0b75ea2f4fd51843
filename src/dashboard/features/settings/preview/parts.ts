import { setting, settingNames } from '#contract/settings-derive.ts'
import { groups, type Group, type PreviewPart, type SettingName } from '#contract/settings.ts'

export const screenNames = ['chat', 'signIn', 'offline'] as const
export type ScreenName = (typeof screenNames)[number]

/** As the setting says, else as its group says, else in the chat. */
export function partOf(name: SettingName): PreviewPart {
  const { preview, group } = setting(name)
  const ofGroup: Group = groups[group]
  return preview ?? ofGroup.preview ?? 'chat'
}

/** The screen on which a setting shows; null: on none. */
export function screenOf(name: SettingName): ScreenName | null {
  const part = partOf(name)
  if (part === 'none') return null
  return screenNames.find((screen) => screen === part) ?? 'chat'
}

/** The settings that show in this part, in the order of the catalogue. */
export const settingsIn = (part: PreviewPart): SettingName[] => settingNames.filter((name) => partOf(name) === part)
