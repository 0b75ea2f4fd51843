import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { nothingLearned } from '#contract/service-profile.ts'
import { soundsOf } from '#engine/saving/sounds.ts'
import { defaultBudget } from '#contract/gateway/standing-access.ts'
import { openDatabase, type Database, type DatabaseLocation } from '#db/open.ts'
import { bundledUpstream } from '../forward/upstream.ts'
import { createKeys } from '../session/seal.ts'
import { migrateGatewayTables, type GatewayTables } from '../database/database.ts'
import { remoteAccount } from '../testing/remote-service.ts'
import { createLease } from './lease.ts'
import { createServiceClient } from './service-client.ts'
import type { Task, Work } from './task.ts'
import type { PlannedAction } from './planner.ts'
import { createNotify } from '../notifications/notify.ts'
import { createWorker } from './worker.ts'

/** Workers on one database, with virtual clocks that only waits advance, and a service whose answers the test sets. */

export const workspace = '7@test'
const accountId = 7
export const cause = { kind: 'preset', id: 'lockdown', title: 'Lockdown' } as const

export const action = (part: Partial<PlannedAction> = {}): PlannedAction => ({
  workspace,
  kind: 'preset',
  key: 'lockdown',
  due: 0,
  title: 'End the mode “Lockdown”',
  note: '',
  chatIds: [],
  data: '',
  ...part,
})

/** What the service answers to `read`. */
export const answerAccount = () => Response.json({ status: true, data: remoteAccount })

/** Sends one request. */
export const read = (work: Work) => work.callFor(cause)('accountRead', {})

interface Bench {
  database: unknown
  place: DatabaseLocation
}

export async function testWorkers(bench: Bench) {
  // One connection for both parts, each with its own tables; the type of a query covers the tables of one part.
  const first = bench.database as Database<GatewayTables>
  await migrateGatewayTables(first.query)
  const isShared = 'url' in bench.place
  const opened: Database<GatewayTables>[] = []
  const keys = createKeys(randomBytes(32))
  const clock = { ms: 1_000_000_020_000 }
  const token = 'token-of-the-account'
  const state = {
    /** Which gateway sent a request, and when. */
    sent: [] as { name: string; at: number }[],
    answer: answerAccount,
    tasks: {} as Partial<Record<'preset' | 'drift', Task>>,
    late: 60 * 60_000,
  }
  const task = (kind: 'preset' | 'drift', lateAfterMs: number): Task => ({
    get lateAfterMs() {
      return state.tasks[kind]?.lateAfterMs ?? lateAfterMs
    },
    run: async (planned, work) => (await state.tasks[kind]?.run(planned, work)) ?? { outcome: 'done', note: '' },
  })

  const notify = createNotify({ database: first, log: pino({ level: 'silent' }), nowMs: () => clock.ms })

  /** Starts a gateway. On PostgreSQL each has its own connection. */
  function start(name: string) {
    const database = isShared ? openDatabase<GatewayTables>(bench.place) : first
    if (isShared) opened.push(database)
    /** The difference of its clocks from the shared one, because clocks of a machine may be wrong. */
    const skew = { wall: 0, monotonic: 0 }
    const nowMs = () => clock.ms + skew.wall
    const monotonicMs = () => clock.ms + skew.monotonic
    const fetch = async (request: Request) => {
      if (request.headers.get('authorization') !== `Bearer ${token}`) return Response.json({ status: false }, { status: 401 })
      state.sent.push({ name, at: clock.ms })
      return state.answer()
    }
    const lease = createLease({ query: database.query, isShared, name, nowMs, monotonicMs })
    const worker = createWorker({
      database,
      keys,
      isShared,
      name,
      nowMs,
      monotonicMs,
      lease,
      notify,
      log: pino({ level: 'silent' }),
      serviceClient: createServiceClient({ upstream: bundledUpstream({ fetch }), auditing: null }),
      knownSounds: async () => soundsOf({ profile: () => nothingLearned, nameOf: () => undefined, learn: () => {} }),
      tasks: { preset: task('preset', state.late), drift: task('drift', Infinity) },
      // Only waits advance the clock, and meanwhile the gateway continues.
      wait: async (ms) => {
        clock.ms += ms
        await worker.tick()
      },
    })
    return { name, worker, lease, skew }
  }

  const { query } = first
  const turnOn = (part: Partial<GatewayTables['standing_access']> = {}) => {
    const sealed = keys.seal('standing-token', workspace, token)
    const on = { since: 1, turned_on_by: 'Ines', sealed_token: sealed, token_rejected: 0, budget: defaultBudget, paused_until: 0, ...part }
    return query
      .insertInto('standing_access')
      .values({ workspace, account_id: accountId, ...on })
      .onConflict((conflict) => conflict.column('workspace').doUpdateSet(on))
      .execute()
  }
  /** Nothing planned, no lease, standing access on. */
  async function reset() {
    for (const table of ['planned_action', 'past_action', 'worker_request', 'worker_lease'] as const)
      await query.deleteFrom(table).execute()
    state.sent = []
    state.answer = answerAccount
    state.tasks = {}
    await turnOn()
  }
  /** Options of createWork() for the gateway whose clocks are right. */
  const forWork = {
    database: first,
    notify,
    nowMs: () => clock.ms,
    knownSounds: async () => soundsOf({ profile: () => nothingLearned, nameOf: () => undefined, learn: () => {} }),
    wait: async () => {},
  }
  return {
    query,
    forWork,
    clock,
    state,
    isShared,
    start,
    turnOn,
    reset,
    turnOff: () => query.updateTable('standing_access').set({ since: null, sealed_token: '' }).execute(),
    standing: () => query.selectFrom('standing_access').selectAll().executeTakeFirstOrThrow(),
    rows: () => query.selectFrom('planned_action').selectAll().execute(),
    past: async () =>
      (await query.selectFrom('past_action').selectAll().orderBy('at').execute()).map(({ title, outcome }) => ({ title, outcome })),
    close: () => Promise.all(opened.map((database) => database.close())),
  }
}
