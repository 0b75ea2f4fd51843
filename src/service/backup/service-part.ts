import type { AnyQuery, DatabasePart } from '#db/part.ts'
import { keysOf } from '#db/tables.ts'
import { isSealed } from '../accounts/token-keys.ts'
import { migrateService, schemas } from '../prepare.ts'
import { serviceTables } from '../tables.ts'

/** The tables of our own service. All of them are in a backup. */
export const servicePart: DatabasePart = {
  name: 'service',
  schemas,
  migrate: (query, last) => migrateService({ query }, last),
  keys: keysOf(serviceTables),
  emptyBefore: ['account'],
  backupNotes: async (query) => {
    const stored = await tokenKeysIn(query)
    return [
      ...(stored.some(isSealed) ? ['Token keys are in the backup as sealed texts, which only the key file opens.'] : []),
      ...(stored.some((key) => !isSealed(key))
        ? ['Token keys of an earlier release are in the backup as they are: start this release once, and make another backup.']
        : []),
    ]
  },
  restoreNotes: async (restored) => ({
    notes: (await tokenKeysIn(restored)).some(isSealed)
      ? ['Token keys are shown only with the key file that they were sealed with (docs/operations.md).']
      : [],
    compare: async () => [],
  }),
}

async function tokenKeysIn(query: AnyQuery): Promise<string[]> {
  const rows = await query.selectFrom('account').select('token_key').where('token_key', '!=', '').execute()
  return rows.map(({ token_key }) => String(token_key))
}
