import { Select } from '@mantine/core'
import { useState } from 'react'
import { serviceName } from '#contract/provider-names.ts'
import { soundLabel, soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import classes from './SettingControl.module.css'

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
export function SoundControl({ value, onChange, label, input, catalogue }: SoundControlProps) {
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
