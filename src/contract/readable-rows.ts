import type { z } from 'zod/mini'

/**
 * Lists of which a row cannot be read. Whoever decides by a list needs all of it, so a call rejects; a page that shows one asks for the readable rows, and
 * says how many are missing: they are not absent.
 */

/** How many rows of a list were left out because they could not be read. */
export const unreadableIn = (answer: object | undefined): number => (answer as { unreadable?: number } | undefined)?.unreadable ?? 0

/** The schema of one row, where a schema is that of a list: `{ status, data: [...] }`. */
function rowSchema(schema: z.ZodMiniType): z.ZodMiniType | null {
  const { shape } = schema._zod.def as { shape?: { data?: z.ZodMiniType } }
  const { element } = (shape?.data?._zod.def ?? {}) as { element?: z.ZodMiniType }
  return element ?? null
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
