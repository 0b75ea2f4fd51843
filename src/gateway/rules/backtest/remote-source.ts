import type { Worker } from 'node:worker_threads'
import { setTimeout } from 'node:timers/promises'
import { type Call, Failure } from '#contract/client.ts'
import type { Message } from '#contract/messages.ts'
import { pagesOf, readRange } from '#engine/messages/read-messages.ts'
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

/** What a gateway needs for backtests. */
export interface BacktestSetup {
  /** The database of the gateway, which the built-in service shares. */
  database: DatabaseLocation
  startThread: (job: BacktestJob) => Worker
  /** The chats of an account of the built-in service. */
  chatIds: (accountId: number) => Promise<number[]>
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

/** Requests per backtest. */
export const maxBacktestRequests = 500
/** Tries of a request that the service answers with “too many requests”. */
const maxAttempts = 5
const maxWaitSeconds = 30

/**
 * Reads the messages of a remote service page by page, with a limited number of requests.
 * @param aheadMs of the clock of the service, as its answers tell it
 */
export function remoteSource(call: Call, aheadMs: () => number): MessageSource {
  let requests = 0

  /** Waits as long as the service asks for, and retries. Refused requests count towards the limit. */
  async function withRetry<T>(read: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      if (requests >= maxBacktestRequests)
        throw new BacktestStopped(`A backtest may send ${maxBacktestRequests} requests. Choose a shorter period or fewer chats.`)
      requests++
      try {
        return await read()
      } catch (error) {
        const seconds = error instanceof Failure && error.kind === 'too-many-requests' ? (error.retryAfter ?? attempt) : Infinity
        if (seconds > maxWaitSeconds || attempt === maxAttempts) throw error
        await setTimeout(seconds * 1000)
      }
    }
  }

  const retried: Call = (name, input, options) => withRetry(() => call(name, input, options))

  return {
    chats: async () => (await retried('chatList', {})).data.map(({ id, name }) => ({ id, name })),
    // Rounded up: a period that ends too early would miss what was just written.
    aheadSeconds: () => Math.ceil(aheadMs() / 1000),
    count: async () => null,
    authorsBefore: async () => [],
    requests: () => requests,

    messages: async function* (chatId, span) {
      yield (await readRange(pagesOf(retried, chatId), span, Infinity)) ?? []
    },
  }
}
