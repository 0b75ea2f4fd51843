import { useEffect, useRef, useState } from 'react'
import { createAnalysis, type Analysis } from '../analysis/analysis.ts'
import type { MessageSummary } from '../analysis/message-index.ts'
import type { Loaded } from '../loaded.ts'

/** Keeps a worker fed with what is loaded. `fed` grows whenever it knows more; the summary is of then, or a moment older. */
export function useAnalysis(loaded: Loaded): { analysis: Analysis; fed: number; summary: MessageSummary | null } {
  const [analysis] = useState(createAnalysis)
  const [fed, setFed] = useState(0)
  const [summary, setSummary] = useState<MessageSummary | null>(null)
  const known = useRef<Loaded>({ list: [], byId: new Map() })
  const fedIds = useRef(new Set<number>())

  useEffect(() => {
    const before = known.current
    known.current = loaded
    // The same map only ever grows.
    const fresh = loaded.list.filter(({ messageId }) => !fedIds.current.has(messageId))
    const gone = loaded.byId === before.byId ? [] : [...fedIds.current].filter((id) => !loaded.byId.has(id))
    for (const { messageId } of fresh) fedIds.current.add(messageId)
    for (const id of gone) fedIds.current.delete(id)
    if (gone.length > 0) analysis.remove(gone)
    if (fresh.length > 0) analysis.add(fresh)
    if (fresh.length + gone.length === 0) return
    setFed((times) => times + 1)
    let over = false
    analysis.summary().then(
      // null: a newer question overtook it.
      (answer) => {
        if (answer && !over) setSummary(answer)
      },
      // The page works without it.
      () => {},
    )
    return () => {
      over = true
    }
  }, [analysis, loaded])

  useEffect(() => {
    const ids = fedIds.current
    return () => {
      ids.clear()
      analysis.close()
    }
  }, [analysis])
  return { analysis, fed, summary }
}
