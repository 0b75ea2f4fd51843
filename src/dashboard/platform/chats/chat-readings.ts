import { useEffect, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { scanChats } from './chat-scan.ts'

const maxConcurrentReads = 4

export interface ChatReading<T> {
  chat: Chat
  data: T | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** A concurrency limiter: at most `max` tasks run at a time, first come, first served. A task that is aborted in the queue never starts. */
export function createLimiter(max = maxConcurrentReads) {
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
      // The slot is handed to the next task directly, so that no other task can take it in between.
      if (next) next()
      else running--
    }
  }
}

/** The interval, in milliseconds, at which the screen follows the scan: rendering each of 2,000 results would take longer than reading them. */
const renderIntervalMs = 250

/**
 * Scans chats on request. Unmounting the component stops the scan. A chat that could not be read is retried at the next start.
 * @param read rejects if the chat could not be read
 * @param requests how many requests `read` sends for one chat
 */
export function useScan<T>(chats: readonly Chat[], read: (chat: Chat, signal: AbortSignal) => Promise<T>, requests: number) {
  const [found, setFound] = useState<ReadonlyMap<number, T>>(() => new Map())
  const [running, setRunning] = useState<AbortController | null>(null)
  useEffect(() => () => running?.abort(), [running])

  async function start() {
    const stop = new AbortController()
    const next = new Map(found)
    setRunning(stop)
    const draw = setInterval(() => setFound(new Map(next)), renderIntervalMs)
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
