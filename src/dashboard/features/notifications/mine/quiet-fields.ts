import type { FieldErrors, Resolver } from 'react-hook-form'
import { minutesOfDay } from '#contract/hours/timetable.ts'
import { isTimeZone } from '#contract/hours/zone.ts'
import type { QuietHours } from '#contract/workspace/my-notifications.ts'
import { ownZone, parseTime, timeText } from '#dashboard/ui/format/time-of-day.ts'

/** Quiet hours as form fields. */

export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Choices of days; `some`: any other days. */
export const dayChoices = {
  every: { label: 'Every day', days: [0, 1, 2, 3, 4, 5, 6] },
  week: { label: 'Monday to Friday', days: [0, 1, 2, 3, 4] },
  weekend: { label: 'Saturday and Sunday', days: [5, 6] },
  some: { label: 'Some days', days: [] },
} as const
export type DayChoice = keyof typeof dayChoices
export const dayChoiceNames = Object.keys(dayChoices) as DayChoice[]

export interface QuietFields {
  isOn: boolean
  from: string
  to: string
  zone: string
  choice: DayChoice
  /** The days of the choice `some`, as strings: '0' = Monday. */
  days: string[]
}

const defaultHours = (): QuietHours => ({ isOn: false, zone: ownZone(), from: 23 * 60, to: 7 * 60, days: [...dayChoices.every.days] })

/** @param quiet null: never set */
export function quietFields(quiet: QuietHours | null): QuietFields {
  const { isOn, from, to, zone, days } = quiet ?? defaultHours()
  const sorted = days.toSorted((one, other) => one - other).join()
  const choice = dayChoiceNames.find((name) => name !== 'some' && dayChoices[name].days.join() === sorted) ?? 'some'
  return { isOn, from: timeText(from), to: timeText(to), zone, choice, days: days.map(String) }
}

/** null: a time is not valid. */
function quietOf({ isOn, from, to, zone, choice, days }: QuietFields): QuietHours | null {
  const [begin, end] = [parseTime(from), parseTime(to)]
  if (begin === null || end === null) return null
  const chosen = choice === 'some' ? days.map(Number).toSorted((one, other) => one - other) : [...dayChoices[choice].days]
  return { isOn, zone, from: begin % minutesOfDay, to: end % minutesOfDay, days: chosen }
}

export const quietResolver: Resolver<QuietFields, unknown, QuietHours> = (fields) => {
  const quiet = quietOf(fields)
  const errors: FieldErrors<QuietFields> = {}
  const wrong = 'Enter a time such as 23:00'
  if (parseTime(fields.from) === null) errors.from = { type: 'value', message: wrong }
  if (parseTime(fields.to) === null) errors.to = { type: 'value', message: wrong }
  if (!isTimeZone(fields.zone)) errors.zone = { type: 'value', message: 'Choose a time zone' }
  if (quiet?.days.length === 0) errors.days = { type: 'value', message: 'Choose at least one day' }
  return quiet && Object.keys(errors).length === 0 ? { values: quiet, errors: {} } : { values: {}, errors }
}
