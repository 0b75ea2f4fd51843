import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './open.ts'
import { knownVersionIn } from './migrate.ts'
import type { AnyQuery, AnyTables, DatabasePart } from './part.ts'

interface Upgrade {
  /** The parts whose tables this process uses. */
  parts: readonly DatabasePart[]
  /** Called before anything is changed; nothing is when it rejects. */
  check: () => Promise<void>
  /** Called before tables that exist are changed; nothing is when it rejects. */
  backUp: () => Promise<void>
  /** Called once if another process is migrating the database. */
  onWait: () => void
}

/**
 * Migrates the tables of all parts. Of several processes that share a PostgreSQL database one does it while the others wait; with SQLite the caller
 * holds the lock of the folder. Rejects with NewerDatabase where a later release has migrated them.
 */
export async function upgrade(database: Database<AnyTables>, isShared: boolean, { parts, check, backUp, onWait }: Upgrade): Promise<void> {
  const work = async () => {
    const outdated = await outdatedParts(database.query, parts)
    await check()
    if (outdated.length > 0) await backUp()
    for (const { migrate } of parts) await migrate(database.query)
  }
  await (isShared ? withServerLock(database.query, work, onWait) : work())
}

/** The parts that the database has from an earlier release. Parts that it does not have at all change nothing that is there. */
export async function outdatedParts(query: AnyQuery, parts: readonly DatabasePart[]): Promise<DatabasePart[]> {
  const outdated: DatabasePart[] = []
  for (const part of parts) {
    const schema = await knownVersionIn(query, part.name, part.schemas)
    if (schema !== null && schema !== part.schemas.at(-1)) outdated.push(part)
  }
  return outdated
}

/** Whether the database has all tables of these parts in the version of this release or a later one, which other gateways may have brought along. */
export async function isMigrated(query: AnyQuery, parts: readonly DatabasePart[]): Promise<boolean> {
  for (const { name, schemas } of parts) {
    const rows = query.selectFrom(`${name}_migration`).select('name').where('name', '=', schemas.at(-1)!)
    if (!(await rows.executeTakeFirst())) return false
  }
  return true
}

/** Any number will do, as long as all releases use the same. */
const lockId = 7_266_837
const lockIntervalMs = 500

/** Holds an advisory lock of PostgreSQL on one connection; the server releases it when the connection ends, however it ends. */
function withServerLock<T>(query: AnyQuery, work: () => Promise<T>, onWait: () => void): Promise<T> {
  return query.connection().execute(async (connection) => {
    const isHeld = async () => {
      const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${lockId}) as held`.execute(connection)
      return rows[0]!.held
    }
    for (let attempt = 0; !(await isHeld()); attempt++) {
      if (attempt === 0) onWait()
      await setTimeout(lockIntervalMs)
    }
    // If unlocking fails, the connection is broken, and the server has released the lock.
    return work().finally(() => sql`select pg_advisory_unlock(${lockId})`.execute(connection).catch(() => {}))
  })
}
