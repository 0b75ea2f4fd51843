import { Button } from '@mantine/core'
import { useId } from 'react'
import { Controller, type Resolver, useForm } from 'react-hook-form'
import { setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { SettingControl } from '#dashboard/platform/settings/SettingControl.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { type Cell, problemWith } from '../model/change.ts'
import classes from './edit.module.css'

interface ValueFormProps {
  name: SettingName
  /** The cells that get the value. */
  cells: readonly Cell[]
  /** Its value is the first one. */
  start: Cell
  catalogue: Catalogue
  onApply: (value: SettingValue) => void
}

interface Values {
  value: SettingValue
}

/** One value for one setting, in one chat or in several. A choice applies at once, a text with Enter or the button. */
export function ValueForm({ name, cells, start, catalogue, onApply }: ValueFormProps) {
  const id = useId()
  const { control, help, label } = setting(name)
  const resolver: Resolver<Values> = (values) => {
    const problem = problemWith(name, values.value, start.chat.saved[name])
    return problem === null ? { values, errors: {} } : { values: {}, errors: { value: { type: 'value', message: problem } } }
  }
  const form = useForm<Values>({ defaultValues: { value: start.chat.values[name] }, resolver })
  const apply = form.handleSubmit(({ value }) => onApply(value))
  const problem = form.formState.errors.value?.message
  const isChoice = control.kind === 'choice' || control.kind === 'language' || control.kind === 'sound'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second key for what its button does
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => void apply(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void apply()
      }}
    >
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
      <label className="visually-hidden" htmlFor={`${id}-value`}>
        {label}
      </label>
      <Controller
        name="value"
        control={form.control}
        render={({ field }) => (
          <SettingControl
            id={`${id}-value`}
            name={name}
            value={field.value}
            catalogue={catalogue}
            describedBy={problem === undefined ? `${id}-help` : `${id}-help ${id}-problem`}
            invalid={problem !== undefined}
            onChange={(next) => {
              field.onChange(next)
              if (isChoice) void apply()
            }}
          />
        )}
      />
      {problem !== undefined && (
        <p className={classes.problem} id={`${id}-problem`} role="alert">
          {fieldError(problem)}
        </p>
      )}
      {!isChoice && (
        <Button type="submit" size="xs">
          {plural(cells.length, 'Set', 'Set in {count} chats')}
        </Button>
      )}
    </form>
  )
}
