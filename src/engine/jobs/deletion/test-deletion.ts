import { Failure } from '#contract/client.ts'
import { createClock, seeded } from '../test-clock.ts'
import { type Deletion, type DeletionReceipt, deleteMessages } from './delete-messages.ts'
import type { StepProgress } from '../carry-out.ts'
import { deletionInput } from './read-back.ts'
import type { StepState } from '../step-ledger.ts'
import { createChat, createConnection } from './test-chat.ts'

interface StartOptions {
  /** Ids. */
  chosen?: number[]
  count?: number
  random?: () => number
  apart?: number
  newestFirst?: boolean
  /** The share of requests with a fault. */
  rate?: number
}

/** A chat, by default of 300 messages with 101 to 200 chosen, and everything needed to delete them. */
export function start({
  chosen = idsBetween(101, 200),
  count = 300,
  random = seeded(chosen.length),
  apart = 3,
  newestFirst = false,
  rate = 0,
}: StartOptions = {}) {
  const clock = createClock()
  const chat = createChat({ count, random, apart, newestFirst })
  const network = createConnection(chat, { clock, random, rate })
  const saved: StepState[] = []
  const reported: StepProgress[] = []
  const stop = new AbortController()
  const deletion = {
    input: deletionInput(chosen.map(chat.message)),
    state: undefined,
    save: (state: StepState) => Promise.resolve(void saved.push(state)),
    port: network.connect().port,
    control: { signal: stop.signal, pausePoint: () => Promise.resolve() },
    onProgress: (progress: StepProgress) => void reported.push(progress),
    wait: clock.wait,
    random,
  }
  const run = (other: Partial<Deletion> = {}) => clock.until(deleteMessages({ ...deletion, ...other }))
  const refuse = (serviceMessage: string) => {
    throw new Failure('refused', { serviceMessage })
  }
  return {
    clock,
    random,
    chat,
    chosen,
    network,
    saved,
    reported,
    stop,
    deletion,
    run,
    refuse,
    total: () => network.seen.removals + network.seen.reads,
  }
}

/** Both included. */
export function idsBetween(first: number, last: number) {
  return Array.from({ length: last + 1 - first }, (_, index) => first + index)
}

export const none: DeletionReceipt = { deleted: [], notDeleted: [], unknown: [], notTried: [] }

export const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b)
