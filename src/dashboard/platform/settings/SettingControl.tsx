import { Select, Textarea, TextInput } from '@mantine/core'
import { setting, unreachable, type SettingValue } from '#contract/settings-derive.ts'
import { looksLikeEmail } from '#contract/settings-doctor.ts'
import type { SettingName } from '#contract/settings.ts'
import { languageName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import classes from './SettingControl.module.css'
import { SoundControl } from './SoundControl.tsx'
import { WordsControl } from './WordsControl.tsx'

interface SettingControlProps {
  name: SettingName
  value: SettingValue
  onChange: (value: SettingValue) => void
  id: string
  describedBy: string
  invalid: boolean
  catalogue: Catalogue
}

/** The control that fits a setting's kind. A new kind does not compile until it has one. */
export function SettingControl({ name, value, onChange, id, describedBy, invalid, catalogue }: SettingControlProps) {
  const { control, label } = setting(name)
  // Mantine puts the attribute of its own wrapper, here empty, over one that is given as a property.
  const describe = (element: HTMLElement | null) => element?.setAttribute('aria-describedby', describedBy)
  const input = { id, ref: describe, error: invalid }
  switch (control.kind) {
    case 'switch':
      return (
        <div className="row gap-10 quiet fz-help">
          <span aria-hidden>{value ? 'On' : 'Off'}</span>
          <Switch
            id={id}
            aria-describedby={describedBy}
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        </div>
      )
    case 'text':
      return (
        <TextInput {...input} className={classes.text} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)} />
      )
    case 'longText':
      return (
        <Textarea
          {...input}
          autosize
          minRows={2}
          maxRows={12}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'email':
      return (
        <div className={classes.text}>
          <TextInput {...input} inputMode="email" value={String(value)} onChange={(event) => onChange(event.currentTarget.value)} />
          {value !== '' && !looksLikeEmail(String(value)) && (
            <p className="help mt-4">This is not a valid e-mail address, so messages go to the account’s address.</p>
          )}
        </div>
      )
    case 'seconds':
      return (
        <TextInput
          {...input}
          className={classes.seconds}
          inputMode="numeric"
          rightSection="s"
          value={String(value)}
          onChange={(event) => onChange(secondsOf(event.currentTarget.value))}
        />
      )
    case 'choice':
      return (
        <Select
          {...input}
          className={classes.choice}
          aria-label={label}
          value={String(value)}
          data={withCurrent(
            control.choices.map((choice) => ({ value: String(choice.value), label: choice.label })),
            String(value),
            `no. ${value}`,
          )}
          onChange={(next) => next !== null && onChange(Number(next))}
        />
      )
    case 'language':
      return (
        <SearchSelect
          {...input}
          className={classes.choice}
          aria-label={label}
          nothingFound="No such language"
          value={String(value)}
          data={withCurrent(
            Object.entries(catalogue.languages).map(([code, words]) => ({ value: code, label: words })),
            String(value),
            languageName(catalogue, typeof value === 'number' ? value : String(value)),
          )}
          onChange={onChange}
        />
      )
    case 'sound':
      return (
        <SoundControl
          value={typeof value === 'number' ? value : String(value)}
          onChange={onChange}
          label={label}
          input={input}
          catalogue={catalogue}
        />
      )
    case 'words':
      return <WordsControl id={id} describedBy={describedBy} value={String(value)} onChange={onChange} />
    default:
      return unreachable(control)
  }
}

/** What was typed stays as it was typed until it is a number. */
const secondsOf = (text: string): SettingValue => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)

/** Adds a value that is not among the choices: what the service holds is shown unchanged. */
const withCurrent = (choices: { value: string; label: string }[], value: string, label: string) =>
  choices.some((choice) => choice.value === value) ? choices : [{ value, label }, ...choices]
