import { migrationsIn } from '#db/migrate.ts'
import type { AnyQuery, DatabasePart } from '#db/part.ts'
import { accountsOf, sealedTokens } from './access/team-keys.ts'
import { type Query, type GatewayTables, gatewaySchemas, migrateGatewayTables } from './database/database.ts'

/** The primary keys of the tables that are backed up; null = left out. */
const keys: { [Table in keyof GatewayTables]: (keyof GatewayTables[Table] & string)[] | null } = {
  team: ['workspace'],
  person: ['id'],
  passkey: ['id'],
  company_identity: ['person_id', 'issuer'],
  recovery_code: ['hash'],
  invitation: ['id'],
  record: ['workspace', 'kind', 'chat_id', 'key'],
  record_total: ['workspace'],
  record_share: ['workspace', 'kind', 'writer'],
  audit_line: ['workspace', 'line'],
  audit_head: ['workspace'],
  service_profile: ['address', 'account_id'],
  drift_version: ['workspace', 'chat_id', 'at'],
  drift_finding: ['id'],
  drift_ignored: ['id'],
  preset_on: ['workspace', 'id'],
  preset_chat: ['workspace', 'on_id', 'chat_id'],
  preset_layer: ['workspace', 'chat_id', 'setting', 'on_id'],
  rule: ['workspace', 'id'],
  rule_version: ['workspace', 'rule_id', 'version'],
  rule_backtest: ['workspace', 'rule_id', 'digest'],
  rule_switch: ['workspace'],
  rule_hit: ['id'],
  rule_count: ['workspace', 'rule_id', 'kind', 'since', 'chat_id'],
  rule_act: ['workspace', 'rule_id', 'chat_id', 'kind'],
  rule_author: ['workspace', 'chat_id', 'author'],
  standing_access: ['workspace'],
  planned_action: ['id'],
  past_action: ['id'],
  notification_channel: ['id'],
  notification_choice: ['workspace', 'channel_id', 'event'],
  notification_person: ['workspace', 'person_id'],
  // What is restored would be sent again.
  notification: null,
  notification_chat: null,
  notification_subject: null,
  notification_delivery: null,
  notification_item: null,
  notification_try: null,
  notification_read: null,
  // Whoever restores would bring back what had ended: everybody signs in again, and programs need new tokens.
  session: null,
  challenge: null,
  scoped_token: null,
  // What is restored would look like a change from outside: drift watch looks for the first time again.
  drift_known: null,
  drift_check: null,
  // What is restored would look like a change by somebody else, which opening hours ask about.
  hours_memory: null,
  // What is restored would be carried out again.
  job: null,
  job_chat: null,
  job_decision: null,
  // What was posted since the backup is read from when a rule began, or for the last hour.
  rule_watch: null,
  rule_cursor: null,
  // Calculated again when the rules run.
  rule_cost: null,
  // Of the last hour.
  deletion: null,
  deletion_total: null,
  worker_request: null,
  // Of the processes that run now.
  preset_lock: null,
  worker_lease: null,
  worker_gateway: null,
}

const kept = Object.fromEntries(Object.entries(keys).flatMap(([table, key]) => (key ? [[table, key]] : [])))

/** The tables of the gateway: the teams of accounts, their records and audit log. */
export const gatewayPart: DatabasePart = {
  name: 'gateway',
  schemas: gatewaySchemas,
  migrate: (query, last) => migrateGatewayTables(tablesOf(query), last),
  keys: kept,
  emptyBefore: Object.keys(kept),

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
      `People, roles, passkeys and recovery codes are as they were at ${taken}: whoever was removed or got fewer rights since then has them again. Before you start the server for others, sign in and check Account → Team.`,
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
  if ((await migrationsIn(replaced, gatewayPart.name)).at(-1) !== gatewaySchemas.at(-1)) return []
  const removed = await tablesOf(replaced).selectFrom('person').where('removed', 'is not', null).select('id').execute()
  const ids = new Set(removed.map(({ id }) => id))
  const names = people.filter(({ id }) => ids.has(id)).map(({ name }) => name)
  return names.length === 0 ? [] : [`Removed since, and back again: ${names.join(', ')}. Remove them again.`]
}
