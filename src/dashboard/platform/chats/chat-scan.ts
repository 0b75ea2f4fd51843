import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Failure } from '#contract/client.ts'
import { byLastUse } from './last-used.ts'
import { recentChatIds } from './recent-pages.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { createRateLimiter } from '#engine/jobs/rate-limiter.ts'
import { createRequestScheduler, wait, type SharedBackoff, type Wait } from '#engine/jobs/request-scheduler.ts'

/**
 * Reads the same resource of many chats while a person waits: a few at a time, below the rate limit of the service, and never the same chat twice.
 */

/** Of all scans of this tab: half of what the bundled service allows. */
export const scansPerMinute = 600
/** How long a scan waits while no request succeeds. */
const patienceMs = 60_000

const turn = createRateLimiter(() => performance.now(), scansPerMinute)
/** A backoff that the service requested of one scan also applies to the next. */
const backoff: SharedBackoff = { over: undefined }

export interface ScanOptions<T> {
  signal: AbortSignal
  read: (chatId: number) => Promise<T>
  /** How many requests `read` sends. */
  requests?: number
  /** Called once for each chat; with a Failure if the chat could not be read. */
  onFound: (chatId: number, found: T | Failure) => unknown
  /** Called with the reason when the scan pauses, and with null when it continues. */
  onHeld: (because: Failure | null) => void
  /** Replaced in tests. */
  turns?: typeof turn
  waitFor?: Wait
  random?: () => number
}

/** Resolves when every chat is read or the scan is aborted. Rejects when requests no longer get through. */
export async function scanChats<T>(
  chatIds: Iterable<number>,
  { signal, read, onFound, onHeld, requests = 1, turns = turn, waitFor = wait, random = Math.random }: ScanOptions<T>,
): Promise<void> {
  const scheduler = createRequestScheduler(
    {
      signal,
      pausePoint: () => turns(waitFor, signal, requests),
      probe: (probing) => call('accountRead', {}, { signal: probing }),
      patienceMs,
      onHeld,
      wait: waitFor,
      random,
    },
    turns === turn ? backoff : undefined,
  )
  await scheduler.forEach(chatIds, async (chatId) => onFound(chatId, await scheduler.retry(() => read(chatId))))
}

/** For `fetchQuery`: the result stays fresh for the session, until a change invalidates it. The scan has its own retries. */
export const readOnce = { retry: false, staleTime: Infinity, gcTime: Infinity } as const

export interface ChatSource<T> {
  key: (chatId: number) => QueryKey
  /** Called with `readOnce`. */
  read: (chatId: number) => Promise<T>
}

export interface ChatScan<T> {
  found: ReadonlyMap<number, T | Failure>
  /** How many chats the scan covers. */
  total: number
  isReading: boolean
  /** Why the scan is paused. */
  heldBy: Failure | null
  error: unknown
  /** When the oldest cached result was read, in milliseconds. */
  oldestReadAt: number | null
  restart: () => void
}

const renderIntervalMs = 100

/** Scans these chats in the given order until the component unmounts. */
export function useChatScan<T>(chatIds: readonly number[], source: ChatSource<T>): ChatScan<T> {
  const [attempt, setAttempt] = useState(0)
  const run = useMemo(() => ({ chatIds, attempt }), [chatIds, attempt])
  const [progress, setProgress] = useState<Omit<ChatScan<T>, 'total' | 'restart'>>(() => ({
    found: cachedResults(chatIds, source),
    isReading: chatIds.length > 0,
    heldBy: null,
    error: null,
    oldestReadAt: null,
  }))
  useEffect(() => {
    const stop = new AbortController()
    const found = cachedResults(run.chatIds, source)
    const oldestReadAt = oldestReadTime([...found.keys()], source)
    const missing = run.chatIds.filter((id) => !found.has(id))
    let heldBy: Failure | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const render = (rest: { isReading: boolean; error: unknown }) => {
      clearTimeout(timer)
      timer = undefined
      if (!stop.signal.aborted) setProgress({ found: new Map(found), heldBy, oldestReadAt, ...rest })
    }
    const renderSoon = () => (timer ??= setTimeout(() => render({ isReading: true, error: null }), renderIntervalMs))
    renderSoon()
    scanChats(missing, {
      signal: stop.signal,
      read: source.read,
      onFound: (chatId, answer) => {
        found.set(chatId, answer)
        renderSoon()
      },
      onHeld: (because) => {
        heldBy = because
        renderSoon()
      },
    }).then(
      () => render({ isReading: false, error: null }),
      (error: unknown) => render({ isReading: false, error }),
    )
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [run, source])
  return { ...progress, total: chatIds.length, restart: () => setAttempt(attempt + 1) }
}

function cachedResults<T>(chatIds: readonly number[], source: ChatSource<T>): Map<number, T | Failure> {
  const found = new Map<number, T | Failure>()
  for (const chatId of chatIds) {
    const state = queryClient.getQueryState<T>(source.key(chatId))
    if (state?.data !== undefined && !state.isInvalidated) found.set(chatId, state.data)
  }
  return found
}

const oldestReadTime = (chatIds: readonly number[], source: ChatSource<unknown>): number | null =>
  chatIds.length === 0
    ? null
    : chatIds.reduce((oldest, id) => Math.min(oldest, queryClient.getQueryState(source.key(id))?.dataUpdatedAt ?? oldest), Infinity)

/** Chats that were recently opened in this browser come first, then those that were used last. */
export function recentFirst(chats: readonly Chat[]): Chat[] {
  const ranks = new Map(recentChatIds().map((id, rank) => [id, rank]))
  const rank = ({ id }: Chat) => ranks.get(id) ?? ranks.size
  return chats.toSorted((one, other) => rank(one) - rank(other) || byLastUse(other, one))
}

/** How many chats a scan reads without being asked. */
export const initialScanSize = 40

/**
 * Selects the chats of a scan: those that must be read, then the first ones, then the cached ones; or all of them.
 * @param chats in the order of the scan
 */
export function useScannedChats<T>(
  chats: readonly Chat[],
  source: ChatSource<T>,
  isComplete: boolean,
  required: ReadonlySet<number>,
): number[] {
  return useMemo(() => {
    const ids = chats.map(({ id }) => id)
    const kept = cachedResults(ids, source)
    const rest = ids.filter((id, index) => !required.has(id) && (isComplete || index < initialScanSize || kept.has(id)))
    return [...required, ...rest]
  }, [chats, source, isComplete, required])
}
