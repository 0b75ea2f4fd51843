import type { Message } from '#contract/messages.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { DatabaseLocation } from '#db/open.ts'
import type { Actor } from '../../audit/actor.ts'

/** What a thread needs to run a rule on the messages of a period. It is cloned, so it holds data only. */
export interface BacktestJob {
  workspace: string
  rule: Rule
  /** The shared lists that the rule names. */
  lists: ReadonlyMap<string, readonly string[]>
  /** The labels of chats, where the rule names any. */
  labels: ReadonlyMap<number, readonly string[]>
  span: TimeSpan
  /** Of the gateway, and of our own service where there is no other one. */
  database: DatabaseLocation
  messages: { kind: 'archive'; accountId: number } | { kind: 'remote'; address: string; token: string; actor: Actor }
}

/** Unix seconds, both inclusive. */
export interface TimeSpan {
  from: number
  to: number
}

/** Where a backtest reads. */
export interface MessageSource {
  chats: () => Promise<{ id: number; name: string }[]>
  /** Messages in all; null: not known. */
  count: (chatIds: readonly number[], span: TimeSpan) => Promise<number | null>
  /** In chunks, by time and id. */
  messages: (chatId: number, span: TimeSpan) => AsyncIterable<readonly Message[]>
  /** Who wrote in a chat before a time, as far as that is known. */
  authorsBefore: (chatId: number, time: number) => Promise<readonly { userId: number | null; userName: string }[]>
  /** That it took so far. */
  requests: () => number
}
