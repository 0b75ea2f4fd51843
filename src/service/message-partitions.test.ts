import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import type { AnyTables } from '#db/part.ts'
import { servicePart } from './backup/service-part.ts'
import { makeDatabase } from './testing/databases.ts'

const server = inject('postgresUrl')

// On Citus the table is distributed instead: distribute.test.ts.
describe.skipIf(!server || inject('hasCitus'))('messages on PostgreSQL', () => {
  test('are all in partitions, each chat in one of them', async () => {
    const { place, remove } = await makeDatabase(server!)
    const database = openDatabase<AnyTables>(place)
    const { query } = database
    await servicePart.migrate(query)
    await sql`
      insert into message (chat_id, id, time, user_id, user_name, image, text)
      select 1 + n % 97, 1 + n / 97, 1700000000 + n, 0, 'Ayşe', case when n % 3 = 0 then 'https://example.org/a.png' end, 'Text ' || n
      from generate_series(0, 20999) n order by n desc`.execute(query)
    const partitions = await sql`select from pg_inherits where inhparent = 'message'::regclass`.execute(query)
    expect(partitions.rows).toHaveLength(64)
    const { rows } = await sql<{ chats: number; pairs: number; used: number }>`
      select count(distinct chat_id) as chats, count(distinct (chat_id, tableoid)) as pairs, count(distinct tableoid) as used from message`.execute(
      query,
    )
    expect(rows).toMatchObject([{ chats: 97, pairs: 97 }])
    expect(rows[0]!.used).toBeGreaterThan(32)
    const again = sql`insert into message select * from message where chat_id = 5 and id = 1`.execute(query)
    await expect(again).rejects.toThrow(/duplicate key/)
    await database.close()
    await remove()
  })

  test('a page is read from the index of one partition', async () => {
    const { place, remove } = await makeDatabase(server!)
    const database = openDatabase<AnyTables>(place)
    await servicePart.migrate(database.query)
    const page = database.query.selectFrom('message').selectAll().where('chat_id', '=', 7).orderBy('time').orderBy('id').limit(100)
    const plan = (await page.explain()).map((line) => Object.values(line).join()).join('\n')
    expect(plan.match(/message_\d+/g)).not.toBeNull()
    expect(new Set(plan.match(/ on message_\d+/g)).size).toBe(1)
    await database.close()
    await remove()
  })
})
