import { versionIn } from '#db/migrate.ts'
import type { AnyQuery, DatabasePart } from '#db/part.ts'
import { keysOf } from '#db/tables.ts'
import { accountsOf, sealedTokens } from './access/team-keys.ts'
import { type Query, type GatewayTables, gatewaySchemas, gatewayTables, migrateGatewayTables } from './database/database.ts'

const leftOut: readonly (keyof GatewayTables)[] = [
  // What is restored would be sent again.
  'notification',
  'notification_chat',
  'notification_subject',
  'notification_delivery',
  'notification_item',
  'notification_try',
  'notification_read',
  // Whoever restores would bring back what had ended: everybody signs in again, and programs need new tokens.
  'session',
  'challenge',
  'scoped_token',
  // What is restored would look like a change from outside: drift watch looks for the first time again.
  'drift_known',
  'drift_check',
  // What is restored would look like a change by somebody else, which opening hours ask about.
  'hours_memory',
  // What is restored would be carried out again.
  'job',
  'job_chat',
  'job_decision',
  // What was posted since the backup is read from when a rule began, or for the last hour.
  'rule_watch',
  'rule_cursor',
  // Calculated again when the rules run.
  'rule_cost',
  // Of the last hour.
  'deletion',
  'deletion_total',
  'worker_request',
  // Of the processes that run now.
  'preset_lock',
  'worker_lease',
  'worker_gateway',
]

const keys = Object.fromEntries(Object.entries(keysOf(gatewayTables)).filter(([table]) => !leftOut.some((name) => name === table)))

/** The tables of the gateway: the teams of accounts, their records and audit log. */
export const gatewayPart: DatabasePart = {
  name: 'gateway',
  schemas: gatewaySchemas,
  migrate: (query, last) => migrateGatewayTables(tablesOf(query), last),
  keys,
  emptyBefore: Object.keys(keys),

  backupNotes: async (query) => {
    const sealed = await sealedTokens(tablesOf(query))
    return sealed.length === 0
      ? []
      : [
          `The tokens of ${accountsOf(sealed)} are in the backup as sealed texts. Only the key file opens them (SESSION_KEY_FILE, by default session.key in the data folder). It is not in the backup: keep a copy of it in another place.`,
        ]
  },

  restoreNotes: async (restored, taken) => {
    const people = await peopleIn(restored)
    const sealed = await sealedTokens(tablesOf(restored))
    const notes = [
      `The tokens of ${accountsOf(sealed)} are sealed. The server starts only with the key file that they were sealed with, which is not in the backup (docs/operations.md).`,
      `People, roles, passkeys and recovery codes are as they were at ${taken}: whoever was removed or got fewer permissions since then has them again. Before you start the server for others, sign in and check People → Members.`,
    ]
    return {
      notes: notes.filter((_, index) => (index === 0 ? sealed : people).length > 0),
      compare: (replaced) => backAgain(people, replaced),
    }
  },
}

// The type of a query names the tables of one part.
const tablesOf = (query: AnyQuery) => query as unknown as Query

/** Who can sign in. */
const peopleIn = (query: AnyQuery) => tablesOf(query).selectFrom('person').where('removed', 'is', null).select(['id', 'name']).execute()

/** Names those whom the replaced database had removed. That of another release may have other tables. */
async function backAgain(people: readonly { id: string; name: string }[], replaced: AnyQuery): Promise<string[]> {
  if ((await versionIn(replaced, gatewayPart.name)) !== gatewaySchemas.at(-1)) return []
  const removed = await tablesOf(replaced).selectFrom('person').where('removed', 'is not', null).select('id').execute()
  const ids = new Set(removed.map(({ id }) => id))
  const names = people.filter(({ id }) => ids.has(id)).map(({ name }) => name)
  return names.length === 0 ? [] : [`Removed since, and back again: ${names.join(', ')}. Remove them again.`]
}
