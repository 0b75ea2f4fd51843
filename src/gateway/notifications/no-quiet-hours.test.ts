import type { Kysely } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { makeDatabase, makeFolder } from '#service/testing/databases.ts'
import { migrateGatewayTables, type GatewayTables } from '../database/database.ts'

const server = inject('postgresUrl')
const engines = [{ name: 'SQLite', make: makeFolder }, ...(server ? [{ name: 'PostgreSQL', make: () => makeDatabase(server) }] : [])]

test.each(engines)(
  'an upgrade on $name sends what quiet hours held back, and keeps what was sent in a summary as delivered',
  async ({ make }) => {
    const { place, remove } = await make()
    const database = openDatabase<GatewayTables>(place)
    const { query } = database
    const earlier = query as unknown as Kysely<Record<string, Record<string, unknown>>>
    await migrateGatewayTables(query, '0021-scoped-token')
    const delivery = {
      workspace: 'w',
      channel_id: 'c',
      channel_name: 'Ines',
      title: 'A severe outside change',
      at: 1,
      count: 1,
      tries: 0,
      opened: 1,
    }
    const held = { ...delivery, event: 'severeDrift', state: 'held', result: 'Quiet hours' }
    await earlier
      .insertInto('notification_delivery')
      .values([
        { ...held, id: 'unsent', due: 500 },
        { ...held, id: 'sent', due: null },
        { ...held, id: 'other', state: 'failed', result: '550', due: null },
        { ...delivery, id: 'summary', event: 'summary', state: 'waiting', due: 500, result: '' },
      ])
      .execute()
    const items = ['unsent', 'sent', 'other', 'summary'].map((id) => ({ delivery_id: id, notification_id: 'n' }))
    await earlier.insertInto('notification_item').values(items).execute()
    await earlier.insertInto('notification_person').values({ workspace: 'w', person_id: 'p', quiet: '{}', read_up_to: 7 }).execute()

    await migrateGatewayTables(query)
    const rows = await query.selectFrom('notification_delivery').select(['id', 'state', 'due', 'result']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'other', state: 'failed', due: null, result: '550' },
      { id: 'sent', state: 'delivered', due: null, result: '' },
      { id: 'unsent', state: 'waiting', due: 0, result: '' },
    ])
    expect((await query.selectFrom('notification_item').select('delivery_id').orderBy('delivery_id').execute()).length).toBe(3)
    expect(await query.selectFrom('notification_person').selectAll().execute()).toEqual([
      { workspace: 'w', person_id: 'p', read_up_to: 7, home_seen: null },
    ])
    await database.close()
    await remove()
  },
)
