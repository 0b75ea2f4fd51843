/** Answers that violate the API document. */

/** @param answer JSON of an object */
export function malformed(answer: string, how: 'fields missing' | 'wrong types'): string {
  const json = JSON.parse(answer) as Record<string, unknown>
  return JSON.stringify(how === 'wrong types' ? mistyped(json) : lacking(json))
}

/** Without `data` where that is empty; otherwise with data that has lost its fields. */
function lacking({ status, data }: Record<string, unknown>): unknown {
  if (Array.isArray(data)) return data.length > 0 ? { status, data: data.map(() => ({})) } : { status }
  return data === undefined ? {} : { status, data: {} }
}

function mistyped(value: unknown): unknown {
  if (typeof value === 'number') return 'seven'
  if (typeof value === 'string') return 7
  if (typeof value === 'boolean') return 'perhaps'
  if (Array.isArray(value)) return value.length > 0 ? value.map(mistyped) : 'none'
  if (value === null) return [null]
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, mistyped(inner)]))
}
