import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Analysis } from '../analysis/analysis.ts'
import type { WordFilterResult } from '#engine/analysis/word-filter.ts'
import type { LoadedMessages } from '../loaded.ts'

/** Typing and loading change the question many times in a row, so it is asked after a pause. */
const debounceMs = 200

interface Question {
  saved: string
  draft: string
  /** How many messages are tested. */
  messageCount: number
}

interface AnsweredQuestion {
  to: Question | null
  /** The last result. It stays when a newer question fails. */
  result: (WordFilterResult & Question) | null
  error: string | null
}

/**
 * Tests the saved filter and a draft on the loaded messages. One question is asked at a time. Until its answer arrives the last result stays, and
 * `isBehind` is true while that result is not for the current question.
 * @param fed grows whenever the analysis receives more messages
 */
export function useWordFilterTest(analysis: Analysis, fed: number, { list }: LoadedMessages, saved: string, draft: string) {
  const messageCount = list.length
  // oxlint-disable-next-line react/exhaustive-deps -- `fed` makes it another question
  const question = useMemo(() => ({ saved, draft, messageCount }), [saved, draft, messageCount, fed])
  const [answered, setAnswered] = useState<AnsweredQuestion>({ to: null, result: null, error: null })
  const [isAsking, setAsking] = useState(false)
  const isBehind = answered.to !== question

  const ask = useEffectEvent(async () => {
    setAsking(true)
    try {
      const result = await analysis.testWordFilter(saved, draft)
      if (result) setAnswered({ to: question, result: { ...result, ...question }, error: null })
    } catch (reason) {
      setAnswered((before) => ({ ...before, to: question, error: reason instanceof Error ? reason.message : String(reason) }))
    }
    setAsking(false)
  })

  useEffect(() => {
    if (!isBehind || isAsking) return
    const timer = setTimeout(() => void ask(), debounceMs)
    return () => clearTimeout(timer)
  }, [isBehind, isAsking])

  return { ...answered, isBehind, tryAgain: () => setAnswered({ ...answered, to: null }) }
}
