import type { FieldChange } from '#contract/recorded-change.ts'

/** Values of what the gateway stores as an entry of the audit log holds them: JSON where they are no single value, and never longer than `maxLength`. */

/** Longer values are cut; what keeps versions keeps them in full. */
const maxValueLength = 2000

/** The fields of which the recorded values differ. */
export function differing(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  maxLength = maxValueLength,
): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): FieldChange[] => {
    if (textOf(before[name]) === textOf(after[name])) return []
    const [stored, sent] = [valueOf(before[name], maxLength), valueOf(after[name], maxLength)]
    return [{ name, ...(stored !== undefined && { before: stored }), ...(sent !== undefined && { after: sent }) }]
  })
}

export function valueOf(value: unknown, maxLength = maxValueLength): string | number | boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = textOf(value)
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
