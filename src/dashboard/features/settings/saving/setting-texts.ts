import { setting, type Settings } from '#contract/settings-derive.ts'
import type { FieldTexts } from '#dashboard/platform/saving/field-texts.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'

export const settingTexts = (catalogue: Catalogue): FieldTexts<Settings> => ({
  label: (name) => setting(name).label,
  words: (name, value) => settingInWords(name, value, catalogue),
})
