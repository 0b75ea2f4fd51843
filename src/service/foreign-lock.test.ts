import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isUnavailable } from '#db/errors.ts'
import { isHealthy } from '#db/health.ts'
import { migrate } from '#db/migrate.ts'
import { databaseFile, openDatabase, type Database } from '#db/open.ts'
import { counts, increment, type Counts } from './testing/counts.ts'
import { makeFolder, type Temporary } from './testing/databases.ts'

/** Another program that has the file open, such as a viewer. */
describe('another process that locks the SQLite database', () => {
  let temporary: Temporary
  let database: Database<Counts>
  let other: Sqlite.Database

  beforeEach(async () => {
    temporary = await makeFolder()
    // Every refused write takes as long.
    database = openDatabase<Counts>(temporary.place, { lockTimeoutMs: 20 })
    await migrate(database.query, 'count', counts)
    other = new Sqlite(databaseFile(folder()))
  })
  afterEach(async () => {
    other.close()
    await database.close()
    await temporary.remove()
  })
  const folder = () => ('folder' in temporary.place ? temporary.place.folder : '')
  const add = (name: string) => database.query.insertInto('count').values({ name, value: 1 }).execute()
  const names = async () => (await database.query.selectFrom('count').select('name').orderBy('name').execute()).map(({ name }) => name)

  const ways: Record<string, () => Promise<unknown>> = {
    'a single write': () => add('b'),
    'a write that returns rows': () => database.query.updateTable('count').set({ value: 1 }).returning('name').execute(),
    'a transaction': () => increment(database),
    'the health check': () => database.probe(),
    'a change of the tables': () => database.query.schema.createTable('more').addColumn('name', 'text').execute(),
  }

  it.each(Object.entries(ways))('makes %s fail, and nothing after it', async (_, attempt) => {
    other.exec('begin immediate')
    await expect(attempt()).rejects.toSatisfy(isUnavailable)
    // The same statement would be reset when it runs again, so others follow.
    await expect(add('locked')).rejects.toSatisfy(isUnavailable)
    other.exec('rollback')
    await increment(database)
    await add('c')
    await attempt()
    expect(await isHealthy(database)).toBe(true)
    expect(await names()).toEqual(expect.arrayContaining(['a', 'c']))
  })

  it('is waited for without blocking anyone else', async () => {
    const patient = openDatabase<Counts>(temporary.place)
    other.exec('begin immediate')
    const writing = patient.query.insertInto('count').values({ name: 'b', value: 1 }).execute()
    expect(await patient.query.selectFrom('count').select('name').execute()).toEqual([{ name: 'a' }])
    other.exec('rollback')
    await writing
    expect(await names()).toEqual(['a', 'b'])
    await patient.close()
  })

  it('is seen by the health check as long as it lasts', async () => {
    other.exec('begin immediate')
    expect(await isHealthy(database)).toBe(false)
    other.exec('rollback')
    expect(await isHealthy(database)).toBe(true)
  })

  it('keeps its own log, but what a closed database holds is in the file', async () => {
    await add('b')
    // From here on SQLite counts it among those that use the log.
    expect(other.prepare('select count(*) as rows from count').all()).toMatchObject([{ rows: 2 }])
    await database.close()
    copyFileSync(databaseFile(folder()), join(folder(), 'copy.db'))
    const copy = new Sqlite(join(folder(), 'copy.db'))
    expect(copy.prepare('select count(*) as rows from count').all()).toMatchObject([{ rows: 2 }])
    copy.close()
  })
})

describe('a closed SQLite database', () => {
  it('is one file with everything in it', async () => {
    const { place, remove } = await makeFolder()
    const folder = 'folder' in place ? place.folder : ''
    const database = openDatabase<Counts>(place)
    await migrate(database.query, 'count', counts)
    await increment(database)
    await database.close()
    expect(readdirSync(folder)).toEqual(['roomkeeper.db'])
    const again = openDatabase<Counts>(place)
    expect(await again.query.selectFrom('count').selectAll().execute()).toEqual([{ name: 'a', value: 1 }])
    await again.close()
    await remove()
  })

  it('is one file also if nothing was read or written', async () => {
    const { place, remove } = await makeFolder()
    await openDatabase<Counts>(place).close()
    expect(readdirSync('folder' in place ? place.folder : '')).toEqual(['roomkeeper.db'])
    await remove()
  })
})
