import { sql, type Kysely, type Transaction } from 'kysely'
import { migrate, newestOf, type Versions } from '#db/migrate.ts'
import type { Database } from '#db/open.ts'
import { createIndexes, createTables, type RowsOf } from '#db/tables.ts'
import { auditIndexes, auditTables } from './audit.ts'
import { createEarlier, upgradeEarlier } from './earlier.ts'
import { jobIndexes, jobTables } from './jobs.ts'
import { driftTables, hoursTables, modeIndexes, presetTables } from './modes.ts'
import { notificationIndexes, notificationTables } from './notifications.ts'
import { companyTables, limitTables, peopleIndexes, scopedTokenTables, sessionTables, teamTables } from './people.ts'
import { recordTables } from './records.ts'
import { ruleIndexes, ruleTables, ruleWorkTables } from './rules.ts'
import { workerIndexes, workerTables } from './worker.ts'

/** All tables of the gateway. What a part keeps is in its file beside this one. */
export const gatewayTables = {
  ...sessionTables,
  ...teamTables,
  ...recordTables,
  ...auditTables,
  ...limitTables,
  ...jobTables,
  ...companyTables,
  ...driftTables,
  ...workerTables,
  ...presetTables,
  ...hoursTables,
  ...ruleTables,
  ...ruleWorkTables,
  ...notificationTables,
  ...scopedTokenTables,
}

/** The types of their rows. */
export type GatewayTables = RowsOf<typeof gatewayTables>

/** The tables of the gateway, which share a database with those of our own service. */
export type GatewayDatabase = Pick<Database<GatewayTables>, 'query' | 'serializable' | 'transaction'>

/** Where the tables are read and written; `Trx`: within a transaction. */
export type Query = Kysely<GatewayTables>
export type Trx = Transaction<GatewayTables>

const indexes = {
  ...auditIndexes,
  ...jobIndexes,
  ...modeIndexes,
  ...notificationIndexes,
  ...peopleIndexes,
  ...ruleIndexes,
  ...workerIndexes,
}

const uniqueIndexes = {
  invitation_hash_key: sql`invitation (hash)`,
  scoped_token_hash_key: sql`scoped_token (hash)`,
  planned_action_key: sql`planned_action (workspace, kind, key)`,
  drift_ignored_field: sql`drift_ignored (workspace, resource, field, chat_id)`,
  rule_hit_message: sql`rule_hit (workspace, chat_id, message_id, rule_id)`,
}

async function createAllIndexes(db: Kysely<never>): Promise<void> {
  await createIndexes(db, indexes)
  await createIndexes(db, uniqueIndexes, true)
}

const versions: Versions = {
  '0021-scoped-token': { create: (db) => createEarlier(db, gatewayTables) },
  '0042-preset-jobs': {
    create: async (db) => {
      await createTables(db, gatewayTables)
      await createAllIndexes(db)
    },
    upgrade: async (db) => {
      await upgradeEarlier(db, gatewayTables)
      await createAllIndexes(db)
    },
  },
}

/** The names of all versions of these tables, oldest first. */
export const gatewaySchemas: readonly string[] = Object.keys(versions)

/** Migrates the gateway's tables to the newest version, or to an earlier one. */
export function migrateGatewayTables(query: Query, last = newestOf(versions)): Promise<void> {
  return migrate(query, 'gateway', versions, last)
}
