import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Failure } from '#contract/client.ts'
import { byLastUse } from './last-used.ts'
import { recentChatIds } from './recent-pages.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { createRequestScheduler, wait, type SharedBackoff, type Wait } from '#dashboard/platform/jobs/request-scheduler.ts'

/** Reads the same thing of many chats while somebody waits for it: few at a time, below the limit of the service, and nothing is read twice. */

/** Requests that all scans of this tab send together: at most `burst` at once after a rest, and 600 a minute, half of what our service allows. */
const perSecond = 10
const burst = 20
/** How long a scan waits while nothing gets through. */
const patienceMs = 60_000

/** When the next request may go, in milliseconds. @param now milliseconds */
export function createTurns(now: () => number) {
  let next = -Infinity
  /** Resolves when it is the caller's turn. */
  return (waitFor: Wait, signal: AbortSignal, requests: number): Promise<void> => {
    next = Math.max(next, now() - (burst * 1000) / perSecond) + (requests * 1000) / perSecond
    const ms = next - now()
    return ms > 0 ? waitFor(ms, signal) : Promise.resolve()
  }
}

const turn = createTurns(() => performance.now())
/** What the service asked of one scan holds for the next. */
const backoff: SharedBackoff = { over: undefined }

export interface ScanOptions<T> {
  /** Stops it: nothing more is sent. */
  signal: AbortSignal
  read: (chatId: number) => Promise<T>
  /** How many requests `read` sends. */
  requests?: number
  /** Called once for each chat; a Failure where it could not be read. */
  onFound: (chatId: number, found: T | Failure) => unknown
  /** Why nothing is sent at the moment; null: it goes on. */
  onHeld: (because: Failure | null) => void
  /** For tests. */
  turns?: typeof turn
  waitFor?: Wait
  random?: () => number
}

/** Resolves when all are read or it was stopped. Rejects where nothing gets through any more. */
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

/** For `fetchQuery`: what was read stays for the session, until a change here makes it old. The scan repeats by itself. */
export const readOnce = { retry: false, staleTime: Infinity, gcTime: Infinity } as const

/** What is read of a chat. */
export interface ChatSource<T> {
  /** Under which the answer is kept. */
  key: (chatId: number) => QueryKey
  /** With `readOnce`. */
  read: (chatId: number) => Promise<T>
}

export interface ChatScan<T> {
  found: ReadonlyMap<number, T | Failure>
  /** How many chats it looks at. */
  total: number
  isReading: boolean
  /** Why it waits. */
  heldBy: Failure | null
  /** Why it ended before its end. */
  error: unknown
  /** When the oldest of what was kept from before was read, in milliseconds. */
  since: number | null
  again: () => void
}

/** Milliseconds between two drawings of what was found. */
const drawEvery = 100

/** Reads these chats in the order given, until it is drawn no more. */
export function useChatScan<T>(chatIds: readonly number[], source: ChatSource<T>): ChatScan<T> {
  const [attempt, setAttempt] = useState(0)
  const run = useMemo(() => ({ chatIds, attempt }), [chatIds, attempt])
  const [progress, setProgress] = useState<Omit<ChatScan<T>, 'total' | 'again'>>(() => ({
    found: keptOf(chatIds, source),
    isReading: chatIds.length > 0,
    heldBy: null,
    error: null,
    since: null,
  }))
  useEffect(() => {
    const stop = new AbortController()
    const found = keptOf(run.chatIds, source)
    const since = oldestOf([...found.keys()], source)
    const missing = run.chatIds.filter((id) => !found.has(id))
    let heldBy: Failure | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = (rest: { isReading: boolean; error: unknown }) => {
      clearTimeout(timer)
      timer = undefined
      if (!stop.signal.aborted) setProgress({ found: new Map(found), heldBy, since, ...rest })
    }
    const drawSoon = () => (timer ??= setTimeout(() => draw({ isReading: true, error: null }), drawEvery))
    drawSoon()
    scanChats(missing, {
      signal: stop.signal,
      read: source.read,
      onFound: (chatId, answer) => {
        found.set(chatId, answer)
        drawSoon()
      },
      onHeld: (because) => {
        heldBy = because
        drawSoon()
      },
    }).then(
      () => draw({ isReading: false, error: null }),
      (error: unknown) => draw({ isReading: false, error }),
    )
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [run, source])
  return { ...progress, total: chatIds.length, again: () => setAttempt(attempt + 1) }
}

/** What is known without asking. */
function keptOf<T>(chatIds: readonly number[], source: ChatSource<T>): Map<number, T | Failure> {
  const found = new Map<number, T | Failure>()
  for (const chatId of chatIds) {
    const state = queryClient.getQueryState<T>(source.key(chatId))
    if (state?.data !== undefined && !state.isInvalidated) found.set(chatId, state.data)
  }
  return found
}

const oldestOf = (chatIds: readonly number[], source: ChatSource<unknown>): number | null =>
  chatIds.length === 0
    ? null
    : chatIds.reduce((oldest, id) => Math.min(oldest, queryClient.getQueryState(source.key(id))?.dataUpdatedAt ?? oldest), Infinity)

/** The chats that were looked at here come first, then those that were used last. */
export function recentFirst(chats: readonly Chat[]): Chat[] {
  const recent = recentChatIds()
  const rank = ({ id }: Chat) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return chats.toSorted((one, other) => rank(one) - rank(other) || byLastUse(other, one))
}

/** So many are read unasked. */
export const firstLook = 40

/**
 * Which chats a scan looks at: those that must be read, then the first ones, then what was read before; or all.
 * @param chats in the order of reading
 */
export function useScanned<T>(chats: readonly Chat[], source: ChatSource<T>, all: boolean, first: ReadonlySet<number>): number[] {
  return useMemo(() => {
    const ids = chats.map(({ id }) => id)
    const kept = keptOf(ids, source)
    const rest = ids.filter((id, index) => !first.has(id) && (all || index < firstLook || kept.has(id)))
    return [...first, ...rest]
  }, [chats, source, all, first])
}
