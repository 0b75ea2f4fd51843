import { type Kysely, PostgresAdapter, sql } from 'kysely'
import {
  bigint,
  createIndexes,
  createTables,
  integer,
  orNull,
  referringTo,
  type RowsOf,
  table,
  text,
  textOf,
  zeroByDefault,
} from '#db/tables.ts'

/**
 * The service's tables. Every table that belongs to a chat has chat_id first in its primary key, and every query on it filters by chat_id,
 * so that a sharded PostgreSQL can keep a chat's rows together: there, a chat's rows may live elsewhere than the chat's own row, so they do not refer to it.
 * Times are Unix seconds; poll dates are text as the API shows them.
 */
export const serviceTables = {
  account: table(['id'], {
    id: bigint,
    email: text,
    name: text,
    company: text,
    payment_email: text,
    currency: orNull(text),
    country_id: orNull(integer),
    address: text,
    city: text,
    state: text,
    unit: text,
    zip_code: text,
    reserved_name: text,
    /** Sealed (accounts/token-keys.ts); '' until it is first read. */
    token_key: text,
    plan_rooms: integer,
    plan_admins: integer,
    plan_users: integer,
    plan_keywords: integer,
    used_admins: integer,
    used_keywords: integer,
    social: integer,
    network_one_link: text,
    network_two_name: text,
    created: bigint,
  }),
  token: table(['id'], {
    id: bigint,
    account_id: referringTo('account.id'),
    /** SHA-256 of the token, hexadecimal. */
    hash: text,
    label: text,
    created: bigint,
    last_used: orNull(bigint),
    expires: orNull(bigint),
    revoked: orNull(bigint),
  }),
  chat: table(['id'], {
    id: bigint,
    account_id: referringTo('account.id'),
    hash: text,
    created: bigint,
    /** `YYYY-MM-DD HH:MM:SS` in UTC, null = never. */
    last_used: orNull(text),
    /** JSON: the settings by field name, sounds by name. */
    settings: text,
    /** Opaque JSON that the service only copies. */
    design: text,
    last_poll_id: zeroByDefault,
    last_message_id: zeroByDefault,
    /** Set first when a chat is deleted. From then on it does not exist for the API, while its rows are deleted in batches. */
    deleted: orNull(bigint),
  }),
  poll: table(['chat_id', 'id'], {
    chat_id: bigint,
    id: bigint,
    status: textOf<'draft' | 'sent' | 'published'>(),
    user_id: bigint,
    question: text,
    answer1: text,
    answer2: text,
    answer3: text,
    answer4: text,
    answer1count: bigint,
    answer2count: bigint,
    answer3count: bigint,
    answer4count: bigint,
    created: text,
    last_sent: orNull(text),
    published: orNull(text),
    deleted: orNull(text),
  }),
  message: table(['chat_id', 'id'], {
    chat_id: bigint,
    id: bigint,
    /** Unix seconds. */
    time: bigint,
    user_id: bigint,
    user_name: text,
    image: orNull(text),
    text,
  }),
  banned_range: table(['chat_id', 'first_ip', 'last_ip'], {
    chat_id: bigint,
    /** Unsigned 32-bit numbers, so that sorting and ranges work in SQL. */
    first_ip: bigint,
    last_ip: bigint,
  }),
  /** The last ids of accounts, tokens and chats, one row per kind. Those of polls and messages are in the row of their chat. */
  counter: table(['kind'], {
    kind: textOf<'account' | 'token' | 'chat'>(),
    value: bigint,
  }),
  /** Requests with an Idempotency-Key and their responses. */
  idempotency_key: table(['account_id', 'key'], {
    account_id: bigint,
    key: text,
    /** SHA-256 of the endpoint and its input, hexadecimal. */
    request: text,
    time: bigint,
    /** HTTP status and body of the response; null while a request of several transactions is being carried out. */
    status: orNull(integer),
    answer: orNull(text),
    /** The first decision of a request of several transactions (see idempotency/idempotency.ts). */
    decision: orNull(bigint),
  }),
}

/** The types of their rows. */
export type Tables = RowsOf<typeof serviceTables>

const indexes = {
  chat_of_account: sql`chat (account_id, id)`,
  // Deleted polls keep their rows: without this a list of a few polls reads through all that were ever there.
  poll_live: sql`poll (chat_id, id) where deleted is null`,
  message_by_time: sql`message (chat_id, time, id)`,
  idempotency_key_by_time: sql`idempotency_key (time)`,
}

const uniqueIndexes = {
  account_by_reserved_name: sql`account (reserved_name) where reserved_name <> ''`,
  token_hash_key: sql`token (hash)`,
  chat_hash_key: sql`chat (hash)`,
}

export async function createServiceTables(db: Kysely<never>): Promise<void> {
  const isPartitioned = await hasPartitions(db)
  await createTables(db, serviceTables, isPartitioned ? { message: sql`partition by hash (chat_id)` } : {})
  if (isPartitioned)
    await sql`
      do $$ begin
        for part in 0..63 loop
          execute format('create table message_%s partition of message for values with (modulus 64, remainder %s)', part, part);
        end loop;
      end $$`.execute(db)
  await createIndexes(db, indexes)
  await createIndexes(db, uniqueIndexes, true)
  const counters = (['account', 'token', 'chat'] as const).map((kind) => ({ kind, value: 0 }))
  await db.withTables<Pick<Tables, 'counter'>>().insertInto('counter').values(counters).execute()
}

/**
 * The messages of a PostgreSQL database are in 64 partitions by a hash of their chat, so that indexes stay small and vacuum works on one part at a time.
 * SQLite has no partitions. Citus distributes the table itself (distribute/distribute.ts) and refuses to distribute one that is partitioned by hash.
 */
async function hasPartitions(db: Kysely<never>): Promise<boolean> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return false
  const citus = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return citus.rows.length === 0
}
