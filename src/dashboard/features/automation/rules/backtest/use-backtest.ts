import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Failure } from '#contract/client.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { BacktestRequest, BacktestResult } from '#contract/gateway/rules.ts'
import { refreshGateway } from '#dashboard/platform/api/gateway-query.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { count } from '#dashboard/ui/format/numbers.ts'

/** Debounce after an edit. */
const delayMs = 400

/** If the code cannot be loaded, nothing was read. */
const loadReader = () =>
  import('./read-backtest.ts').catch((cause: unknown) => {
    throw new Failure('unreachable', { cause })
  })

interface Run {
  /** The request that it is for, see `subject`. */
  of: string
  /** `place`: in the queue; 0: it runs. */
  progress: { read: number; of: number | null; place: number } | null
  failed: string | null
}

interface Shown {
  of: string
  result: BacktestResult
}

interface BacktestOptions {
  /** null: the rule in the form is not valid. */
  rule: Rule | null
  /** The stored rule; null: it is not stored yet. */
  stored: { id: string; version: number } | null
  days: number
  isAllowed: boolean
}

export type Backtest = ReturnType<typeof useBacktest>

/**
 * Runs the rule in the form on the archive, and again after each edit. The last result stays visible while a newer one is computed. If reading costs
 * requests, it runs only on demand.
 */
export function useBacktest({ rule, stored, days, isAllowed }: BacktestOptions) {
  const request: BacktestRequest | null = rule && { rule, days, ...(stored && { ruleId: stored.id }) }
  // After a save it runs again, because only a complete run of the stored version is stored.
  const subject = request ? JSON.stringify([request, stored?.version ?? 0]) : null
  const cost = useBacktestCost(request, isAllowed)
  const [run, setRun] = useState<Run | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const controller = useRef<AbortController | null>(null)
  const isFree = cost.data?.requests === 0

  async function start() {
    if (!request || subject === null) return
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    setRun({ of: subject, progress: { read: 0, of: null, place: 0 }, failed: null })
    let read = 0
    try {
      const { readBacktest } = await loadReader()
      for await (const line of readBacktest(request, own.signal)) {
        if (own.signal.aborted) return
        if (line.kind === 'waiting') {
          setRun({ of: subject, progress: { read: 0, of: null, place: line.place }, failed: null })
        } else if (line.kind === 'progress') {
          ;({ read } = line)
          setRun({ of: subject, progress: { ...line, place: 0 }, failed: null })
        } else if (line.kind === 'failed') {
          setRun({ of: subject, progress: null, failed: `${line.message} ${readInWords(line.read)}` })
          return
        } else {
          setShown({ of: subject, result: line.result })
          setRun({ of: subject, progress: null, failed: null })
          if (request.ruleId !== undefined) await refreshGateway('rulesRead')
          return
        }
      }
      const ended = 'The connection ended before the backtest did, for example because Roomkeeper was restarted.'
      setRun({ of: subject, progress: null, failed: `${ended} ${readInWords(read)}` })
    } catch (error) {
      if (own.signal.aborted) return
      const { cause, advice } = errorMessage(error)
      setRun({ of: subject, progress: null, failed: `${cause}. ${read > 0 ? readInWords(read) : advice}` })
    }
  }
  const restart = useEffectEvent(() => void start())

  useEffect(() => {
    const timer = subject !== null && isAllowed && isFree ? setTimeout(() => restart(), delayMs) : undefined
    return () => {
      clearTimeout(timer)
      // A run for an earlier edit is no longer needed.
      controller.current?.abort()
    }
  }, [subject, isAllowed, isFree])

  const isCurrentRun = run !== null && run.of === subject
  const isRunning = isCurrentRun && run.progress !== null
  const isShown = shown !== null && shown.of === subject
  const willRun = isAllowed && isFree && subject !== null && !isShown && !(isCurrentRun && run.failed !== null)
  return {
    result: shown?.result ?? null,
    /** Whether the result is of the rule in the form. */
    isCurrent: isShown,
    isRunning: isRunning || willRun,
    progress: isRunning ? run.progress : null,
    failed: isCurrentRun ? run.failed : null,
    cost,
    start: () => void start(),
    cancel: () => {
      controller.current?.abort()
      if (subject !== null)
        setRun({ of: subject, progress: null, failed: `Canceled. ${readInWords(run?.progress?.read ?? 0, run?.progress?.of)}` })
    },
  }
}

const readInWords = (read: number, of?: number | null) =>
  of ? `It read ${count(read)} of ${count(of)} messages.` : `It read ${count(read)} messages.`

/** The number of requests a backtest would take, which depends only on the chats and the period. */
function useBacktestCost(request: BacktestRequest | null, isAllowed: boolean) {
  const about = request ? JSON.stringify([request.rule.scope.chats, request.days]) : ''
  return useQuery({
    queryKey: ['backtestCost', about],
    queryFn: async ({ signal }) => (await callGateway('backtestCost', { body: request! }, { signal })).data,
    enabled: request !== null && isAllowed,
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
}
