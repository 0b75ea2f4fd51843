import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { insertNew, update } from '#db/rows.ts'
import type { Query, Trx, GatewayDatabase } from '../database/database.ts'

/**
 * The leader lease: of all gateways on one database, one runs the worker. Its fencing number grows whenever a process takes it, so that writes of an
 * earlier holder are rejected. No wall clock is involved: the holder stops by its own monotonic clock, and another process takes the lease when the row
 * has not changed for that long by *its* monotonic clock.
 */

export const leaseMs = 15_000
/** How often the holder renews it. */
export const renewalMs = 5000

export type Lease = ReturnType<typeof createLease>

/** Returns a function that writes in a transaction, and only while this process holds the lease with the given number. */
export const leasedWriter =
  (database: GatewayDatabase, lease: Lease) =>
  (number: number, write: (trx: Trx) => Promise<void>): Promise<void> =>
    database.transaction(async (trx) => {
      if (await lease.lock(trx, number)) await write(trx)
    })

interface Options {
  query: Query
  /** Whether other processes may use this database. Otherwise this process has locked the folder (db/data-folder.ts), and the lease is always free. */
  isShared: boolean
  /** The display name of the gateway. */
  name: string
  nowMs: () => number
  /** Milliseconds of the monotonic clock. */
  monotonicMs: () => number
}

/** The time of the database in milliseconds, for times that gateways with different clocks share. */
export const databaseNow = (isShared: boolean, nowMs: () => number): RawBuilder<number> =>
  isShared ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)` : sql<number>`${nowMs()}`

/** The same, read: holds are measured by it, because the clocks of gateways may differ. */
export async function readNow(query: Query, leaseNow: () => RawBuilder<number>): Promise<number> {
  const { now } = await query.selectNoFrom(leaseNow().as('now')).executeTakeFirstOrThrow()
  return now
}

export function createLease({ query, isShared, name, nowMs, monotonicMs }: Options) {
  const holder = randomUUID()
  let number = 0
  /** When the last renewal started, by both clocks: the monotonic clock may stop while a machine sleeps, so the wall clock counts as well. */
  let renewed = { monotonic: -Infinity, wall: -Infinity }
  /** The row and when this process first saw it unchanged. */
  let seen: { number: number; beat: number; at: number } | null = null

  const isHeld = () => number > 0 && monotonicMs() - renewed.monotonic < leaseMs && nowMs() - renewed.wall < leaseMs
  const now = () => databaseNow(isShared, nowMs)

  async function readRow() {
    const row = await query.selectFrom('worker_lease').selectAll().executeTakeFirst()
    if (row) return row
    const first = { id: 1, number: 0, beat: 0, holder: '', name: '', since: 0, renewed: 0 }
    await insertNew(query, 'worker_lease', first)
    return query.selectFrom('worker_lease').selectAll().executeTakeFirstOrThrow()
  }

  async function extend(): Promise<boolean> {
    const began = { monotonic: monotonicMs(), wall: nowMs() }
    // No other process can have taken it, and an idle machine should not write to its disk every few seconds.
    if (!isShared) {
      renewed = began
      return true
    }
    const isOurs = await update(query, 'worker_lease', { number, holder }, { beat: sql<number>`beat + 1`, renewed: now() })
    if (isOurs) renewed = began
    else number = 0
    return isHeld()
  }

  async function take(): Promise<boolean> {
    const began = { monotonic: monotonicMs(), wall: nowMs() }
    const row = await readRow()
    const isFree = !isShared || row.holder === '' || row.holder === holder
    if (!isFree) {
      // The clock is read after the row, so the renewal that wrote it started earlier.
      if (seen?.number !== row.number || seen.beat !== row.beat) seen = { number: row.number, beat: row.beat, at: monotonicMs() }
      if (monotonicMs() - seen.at < leaseMs) return false
    }
    const taken = { number: row.number + 1, beat: row.beat + 1, holder, name, since: now(), renewed: now() }
    if (!(await update(query, 'worker_lease', { number: row.number, beat: row.beat }, taken))) return false
    ;({ number } = taken)
    renewed = began
    return isHeld()
  }

  return {
    /**
     * Renews the lease, or takes it if it is free: an expired one with a new number, so that work under the old number cannot continue. Resolves to whether
     * this process holds it. Rejects if the database does not answer.
     */
    renew: () => (isHeld() ? extend() : take()),
    /** Whether this process still holds it. Checked right before each request. */
    isHeld,
    /** The fencing number; 0 = this process does not hold it. */
    number: () => (isHeld() ? number : 0),
    /** Prevents other processes from taking the lease until the transaction ends. Resolves to whether this process holds it with this number. */
    lock: async (trx: Trx, wanted: number) => {
      const isThere = await update(trx, 'worker_lease', { number: wanted, holder }, { number: wanted })
      return isThere && wanted === number && isHeld()
    },
    /** Gives the lease up, so that another process can take it at once. */
    release: async () => {
      const held = number
      number = 0
      if (held === 0) return
      await update(query, 'worker_lease', { number: held, holder }, { holder: '' })
    },
    /** Identifies this process. */
    holder,
  }
}
