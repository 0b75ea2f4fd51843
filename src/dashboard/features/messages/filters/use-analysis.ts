import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { createAnalysis, type Analysis } from '../analysis/analysis.ts'
import type { MessageFilter, MessageSummary } from '#engine/analysis/message-index.ts'
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

/** A set of messages that no filter describes: a wave, or those that a deletion left. */
export interface MessageSubset {
  title: string
  ids: ReadonlySet<number>
}

const isPlain = ({ text, author, hasLink, repeated }: MessageFilter) => text.trim() === '' && author === null && !hasLink && !repeated

/**
 * The loaded messages that match the filters. The last result stays until the worker answers.
 * @param named only those in it
 */
export function useFiltered(
  loaded: LoadedMessages,
  analysis: Analysis,
  fed: number,
  filter: MessageFilter,
  subset: MessageSubset | null,
  named: { has: (messageId: number) => boolean } | null = null,
) {
  const { text, isRegexp, author, hasLink, repeated } = filter
  const plain = isPlain(filter)
  // The question includes `fed`, so that it is asked again after the worker received more messages.
  const question = plain ? null : JSON.stringify([fed, text, isRegexp, author, hasLink, repeated])
  const found = useAnswer<ArrayLike<number>>(question, () => analysis.filter({ text, isRegexp, author, hasLink, repeated }))
  const { answer: ids, error } = found

  // The same list until the worker answers: otherwise each key would lay out all rows again.
  const filtered = useMemo(
    () =>
      plain
        ? loaded.list
        : Array.from(ids ?? [], (id) => loaded.byId.get(id)).filter((message): message is Message => message !== undefined),
    [plain, loaded, ids],
  )
  const list = useMemo(
    () =>
      subset || named
        ? filtered.filter(({ messageId }) => (subset?.ids.has(messageId) ?? true) && (named?.has(messageId) ?? true))
        : filtered,
    [filtered, subset, named],
  )
  return {
    list,
    isFiltered: !plain || subset !== null || named !== null,
    /** Whether the result is still that of an earlier question. */
    searching: !plain && error === null && found.to !== question,
    error: plain ? null : error,
  }
}
