import type { Selectable } from 'kysely'
import { randomUUID } from 'node:crypto'
import { maxPageCharacters } from '#contract/values.ts'
import { defaultBudget, type LastAction, type NextAction, type Standing } from '#contract/gateway/standing-access.ts'
import { equal } from '#db/equal.ts'
import { actionRunning, notFound, standingOff } from '../refusals.ts'
import { readByIds } from '../session/read-page.ts'
import type { Keys } from '../session/seal.ts'
import type { Query, GatewayTables, Trx, GatewayDatabase } from '../database/database.ts'
import { requireLender } from '../lent/require-lender.ts'
import type { Member } from '../access/member.ts'
import { minuteOf } from './budget.ts'
import { databaseNow, type Lease, leaseMs } from './lease.ts'
import { actionOf, chatIdsIn, rowOf } from './planner.ts'
import type { Tasks } from './task.ts'
import { isLate } from './worker.ts'

/** Who turns it on. */
interface StandingBy {
  name: string
  /** null: signed in with the account's token. */
  member: Pick<Member, 'id'> | null
}

export interface StandingOptions {
  database: GatewayDatabase
  keys: Keys
  tasks: Partial<Tasks>
  lease: Lease
  /** Whether other processes may use this database. */
  isShared: boolean
  nowMs: () => number
}

export type StandingStore = ReturnType<typeof createStandingStore>
type Account = { workspace: string; accountId: number }

/** Standing access of accounts, and what people do with planned actions. */
export function createStandingStore(options: StandingOptions) {
  const { database, keys, tasks, lease, nowMs } = options
  const { query } = database

  async function write({ workspace, accountId }: Account, changes: Partial<GatewayTables['standing_access']>, trx: Query = query) {
    const off = { since: null, turned_on_by: '', sealed_token: '', token_rejected: 0, budget: defaultBudget, paused_until: 0 }
    await trx
      .insertInto('standing_access')
      .values({ workspace, account_id: accountId, ...off, ...changes })
      .onConflict((conflict) => conflict.column('workspace').doUpdateSet(changes))
      .execute()
  }

  /** Reads an action that is not running. Throws a Refusal. */
  async function findPlanned(trx: Trx, workspace: string, id: string) {
    const row = await trx.selectFrom('planned_action').selectAll().where(equal({ workspace, id })).executeTakeFirst()
    if (!row) throw notFound('This action')
    if (await isRunning(trx, row.started)) throw actionRunning()
    return row
  }

  return {
    read: (workspace: string, viewer: Viewer) => readStanding(options, workspace, viewer),

    /** Replaces the token if it is on already. */
    turnOn: (account: Account, { name, member }: StandingBy, token: string) =>
      database.serializable(async (trx) => {
        await requireLender(trx, account.workspace, member, { rights: ['standing.write'], reach: 'all' })
        const sealed_token = keys.seal('standing-token', account.workspace, token)
        await write(account, { since: nowMs(), turned_on_by: name, sealed_token, token_rejected: 0, paused_until: 0 }, trx)
      }),

    turnOff: async (workspace: string) => {
      await query
        .updateTable('standing_access')
        .set({ since: null, sealed_token: '', token_rejected: 0 })
        .where('workspace', '=', workspace)
        .execute()
    },

    setBudget: (account: Account, budget: number) => write(account, { budget }),

    /** Skips a planned action; a repeating one is planned again. Throws a Refusal. */
    skip: (workspace: string, id: string) =>
      database.serializable(async (trx) => {
        const row = await findPlanned(trx, workspace, id)
        await trx.deleteFrom('planned_action').where('id', '=', id).execute()
        const next = await tasks[row.kind]?.skipped?.(actionOf(row), trx)
        if (next)
          await trx
            .insertInto('planned_action')
            .values(rowOf({ ...next, workspace, kind: row.kind, key: row.key }))
            .execute()
        const { kind, title, note, chat_ids } = row
        await trx
          .insertInto('past_action')
          .values({ id: randomUUID(), workspace, kind, title, note, chat_ids, at: nowMs(), outcome: 'skipped', result: '' })
          .execute()
      }),

    /** Runs a planned action in the next round of the worker, however late it is. Throws a Refusal. */
    runNow: (workspace: string, id: string) =>
      database.serializable(async (trx) => {
        const standing = await trx.selectFrom('standing_access').select('since').where('workspace', '=', workspace).executeTakeFirst()
        if (!standing?.since) throw standingOff()
        const { due } = await findPlanned(trx, workspace, id)
        await trx
          .updateTable('planned_action')
          .set({ approved: 1, not_before: 0, due: Math.min(due, nowMs()) })
          .where('id', '=', id)
          .execute()
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

/** null: signed in with the account token. */
type Viewer = Pick<Member, 'chats'> | null

const maxNext = 200
const maxLast = 50
const hourMs = 60 * 60_000
/** A worker that has not renewed its lease for this long is not running. */
const goneMs = 2 * leaseMs

/** Standing access with its planned and past actions, as this person may see them. */
async function readStanding(options: StandingOptions, workspace: string, viewer: Viewer): Promise<Standing> {
  const { nowMs, tasks } = options
  const { query } = options.database
  const at = nowMs()
  const standing = await query.selectFrom('standing_access').selectAll().where('workspace', '=', workspace).executeTakeFirst()
  const inOrder = query.selectFrom('planned_action').select('id').where('workspace', '=', workspace).orderBy('due').limit(maxNext)
  const planned = await readByIds(
    (await inOrder.execute()).map(({ id }) => id),
    (ids) => query.selectFrom('planned_action').selectAll().where('id', 'in', ids).execute(),
    charactersOf,
    maxPageCharacters / 2,
  )
  const newest = query.selectFrom('past_action').select('id').where('workspace', '=', workspace).orderBy('at', 'desc').orderBy('id')
  const past = await readByIds(
    (await newest.limit(maxLast).execute()).map(({ id }) => id),
    (ids) => query.selectFrom('past_action').selectAll().where('id', 'in', ids).execute(),
    charactersOf,
    maxPageCharacters / 2,
  )
  const requests = await query
    .selectFrom('worker_request')
    .select(['minute', 'kind', 'count'])
    .where('workspace', '=', workspace)
    .where('minute', '>', minuteOf(at) - hourMs)
    .orderBy('minute')
    .execute()
  const worker = await readWorker(options)
  const next = planned.map((row): NextAction => {
    const isRunning = worker?.isRunning && row.started === worker.number
    return { ...common(row), due: row.due, state: isRunning ? 'running' : isLate(row, tasks, at) ? 'late' : 'planned' }
  })
  const last = past.map((row): LastAction => ({ ...common(row), at: row.at, outcome: row.outcome, result: row.result }))
  return {
    at,
    on: standing?.since ? { since: standing.since, by: standing.turned_on_by, isTokenRejected: standing.token_rejected === 1 } : null,
    next: visible(next, viewer),
    last: visible(last, viewer),
    requests,
    budget: standing?.budget ?? defaultBudget,
    worker,
  }
}

type Row = Pick<Selectable<GatewayTables['planned_action']>, 'id' | 'kind' | 'title' | 'note' | 'chat_ids'>

/** Each may be about thousands of chats. */
const charactersOf = ({ title, note, chat_ids }: Row) => title.length + note.length + chat_ids.length

const common = ({ id, kind, title, note, chat_ids }: Row) => ({ id, kind, title, note, chatIds: chatIdsIn(chat_ids) })

/** Removes chats outside the person's grant, and actions that are only about such chats. */
function visible<T extends { chatIds: number[] }>(actions: T[], viewer: Viewer): T[] {
  if (viewer === null || viewer.chats === 'all') return actions
  const granted: ReadonlySet<number> = new Set(viewer.chats)
  return actions.flatMap((action) => {
    const chatIds = action.chatIds.filter((id) => granted.has(id))
    return action.chatIds.length > 0 && chatIds.length === 0 ? [] : [{ ...action, chatIds }]
  })
}

/** With times of the database, which all gateways share. null: no worker has ever run. */
async function readWorker({ database: { query }, lease, isShared, nowMs }: StandingOptions): Promise<Standing['worker']> {
  const row = await query.selectFrom('worker_lease').selectAll().select(databaseNow(isShared, nowMs).as('now')).executeTakeFirst()
  if (!row || row.number === 0) return null
  const { name, since, number } = row
  // On a database of its own, a gateway renews the lease without writing it (lease.ts).
  const renewed = !isShared && lease.number() === number ? row.now : row.renewed
  const others = await query
    .selectFrom('worker_gateway')
    .select((is) => is.fn.countAll<number | string>().as('count'))
    .where('holder', '!=', row.holder)
    .where('seen', '>', row.now - goneMs)
    .executeTakeFirstOrThrow()
  return { name, since, renewed, number, others: Number(others.count), isRunning: row.holder !== '' && row.now - renewed < goneMs }
}
