import { z } from 'zod/mini'
import { inParts } from '#engine/group-by.ts'
import type { GatewayTables, Trx, GatewayDatabase } from '#gateway/database/database.ts'
import type { TaskOptions, Work } from '#gateway/worker/task.ts'
import { fromJson } from '#gateway/access/member.ts'
import type { AccountMatching } from '../matching/matching-thread.ts'
import { windowSecondsOf } from '../matching/matching-host.ts'
import { listsOf, type OwnCost } from '#engine/analysis/rules/rule-cost.ts'
import type { RunningRule } from '../store.ts'
import type { ListVersions, WordListSize } from '../cost.ts'
import { readNow } from '#gateway/worker/lease.ts'
import { createAllowance, createPercentBrake, type Poll } from './pace.ts'
import type { Backlog, ChatCursor } from '#engine/messages/read-messages.ts'
import { insertNew, rowsWith, update, upsert } from '#db/rows.ts'

/** What the worker keeps in memory about the rules of an account between two rounds. All of it can be read again. */

export type RulesWorkOptions = Omit<TaskOptions, 'log'>

/** A running rule as the rounds of an account know it; the thread of the rules compiles it. */
export interface WatchedRule extends RunningRule {
  /** Changes whenever the rule, its state or its word lists change. */
  key: string
  /** The longest period in which it counts messages, in seconds; 0: it counts none. */
  windowSeconds: number
  /** Whether it has a condition about first messages. */
  needsAuthors: boolean
  /** The shared lists that it uses. */
  listIds: readonly string[]
}

export function watchedRule(running: RunningRule, lists: ListVersions): WatchedRule {
  const { id, start, state, rule } = running
  const listIds = [...new Set(listsOf(rule))]
  return {
    ...running,
    key: [id, start, state, ...listIds.map((listId) => `${listId}:${lists.get(listId)?.version ?? ''}`)].join(' '),
    windowSeconds: windowSecondsOf(rule),
    needsAuthors: rule.groups.some(({ conditions }) => conditions.some(({ kind }) => kind === 'firstMessage')),
    listIds,
  }
}

/**
 * From which message on a rule counts in a chat. The clock of the service may be ahead of ours or behind, so times are never compared with it: the worker
 * notes the newest message that a chat had when it was first read after the rule was started. Until then the rule does nothing in the chat.
 */
export interface StartPoint {
  /** `start` of the rule that it was noted for. */
  start: string
  /** Unix seconds of the newest message at that time, by the clock of the service; 0: the chat had none. */
  time: number
  /** Includes all messages of that second. Others of the same second are newer. */
  ids: readonly number[]
}

export interface WatchedChat {
  id: number
  name: string
  /** null: it was not read yet, and its newest message is looked up first. */
  cursor: ChatCursor | null
  /** By rule. */
  starts: ReadonlyMap<string, StartPoint>
  /** When it was last read, by the monotonic clock. */
  readAt: number
  /** When its cursor was last stored, by the same clock. */
  storedAt: number
  backlog: Backlog
  poll: Poll
  /** Reads that failed in a row, and since when, by the clock of the database; null: the last one did not. */
  failing: { reads: number; since: number } | null
  /** Those that watch it. */
  rules: readonly WatchedRule[]
  /** Whether they have got the earlier messages that conditions count, from before this process started. */
  isPrimed: boolean
  /** In how many lists of chats in a row it was missing; a single list may be incomplete. */
  missing: number
}

/** Both clocks, in milliseconds. `slackMs`: the time between the two readings. */
export interface ClockReading {
  wall: number
  monotonic: number
  slackMs: number
}

interface ChatsListed {
  ids: ReadonlySet<number>
  /** When the newest of them was created, in seconds of the service's clock. */
  newest: number
  /** The rules that ran then, each by its id and `start`. */
  rules: ReadonlySet<string>
}

export interface Watch {
  /** See rule_watch (database/rules.ts). */
  revision: number
  rules: readonly WatchedRule[]
  /** What compiles them, and counts their messages. */
  matching: AccountMatching
  /** What it has compiled, by the key of the rule: whether the rule has a fault, and what it costs by itself. */
  compiled: Map<string, { isFaulty: boolean; own: OwnCost }>
  /** The versions of the shared lists that it has got, by id. */
  givenLists: Map<string, number>
  /** Whether the switch of all rules is on. */
  isOn: boolean
  chats: Map<number, WatchedChat>
  /** When the list of chats is read again, by the monotonic clock. */
  listDue: number
  /** After a failed read, the list is not read again before this time. */
  listNotBefore: number
  /** The rules for which chats were chosen. */
  chosenFor: string
  lists: ReadonlyMap<string, WordListSize>
  /** The last list of chats; null: none was read to its last row. */
  listed: ChatsListed | null
  allowance: ReturnType<typeof createAllowance>
  percent: ReturnType<typeof createPercentBrake>
  clock: ClockReading | null
  /** When a chat was last read, by the clock of the database. */
  last: number | null
  /** What people see of it, as it is stored (round.ts). */
  stored: Pick<GatewayTables['rule_watch'], 'last' | 'starting' | 'unread'>
  /** When expired texts are next deleted. */
  textsDue: number
  /** By the key of a rule: for how many lists of chats in a row it had no chat. */
  withoutChats: Map<string, number>
  /** By chat: when failed deletions are retried. */
  deletionDue: Map<number, number>
}

/** The context of one round: its services, its budget, and the state that it continues from. */
export interface WatchRound extends RulesWorkOptions {
  workspace: string
  work: Work
  watch: Watch
  /** Requests a minute. */
  budget: number
  /**
   * Runs a transaction with the time of the database. Rejects with Replaced if another process has written in the meantime, because the state in memory
   * is outdated then (optimistic locking on `revision`).
   */
  write: <T>(work: (trx: Trx, now: number) => Promise<T>) => Promise<T>
}

/** Another process has written in the meantime. */
export class Replaced extends Error {
  override name = 'Replaced'
}

export async function loadWatch({ database: { query }, matching, monotonicMs }: RulesWorkOptions, workspace: string): Promise<Watch> {
  await insertNew(query, 'rule_watch', { workspace, revision: 0, last: null, starting: '{}', unread: '[]' })
  const row = await rowsWith(query, 'rule_watch', { workspace }).selectAll().executeTakeFirstOrThrow()
  const now = monotonicMs()
  return {
    revision: row.revision,
    rules: [],
    matching: matching.open(),
    compiled: new Map(),
    givenLists: new Map(),
    isOn: true,
    chats: new Map(),
    listDue: now,
    listNotBefore: now,
    chosenFor: '',
    listed: null,
    lists: new Map(),
    allowance: createAllowance(now),
    percent: createPercentBrake(),
    clock: null,
    last: row.last,
    stored: { last: row.last, starting: row.starting, unread: row.unread },
    textsDue: now,
    withoutChats: new Map(),
    deletionDue: new Map(),
  }
}

/** Runs writes one after the other, because each increments the revision. */
export function createWrite({ leaseNow }: RulesWorkOptions, work: Work, watch: Watch): WatchRound['write'] {
  let before: Promise<unknown> = Promise.resolve()
  return (change) => {
    const result = before.then(() =>
      work.transaction(async (trx) => {
        const { revision } = watch
        if (!(await update(trx, 'rule_watch', { workspace: work.workspace, revision }, { revision: revision + 1 })))
          throw new Replaced('Another gateway has worked on these rules meanwhile.')
        const now = await readNow(trx, leaseNow)
        return change(trx, now)
      }),
    )
    before = result.then(() => watch.revision++)
    // The caller handles the failure through `result`.
    before.catch(() => {})
    return before.then(() => result)
  }
}

/** The longest period in which a rule of the chat counts messages, in seconds. */
export const windowSecondsIn = ({ rules }: Pick<WatchedChat, 'rules'>): number =>
  Math.max(0, ...rules.map(({ windowSeconds }) => windowSeconds))

const Ids = z.array(z.number())
const Starts = z.record(z.string(), z.object({ start: z.string(), time: z.number(), ids: Ids }))

/** What is stored about a watched chat. */
export interface StoredChat extends Pick<WatchedChat, 'starts'> {
  cursor: ChatCursor
  storedAt: number
}

/** By chat id. */
export async function readCursors(query: GatewayDatabase['query'], workspace: string, chatIds: readonly number[]) {
  const stored = new Map<number, StoredChat>()
  for (const some of inParts(chatIds)) {
    const rows = await rowsWith(query, 'rule_cursor', { workspace, chat_id: some }).selectAll().execute()
    for (const { chat_id, time, ids, starts, stored_at } of rows)
      stored.set(chat_id, {
        cursor: { time, ids: fromJson(Ids, ids) },
        starts: new Map(Object.entries(fromJson(Starts, starts))),
        storedAt: stored_at,
      })
  }
  return stored
}

interface NewCursor extends Pick<WatchedChat, 'id' | 'starts'> {
  cursor: ChatCursor
}

export async function writeCursor(trx: Trx, workspace: string, { id, cursor, starts }: NewCursor, now: number): Promise<void> {
  const { time, ids } = cursor
  const row = { time, ids: JSON.stringify(ids), starts: JSON.stringify(Object.fromEntries(starts)), stored_at: now }
  await upsert(trx, 'rule_cursor', { workspace, chat_id: id }, row)
}
