import type { RuleFields } from './rule-fields.ts'

/** The props of every section of the form. */
export interface RulePartProps {
  values: RuleFields
  /** The problems to show, by field. */
  problems: Partial<Record<keyof RuleFields, string>>
  mayWrite: boolean
  set: <Name extends keyof RuleFields>(name: Name, value: RuleFields[Name]) => void
}
