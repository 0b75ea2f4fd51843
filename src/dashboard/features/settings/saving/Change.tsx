import type { SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { ShownChange } from '#dashboard/platform/saving/ShownValue.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { isLongText } from './setting-texts.ts'

interface ChangeProps {
  name: SettingName
  before: SettingValue
  after: SettingValue
  catalogue: Catalogue
}

export const Change = ({ name, before, after, catalogue }: ChangeProps) => (
  <ShownChange before={settingInWords(name, before, catalogue)} after={settingInWords(name, after, catalogue)} isLong={isLongText(name)} />
)
