import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { openDatabase } from '#db/open.ts'
import { distribute } from '#service/distribute/distribute.ts'
import { migrateService } from '#service/prepare.ts'
import type { Tables } from '#service/tables.ts'
import { makeDatabase } from '#service/testing/databases.ts'
import type { Postgres } from './postgres.ts'

const shardCount = 8

/**
 * A new database on the PostgreSQL of TEST_DATABASE_URL, with the service's tables, distributed if that is the coordinator of a Citus cluster.
 * null where no address is given.
 */
export async function givenDatabase(): Promise<{ url: string; stop: () => Promise<void> } | null> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server || server === 'none') return null
  const { place, join, remove } = await makeDatabase(server)
  const database = openDatabase<Tables>(place, { hasTimeLimits: false })
  await migrateService(database)
  if (join) await distribute(database, shardCount, () => {})
  await database.close()
  return { url: 'url' in place ? place.url : '', stop: remove }
}

/**
 * The same for a proof that ends or freezes the server. A server that is given from outside is left alone: a proxy in front of it breaks all connections
 * and refuses new ones, or holds everything up.
 */
export async function givenPostgres(): Promise<Postgres | null> {
  const given = await givenDatabase()
  if (!given) return null
  const { hostname, port } = new URL(given.url)
  const sockets = new Set<Socket>()
  let isHeld = false
  const proxy = createServer((from) => {
    const to = connect(Number(port || 5432), hostname)
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        from.destroy()
        to.destroy()
      })
    }
    from.pipe(to).pipe(from)
    if (isHeld) from.pause()
  })
  const listen = async (at: number) => {
    proxy.listen(at, '127.0.0.1')
    await once(proxy, 'listening')
    // A listening server on a host and port has an address of this shape.
    return (proxy.address() as AddressInfo).port
  }
  const ownPort = await listen(0)
  const url = new URL(given.url)
  url.host = `127.0.0.1:${ownPort}`
  const crash = async () => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    start: async () => void (await listen(ownPort)),
    crash,
    signal: (name) => {
      isHeld = name === 'SIGSTOP'
      for (const socket of sockets)
        if (isHeld) socket.pause()
        else socket.resume()
    },
    remove: async () => {
      await crash()
      await given.stop()
    },
  }
}
