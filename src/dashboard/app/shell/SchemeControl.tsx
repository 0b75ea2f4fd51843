import type { MantineColorScheme } from '@mantine/core'
import { setScheme, useScheme } from '#dashboard/ui/theme/scheme.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from './SchemeControl.module.css'

const schemes: { value: MantineColorScheme; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'As the system', icon: 'monitor' },
]

export function SchemeControl() {
  const chosen = useScheme()
  return (
    <fieldset className={classes.control}>
      <legend className="visually-hidden">Colour scheme</legend>
      {schemes.map(({ value, label, icon }) => (
        <label key={value} className={classes.choice} title={label}>
          <input type="radio" name="scheme" aria-label={label} checked={chosen === value} onChange={() => setScheme(value)} />
          <Icon name={icon} size={14} />
        </label>
      ))}
    </fieldset>
  )
}
