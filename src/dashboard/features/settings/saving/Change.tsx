import { setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './Change.module.css'

/** A setting's value in words; an empty text is said, not left out. */
export function Value({ name, value, catalogue }: { name: SettingName; value: SettingValue; catalogue: Catalogue }) {
  const words = settingInWords(name, value, catalogue)
  return words.trim() === '' ? (
    <i>{words === '' ? 'empty' : 'only white space'}</i>
  ) : (
    <span className={`outside ${classes.value}`}>{words}</span>
  )
}

/** Old value, arrow, new value. Long texts stand under each other. */
export function Change({
  name,
  before,
  after,
  catalogue,
}: {
  name: SettingName
  before: SettingValue
  after: SettingValue
  catalogue: Catalogue
}) {
  const long = ['longText', 'words'].includes(setting(name).control.kind)
  return (
    <span className={classes.change} data-long={long || undefined}>
      <del>
        <Value name={name} value={before} catalogue={catalogue} />
      </del>
      <Icon name="right" size={12} label="becomes" />
      <ins>
        <Value name={name} value={after} catalogue={catalogue} />
      </ins>
    </span>
  )
}
