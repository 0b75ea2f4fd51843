import { useEffect, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import type { Analysis } from '../analysis/analysis.ts'
import type { Filter } from '../analysis/filter.ts'
import type { Loaded } from '../loaded.ts'

/** A choice that no filter says: a wave, or what a job left. */
export interface Only {
  title: string
  ids: ReadonlySet<number>
}

const isPlain = ({ text, author, hasLink, repeated }: Filter) => text.trim() === '' && author === null && !hasLink && !repeated

/** What of the loaded messages the filters let through. While the worker looks, the last answer stays. */
export function useFiltered(loaded: Loaded, analysis: Analysis, fed: number, filter: Filter, only: Only | null) {
  const { text, isRegexp, author, hasLink, repeated } = filter
  const [found, setFound] = useState<{ of: string; ids: ArrayLike<number> } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const plain = isPlain(filter)
  // Asked again when more came into the worker.
  const question = JSON.stringify([fed, text, isRegexp, author, hasLink, repeated])

  useEffect(() => {
    if (plain) return
    let over = false
    analysis.filter({ text, isRegexp, author, hasLink, repeated }).then(
      (ids) => {
        // null: a newer question overtook it.
        if (over || !ids) return
        setFound({ of: question, ids })
        setError(null)
      },
      (reason: unknown) => {
        if (!over && reason instanceof Error) setError(reason.message)
      },
    )
    return () => {
      over = true
    }
  }, [analysis, plain, question, text, isRegexp, author, hasLink, repeated])

  const filtered = plain
    ? loaded.list
    : Array.from(found?.ids ?? [], (id) => loaded.byId.get(id)).filter((message): message is Message => message !== undefined)
  return {
    list: only ? filtered.filter(({ messageId }) => only.ids.has(messageId)) : filtered,
    isFiltered: !plain || only !== null,
    /** The answer is to an older question. */
    searching: !plain && error === null && found?.of !== question,
    error: plain ? null : error,
  }
}
