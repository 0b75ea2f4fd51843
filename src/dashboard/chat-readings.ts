import { useEffect, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { wait } from './ui/jobs/pace.ts'

/** Reading something of many chats: at most four requests at a time, and within a service's limit per minute (docs/assumptions.md row 18). */

const maxAtOnce = 4

/** What was read of one chat, or why not. */
export interface ChatReading<T> {
  chat: Chat
  data: T | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Lets only so many pieces of work run at a time, first come, first served. What is aborted while it waits is never begun. */
export function createLimiter(max = maxAtOnce) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((go) => void queue.push(go))
    else running++
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      const next = queue.shift()
      // The place is handed on, so nobody can come between.
      if (next) next()
      else running--
    }
  }
}

/** Three requests a chat, 1,000 a minute: the most common limit of 1,200 leaves room for whatever else is open. */
const minTimePerChatMs = 180

interface Scan {
  signal: AbortSignal
  /** Of one chat; in milliseconds. */
  minTimeMs?: number
}

/** Does the same for many chats, four at a time and no faster than the limit allows, until the signal aborts. What fails for one chat is left out. */
export async function scan(chats: readonly Chat[], each: (chat: Chat) => Promise<unknown>, { signal, minTimeMs = minTimePerChatMs }: Scan) {
  const queue = chats.values()
  const worker = async () => {
    for (const chat of queue) {
      if (signal.aborted) return
      const pause = wait(minTimeMs * maxAtOnce, signal)
      await each(chat).catch(() => {})
      await pause
    }
  }
  await Promise.all(Array.from({ length: maxAtOnce }, worker))
}

/** How often what is on the screen follows the scan, in milliseconds: drawing each of 2,000 answers would take longer than reading them. */
const drawEveryMs = 250

/**
 * Reads of chats on request, with a stop; leaving the page stops it as well. A chat that could not be read is tried with the next start.
 * @param read rejects where the chat could not be read
 */
export function useScan<T>(chats: readonly Chat[], read: (chat: Chat, signal: AbortSignal) => Promise<T>) {
  const [found, setFound] = useState<ReadonlyMap<number, T>>(() => new Map())
  const [running, setRunning] = useState<AbortController | null>(null)
  useEffect(() => () => running?.abort(), [running])

  async function start() {
    const stop = new AbortController()
    const next = new Map(found)
    setRunning(stop)
    const draw = setInterval(() => setFound(new Map(next)), drawEveryMs)
    const rest = chats.filter(({ id }) => !next.has(id))
    await scan(rest, async (chat) => next.set(chat.id, await read(chat, stop.signal)), stop)
    clearInterval(draw)
    setFound(next)
    setRunning(null)
  }

  return { found, isRunning: running !== null, start: () => void start(), stop: () => running?.abort() }
}
