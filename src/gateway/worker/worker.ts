import { notifyJobStuck } from '../notifications/notify.ts'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Logger } from 'pino'
import { randomUUID } from 'node:crypto'
import { Failure } from '#contract/client.ts'
import type { PlannedKind } from '#contract/gateway/standing-access.ts'
import { insert, remove, update, upsert } from '#db/rows.ts'
import type { GatewayTables, Trx } from '../database/database.ts'
import { noRecorder } from '../metrics/recorder.ts'
import { databaseNow, leaseMs, leasedWriter, renewalMs } from './lease.ts'
import { type PlannedAction, actionOf, rowOf } from './planner.ts'
import { createRounds } from './rounds.ts'
import type { Tasks, ActionResult } from './task.ts'
import { type WorkOptions, createWork } from './work.ts'

export type Worker = ReturnType<typeof createWorker>

interface Options extends Omit<WorkOptions, 'stopping'> {
  tasks: Partial<Tasks>
  /** Whether other processes may use this database. */
  isShared: boolean
  /** The display name of the gateway. */
  name: string
  log: Logger
  monotonicMs: () => number
}

const maxRunning = 8
const purgeMs = 60 * 60_000
const keptRequestsMs = 2 * 60 * 60_000
const keptActionsMs = 90 * 24 * 60 * 60_000

/** Carries out planned actions, on one gateway at a time. */
export function createWorker(options: Options) {
  const { database, lease, tasks, isShared, name, log, nowMs, monotonicMs, wait, recorder = noRecorder } = options
  const { query } = database
  const results = createResults(options)
  const kinds = Object.keys(tasks) as PlannedKind[]
  const rounds = createRounds({
    tick,
    wait,
    onFailure: (error) => log.error({ err: error, event: 'worker' }, 'planned actions do not run: the database does not answer'),
  })
  const { running, begin, settled } = rounds
  let renewAt = -Infinity
  let announceAt = -Infinity
  let purgeAt = -Infinity

  async function keepLease(): Promise<boolean> {
    if (lease.isHeld() && monotonicMs() < renewAt) return true
    renewAt = monotonicMs() + renewalMs
    const before = lease.number()
    const isHeld = await lease.renew()
    if (lease.number() !== before)
      log.info({ event: 'worker', number: lease.number() }, isHeld ? 'this gateway runs the worker' : 'another gateway runs the worker')
    if (isShared && monotonicMs() >= announceAt) {
      announceAt = monotonicMs() + renewalMs
      await announce()
    }
    return isHeld
  }

  /** Records that this gateway is available to take over. */
  const announce = () => {
    return upsert(query, 'worker_gateway', { holder: lease.holder }, { name, seen: databaseNow(isShared, nowMs) })
  }

  /** Actions that were planned before the clock was set back. */
  const ahead = (is: ExpressionBuilder<GatewayTables, 'planned_action'>, now: number) =>
    kinds.flatMap((kind) => {
      const { maxAheadMs } = tasks[kind]!
      return maxAheadMs === undefined
        ? []
        : [is.and([is('planned_action.kind', '=', kind), is('planned_action.due', '>', now + maxAheadMs)])]
    })

  async function dueRows(): Promise<ActionRow[]> {
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
      // A time further ahead than any wait was written before the clock was set back.
      .where((is) => is.or([is('planned_action.not_before', '<=', now), is('planned_action.not_before', '>', now + maxRetryMs)]))
      .where('planned_action.kind', 'in', kinds)
      .orderBy('planned_action.due')
      .execute()
    return rows.filter((row) => !running.has(row.id) && !isLate(row, tasks, now))
  }

  /** The actions that should have started by now, on any gateway. Rejects if the database does not answer. */
  async function backlog(): Promise<Backlog> {
    const held = await query.selectFrom('worker_lease').select('number').where('holder', '!=', '').executeTakeFirst()
    // An action that was started under an earlier number is no longer running.
    return backlogOf((await dueRows()).filter(({ started }) => started === 0 || started !== held?.number))
  }

  async function tick() {
    if (rounds.stopping.aborted || !(await keepLease())) return
    if (monotonicMs() >= purgeAt) {
      purgeAt = monotonicMs() + purgeMs
      await purge()
    }
    if (running.size >= maxRunning) return
    for (const row of (await dueRows()).slice(0, maxRunning - running.size)) {
      const run = runOne(row, lease.number())
        // An action whose result cannot be stored is started again.
        .catch((error: unknown) => log.error({ err: error, event: 'worker', kind: row.kind }, 'an action could not be finished'))
      void begin(row.id, run)
    }
  }

  const whileLeased = leasedWriter(database, lease)

  async function runOne(row: ActionRow, number: number): Promise<void> {
    const task = tasks[row.kind]
    if (!task || number === 0) return
    let hasStarted = false
    await whileLeased(number, async (trx) => {
      hasStarted = await update(trx, 'planned_action', { id: row.id }, { started: number })
    })
    if (!hasStarted) return
    const action = actionOf(row)
    const standing = { accountId: row.account_id, sealedToken: row.sealed_token }
    const { work, interruptedBy } = createWork({ ...options, stopping: rounds.stopping }, action, standing, number)
    const result = await task.run(action, work).catch((error: unknown) => {
      if (isAskedToWait(error)) log.info({ event: 'worker', kind: row.kind, retryAfter: error.retryAfter }, 'the service asks to wait')
      else if (!interruptedBy()) log.error({ err: error, event: 'worker', kind: row.kind }, 'an action failed')
      return null
    })
    await whileLeased(number, async (trx) => {
      if (interruptedBy()) await update(trx, 'planned_action', { id: row.id }, { started: 0 })
      else if (result) await results.finish(trx, row, action, result)
      else await results.retryLater(trx, row)
    })
    if (!interruptedBy()) recorder.action(row.kind, result?.outcome ?? 'failed')
  }

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

  /** So that another gateway need not wait until the lease expires. */
  async function leave() {
    await lease.release()
    if (isShared) await remove(query, 'worker_gateway', { holder: lease.holder })
  }

  return {
    /** Runs until it is stopped, and another gateway takes over. Resolves after the first round. */
    start: async () => {
      await rounds.run()
      rounds.start()
    },
    stop: async () => {
      await rounds.stop()
      await leave().catch((error: unknown) =>
        log.warn({ err: error, event: 'worker' }, 'the lease could not be released: another gateway takes over once it has expired'),
      )
    },
    /** One round: renews the lease and starts due actions. `start` calls it repeatedly. Rejects if the database does not answer. */
    tick,
    settled,
    /** Whether this gateway runs the worker; at most one on a database does. */
    isWorking: lease.isHeld,
    backlog,
  }
}

/** Whether an action is too late to run without a decision. */
export const isLate = (
  { kind, due, approved }: Pick<ActionRow, 'kind' | 'due' | 'approved'>,
  tasks: Partial<Tasks>,
  now: number,
): boolean => approved === 0 && now - due > (tasks[kind]?.lateAfterMs ?? Infinity)

/** It is tried again. */
const isAskedToWait = (error: unknown): error is Failure => error instanceof Failure && error.kind === 'too-many-requests'

/** Actions that are due and have not started. */
export interface Backlog {
  /** Milliseconds; null: there are none. */
  oldestDue: number | null
  due: Partial<Record<PlannedKind, number>>
}

function backlogOf(rows: readonly { kind: PlannedKind; due: number; not_before: number }[]): Backlog {
  const due: Backlog['due'] = {}
  for (const { kind } of rows) due[kind] = (due[kind] ?? 0) + 1
  // A failed action is due again after a wait.
  const times = rows.map((row) => Math.max(row.due, row.not_before))
  return { oldestDue: times.length ? times.reduce((a, b) => Math.min(a, b)) : null, due }
}

type ActionRow = Selectable<GatewayTables['planned_action']> & { sealed_token: string; account_id: number }

const firstRetryMs = 5000
/** The wait before a failed action is retried doubles each time, up to this. */
const maxRetryMs = 10 * 60_000

/** Failed attempts after which people are notified: about five minutes of trying. */
const stuckAttempts = 6

/** Stores what became of an action. */
function createResults({ nowMs, notify }: Pick<WorkOptions, 'nowMs' | 'notify'>) {
  async function finish(
    trx: Trx,
    row: ActionRow,
    action: PlannedAction,
    { outcome, note, title = action.title, isUnlisted, next }: ActionResult,
  ) {
    const wasThere = await remove(trx, 'planned_action', { id: row.id })
    if (next && wasThere)
      await insert(trx, 'planned_action', rowOf({ ...next, workspace: action.workspace, kind: action.kind, key: action.key }))
    if (!isUnlisted) await list(trx, row, { title, outcome, result: note })
  }

  /** Schedules the next attempt. */
  async function retryLater(trx: Trx, row: ActionRow) {
    const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(row.attempts, 20))
    await update(trx, 'planned_action', { id: row.id }, { started: 0, attempts: row.attempts + 1, not_before: nowMs() + waitMs })
    if (row.attempts + 1 === stuckAttempts) await notifyJobStuck(notify, row.workspace, { ...actionOf(row), title: row.title }, trx)
    // Listed once, not with every attempt.
    if (row.attempts === 0) await list(trx, row, { title: row.title, outcome: 'failed', result: '' })
  }

  const list = (
    trx: Trx,
    { workspace, kind, chat_ids, note }: ActionRow,
    entry: Pick<GatewayTables['past_action'], 'title' | 'outcome' | 'result'>,
  ) => insert(trx, 'past_action', { id: randomUUID(), workspace, kind, chat_ids, note, at: nowMs(), ...entry })

  return { finish, retryLater }
}
