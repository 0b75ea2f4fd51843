import { useEffect, useRef, useState } from 'react'
import { createAnalysis, type Analysis } from '../analysis/analysis.ts'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import type { LoadedMessages } from '../loaded.ts'

/** Sends the loaded messages to a worker. `fed` counts the changes sent to it; the summary may lag behind them. */
export function useAnalysis(loaded: LoadedMessages): { analysis: Analysis; fed: number; summary: MessageSummary | null } {
  const [analysis] = useState(createAnalysis)
  const [fed, setFed] = useState(0)
  const [summary, setSummary] = useState<MessageSummary | null>(null)
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
    if (added.length + removed.length === 0) return
    setFed((count) => count + 1)
    let isStale = false
    analysis.summary().then(
      // null: a newer question replaced this one.
      (answer) => {
        if (answer && !isStale) setSummary(answer)
      },
      // The page works without a summary.
      () => {},
    )
    return () => {
      isStale = true
    }
  }, [analysis, loaded])

  useEffect(() => {
    const ids = sentIds.current
    return () => {
      ids.clear()
      analysis.close()
    }
  }, [analysis])
  return { analysis, fed, summary }
}
