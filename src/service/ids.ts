import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A fresh id. Ids are never used twice; one whose row is then not written leaves a gap, which means nothing. */
export async function nextId(query: Kysely<Tables>, kind: Tables['counter']['kind']): Promise<number> {
  const { value } = await query
    .updateTable('counter')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('kind', '=', kind)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
