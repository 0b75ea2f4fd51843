import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { isDuplicate, isUnavailable } from '#db/errors.ts'
import { createHealthCheck, isHealthy } from '#db/health.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase, type Database } from '#db/open.ts'
import { counts, increment, type Counts } from './testing/counts.ts'
import { makeDatabase, makeFolder, onEveryEngine } from './testing/databases.ts'

/** What the service relies on in src/db, on every engine. Stands here because src/db knows no table. */

onEveryEngine('the database', (bench) => {
  const open = () => openDatabase<Counts>(bench.place)

  it('migrates once and loses no write when several processes start together', async () => {
    const times = 200
    const program = fileURLToPath(new URL('testing/counting-process.ts', import.meta.url))
    const processes = [1, 2].map(() => fork(program, [JSON.stringify(bench.place), String(times)], { execArgv: ['--import', 'tsx'] }))
    await Promise.all(processes.map((counting) => once(counting, 'message')))
    const ends = await Promise.all(
      processes.map((counting) => {
        counting.send('begin')
        return once(counting, 'exit')
      }),
    )
    expect(ends).toEqual([
      [0, null],
      [0, null],
    ])
    const database = open()
    expect(await database.query.selectFrom('count').selectAll().execute()).toEqual([{ name: 'a', value: 2 * times }])
    await database.close()
  })

  it.each([
    ['long', 3, 200_000],
    ['many', 1000, 100],
  ])('lets others have the thread between %s statements', async (_, count, size) => {
    const database = open()
    const series = sql`with recursive series (n) as (select 1 union all select n + 1 from series where n < ${size}) select count(*) from series`
    // The first one opens the database, which takes long by itself.
    await series.execute(database.query)
    const order: string[] = []
    setTimeout(() => order.push('other'))
    const read = async (index: number) => {
      await series.execute(database.query)
      order.push(`${index}`)
    }
    await Promise.all(Array.from({ length: count }, (_, index) => read(index)))
    expect(order.slice(0, -1)).toContain('other')
    await database.close()
  })

  it('loses no write among concurrent read-modify-write transactions', async () => {
    const database = open()
    await database.query.updateTable('count').set({ value: 0 }).where('name', '=', 'a').execute()
    await Promise.all(Array.from({ length: 20 }, () => increment(database)))
    expect(await database.query.selectFrom('count').selectAll().execute()).toEqual([{ name: 'a', value: 20 }])
    await database.close()
  })

  it('applies a migration completely or not at all', async () => {
    const database = open()
    const addNote = (db: Database<Counts>['query']) => db.schema.alterTable('count').addColumn('note', 'text').execute()
    const upgrades = (upgrade: (db: Database<Counts>['query']) => Promise<void>) =>
      migrate(database.query, 'count', { ...counts, '0002': { create: upgrade, upgrade } })
    const halfWay = upgrades(async (db) => {
      await addNote(db)
      throw new Error('the power was cut')
    })
    await expect(halfWay).rejects.toThrow('the power was cut')
    await upgrades(addNote)
    await database.query.schema.alterTable('count').dropColumn('note').execute()
    await database.close()
  })

  it('rolls back a failing transaction and reports the error', async () => {
    const database = open()
    const twice = database.serializable(async (trx) => {
      await trx.insertInto('count').values({ name: 'b', value: 1 }).execute()
      await trx.insertInto('count').values({ name: 'b', value: 2 }).execute()
    })
    await expect(twice).rejects.toSatisfy((error) => isDuplicate(error) && !isUnavailable(error))
    expect(await database.query.selectFrom('count').selectAll().where('name', '=', 'b').execute()).toEqual([])
    await database.close()
  })

  it('stores large integers and any text', async () => {
    const database = open()
    const row = { name: 'ş🙂א\n\t\'"\\%_', value: 2 ** 53 - 1 }
    await database.query.insertInto('count').values(row).execute()
    expect(await database.query.selectFrom('count').selectAll().where('name', '=', row.name).executeTakeFirst()).toEqual(row)
    await database.close()
  })

  it('reports whether it answers', async () => {
    const database = open()
    expect(await isHealthy(database)).toBe(true)
    await database.close()
    expect(await isHealthy(database)).toBe(false)
  })
})

describe('an unreachable database', () => {
  it('is distinguished from an error in a statement', async () => {
    const away = openDatabase<Counts>({ url: 'postgres://nobody@127.0.0.1:1/none' })
    await expect(sql`select 1`.execute(away.query)).rejects.toSatisfy(isUnavailable)
    expect(await isHealthy(away)).toBe(false)
    await away.close()
    expect(isUnavailable(new TypeError('x is not a function'))).toBe(false)
    expect(isUnavailable(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false)
    expect(isUnavailable('no error at all')).toBe(false)
    const internal = (words: string) => Object.assign(new Error(words), { code: 'XX000' })
    expect(isUnavailable(internal('could not commit transaction for shard 102024 on at least one active node'))).toBe(true)
    expect(isUnavailable(internal('failure on connection marked as essential: worker:5432'))).toBe(true)
    expect(isUnavailable(internal('cache lookup failed for relation 7'))).toBe(false)
  })
})

const server = inject('postgresUrl')
describe.skipIf(!server)('a PostgreSQL that closes a connection during a transaction', () => {
  it('fails that transaction, and the process continues with another connection', async () => {
    const database = openDatabase<Counts>({ url: server ?? '' })
    const change = database.serializable(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const pid = rows[0]?.pid
      await sql`select pg_terminate_backend(${pid}::int)`.execute(database.query)
      const isThere = async () => (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(database.query)).rows.length
      await expect.poll(isThere).toBe(0)
      await sql`select 1`.execute(trx)
    })
    await expect(change).rejects.toSatisfy(isUnavailable)
    expect(await isHealthy(database)).toBe(true)
    await database.close()
  })
})

describe.skipIf(!server)('a process that is suspended on PostgreSQL', () => {
  it('loses the locks of its transaction within seconds, but not a snapshot, which blocks nobody', async () => {
    const { place, remove } = await makeDatabase(server ?? '')
    const [suspended, other] = [openDatabase<Counts>(place), openDatabase<Counts>(place)]
    await migrate(other.query, 'count', counts)
    await suspended.snapshot(async (query) => {
      const before = await query.selectFrom('count').selectAll().execute()
      const change = suspended.transaction(async (trx) => {
        await trx.updateTable('count').set({ value: 10 }).execute()
        // A statement that waits for the lock has a time limit as well.
        await increment(other).catch(() => increment(other))
      })
      await expect(change).rejects.toSatisfy(isUnavailable)
      expect(await query.selectFrom('count').selectAll().execute()).toEqual(before)
    })
    expect(await other.query.selectFrom('count').selectAll().execute()).toEqual([{ name: 'a', value: 1 }])
    await Promise.all([suspended.close(), other.close()])
    await remove()
  })
})

describe.skipIf(!server)('a PostgreSQL that does not answer for a while', () => {
  it('fails the running transaction and leaves no connection in it', async () => {
    const { place, remove } = await makeDatabase(server ?? '')
    const url = 'url' in place ? place.url : ''
    const direct = openDatabase<Counts>(place)
    await migrate(direct.query, 'count', counts)
    const way = await wayTo(url)
    const database = openDatabase<Counts>({ url: way.url })
    await sql`select 1`.execute(database.query)
    way.hold()
    // Its very first statement gets no answer, so nobody knows that there is something to take back.
    await expect(database.serializable(async (trx) => sql`select 1`.execute(trx))).rejects.toSatisfy(isUnavailable)
    way.goOn()
    await database.query.insertInto('count').values({ name: 'b', value: 1 }).execute()
    expect(await direct.query.selectFrom('count').select('name').execute()).toEqual([{ name: 'a' }, { name: 'b' }])
    await database.close()
    await direct.close()
    way.close()
    await remove()
  }, 20_000)
})

/** A way to a server on which everything can be held up, as by a server that is frozen; what was held up arrives later. */
async function wayTo(server: string) {
  const { hostname, port } = new URL(server)
  const sockets: Socket[] = []
  const between = createServer((from) => {
    const to = connect(Number(port || 5432), hostname)
    for (const socket of [from, to]) sockets.push(socket.on('error', () => {}))
    from.pipe(to).pipe(from)
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const url = new URL(server)
  // A listening server on a host and port has an address of this shape.
  url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`
  return {
    url: url.href,
    hold: () => sockets.forEach((socket) => socket.pause()),
    goOn: () => sockets.forEach((socket) => socket.resume()),
    close: () => between.close(),
  }
}

describe('a full disk', () => {
  it('is reported as such, and writes succeed once there is space', async () => {
    const { place, remove } = await makeFolder()
    const database = openDatabase<Counts>(place)
    await migrate(database.query, 'count', counts)
    const store = (name: string) => database.serializable((trx) => trx.insertInto('count').values({ name, value: 1 }).execute())
    // SQLite's own limit fails like the disk's.
    await sql`pragma max_page_count = 1`.execute(database.query)
    await expect(store('x'.repeat(100_000))).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    await sql`pragma max_page_count = 1000`.execute(database.query)
    await store('b')
    expect(await database.query.selectFrom('count').select('name').execute()).toEqual([{ name: 'a' }, { name: 'b' }])
    await database.close()
    await remove()
  })

  it('shows in the health check: reads work, writes do not', async () => {
    const { place, remove } = await makeFolder()
    const database = openDatabase<Counts>(place)
    let now = 0
    const check = createHealthCheck(database, () => now)
    expect(await check()).toBe(true)
    await sql`pragma query_only = on`.execute(database.query)
    // Asked again at once it does not look again.
    expect([await check(), await isHealthy(database)]).toEqual([true, false])
    now += 1000
    expect(await check()).toBe(false)
    await sql`pragma query_only = off`.execute(database.query)
    now += 1000
    expect(await check()).toBe(true)
    await database.close()
    await remove()
  })
})
