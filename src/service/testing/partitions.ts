import { sql } from 'kysely'
import { openDatabase } from '#db/open.ts'
import { migrateService } from '../prepare.ts'
import type { Tables } from '../tables.ts'

/** The tables whose rows belong to a chat. Chats, accounts and tokens are not distributed. */
const tables = ['poll', 'message', 'banned_range']

/**
 * Distributes the rows of chats over several PostgreSQL servers by a hash of the chat's id: the first partition is local, the others are foreign tables
 * (postgres_fdw). The tables must be empty. Keys are unique within each server, which is enough because every key begins with the chat's id.
 * @param place the address of a database with the service's tables
 * @param shards the addresses of empty databases on the other servers
 */
export async function spreadChats(place: string, shards: readonly string[]): Promise<void> {
  for (const url of shards) {
    const shard = openDatabase<Tables>({ url })
    await migrateService(shard)
    await shard.close()
  }
  const { query, close } = openDatabase<Tables>({ url: place })
  // The names and addresses come from the tests.
  const run = (statement: string) => sql.raw(statement).execute(query)
  await run('create extension postgres_fdw')
  for (const [index, address] of shards.entries()) {
    const { hostname, port, pathname, username } = new URL(address)
    const options = `host '${hostname}', port '${port}', dbname '${pathname.slice(1)}', batch_size '200'`
    await run(`create server shard_${index + 1} foreign data wrapper postgres_fdw options (${options})`)
    await run(`create user mapping for current_user server shard_${index + 1} options (user '${username}')`)
  }
  const part = (remainder: number) => `for values with (modulus ${shards.length + 1}, remainder ${remainder})`
  for (const table of tables) {
    await run(`alter table ${table} rename to ${table}_0`)
    await run(`create table ${table} (like ${table}_0 including defaults) partition by hash (chat_id)`)
    await run(`alter table ${table} attach partition ${table}_0 ${part(0)}`)
    for (const [index] of shards.entries())
      await run(
        `create foreign table ${table}_${index + 1} partition of ${table} ${part(index + 1)} server shard_${index + 1} options (table_name '${table}')`,
      )
  }
  await close()
}
