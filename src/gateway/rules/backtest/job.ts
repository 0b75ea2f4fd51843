import type { Message } from '#contract/messages.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { DatabaseLocation } from '#db/open.ts'
import type { Actor } from '#gateway/audit/actor.ts'

/** The input of a backtest thread. It is cloned, except for `stop`, so it contains only data. */
export interface BacktestJob {
  workspace: string
  rule: Rule
  /** The shared word lists. */
  lists: ReadonlyMap<string, readonly string[]>
  /** The labels of chats. */
  labels: ReadonlyMap<number, readonly string[]>
  /** By our clock. */
  span: TimeSpan
  /** The database of the gateway, which the built-in service shares. */
  database: DatabaseLocation
  /** Shared with the thread, which ends once the first element is 1. */
  stop?: Int32Array
  messages:
    | { kind: 'archive'; accountId: number }
    | { kind: 'remote'; address: string; maxAnswerMiB: number | undefined; token: string; actor: Actor }
}

/** Unix seconds, both inclusive. */
export interface TimeSpan {
  from: number
  to: number
}

/** Where a backtest reads messages from. */
export interface MessageSource {
  chats: () => Promise<{ id: number; name: string }[]>
  /** By how many seconds the clock of the service, which messages carry, is ahead of ours; known once `chats` has been read. */
  aheadSeconds: () => number
  /** The total number of messages; null: not known. */
  count: (chatIds: readonly number[], span: TimeSpan) => Promise<number | null>
  /** In chunks, by time and id. */
  messages: (chatId: number, span: TimeSpan) => AsyncIterable<readonly Message[]>
  /** The authors who wrote in a chat before a time, as far as known. */
  authorsBefore: (chatId: number, time: number) => Promise<readonly Pick<Message, 'userId' | 'userName'>[]>
  /** Requests sent so far. */
  requests: () => number
}

/** Ends a backtest early, with a message for the person who started it. */
export class BacktestStopped extends Error {
  override name = 'BacktestStopped'
}
