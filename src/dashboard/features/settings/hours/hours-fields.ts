import { ChatHours, minutesOfDay, type HoursException, type Period } from '#contract/hours/timetable.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { asSentence, resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { parseTime, timeText } from '#dashboard/ui/format/time-of-day.ts'
import { shortDate } from '#dashboard/ui/format/dates.ts'

/** A timetable as the fields of a form. Each day is one field, so that two people can change different days at the same time. */

export const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Day = (typeof days)[number]
export const dayName = Object.fromEntries(days.map((day) => [day, asSentence(day)])) as Record<Day, string>

export type HoursFields = Record<Day, TypedPeriod[]> & {
  isOn: boolean
  zone: string
  exceptions: TypedException[]
  message: string
  showForm: boolean
}
export const hoursNames: readonly (keyof HoursFields)[] = ['isOn', 'zone', ...days, 'exceptions', 'message', 'showForm']

export interface HoursPartProps {
  values: HoursFields
  base: HoursFields
  problems: Partial<Record<keyof HoursFields, string>>
  mayWrite: boolean
  set: <K extends keyof HoursFields>(name: K, value: HoursFields[K]) => void
}

export interface TypedPeriod {
  from: string
  to: string
  message: string
}
export type TypedException = Omit<HoursException, 'periods'> & { periods: TypedPeriod[] }

const typedPeriod = ({ from, to, message }: Period): TypedPeriod => ({ from: timeText(from), to: timeText(to), message })

/** An end that is not after the beginning is on the next day. null where a time is not valid. */
export function periodOf({ from: typedFrom, to: typedTo, message }: TypedPeriod): Period | null {
  const [from, to] = [parseTime(typedFrom), parseTime(typedTo)]
  if (from === null || to === null || from === minutesOfDay) return null
  return { from, to: to > from ? to : to + minutesOfDay, message }
}

/** null where one of them is not valid. */
function periodsOf(typed: TypedPeriod[]): Period[] | null {
  const periods = typed.map(periodOf)
  return periods.every((period) => period !== null) ? periods.toSorted((a, b) => a.from - b.from || a.to - b.to) : null
}

export const byDate = (exceptions: TypedException[]): TypedException[] =>
  exceptions.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))

const inForm = (periods: Period[]) => periods.toSorted((a, b) => a.from - b.from || a.to - b.to).map(typedPeriod)

export function fieldsOf({ isOn, zone, week, exceptions, message, showForm }: Omit<ChatHours, 'openUntil'>): HoursFields {
  const byDay = Object.fromEntries(days.map((day, index) => [day, inForm(week[index] ?? [])])) as Record<Day, TypedPeriod[]>
  const typed = exceptions.map((exception) => ({ ...exception, periods: inForm(exception.periods) }))
  return { isOn, zone, ...byDay, exceptions: byDate(typed), message, showForm }
}

/** null while something that was typed is not valid. */
export function hoursOf(fields: HoursFields, openUntil: number | null): ChatHours | null {
  const week = days.map((day) => periodsOf(fields[day]))
  const exceptions = fields.exceptions.map((exception) => ({ ...exception, periods: periodsOf(exception.periods) }))
  const { isOn, zone, message, showForm } = fields
  return ChatHours.safeParse({ isOn, zone, week, exceptions, message, showForm, openUntil }).data ?? null
}

const isDay = (name: string): name is Day => days.some((day) => day === name)

function problemOf(name: keyof HoursFields, fields: HoursFields): string | undefined {
  if (isDay(name)) return fields[name].every(periodOf) ? undefined : 'Enter times such as 19:00'
  return name === 'zone' || name === 'message' ? ChatHours.shape[name].safeParse(fields[name]).error?.issues[0]?.message : undefined
}

export const hoursResolver = resolverOf<HoursFields>((values) =>
  Object.fromEntries(hoursNames.map((name) => [name, problemOf(name, values)])),
)

/** "19:00 – 01:00, 22:00 – 23:00", or "Closed". */
export const periodsInWords = (periods: readonly TypedPeriod[]): string =>
  periods.length === 0 ? 'Closed' : periods.map(({ from, to }) => `${from} – ${to}`).join(', ')

export const exceptionDates = ({ from, to }: Pick<HoursException, 'from' | 'to'>): string =>
  from === to ? shortDate(from) : `${shortDate(from)} – ${shortDate(to)}`

const labels: Record<keyof HoursFields, string> = {
  isOn: 'Opening hours',
  zone: 'Time zone',
  ...dayName,
  exceptions: 'Exceptions',
  message: 'Message while closed',
  showForm: 'Contact form while closed',
}

export const hoursTexts: FieldTexts<HoursFields> = {
  label: (name) => labels[name],
  words: (name, value) => {
    if (typeof value === 'boolean') return value ? 'On' : 'Off'
    if (typeof value === 'string') return value
    // The values of a day are its periods.
    if (name !== 'exceptions') return periodsInWords(value as TypedPeriod[])
    return (value as TypedException[]).map((one) => `${exceptionDates(one)}: ${periodsInWords(one.periods)}`).join('\n')
  },
}

/** What one edit does, for the bar: “Sunday: 15:00 – 22:00, was 17:00 – 22:00”. */
export function editInWords(name: keyof HoursFields, base: HoursFields, values: HoursFields): string {
  if (name === 'message') return 'Message while closed'
  if (name === 'exceptions') return `Exceptions: ${counted(values.exceptions.length, 'date')}`
  return `${labels[name]}: ${hoursTexts.words(name, values[name])}, was ${hoursTexts.words(name, base[name])}`
}
