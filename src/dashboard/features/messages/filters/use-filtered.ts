import { useMemo } from 'react'
import type { Message } from '#contract/messages.ts'
import type { Analysis } from '../analysis/analysis.ts'
import type { MessageFilter } from '#engine/analysis/message-index.ts'
import type { LoadedMessages } from '../read.ts'
import { useAnswer } from './use-analysis.ts'

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
