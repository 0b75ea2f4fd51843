import type { Kysely } from 'kysely'
import { z } from 'zod/mini'
import type { SessionTables } from '../../session/tables.ts'
import { fromJson } from '../member.ts'

const Words = z.object({ words: z.array(z.string()) })

/** The words of the shared lists of an account, by the key of their record. */
export async function readWordLists(query: Kysely<SessionTables>, workspace: string): Promise<Map<string, string[]>> {
  const rows = await query
    .selectFrom('record')
    .select(['key', 'value'])
    .where('workspace', '=', workspace)
    .where('kind', '=', 'word-lists')
    .execute()
  return new Map(rows.map(({ key, value }) => [key, fromJson(Words, value).words]))
}
