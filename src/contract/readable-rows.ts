import type { z } from 'zod/mini'

/**
 * Lists of which a row cannot be read. Whoever decides by a list needs all of it, so a call rejects; a page that shows one asks for the readable rows, and
 * says how many are missing: they are not absent. Loaded on demand, because hardly any service needs it.
 */

/** How many rows of a list were left out because they could not be read. */
export const unreadableIn = (answer: object | undefined): number =>
  answer && 'unreadable' in answer && typeof answer.unreadable === 'number' ? answer.unreadable : 0

interface Definition {
  shape?: { data?: z.ZodMiniType }
  element?: z.ZodMiniType
  /** Of a list that is changed once it is read. */
  in?: z.ZodMiniType
}

/** The schema of one row, where a schema is that of a list: `{ status, data: [...] }`. */
function rowSchema(schema: z.ZodMiniType): z.ZodMiniType | null {
  const { shape, in: inner } = schema._zod.def as Definition
  if (inner) return rowSchema(inner)
  return (shape?.data?._zod.def as Definition | undefined)?.element ?? null
}

/** The answer with those rows that can be read; null where it is no list, or something beside its rows cannot be read. */
export function readableRows(schema: z.ZodMiniType, json: unknown): object | null {
  const row = rowSchema(schema)
  const rows = (json as { data?: unknown } | null | undefined)?.data
  if (!row || !Array.isArray(rows)) return null
  const readable = rows.filter((one) => row.safeParse(one).success)
  // A list of something else altogether is no list of these rows.
  if (readable.length === 0) return null
  const parsed = schema.safeParse({ ...(json as object), data: readable })
  return parsed.success ? { ...(parsed.data as object), unreadable: rows.length - readable.length } : null
}
