import { sql } from 'kysely'
import { type RuleState, ruleStates } from '#contract/gateway/rules.ts'
import type { DatabaseSize } from '#db/open.ts'
import { inTime } from '#http/event-loop.ts'
import { rowsWith } from '#db/rows.ts'
import type { Query } from '../database/database.ts'
import type { Backlog } from '../worker/worker.ts'

export type Figures = Awaited<ReturnType<typeof readFigures>>

export interface FigureOptions {
  query: Query
  size: () => Promise<DatabaseSize>
  backlog: () => Promise<Backlog>
  nowMs: () => number
}

/** Rows beyond this number are not counted. */
const maxCounted = 10_000

/** Metrics that are read from the database. Each query uses an index and reads a limited number of rows, or reads a table that stays small. */
export async function readFigures({ query, size, backlog, nowMs }: FigureOptions) {
  const { oldestDue, due } = await backlog()
  const queue = await readQueue(query, nowMs())
  return {
    size: await size(),
    /** How late the oldest action is that has not started, in seconds; 0: none is late. */
    lagSeconds: secondsSince(oldestDue, nowMs()),
    /** Actions that are due, by kind. */
    due,
    /** Due deliveries of notifications, at most `maxCounted`, and how late the oldest is. */
    deliveries: queue.count,
    queueAgeSeconds: secondsSince(queue.oldest, nowMs()),
    rules: await readRules(query),
    /** Held messages and messages that wait for a decision, each at most `maxCounted`. */
    hits: { held: await countHits(query, 'held'), marked: await countHits(query, 'marked') },
  }
}

const secondsSince = (ms: number | null, now: number) => (ms === null ? 0 : Math.max(0, (now - ms) / 1000))

/** Deliveries that should have been sent by now, and notifications that have not been fanned out. */
async function readQueue(query: Query, now: number): Promise<{ count: number; oldest: number | null }> {
  const waiting = rowsWith(query, 'notification_delivery', { state: 'waiting' })
    .select('due')
    .where('due', '<=', now)
    .orderBy('due')
    .limit(maxCounted)
  const { count, oldest } = await query
    .selectFrom(waiting.as('waiting'))
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min<number | null>('due').as('oldest')])
    .executeTakeFirstOrThrow()
  const pending = await rowsWith(query, 'notification', { spread: 0 }).select('at').orderBy('at').limit(1).executeTakeFirst()
  const times = [oldest, pending?.at].filter((at) => at !== null && at !== undefined)
  return { count, oldest: times.length ? Math.min(...times) : null }
}

/** Reads the whole table, because workspaces have few rules. */
async function readRules(query: Query): Promise<Record<RuleState, number>> {
  const rows = await query
    .selectFrom('rule')
    .select(['state', sql<number>`count(*)`.as('count')])
    .groupBy('state')
    .execute()
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  return Object.fromEntries(ruleStates.map((state) => [state, counts.get(state) ?? 0])) as Record<RuleState, number>
}

/** Joins by account, because hits are indexed by account; SQLite never reorders a cross join. */
async function countHits(query: Query, state: 'held' | 'marked'): Promise<number> {
  const hits = query
    .selectFrom('rule_watch')
    .crossJoin('rule_hit')
    .select('rule_hit.id')
    .whereRef('rule_hit.workspace', '=', 'rule_watch.workspace')
    .where('rule_hit.state', '=', state)
    .limit(maxCounted)
  const { count } = await query
    .selectFrom(hits.as('hits'))
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Several servers may scrape, and each may do so often. */
const minIntervalMs = 10_000
const timeoutMs = 1000

export interface Latest<T> {
  /** null: it could not be read in time. */
  value: T | null
  /** The duration of the last completed read, in seconds; null: none has completed. */
  seconds: number | null
}

/**
 * Reads at most every ten seconds, one read at a time, and waits for it at most a second. A slow read continues, and a later caller gets its result. If a
 * value could not be read, it is null rather than outdated. Never rejects.
 * @param monotonicMs milliseconds of the monotonic clock
 */
export function createLatest<T>(read: () => Promise<T>, monotonicMs: () => number = () => performance.now()): () => Promise<Latest<T>> {
  let last: { at: number; value: T } | null = null
  let seconds: number | null = null
  let reading: Promise<void> | null = null

  async function refresh(): Promise<void> {
    const began = monotonicMs()
    try {
      const value = await read()
      last = { at: monotonicMs(), value }
    } catch {
      last = null
    }
    seconds = (monotonicMs() - began) / 1000
    reading = null
  }

  const isFresh = () => last !== null && monotonicMs() - last.at < minIntervalMs

  return async () => {
    if (!isFresh()) await inTime(timeoutMs, (reading ??= refresh()))
    return { value: isFresh() && last ? last.value : null, seconds }
  }
}
