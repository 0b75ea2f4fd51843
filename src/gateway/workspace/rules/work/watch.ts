import type { RawBuilder, Transaction } from 'kysely'
import { z } from 'zod/mini'
import type { Wait } from '#jobs/request-scheduler.ts'
import type { Recorder } from '../../../metrics/recorder.ts'
import type { SessionTables } from '../../../session/tables.ts'
import type { Planner } from '../../../worker/planner.ts'
import type { Work } from '../../../worker/task.ts'
import type { GatewayDatabase } from '../../handler.ts'
import { fromJson } from '../../member.ts'
import type { Notify } from '../../notifications/notify.ts'
import type { ChatMatchers, CompiledRule } from './chat-matchers.ts'
import type { ClockReading } from './hold-clock.ts'
import { createAllowance, type Poll } from './pace.ts'
import { createPercentBrake } from './percent-brake.ts'
import type { Backlog, ChatCursor } from './read-messages.ts'
import type { WaveWatch } from './waves.ts'

/** What the worker of rules knows about an account between two turns. It can all be read anew. */

export interface RulesWorkOptions {
  database: GatewayDatabase
  planner: Planner
  notify: Notify
  nowMs: () => number
  /** Milliseconds of a clock that nobody can set. */
  monotonicMs: () => number
  /** The time of the database, with which holds are measured: gateways may have different clocks. */
  leaseNow: () => RawBuilder<number>
  wait: Wait
  recorder?: Recorder
}

export interface WatchedChat {
  id: number
  name: string
  cursor: ChatCursor
  backlog: Backlog
  poll: Poll
  matchers: ChatMatchers
  waves: WaveWatch
  /** Whether the matchers have the messages that conditions count from before this process began. */
  isPrimed: boolean
  /** How many lists of chats in a row did not have it: one may be incomplete. */
  missing: number
}

export interface Watch {
  /** See tables.ts. */
  revision: number
  rules: readonly CompiledRule[]
  /** Whether the switch of all rules is on. */
  isOn: boolean
  chats: Map<number, WatchedChat>
  /** When the list of chats is read again, by the clock that nobody can set. */
  listDue: number
  /** One that could not be read is not tried again before this. */
  listNotBefore: number
  /** The rules for which chats were chosen. */
  chosenFor: string
  listsKey: string
  lists: ReadonlyMap<string, readonly string[]>
  allowance: ReturnType<typeof createAllowance>
  percent: ReturnType<typeof createPercentBrake>
  clock: ClockReading | null
  /** When a chat was last read, by the clock of the database; and when that was last written. */
  last: number | null
  lastWritten: number | null
  /** When texts that were kept for long enough are next deleted. */
  textsDue: number
  /** In how many lists of chats in a row a rule had none, by its key. */
  withoutChats: Map<string, number>
  /** Deletions that failed are tried again then, by chat. */
  deletionDue: Map<number, number>
}

type Trx = Transaction<SessionTables>

/** One turn: what it may use, and the memory that it goes on with. */
export interface Turn extends RulesWorkOptions {
  workspace: string
  work: Work
  watch: Watch
  /** Requests a minute. */
  budget: number
  /**
   * Writes what this process has found out, with the time of the database. Rejects with Replaced where another process has written meanwhile: then what
   * this one knows is old.
   */
  write: <T>(work: (trx: Trx, now: number) => Promise<T>) => Promise<T>
}

/** Another process has worked since. */
export class Replaced extends Error {
  override name = 'Replaced'
}

export async function loadWatch({ database: { query }, monotonicMs }: RulesWorkOptions, workspace: string): Promise<Watch> {
  await query
    .insertInto('rule_watch')
    .values({ workspace, revision: 0, last: null, chats: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await query.selectFrom('rule_watch').selectAll().where('workspace', '=', workspace).executeTakeFirstOrThrow()
  const now = monotonicMs()
  return {
    revision: row.revision,
    rules: [],
    isOn: true,
    chats: new Map(),
    listDue: now,
    listNotBefore: now,
    chosenFor: '',
    listsKey: '',
    lists: new Map(),
    allowance: createAllowance(now),
    percent: createPercentBrake(),
    clock: null,
    last: row.last,
    lastWritten: row.last,
    textsDue: now,
    withoutChats: new Map(),
    deletionDue: new Map(),
  }
}

/** Writes one after the other: each counts the revision. */
export function createWrite({ leaseNow }: RulesWorkOptions, work: Work, watch: Watch): Turn['write'] {
  let before: Promise<unknown> = Promise.resolve()
  return (change) => {
    const result = before.then(() =>
      work.transaction(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('rule_watch')
          .set({ revision: watch.revision + 1 })
          .where('workspace', '=', work.workspace)
          .where('revision', '=', watch.revision)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows !== 1n) throw new Replaced('Another gateway has worked on these rules meanwhile.')
        const { now } = await trx.selectNoFrom(leaseNow().as('now')).executeTakeFirstOrThrow()
        return change(trx, now)
      }),
    )
    before = result.then(() => watch.revision++)
    // Whoever waits for the result learns of the failure.
    before.catch(() => {})
    return before.then(() => result)
  }
}

const Ids = z.array(z.number())

/** How far each chat was read. */
export async function readCursors(query: GatewayDatabase['query'], workspace: string): Promise<Map<number, ChatCursor>> {
  const rows = await query.selectFrom('rule_cursor').selectAll().where('workspace', '=', workspace).execute()
  return new Map(rows.map(({ chat_id, time, ids }) => [chat_id, { time, ids: fromJson(Ids, ids) }]))
}

export async function writeCursor(trx: Trx, workspace: string, chatId: number, { time, ids }: ChatCursor): Promise<void> {
  const row = { time, ids: JSON.stringify(ids) }
  await trx
    .insertInto('rule_cursor')
    .values({ workspace, chat_id: chatId, ...row })
    .onConflict((conflict) => conflict.columns(['workspace', 'chat_id']).doUpdateSet(row))
    .execute()
}
