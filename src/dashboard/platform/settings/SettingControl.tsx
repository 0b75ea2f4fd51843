import { Select, Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { serviceName } from '#contract/provider-names.ts'
import { setting, type SettingValue, unreachable } from '#contract/settings-derive.ts'
import { looksLikeEmail } from '#contract/settings-doctor.ts'
import type { SettingName } from '#contract/settings.ts'
import { type Catalogue, languageName, soundLabel, soundName } from '#dashboard/platform/service/catalogue.ts'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import classes from './settings.module.css'
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
  const typed = {
    ...input,
    value: String(value),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
  }
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
      return <TextInput {...typed} className={classes.settingControlText} />
    case 'longText':
      return <Textarea {...typed} autosize minRows={2} maxRows={12} />
    case 'email':
      return (
        <div className={classes.settingControlText}>
          <TextInput {...typed} inputMode="email" />
          {value !== '' && !looksLikeEmail(String(value)) && (
            <p className="help mt-4">This is not a valid e-mail address, so messages go to the account’s address.</p>
          )}
        </div>
      )
    case 'seconds':
      return (
        <TextInput
          {...typed}
          className={classes.seconds}
          inputMode="numeric"
          rightSection="s"
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

interface SoundControlProps {
  /** A name, or the number of a sound. */
  value: string | number
  onChange: (name: string) => void
  label: string
  /** What every control of a setting takes. */
  input: object
  catalogue: Catalogue
}

/**
 * The sounds to choose from. Of a service that is not ours most are only names that it may know, and there may be others: any name can be typed.
 * A number stays what it is until a name is chosen.
 */
function SoundControl({ value, onChange, label, input, catalogue }: SoundControlProps) {
  const [search, setSearch] = useState('')
  const current = String((typeof value === 'number' && soundName(catalogue)(value)) || value)
  const options = catalogue.sounds.map((sound) => ({ value: sound.name, label: sound.label, isKnown: sound.id !== null }))
  const known = options.filter(({ isKnown }) => isKnown)
  const others = options.filter(({ isKnown }) => !isKnown)
  const here = options.some((option) => option.value === current) ? [] : [{ value: current, label: soundLabel(catalogue, value) }]
  const typed = search.trim()
  const isNew = typed !== '' && ![...options, ...here].some((option) => option.value === typed || option.label === typed)
  const field = { ...input, className: classes.choice, 'aria-label': label, value: current }
  if (!catalogue.remote)
    return <Select {...field} data={[...here, ...known]} onChange={(next) => next !== null && next !== current && onChange(next)} />
  return (
    <SearchSelect
      {...field}
      nothingFound="No such sound"
      data={[
        ...here,
        { group: `Confirmed by ${serviceName()}`, items: known },
        { group: 'Not confirmed', items: [...others, ...(isNew ? [{ value: typed, label: `Use “${typed}”` }] : [])] },
      ]}
      onSearch={setSearch}
      onChange={onChange}
    />
  )
}
