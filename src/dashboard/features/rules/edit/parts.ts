import type { RuleFields } from './rule-fields.ts'

/** What every section of the form gets. */
export interface RulePartProps {
  values: RuleFields
  /** What is wrong, by field, as far as it is to be shown. */
  problems: Partial<Record<keyof RuleFields, string>>
  mayWrite: boolean
  set: <Name extends keyof RuleFields>(name: Name, value: RuleFields[Name]) => void
}
