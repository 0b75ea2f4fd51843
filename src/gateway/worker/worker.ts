import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Logger } from 'pino'
import type { PlannedKind } from '#contract/workspace/standing-access.ts'
import type { SessionTables } from '../session/tables.ts'
import { noRecorder } from '../metrics/recorder.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import { tellJobStuck } from '../workspace/notifications/tell.ts'
import { backlogOf, type Backlog } from './backlog.ts'
import { databaseNow, leaseMs, renewalMs } from './lease.ts'
import { actionOf, rowOf } from './planner.ts'
import type { ActionResult, PlannedAction, Tasks } from './task.ts'
import { createWork, type WorkOptions } from './work.ts'

export interface Worker {
  /** Works until it is stopped. Resolves after the first round. */
  start: () => Promise<void>
  /** Begins nothing more, waits for the requests under way, and lets another gateway take over. */
  stop: () => Promise<void>
  /** One round: renews the lease, and begins what is due. `start` calls it again and again. Rejects where the database does not answer. */
  tick: () => Promise<void>
  /** Resolves once nothing runs any more. */
  settled: () => Promise<void>
  /** Whether this gateway works: of all on one database at most one does. */
  isWorking: () => boolean
  /** What should have begun by now, on whichever gateway. Rejects where the database does not answer. */
  backlog: () => Promise<Backlog>
}

interface Options extends Omit<WorkOptions, 'stopping'> {
  tasks: Partial<Tasks>
  /** Other processes may use this database. */
  isShared: boolean
  /** The gateway, for people. */
  name: string
  log: Logger
  monotonicMs: () => number
  tracing?: Tracing
}

const tickMs = 1000
const maxRunning = 8
const purgeMs = 60 * 60_000
const keptRequestsMs = 2 * 60 * 60_000
const keptActionsMs = 90 * 24 * 60 * 60_000
/** Before an action that failed is run again: doubled each time. */
const [firstRetryMs, maxRetryMs] = [5000, 10 * 60_000]

/** After so many people are told: about five minutes of trying. */
const stuckAttempts = 6

type Row = Selectable<SessionTables['planned_action']> & { sealed_token: string; account_id: number }

/** Carries out planned actions, on one gateway at a time. */
export function createWorker(options: Options): Worker {
  const {
    database,
    lease,
    notify,
    tasks,
    isShared,
    name,
    log,
    nowMs,
    monotonicMs,
    wait,
    recorder = noRecorder,
    tracing = noTracing,
  } = options
  const { query } = database
  const kinds = Object.keys(tasks) as PlannedKind[]
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let loop: Promise<void> | undefined
  let renewAt = -Infinity
  let announceAt = -Infinity
  let purgeAt = -Infinity
  let hasFailed = false

  async function keepLease(): Promise<boolean> {
    if (lease.isHeld() && monotonicMs() < renewAt) return true
    renewAt = monotonicMs() + renewalMs
    const hadIt = lease.number()
    const hasIt = await lease.renew()
    if (lease.number() !== hadIt)
      log.info({ event: 'worker', number: lease.number() }, hasIt ? 'this gateway works' : 'another gateway works')
    if (isShared && monotonicMs() >= announceAt) {
      announceAt = monotonicMs() + renewalMs
      await announce()
    }
    return hasIt
  }

  /** That this gateway could take over. */
  const announce = () => {
    const row = { name, seen: databaseNow(isShared, nowMs) }
    return query
      .insertInto('worker_gateway')
      .values({ holder: lease.holder, ...row })
      .onConflict((conflict) => conflict.column('holder').doUpdateSet(row))
      .execute()
  }

  /** What was planned by a clock that has been set back since. */
  const ahead = (is: ExpressionBuilder<SessionTables, 'planned_action'>, now: number) =>
    kinds.flatMap((kind) => {
      const { maxAheadMs } = tasks[kind]!
      return maxAheadMs === undefined
        ? []
        : [is.and([is('planned_action.kind', '=', kind), is('planned_action.due', '>', now + maxAheadMs)])]
    })

  async function dueRows(): Promise<Row[]> {
    const now = nowMs()
    if (kinds.length === 0) return []
    const rows = await query
      .selectFrom('planned_action')
      .innerJoin('standing_access', 'standing_access.workspace', 'planned_action.workspace')
      .selectAll('planned_action')
      .select(['standing_access.sealed_token', 'standing_access.account_id'])
      .where('standing_access.since', 'is not', null)
      .where('standing_access.token_rejected', '=', 0)
      .where('standing_access.paused_until', '<=', now)
      .where((is) => is.or([is('planned_action.due', '<=', now), ...ahead(is, now)]))
      // What is further away than any wait was written by a clock that has been set back since.
      .where((is) => is.or([is('planned_action.not_before', '<=', now), is('planned_action.not_before', '>', now + maxRetryMs)]))
      .where('planned_action.kind', 'in', kinds)
      .orderBy('planned_action.due')
      .execute()
    return rows.filter((row) => !running.has(row.id) && !isLate(row, tasks, now))
  }

  async function backlog(): Promise<Backlog> {
    const held = await query.selectFrom('worker_lease').select('number').where('holder', '!=', '').executeTakeFirst()
    // What was begun under an earlier number does not run any more.
    return backlogOf((await dueRows()).filter(({ started }) => started === 0 || started !== held?.number))
  }

  async function tick() {
    if (stopping.signal.aborted || !(await keepLease())) return
    if (monotonicMs() >= purgeAt) {
      purgeAt = monotonicMs() + purgeMs
      await purge()
    }
    if (running.size >= maxRunning) return
    for (const row of (await dueRows()).slice(0, maxRunning - running.size)) {
      const run = runOne(row, lease.number())
        // What cannot be written now is begun again.
        .catch((error: unknown) => log.error({ err: error, event: 'worker', kind: row.kind }, 'an action could not be finished'))
        .finally(() => running.delete(row.id))
      running.set(row.id, run)
    }
  }

  /** Under a lease that this process does not hold any more, nothing is written. */
  const whileHeld = (number: number, write: Parameters<typeof database.transaction<void>>[0]) =>
    database.transaction(async (trx) => {
      if (await lease.lock(trx, number)) await write(trx)
    })

  async function runOne(row: Row, number: number): Promise<void> {
    const task = tasks[row.kind]
    if (!task || number === 0) return
    let hasBegun = false
    await whileHeld(number, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('planned_action')
        .set({ started: number })
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow()
      hasBegun = numUpdatedRows === 1n
    })
    if (!hasBegun) return
    const action = actionOf(row)
    const standing = { accountId: row.account_id, sealedToken: row.sealed_token }
    const { work, interruptedBy } = createWork({ ...options, stopping: stopping.signal }, action, standing, number)
    const run = () =>
      task.run(action, work).catch((error: unknown) => {
        if (!interruptedBy()) log.error({ err: error, event: 'worker', kind: row.kind }, 'an action failed')
        return null
      })
    const result = await tracing.action(row.kind, run, (done) => (interruptedBy() ? 'interrupted' : (done?.outcome ?? 'failed')))
    await whileHeld(number, async (trx) => {
      if (interruptedBy()) await trx.updateTable('planned_action').set({ started: 0 }).where('id', '=', row.id).execute()
      else if (result) await finish(trx, row, action, result)
      else await failed(trx, row)
    })
    if (!interruptedBy()) recorder.action(row.kind, result?.outcome ?? 'failed')
  }

  type Trx = Parameters<Parameters<typeof database.transaction>[0]>[0]

  async function finish(
    trx: Trx,
    row: Row,
    action: PlannedAction,
    { outcome, note, title = action.title, isUnlisted, next }: ActionResult,
  ) {
    const { numDeletedRows } = await trx.deleteFrom('planned_action').where('id', '=', row.id).executeTakeFirstOrThrow()
    if (next && numDeletedRows === 1n)
      await trx
        .insertInto('planned_action')
        .values(rowOf({ ...next, workspace: action.workspace, kind: action.kind, key: action.key }))
        .execute()
    if (!isUnlisted) await list(trx, row, { title, outcome, result: note })
  }

  async function failed(trx: Trx, row: Row) {
    const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(row.attempts, 20))
    await trx
      .updateTable('planned_action')
      .set({ started: 0, attempts: row.attempts + 1, not_before: nowMs() + waitMs })
      .where('id', '=', row.id)
      .execute()
    if (row.attempts + 1 === stuckAttempts) await tellJobStuck(notify, row.workspace, { ...actionOf(row), title: row.title }, trx)
    // Listed once, not with every attempt.
    if (row.attempts === 0) await list(trx, row, { title: row.title, outcome: 'failed', result: '' })
  }

  const list = (
    trx: Trx,
    { workspace, kind, chat_ids, note }: Row,
    said: Pick<SessionTables['past_action'], 'title' | 'outcome' | 'result'>,
  ) =>
    trx
      .insertInto('past_action')
      .values({ id: randomUUID(), workspace, kind, chat_ids, note, at: nowMs(), ...said })
      .execute()

  async function purge() {
    await query
      .deleteFrom('worker_request')
      .where('minute', '<', nowMs() - keptRequestsMs)
      .execute()
    await query
      .deleteFrom('past_action')
      .where('at', '<', nowMs() - keptActionsMs)
      .execute()
    if (isShared)
      await query
        .deleteFrom('worker_gateway')
        .where((is) => is('seen', '<', is(databaseNow(isShared, nowMs), '-', leaseMs * 4)))
        .execute()
  }

  const settled = async () => {
    while (running.size > 0) await Promise.all(running.values())
  }

  /** A database that does not answer is logged once, not every second. */
  async function round() {
    try {
      await tick()
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.error({ err: error, event: 'worker' }, 'nothing runs on its own: the database does not answer')
      hasFailed = true
    }
  }

  async function goOn() {
    while (!stopping.signal.aborted) {
      await wait(tickMs, stopping.signal)
      await round()
    }
  }

  return {
    start: async () => {
      await round()
      loop ??= goOn()
    },
    stop: async () => {
      stopping.abort()
      await loop
      await settled()
      await lease.release()
      if (isShared) await query.deleteFrom('worker_gateway').where('holder', '=', lease.holder).execute()
    },
    tick,
    settled,
    isWorking: lease.isHeld,
    backlog,
  }
}

/** Whether it is too late to carry it out without asking. */
export const isLate = ({ kind, due, approved }: Pick<Row, 'kind' | 'due' | 'approved'>, tasks: Partial<Tasks>, now: number): boolean =>
  approved === 0 && now - due > (tasks[kind]?.lateAfterMs ?? Infinity)
