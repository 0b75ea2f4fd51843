import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A new id. Ids are never reused; an id whose row is not written leaves a gap. */
export async function nextId(query: Kysely<Tables>, kind: Tables['counter']['kind']): Promise<number> {
  const { value } = await query
    .updateTable('counter')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('kind', '=', kind)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
