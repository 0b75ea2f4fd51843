import type { Selectable } from 'kysely'
import { maxPageCharacters } from '#contract/values.ts'
import { defaultBudget, type LastAction, type NextAction, type Standing } from '#contract/gateway/standing-access.ts'
import { rowsWith } from '#db/rows.ts'
import { readByIds } from '../session/read-page.ts'
import type { Keys } from '../session/seal.ts'
import type { GatewayTables, GatewayDatabase } from '../database/database.ts'
import type { Member } from '../access/member.ts'
import { minuteOf } from './budget.ts'
import { databaseNow, type Lease, leaseMs } from './lease.ts'
import { chatIdsIn } from './planner.ts'
import type { Tasks } from './task.ts'
import { isLate } from './worker.ts'

export interface StandingOptions {
  database: GatewayDatabase
  keys: Keys
  tasks: Partial<Tasks>
  lease: Lease
  /** Whether other processes may use this database. */
  isShared: boolean
  nowMs: () => number
}

/** null: signed in with the account token. */
export type Viewer = Pick<Member, 'chats'> | null

const maxNext = 200
const maxLast = 50
const hourMs = 60 * 60_000
/** A worker that has not renewed its lease for this long is not running. */
const goneMs = 2 * leaseMs

/** Standing access with its planned and past actions, as this person may see them. */
export async function readStanding(options: StandingOptions, workspace: string, viewer: Viewer): Promise<Standing> {
  const { nowMs, tasks } = options
  const { query } = options.database
  const at = nowMs()
  const standing = await rowsWith(query, 'standing_access', { workspace }).selectAll().executeTakeFirst()
  const inOrder = rowsWith(query, 'planned_action', { workspace }).select('id').orderBy('due').limit(maxNext)
  const planned = await readByIds(
    (await inOrder.execute()).map(({ id }) => id),
    (ids) => rowsWith(query, 'planned_action', { id: ids }).selectAll().execute(),
    charactersOf,
    maxPageCharacters / 2,
  )
  const newest = rowsWith(query, 'past_action', { workspace }).select('id').orderBy('at', 'desc').orderBy('id')
  const past = await readByIds(
    (await newest.limit(maxLast).execute()).map(({ id }) => id),
    (ids) => rowsWith(query, 'past_action', { id: ids }).selectAll().execute(),
    charactersOf,
    maxPageCharacters / 2,
  )
  const requests = await rowsWith(query, 'worker_request', { workspace })
    .select(['minute', 'kind', 'count'])
    .where('minute', '>', minuteOf(at) - hourMs)
    .orderBy('minute')
    .execute()
  const worker = await readWorker(options)
  const next = planned.map((row) => nextActionOf(row, tasks, worker, at))
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
export const charactersOf = ({ title, note, chat_ids }: Row) => title.length + note.length + chat_ids.length

const common = ({ id, kind, title, note, chat_ids }: Row) => ({ id, kind, title, note, chatIds: chatIdsIn(chat_ids) })

/** @param worker the one that carries actions out */
export function nextActionOf(
  row: Selectable<GatewayTables['planned_action']>,
  tasks: Partial<Tasks>,
  worker: Standing['worker'],
  now: number,
): NextAction {
  const isRunning = worker?.isRunning && row.started === worker.number
  return { ...common(row), due: row.due, state: isRunning ? 'running' : isLate(row, tasks, now) ? 'late' : 'planned' }
}

/** Removes chats outside the person's grant, and actions that are only about such chats. */
export function visible<T extends { chatIds: number[] }>(actions: T[], viewer: Viewer): T[] {
  if (viewer === null || viewer.chats === 'all') return actions
  const granted: ReadonlySet<number> = new Set(viewer.chats)
  return actions.flatMap((action) => {
    const chatIds = action.chatIds.filter((id) => granted.has(id))
    return action.chatIds.length > 0 && chatIds.length === 0 ? [] : [{ ...action, chatIds }]
  })
}

/** With times of the database, which all gateways share. null: no worker has ever run. */
export async function readWorker({ database: { query }, lease, isShared, nowMs }: StandingOptions): Promise<Standing['worker']> {
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
