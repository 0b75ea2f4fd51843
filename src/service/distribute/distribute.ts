import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#db/open.ts'
import type { Tables } from '../tables.ts'

/** Distributes the rows of chats over the servers of a Citus cluster. */

/** Their rows belong to a chat. The message table comes first: the others are kept on the server of the same chat's messages. */
const distributed = ['message', 'poll', 'banned_range'] as const

/**
 * Their rows stay on the coordinator, and are changed in one transaction with rows on a worker: a message and its number in the row of the chat, an
 * answer and its idempotency key. Citus commits in two phases only if it knows all of these tables. Of tables that it does not know, it commits the
 * worker first, so a coordinator that then fails would leave a message whose number the chat gives away again. Tables that chat refers to
 * (account) and those that refer to these (token) become known with it.
 */
const onCoordinator = ['chat', 'idempotency_key'] as const

export interface Distribution {
  table: string
  rows: 'distributed' | 'on the coordinator'
  /** Whether an earlier run did it. */
  wasDone: boolean
  shards: number
}

/** What prevents it; the message is for the operator. */
export class NotDistributable extends Error {}

/**
 * Distributes the tables of chats by the id of the chat, with the rows that they have, and makes the others known to Citus. Everything happens in one transaction: until it commits, writes
 * to these tables wait. Tables that are distributed already are left alone.
 * @param database of requireCluster(), opened without time limits, prepared (prepare.ts)
 * @param shardCount how many shards each table gets
 * @param print reports each step
 */
export function distribute(database: Database<Tables>, shardCount: number, print: (line: string) => void): Promise<Distribution[]> {
  return database.query.transaction().execute(async (trx) => {
    // Citus would otherwise refuse to change a table after shards of it were changed over several connections.
    await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(trx)
    const done: Distribution[] = []
    for (const table of distributed) done.push(await distributeTable(trx, table, shardCount, print))
    for (const table of onCoordinator) done.push(await makeKnown(trx, table, print))
    return done
  })
}

/**
 * Rejects with NotDistributable where the database is not that of a coordinator with workers. To be asked before the tables are made: on a worker they
 * would be in the way.
 */
export async function requireCluster(query: Kysely<Tables>): Promise<void> {
  if (!(await isCitus(query)))
    throw new NotDistributable(
      'Citus is not installed in this database. Install it on every server, name it in shared_preload_libraries, and run "create extension citus" in the database of each server (docs/operations.md, Citus). Nothing was changed.',
    )
  const { rows } = await sql<{ coordinator: boolean; servers: number }>`
    select citus_is_coordinator() as coordinator,
      (select count(*) from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary') as servers`.execute(query)
  const { coordinator, servers } = rows[0]!
  if (!coordinator) throw new NotDistributable('DATABASE_URL names a worker of Citus: let it name the coordinator. Nothing was changed.')
  if (servers === 0)
    throw new NotDistributable(
      'The coordinator knows no server for the rows. Add each worker with "select citus_add_node(\'host\', port)". Nothing was changed.',
    )
}

/** Whether the extension is installed in this database. */
export async function isCitus<T>(query: Kysely<T>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(query)
  return rows.length > 0
}

async function distributeTable(
  trx: Transaction<Tables>,
  table: (typeof distributed)[number],
  shardCount: number,
  print: (line: string) => void,
): Promise<Distribution> {
  const before = await shardsOf(trx, table)
  if (before > 0) {
    print(`${table} is distributed already, in ${before} shards`)
    return { table, rows: 'distributed', wasDone: true, shards: before }
  }
  const start = performance.now()
  if (table === 'message') await distributeMessages(trx, shardCount, print)
  else {
    await sql`select create_distributed_table(${table}, 'chat_id', colocate_with => 'message')`.execute(trx)
    await sql`select truncate_local_data_after_distributing_table(${table})`.execute(trx)
  }
  const shards = await shardsOf(trx, table)
  print(`${table} is distributed, in ${shards} shards, after ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return { table, rows: 'distributed', wasDone: false, shards }
}

async function makeKnown(
  trx: Transaction<Tables>,
  table: (typeof onCoordinator)[number],
  print: (line: string) => void,
): Promise<Distribution> {
  const wasDone = (await shardsOf(trx, table)) > 0
  if (!wasDone) await sql`select citus_add_local_table_to_metadata(${table}, cascade_via_foreign_keys => true)`.execute(trx)
  print(`${table} stays on the coordinator, ${wasDone ? 'and is known to Citus already' : 'and is now known to Citus'}`)
  return { table, rows: 'on the coordinator', wasDone, shards: 1 }
}

/** 0 where Citus does not know a table. */
async function shardsOf(trx: Transaction<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{ shards: number }>`
    select count(*) as shards from pg_dist_shard where logicalrelid = ${table}::regclass`.execute(trx)
  return rows[0]!.shards
}

async function distributeMessages(trx: Transaction<Tables>, shardCount: number, print: (line: string) => void): Promise<void> {
  const { rows } = await sql`select from pg_partitioned_table where partrelid = 'message'::regclass`.execute(trx)
  if (rows.length > 0) await replaceByEmptyTable(trx)
  await sql`select create_distributed_table('message', 'chat_id', shard_count => ${shardCount}::int)`.execute(trx)
  if (rows.length === 0) {
    await sql`select truncate_local_data_after_distributing_table('message')`.execute(trx)
    return
  }
  print('message has local partitions, which Citus does not distribute: its rows are copied into a distributed table')
  const { numAffectedRows = 0n } = await sql`insert into message select * from message_before`.execute(trx)
  await sql`drop table message_before`.execute(trx)
  print(`${numAffectedRows} messages were copied`)
}

/** Citus refuses tables that are partitioned by hash, and its shards do the same work. */
async function replaceByEmptyTable(trx: Transaction<Tables>): Promise<void> {
  await sql`alter table message rename to message_before`.execute(trx)
  await sql`alter index message_key rename to message_before_key`.execute(trx)
  await sql`alter index message_by_time rename to message_before_by_time`.execute(trx)
  await sql`create table message (like message_before, constraint message_key primary key (chat_id, id))`.execute(trx)
  await sql`create index message_by_time on message (chat_id, time, id)`.execute(trx)
}
