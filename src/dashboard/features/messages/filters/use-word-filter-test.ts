import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Analysis } from '../analysis/analysis.ts'
import type { WordFilterResult } from '../analysis/word-filter.ts'
import type { LoadedMessages } from '../loaded.ts'

/** How long a change waits for the next one, in milliseconds: whoever types, or loads, changes much in a row. */
const rest = 200

interface Question {
  saved: string
  draft: string
  /** How many messages are looked at. */
  looked: number
}

interface Answered {
  to: Question | null
  /** The last one there was, also when the newest question met an error. */
  result: (WordFilterResult & Question) | null
  error: string | null
}

/**
 * What the saved filter and a draft catch of the loaded messages. One question is under way at a time; until its answer comes the last one stays, and
 * `isBehind` says that it is not about what stands there now.
 * @param fed grows whenever the analysis knows more
 */
export function useWordFilterTest(analysis: Analysis, fed: number, { list }: LoadedMessages, saved: string, draft: string) {
  const looked = list.length
  // oxlint-disable-next-line react/exhaustive-deps -- `fed` makes it another question
  const question = useMemo(() => ({ saved, draft, looked }), [saved, draft, looked, fed])
  const [answered, setAnswered] = useState<Answered>({ to: null, result: null, error: null })
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
    const timer = setTimeout(() => void ask(), rest)
    return () => clearTimeout(timer)
  }, [isBehind, isAsking])

  return { ...answered, isBehind, tryAgain: () => setAnswered({ ...answered, to: null }) }
}
