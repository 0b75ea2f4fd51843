import { PostgresAdapter, sql, type Kysely, type Migration } from 'kysely'

/** Rows per statement: few enough that a slow disk copies them within the time limit of a statement (src/db/open.ts). */
const batchSize = 10_000

/**
 * Splits the messages of a PostgreSQL database into 64 partitions by a hash of their chat, so that indexes stay small and vacuum works on one part at a
 * time. Rows that are there are copied, in the order of their keys, within the transaction of the migration: until it commits they are stored twice, and
 * every other statement on messages waits (access exclusive). SQLite has no partitions. Citus distributes the table itself (distribute/distribute.ts)
 * and refuses to distribute one that is partitioned by hash.
 */
export const messagePartitions: Migration = {
  async up(db: Kysely<unknown>) {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
    const citus = await sql`select from pg_extension where extname = 'citus'`.execute(db)
    if (citus.rows.length > 0) return
    await sql`lock table message in access exclusive mode`.execute(db)
    await sql`alter table message rename to message_before`.execute(db)
    // The new table takes over the names of the indexes.
    await sql`alter index message_key rename to message_before_key`.execute(db)
    await sql`alter index message_by_time rename to message_before_by_time`.execute(db)
    await sql`create table message (like message_before, constraint message_key primary key (chat_id, id)) partition by hash (chat_id)`.execute(
      db,
    )
    await sql`create index message_by_time on message (chat_id, time, id)`.execute(db)
    await sql`
      do $$ begin
        for part in 0..63 loop
          execute format('create table message_%s partition of message for values with (modulus 64, remainder %s)', part, part);
        end loop;
      end $$`.execute(db)
    await copyMessages(db)
    await sql`drop table message_before`.execute(db)
  },
}

async function copyMessages(db: Kysely<unknown>): Promise<void> {
  let last: Position | undefined = { chat_id: 0, id: 0 }
  while (last) {
    const { rows }: { rows: Position[] } = await sql<Position>`
      with batch as (
        select * from message_before where (chat_id, id) > (${last.chat_id}, ${last.id}) order by chat_id, id limit ${batchSize}
      ), copied as (
        insert into message select * from batch
      )
      select chat_id, id from batch order by chat_id desc, id desc limit 1`.execute(db)
    last = rows[0]
  }
}

interface Position {
  chat_id: number
  id: number
}
