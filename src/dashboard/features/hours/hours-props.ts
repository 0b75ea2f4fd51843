import type { HoursFields } from './hours-fields.ts'

/** What each part of the page knows of the form. */
export interface HoursPartProps {
  values: HoursFields
  base: HoursFields
  problems: Partial<Record<keyof HoursFields, string>>
  mayWrite: boolean
  set: <K extends keyof HoursFields>(name: K, value: HoursFields[K]) => void
}
