import type { Kysely, Migration } from 'kysely'
import type { EndedCode } from '#contract/session.ts'

/** Sessions, and what accounts have learned about their services. */

export interface SessionTables {
  session: SessionTable
  service_profile: ProfileTable
}

/** What an account has learned about a remote service (contract/service-profile.ts). */
interface ProfileTable {
  /** The base URL of the service. */
  address: string
  account_id: number
  /** The number of writes, for compare-and-swap. */
  revision: number
  /** JSON. */
  profile: string
}

/** Times are Unix seconds. */
interface SessionTable {
  /** Hexadecimal SHA-256 of the id in the cookie, so that nobody can sign in with what is in the table. */
  hash: string
  /** The token for the service (seal.ts); '' in a person's session, which uses the sealed token of the team. */
  sealed_token: string
  /** The identity of the account. */
  workspace: string
  account_id: number
  account_name: string
  account_email: string
  created: number
  last_seen: number
  /** The session ends when it has not been used for this long. */
  idle_seconds: number
  /** When the session ends in any case. */
  ends: number
  keep: number
  token_end: number | null
  /** When the token was last entered again during the session; null if it was not. */
  token_entered: number | null
  /** The person of the session; null: whoever knows the account's token. */
  person_id: string | null
  /** How it began (contract/gateway/people.ts). */
  method: SignInMethod
  /** The client's network address and user agent when it began. */
  address: string
  agent: string
  /** Why it ended before its time: the row stays until it expires, so that an open page can say so. '' = it has not ended. */
  ended: EndedCode | ''
  /** JSON of what was confirmed for itself; '' = nothing. */
  confirmed: string
  /** Of the id that was replaced when something was confirmed. */
  previous_hash: string
  /** Until when that id is accepted; null until the new one is in use. */
  previous_ends: number | null
}

/** `recovery`: such a session can only register a passkey. */
export type SignInMethod = 'token' | 'demo' | 'passkey' | 'company' | 'recovery'

export const session: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('session')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('sealed_token', 'text', (c) => c.notNull())
      .addColumn('account_id', 'bigint', (c) => c.notNull())
      .addColumn('account_name', 'text', (c) => c.notNull())
      .addColumn('account_email', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addColumn('last_seen', 'bigint', (c) => c.notNull())
      .addColumn('idle_seconds', 'bigint', (c) => c.notNull())
      .addColumn('ends', 'bigint', (c) => c.notNull())
      .addColumn('keep', 'integer', (c) => c.notNull())
      .addColumn('token_end', 'bigint')
      .execute()
  },
}

export const tokenEntered: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('session').addColumn('token_entered', 'bigint').execute()
  },
}

export const serviceProfile: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('service_profile')
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('account_id', 'bigint', (c) => c.notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('profile', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('service_profile_key', ['address', 'account_id'])
      .execute()
  },
}

export const sessionPeople: Migration = {
  async up(db: Kysely<unknown>) {
    const add = (name: string, type: 'text', value: string) =>
      db.schema
        .alterTable('session')
        .addColumn(name, type, (c) => c.notNull().defaultTo(value))
        .execute()
    await db.schema.alterTable('session').addColumn('person_id', 'text').execute()
    await add('method', 'text', 'token')
    await add('address', 'text', '')
    await add('agent', 'text', '')
    await db.schema.createIndex('session_person').on('session').column('person_id').execute()
  },
}

export const sessionConfirmed: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['workspace', 'ended', 'confirmed', 'previous_hash'])
      await db.schema
        .alterTable('session')
        .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
        .execute()
    await db.schema.alterTable('session').addColumn('previous_ends', 'bigint').execute()
    await db.schema.createIndex('session_previous_hash').on('session').column('previous_hash').execute()
  },
}
