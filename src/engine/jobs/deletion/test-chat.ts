import { Failure } from '#contract/client.ts'
import { type NetworkOptions, acceptedWithoutEffect, createNetwork, faults, outcomeOf } from '../test-network.ts'
import type { DeletionPort, IdPage, PageRequest } from './read-back.ts'

/** A chat of a service in memory, and a connection to it with faults. */

export interface ChatOptions {
  /** How many messages. Their ids begin at 1. */
  count: number
  random: () => number
  /** Maximum number of seconds between two messages. */
  apart?: number
  pageLimit?: number
  newestFirst?: boolean
}

export function createChat({ count, random, apart = 3, pageLimit = 500, newestFirst = false }: ChatOptions) {
  const times = new Float64Array(count + 1)
  times[0] = 1_700_000_000
  for (let id = 1; id <= count; id++) times[id] = times[id - 1]! + Math.floor(random() * (apart + 1))
  const alive = new Uint8Array(count + 1).fill(1, 1)

  return {
    ids: () => Array.from(alive.keys()).filter((id) => alive[id] === 1),
    has: (id: number) => alive[id] === 1,
    message: (id: number) => ({ id, time: times[id]! }),
    /** How the service answers; a test may replace it. Throwing is a refusal. */
    service: {
      remove: (ids: number[]) => {
        for (const id of ids) alive[id] = 0
      },
      page: ({ from, to, next }: PageRequest): IdPage => {
        const messages: { messageId: number }[] = []
        const [first, step] = newestFirst ? [count, -1] : [1, 1]
        for (let id = next === undefined ? first : Number(next); id >= 1 && id <= count; id += step) {
          if (!alive[id] || times[id]! < from || times[id]! > to) continue
          if (messages.length === pageLimit) return { messages, next: String(id) }
          messages.push({ messageId: id })
        }
        return { messages }
      },
    },
  }
}

export type TestChat = ReturnType<typeof createChat>

interface Counts {
  removals: number
  reads: number
  /** By id: how often it was sent, and how often with an outcome other than a refusal. */
  sent: Map<number, number>
  tries: Map<number, number>
}

/** A connection to a chat. */
export function createConnection({ service }: TestChat, options: NetworkOptions) {
  const { clock, random } = options
  const count = (counts: Map<number, number>, ids: number[]) => {
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const counts: Counts = { removals: 0, reads: 0, sent: new Map(), tries: new Map() }
  return createNetwork(options, [...faults, acceptedWithoutEffect], counts, (request, seen): DeletionPort => ({
    deleteSome: (ids, signal) => {
      seen.removals++
      count(seen.sent, ids)
      const tried = () => count(seen.tries, ids)
      return request<void>(signal, (times) => {
        const work = () => outcomeOf(() => service.remove(ids))
        if (times === 0) return {}
        const answer = work()
        // The second delivery comes much later, when the chat may have changed.
        if (times > 1) clock.after(400 + random() * 1200, () => void work())
        return answer
      }).then(tried, (error: unknown) => {
        if (!(error instanceof Failure && ['refused', 'server-error'].includes(error.kind))) tried()
        throw error
      })
    },
    readPage: (page, signal) => {
      seen.reads++
      return request(signal, () => outcomeOf(() => service.page(page)))
    },
  }))
}
