import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createAnalysis, type Analysis } from '../analysis/analysis.ts'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import type { LoadedMessages } from '../read.ts'

/** Sends the loaded messages to a worker. `fed` counts the changes sent to it; the summary may lag behind them. */
export function useAnalysis(loaded: LoadedMessages): { analysis: Analysis; fed: number; summary: MessageSummary | null } {
  const [analysis] = useState(createAnalysis)
  const [fed, setFed] = useState(0)
  const lastLoaded = useRef<LoadedMessages>({ list: [], byId: new Map() })
  const sentIds = useRef(new Set<number>())

  useEffect(() => {
    const previous = lastLoaded.current
    lastLoaded.current = loaded
    // A map that is still the same object has only gained messages.
    const added = loaded.list.filter(({ messageId }) => !sentIds.current.has(messageId))
    const removed = loaded.byId === previous.byId ? [] : [...sentIds.current].filter((id) => !loaded.byId.has(id))
    for (const { messageId } of added) sentIds.current.add(messageId)
    for (const id of removed) sentIds.current.delete(id)
    if (removed.length > 0) analysis.remove(removed)
    if (added.length > 0) analysis.add(added)
    if (added.length + removed.length > 0) setFed((count) => count + 1)
  }, [analysis, loaded])

  useEffect(() => {
    const ids = sentIds.current
    return () => {
      ids.clear()
      analysis.close()
    }
  }, [analysis])
  // The page works without a summary.
  const { answer: summary = null } = useAnswer(fed === 0 ? null : String(fed), () => analysis.summary())
  return { analysis, fed, summary }
}

/** The last answer of the analysis, and the question that it answers. It stays until the next one. @param question null: nothing is asked */
export function useAnswer<Answer>(question: string | null, ask: () => Promise<Answer | null>) {
  const [answered, setAnswered] = useState<{ to: string; answer: Answer } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (question === null) return
    let isStale = false
    askNow().then(
      (answer) => {
        // null: a newer question replaced this one.
        if (isStale || answer === null) return
        setAnswered({ to: question, answer })
        setError(null)
      },
      (reason: unknown) => {
        if (!isStale && reason instanceof Error) setError(reason.message)
      },
    )
    return () => {
      isStale = true
    }
  }, [question])
  return { ...answered, error }
}
