import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { insert, remove, rowsWith, update } from '#db/rows.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { type GatewayTables, migrateGatewayTables } from './database.ts'

onEveryEngine('statements about rows', (bench) => {
  test('a column is compared with a value, several, none or what has none; what was found is told', async () => {
    const query = bench.database.query as unknown as Kysely<GatewayTables>
    await migrateGatewayTables(query)
    const record = { workspace: 'w', kind: 'post-texts' as const, chat_id: 0, version: 1, value: '""', changed_at: 1 }
    await insert(
      query,
      'record',
      ['kim', 'tom', null].map((changed_by, index) => ({ ...record, key: `${index}`, changed_by })),
    )
    const keys = async (where: Parameters<typeof rowsWith<GatewayTables, 'record'>>[2]) =>
      (await rowsWith(query, 'record', where).select('key').orderBy('key').execute()).map(({ key }) => key)
    expect(await keys({ workspace: 'w', changed_by: 'tom' })).toEqual(['1'])
    expect(await keys({ workspace: 'w', changed_by: null })).toEqual(['2'])
    expect(await keys({ key: ['0', '2', '9'] })).toEqual(['0', '2'])
    expect(await keys({ key: [] })).toEqual([])
    expect(await update(query, 'record', { key: [] }, { version: 9 })).toBe(false)
    expect(await update(query, 'record', { key: '0' }, (is) => ({ version: is('version', '+', 4) }))).toBe(true)
    expect(await rowsWith(query, 'record', { version: 5 }).select('key').execute()).toEqual([{ key: '0' }])
    expect(await remove(query, 'record', { key: [] })).toBe(false)
    expect(await remove(query, 'record', { changed_by: ['kim', 'tom'] })).toBe(true)
    expect(await keys({})).toEqual(['2'])
  })
})
