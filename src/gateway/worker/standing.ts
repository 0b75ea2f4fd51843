import { randomUUID } from 'node:crypto'
import { defaultBudget } from '#contract/gateway/standing-access.ts'
import { insert, remove, rowsWith, update, upsert } from '#db/rows.ts'
import { actionRunning, notFound, standingOff } from '../refusals.ts'
import type { Query, GatewayTables, Trx } from '../database/database.ts'
import { requireLender } from '../lent/require-lender.ts'
import type { Member } from '../access/member.ts'
import { standingOf } from './budget.ts'
import { actionOf, rowOf } from './planner.ts'
import { readStanding, readWorker, type StandingOptions, type Viewer } from './read-standing.ts'
import { readMissed, readSchedule } from './schedule.ts'

/** Who turns it on. */
interface StandingBy {
  name: string
  /** null: signed in with the account's token. */
  member: Pick<Member, 'id'> | null
}

export type StandingStore = ReturnType<typeof createStandingStore>
type Account = { workspace: string; accountId: number }

/** Standing access of accounts, and what people do with planned actions. */
export function createStandingStore(options: StandingOptions) {
  const { database, keys, tasks, lease, nowMs } = options
  const { query } = database

  async function write({ workspace, accountId }: Account, changes: Partial<GatewayTables['standing_access']>, trx: Query = query) {
    const off = { since: null, turned_on_by: '', sealed_token: '', token_rejected: 0, budget: defaultBudget, paused_until: 0 }
    await upsert(trx, 'standing_access', { workspace }, changes, { account_id: accountId, ...off })
  }

  /** Reads an action that is not running. Throws a Refusal. */
  async function findPlanned(trx: Trx, workspace: string, id: string) {
    const row = await rowsWith(trx, 'planned_action', { workspace, id }).selectAll().executeTakeFirst()
    if (!row) throw notFound('This action')
    if (await isRunning(trx, row.started)) throw actionRunning()
    return row
  }

  return {
    read: (workspace: string, viewer: Viewer) => readStanding(options, workspace, viewer),

    readSchedule: (workspace: string, viewer: Member | null) => readSchedule(options, workspace, viewer),
    /** Whether what is planned is carried out, and if not, why. */
    workerState: async (workspace: string): Promise<'running' | 'stopped' | 'off' | 'rejected'> => {
      const { standing } = await standingOf(query, workspace)
      if (standing !== 'on') return standing
      return (await readWorker(options))?.isRunning ? 'running' : 'stopped'
    },

    readMissed: (workspace: string, viewer: Member | null) => readMissed(options, workspace, viewer),

    /** Replaces the token if it is on already. */
    turnOn: (account: Account, { name, member }: StandingBy, token: string) =>
      database.serializable(async (trx) => {
        await requireLender(trx, account.workspace, member, { rights: ['standing.write'], reach: 'all' })
        const sealed_token = keys.seal('standing-token', account.workspace, token)
        await write(account, { since: nowMs(), turned_on_by: name, sealed_token, token_rejected: 0, paused_until: 0 }, trx)
      }),

    turnOff: async (workspace: string) => {
      await update(query, 'standing_access', { workspace }, { since: null, sealed_token: '', token_rejected: 0 })
    },

    setBudget: (account: Account, budget: number) => write(account, { budget }),

    /** Skips a planned action; a repeating one is planned again. Throws a Refusal. */
    skip: (workspace: string, id: string) =>
      database.serializable(async (trx) => {
        const row = await findPlanned(trx, workspace, id)
        await remove(trx, 'planned_action', { id })
        const next = await tasks[row.kind]?.skipped?.(actionOf(row), trx)
        if (next) await insert(trx, 'planned_action', rowOf({ ...next, workspace, kind: row.kind, key: row.key }))
        const { kind, title, note, chat_ids } = row
        const past = { id: randomUUID(), workspace, kind, title, note, chat_ids, at: nowMs() }
        await insert(trx, 'past_action', { ...past, outcome: 'skipped', result: '' })
      }),

    /** Runs a planned action in the next round of the worker, however late it is. Throws a Refusal. */
    runNow: (workspace: string, id: string) =>
      database.serializable(async (trx) => {
        const standing = await rowsWith(trx, 'standing_access', { workspace }).select('since').executeTakeFirst()
        if (!standing?.since) throw standingOff()
        const { due } = await findPlanned(trx, workspace, id)
        await update(trx, 'planned_action', { id }, { approved: 1, not_before: 0, due: Math.min(due, nowMs()) })
      }),
  }

  /** @param started the number of the lease under which the action was started; 0 = not started */
  async function isRunning(trx: Trx, started: number): Promise<boolean> {
    if (started === 0) return false
    if (!options.isShared) return lease.number() === started
    const row = await trx.selectFrom('worker_lease').select('number').where('holder', '!=', '').executeTakeFirst()
    return row?.number === started
  }
}

/** Replaces the token of standing access, if that is on. @param token that the service accepts */
export const replaceStandingToken = ({ database, keys }: Pick<StandingOptions, 'database' | 'keys'>, workspace: string, token: string) =>
  database.query
    .updateTable('standing_access')
    .set({ sealed_token: keys.seal('standing-token', workspace, token), token_rejected: 0 })
    .where('workspace', '=', workspace)
    .where('since', 'is not', null)
    .execute()
