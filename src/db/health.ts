import type { Database } from './open.ts'
import type { AnyTables, DatabasePart } from './part.ts'
import { isMigrated } from './upgrade.ts'

const probeTimeoutMs = 2000
/** Anybody can ask, and each probe costs a write. */
const minProbeIntervalMs = 1000

/** Whether the database answers, and can store a write, within two seconds. Never rejects. */
export const isHealthy = <Tables>(database: Database<Tables>): Promise<boolean> => succeeds(database.probe())

/** Whether the database is healthy and has the tables of all parts in the version of this release. Never rejects. */
const isReady = (database: Database<AnyTables>, parts: readonly DatabasePart[]): Promise<boolean> =>
  succeeds(Promise.all([database.probe(), requireMigrated(database, parts)]))

async function requireMigrated({ query }: Database<AnyTables>, parts: readonly DatabasePart[]): Promise<void> {
  if (!(await isMigrated(query, parts))) throw new Error('The tables are those of an earlier release')
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, probeTimeoutMs, false)
  })
  const outcome = work.then(
    () => true,
    () => false,
  )
  return Promise.race([outcome, timedOut]).finally(() => clearTimeout(timer))
}

/** Like isHealthy, but probes at most once a second and returns the latest result in between. @param now milliseconds */
export const createHealthCheck = <Tables>(database: Database<Tables>, now = Date.now) => limited(() => isHealthy(database), now)

/** Like isReady, but probes at most once a second and returns the latest result in between. */
export const createReadyCheck = (database: Database<AnyTables>, parts: readonly DatabasePart[]) =>
  limited(() => isReady(database, parts), Date.now)

function limited(check: () => Promise<boolean>, now: () => number): () => Promise<boolean> {
  let last: { at: number; outcome: Promise<boolean> } | undefined
  return () => {
    if (!last || now() - last.at >= minProbeIntervalMs || now() < last.at) last = { at: now(), outcome: check() }
    return last.outcome
  }
}
