import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase, type Database } from '#db/open.ts'
import type { AnyTables } from '#db/part.ts'
import { checksumOf } from '../backup/rows.ts'
import { servicePart } from '../backup/service-part.ts'
import { workersOf } from '../testing/citus.ts'
import { environmentOf, makeDatabase, makeFolder, type Temporary } from '../testing/databases.ts'
import { runDistributeCommand } from './distribute-action.ts'

const server = inject('postgresUrl') ?? ''
const hasCitus = inject('hasCitus')
const tables = ['message', 'poll', 'banned_range']
const onCoordinator = ['chat', 'idempotency_key']
const report = (wasDone: boolean) => [
  ...tables.map((table) => ({ table, rows: 'distributed', wasDone, shards: 4 })),
  ...onCoordinator.map((table) => ({ table, rows: 'on the coordinator', wasDone, shards: 1 })),
]

const run = ({ place }: Temporary, lines: string[] = [], args: string[] = ['--shards', '4']) =>
  runDistributeCommand(args, environmentOf(place), (line) => lines.push(line))

/** Some rows in each table of chats. */
async function fill({ query }: Database<AnyTables>): Promise<void> {
  await sql`
    insert into message (chat_id, id, time, user_id, user_name, image, text)
    select 1 + n % 23, 1 + n / 23, 1700000000 + n, 0, 'Ayşe', case when n % 3 = 0 then 'https://example.org/a.png' end, 'Text ' || n
    from generate_series(0, 4999) n`.execute(query)
  await sql`
    insert into poll select n, 1, 'draft', 0, 'Question?', 'a', 'b', '', '', 0, 0, 0, 0, '2026-01-01 00:00:00' from generate_series(1, 50) n`.execute(
    query,
  )
  await sql`insert into banned_range select n, n * 10, n * 10 + 5 from generate_series(1, 50) n`.execute(query)
}

async function tablesIn({ query }: Database<AnyTables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(query)
  return rows.map(({ name }) => name)
}

const checksums = ({ query }: Database<AnyTables>) => Promise.all(tables.map((table) => checksumOf(query, table, servicePart.keys[table]!)))

test('SQLite is refused, with the variable that names a database', async () => {
  const temporary = await makeFolder()
  await expect(run(temporary)).rejects.toThrow(/^Only a PostgreSQL database with Citus .*DATABASE_URL/)
  await expect(run(temporary, [], ['--shards', 'many'])).rejects.toThrow(/^--shards must be a whole number/)
  await temporary.remove()
})

test.skipIf(!server || hasCitus)('a PostgreSQL without Citus is refused in words, and nothing is changed', async () => {
  const temporary = await makeDatabase(server)
  const database = openDatabase<AnyTables>(temporary.place)
  const refusal = /^Citus is not installed in this database.*create extension citus.*Nothing was changed/
  await expect(run(temporary)).rejects.toThrow(refusal)
  expect(await tablesIn(database)).toEqual([])
  await servicePart.migrate(database.query)
  await fill(database)
  const before = await checksums(database)
  await expect(run(temporary)).rejects.toThrow(refusal)
  expect(await checksums(database)).toEqual(before)
  await database.close()
  await temporary.remove()
})

describe.skipIf(!hasCitus)('on Citus', () => {
  const shardsIn = async ({ query }: Database<AnyTables>) => {
    const { rows } = await sql<{ name: string; shards: number; workers: number }>`
      select table_name::text as name, count(*) as shards, count(distinct nodeport) as workers from citus_shards
      where citus_table_type = 'distributed' group by table_name order by 1`.execute(query)
    return rows
  }

  test.each([
    { from: 'a table with local partitions', hasPartitions: true },
    { from: 'a plain table', hasPartitions: false },
  ])('the rows of $from are distributed, once', async ({ hasPartitions }) => {
    // Without the extension the migration makes partitions.
    const temporary = await makeDatabase(server, !hasPartitions)
    const database = openDatabase<AnyTables>(temporary.place)
    await servicePart.migrate(database.query)
    const partitions = await sql`select from pg_inherits where inhparent = 'message'::regclass`.execute(database.query)
    expect(partitions.rows).toHaveLength(hasPartitions ? 64 : 0)
    await fill(database)
    const before = await checksums(database)
    const others = await workersOf(server)
    if (hasPartitions) await temporary.join!()

    const lines: string[] = []
    const { tables: done } = await run(temporary, lines)
    expect(done).toEqual(report(false))
    expect(lines.join('')).toMatch(/poll is distributed, in 4 shards/)
    expect(await checksums(database)).toEqual(before)
    expect(await shardsIn(database)).toEqual(tables.toSorted().map((name) => ({ name, shards: 4, workers: others.length })))
    // Nothing is left on the coordinator.
    const { rows } = await sql<{ bytes: number }>`select pg_relation_size('message') as bytes`.execute(database.query)
    expect(rows).toEqual([{ bytes: 0 }])

    const again: string[] = []
    expect((await run(temporary, again)).tables).toEqual(report(true))
    expect(again.join('')).toMatch(/message is distributed already/)
    expect(await checksums(database)).toEqual(before)
    await database.close()
    await temporary.remove()
  })

  test('a worker is refused, and gets no tables, which would be in the way of those of the coordinator', async () => {
    const temporary = await makeDatabase(server)
    const [worker] = await workersOf(environmentOf(temporary.place)['DATABASE_URL']!)
    const database = openDatabase<AnyTables>({ url: worker! })
    await expect(runDistributeCommand([], { DATABASE_URL: worker }, () => {})).rejects.toThrow(
      /^DATABASE_URL names a worker of Citus.*Nothing was changed/,
    )
    expect(await tablesIn(database)).toEqual([])
    await database.close()
    await temporary.remove()
  })

  test('a message and its number in the row of the chat are committed in two phases', async () => {
    const temporary = await makeDatabase(server)
    const database = openDatabase<AnyTables>(temporary.place)
    await servicePart.migrate(database.query)
    await run(temporary)
    await sql`insert into account select 1, 'e', 'n', '', '', null, null, '', '', '', '', '', '', 'k', 1, 1, 1, 1, 0, 0, 0, '', '', 1`.execute(
      database.query,
    )
    await sql`insert into chat (id, account_id, hash, created, settings, design) values (1, 1, 'h', 1, '{}', '{}')`.execute(database.query)
    // Citus keeps a record of each transaction that it prepared on a worker, until its daemon looks for unfinished ones.
    const prepared = async () => (await sql<{ gid: string }>`select gid from pg_dist_transaction`.execute(database.query)).rows
    const before = new Set((await prepared()).map(({ gid }) => gid))
    await database.transaction(async (trx) => {
      await sql`update chat set last_message_id = 1 where id = 1`.execute(trx)
      await sql`insert into message values (1, 1, 1, 0, '', null, 'x')`.execute(trx)
    })
    expect((await prepared()).filter(({ gid }) => !before.has(gid))).toHaveLength(1)
    await database.close()
    await temporary.remove()
  })

  test('a table that was distributed by hand stays as it is', async () => {
    const temporary = await makeDatabase(server)
    const database = openDatabase<AnyTables>(temporary.place)
    await servicePart.migrate(database.query)
    await sql`select create_distributed_table('message', 'chat_id', shard_count => 4)`.execute(database.query)
    expect(await shardsIn(database)).toMatchObject([{ name: 'message', shards: 4 }])
    const { tables: done } = await run(temporary)
    expect(done.map(({ wasDone }) => wasDone)).toEqual([true, false, false, false, false])
    await database.close()
    await temporary.remove()
  })
})
