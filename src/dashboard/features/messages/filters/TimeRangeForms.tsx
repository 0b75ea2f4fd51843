import { Button } from '#dashboard/ui/form/Button.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { useForm, type UseFormRegisterReturn, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { requireCompleteDates } from '#dashboard/ui/form/complete-dates.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import type { TimeRange } from '../read.ts'
import { fromField, toField, writeRange } from '../time-range.ts'

const isInOrder = (from = -Infinity, to = Infinity) => from <= to
const RangeFields = z.object({ from: z.string(), to: z.string() }).check(
  z.refine(({ from, to }) => isInOrder(fromField(from), fromField(to)), {
    path: ['to'],
    message: 'The start must be before the end',
  }),
)
const JumpFields = z.object({ at: z.string().check(z.minLength(1, 'Enter a date and a time')) })

const rangeResolver = requireCompleteDates(zodResolver(RangeFields))
const jumpResolver = requireCompleteDates(zodResolver(JumpFields))

interface TimeRangeFormsProps {
  range: TimeRange
  /** Takes the range as it is written in the URL. */
  onChange: (range: string) => void
  /** Takes seconds. */
  onJump: (at: number) => void
}

export const TimeRangeForms = ({ range, onChange, onJump }: TimeRangeFormsProps) => (
  <>
    <RangeForm key={writeRange(range)} range={range} onChange={onChange} />
    <JumpForm onJump={onJump} />
  </>
)

/** A custom time range; an empty field leaves that end open. */
function RangeForm({ range, onChange }: Pick<TimeRangeFormsProps, 'range' | 'onChange'>) {
  const form = useForm({ defaultValues: { from: toField(range.from), to: toField(range.to) }, resolver: rangeResolver })
  const { errors } = form.formState
  const [from, to] = useWatch({ control: form.control, name: ['from', 'to'] })
  const submit = form.handleSubmit((fields) => {
    const [from, to] = [fromField(fields.from), fromField(fields.to)]
    onChange(writeRange({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }))
  })
  return (
    <form className="stack gap-6 overline panel" noValidate onSubmit={(event) => void submit(event)}>
      <TimeField label="From" value={from} error={errors.from?.message} {...form.register('from', { deps: 'to' })} />
      <TimeField label="To" value={to} error={errors.to?.message} {...form.register('to')} />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}

function JumpForm({ onJump }: Pick<TimeRangeFormsProps, 'onJump'>) {
  const form = useForm({ defaultValues: { at: '' }, resolver: jumpResolver })
  const at = useWatch({ control: form.control, name: 'at' })
  const submit = form.handleSubmit(({ at }) => onJump(fromField(at)!))
  return (
    <form className="stack gap-6 overline panel" noValidate onSubmit={(event) => void submit(event)}>
      <TimeField label="Jump to" value={at} error={form.formState.errors.at?.message} {...form.register('at')} />
      <Button type="submit" size="xs">
        Jump
      </Button>
    </form>
  )
}

const TimeField = ({ error, value, ...field }: UseFormRegisterReturn & { label: string; value: string; error: string | undefined }) => (
  <TextInput type="datetime-local" size="xs" step={1} data-empty={value === '' || undefined} error={fieldError(error)} {...field} />
)
