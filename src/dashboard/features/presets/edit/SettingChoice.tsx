import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { ShownValue } from '#dashboard/platform/saving/change-notes.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { settingLabel, valueInWords } from '../value-words.ts'
import classes from './PresetDrawer.module.css'

export interface OfferedValue {
  name: SettingName
  value: SettingValue
  /** Where the value is from, or why it is not chosen. */
  note?: ReactNode
}

interface SettingChoiceProps {
  label: string
  offered: readonly OfferedValue[]
  chosen: ReadonlySet<SettingName>
  onChoose: (chosen: ReadonlySet<SettingName>) => void
  catalogue: Catalogue
}

/** The values that a new preset can begin with. */
export const SettingChoice = ({ label, offered, chosen, onChoose, catalogue }: SettingChoiceProps) => (
  <ul className={classes.list} aria-label={label} tabIndex={0}>
    {offered.map(({ name, value, note }) => (
      <li key={name} className={classes.choice}>
        <Checkbox
          label={settingLabel(name)}
          description={note}
          checked={chosen.has(name)}
          onChange={() => onChoose(new Set(chosen.has(name) ? [...chosen].filter((other) => other !== name) : [...chosen, name]))}
        />
        <span className="quiet">
          <ShownValue words={valueInWords(name, value, catalogue)} />
        </span>
      </li>
    ))}
  </ul>
)
