import { Button } from '#dashboard/ui/form/Button.tsx'
import { Radio, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Path, useForm, useWatch } from 'react-hook-form'
import { maxExceptionDays, maxExceptionNameLength, maxPeriodsOfDay } from '#contract/hours/timetable.ts'
import { addDays, daysBetween, isDate } from '#contract/hours/zone.ts'
import { settings } from '#contract/settings.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { fieldError, resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { equal } from '#engine/saving/equal.ts'
import { exceptionDates, periodOf, type TypedException, type TypedPeriod } from './hours-fields.ts'
import { Periods } from './Week.tsx'

interface ExceptionDrawerProps {
  /** null: a new one. */
  exception: TypedException | null
  today: string
  onSave: (exception: TypedException) => void
  onClose: () => void
}

const evening: TypedPeriod = { from: '20:00', to: '06:00', message: '' }

function datesProblem({ from, to }: TypedException): string | undefined {
  if (!isDate(from) || !isDate(to)) return 'Enter both dates'
  if (to < from) return 'The last day must not be before the first'
  return daysBetween(from, to) < maxExceptionDays ? undefined : `Choose at most ${maxExceptionDays} days`
}

const resolver = resolverOf<TypedException>((values) => ({
  from: datesProblem(values),
  periods: values.periods.every(periodOf) ? undefined : 'Enter times such as 19:00',
}))

/** A date or several, on which other hours apply. It becomes an edit of the page, which saves it. */
export function ExceptionDrawer({ exception, today, onSave, onClose }: ExceptionDrawerProps) {
  const [first] = useState<TypedException>(
    () => exception ?? { name: '', from: addDays(today, 1), to: addDays(today, 1), periods: [], message: '' },
  )
  const form = useForm({ defaultValues: first, resolver })
  // The form holds every field from the start.
  const typed = useWatch({ control: form.control }) as TypedException
  const { errors, isSubmitted } = form.formState
  const change = (part: Partial<TypedException>) => {
    for (const [name, value] of Object.entries(part)) form.setValue(name as Path<TypedException>, value, { shouldValidate: isSubmitted })
  }
  const isOpen = typed.periods.length > 0
  return (
    <FormDrawer
      title={exception ? `Hours on ${exceptionDates(exception)}` : 'Add an exception'}
      submit={exception ? 'Apply' : 'Add'}
      form={form}
      onSubmit={form.handleSubmit((values) => onSave({ ...values, name: values.name.trim() }))}
      onClose={onClose}
      edited={!equal(typed, first)}
    >
      <div className="row wrap gap-12">
        <TextInput
          className="grow"
          type="date"
          label="First day"
          value={typed.from}
          error={fieldError(errors.from?.message)}
          onChange={({ currentTarget: { value } }) => change({ from: value, ...(typed.to < value && { to: value }) })}
        />
        <TextInput
          className="grow"
          type="date"
          label="Last day"
          value={typed.to}
          onChange={({ currentTarget: { value } }) => change({ to: value })}
        />
      </div>
      <TextInput
        label="Name"
        description="For your team, such as “Private event”."
        maxLength={maxExceptionNameLength}
        value={typed.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <div className="stack">
        <Radio.Group
          label="On these dates"
          value={isOpen ? 'open' : 'closed'}
          onChange={(value) => change({ periods: value === 'open' ? (first.periods.length > 0 ? first.periods : [evening]) : [] })}
        >
          <div className="stack gap-12 my-8">
            <Radio value="closed" label="Closed" />
            <Radio value="open" label="Other hours" />
          </div>
        </Radio.Group>
        {isOpen && (
          <>
            <Periods of="Exception" periods={typed.periods} mayWrite onChange={(periods) => change({ periods })} />
            {typed.periods.length < maxPeriodsOfDay && (
              <Button
                size="xs"
                variant="subtle"
                className="at-start"
                icon="plus"
                onClick={() => change({ periods: [...typed.periods, evening] })}
              >
                Add a period
              </Button>
            )}
          </>
        )}
        {!isOpen && <p className="help">Hours that began the day before still end at their usual time.</p>}
      </div>
      <Textarea
        label="Message while closed"
        description="Visitors see it on these dates. Leave empty to show the one under “While closed”."
        autosize
        minRows={3}
        maxRows={8}
        maxLength={settings.offlineMessage.control.max}
        value={typed.message}
        onChange={({ currentTarget }) => change({ message: currentTarget.value })}
      />
    </FormDrawer>
  )
}
