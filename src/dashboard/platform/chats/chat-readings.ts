import { useEffect, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { scanChats } from './chat-scan.ts'

/** What the overview reads of many chats. */

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
      // The slot is handed over, so no other call can take it.
      if (next) next()
      else running--
    }
  }
}

/** How often what is on the screen follows the scan, in milliseconds: drawing each of 2,000 answers would take longer than reading them. */
const drawEveryMs = 250

/**
 * Reads of chats on request, with a stop; leaving the page stops it as well. A chat that could not be read is tried with the next start.
 * @param read rejects where the chat could not be read
 * @param requests how many it sends for one chat
 */
export function useScan<T>(chats: readonly Chat[], read: (chat: Chat, signal: AbortSignal) => Promise<T>, requests: number) {
  const [found, setFound] = useState<ReadonlyMap<number, T>>(() => new Map())
  const [running, setRunning] = useState<AbortController | null>(null)
  useEffect(() => () => running?.abort(), [running])

  async function start() {
    const stop = new AbortController()
    const next = new Map(found)
    setRunning(stop)
    const draw = setInterval(() => setFound(new Map(next)), drawEveryMs)
    const rest = new Map(chats.filter(({ id }) => !next.has(id)).map((chat) => [chat.id, chat]))
    await scanChats(rest.keys(), {
      signal: stop.signal,
      requests,
      read: (id) => read(rest.get(id)!, stop.signal),
      onFound: (id, answer) => answer instanceof Failure || next.set(id, answer),
      onHeld: () => {},
    }).catch(() => {})
    clearInterval(draw)
    setFound(next)
    setRunning(null)
  }

  return { found, isRunning: running !== null, start: () => void start(), stop: () => running?.abort() }
}
