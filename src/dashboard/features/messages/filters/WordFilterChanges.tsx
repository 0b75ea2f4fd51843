import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { bannedWords, wordFinder, type WordHit } from '#contract/word-filter.ts'
import { PlainText, withOffsets } from '#dashboard/platform/messages/PlainText.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock, exact } from '#dashboard/ui/format/time.tsx'
import type { WordFilterResult } from '#engine/analysis/word-filter.ts'
import { AuthorName } from '../MessageText.tsx'
import classes from './filters.module.css'

/** Messages shown per section. All of them can be selected. */
const maxShown = 50

interface WordFilterChangesProps {
  result: WordFilterResult & { draft: string }
  saved: string
  byId: ReadonlyMap<number, Message>
  onSelect: (ids: number[]) => void
}

/** What the draft changes: the messages that only the draft catches, and those that only the saved filter catches. */
export function WordFilterChanges({ result, saved, byId, onSelect }: WordFilterChangesProps) {
  const { draft, newlyCaught, noLongerCaught } = result
  const finders = useMemo(() => ({ draft: wordFinder(bannedWords(draft)), saved: wordFinder(bannedWords(saved)) }), [draft, saved])
  const shown = { byId, onSelect }
  return (
    <>
      <CaughtMessages key={`new ${draft}`} title="Newly caught" ids={newlyCaught} find={finders.draft} {...shown} />
      <CaughtMessages key={`old ${draft}`} title="No longer caught" ids={noLongerCaught} find={finders.saved} {...shown} />
    </>
  )
}

interface CaughtProps extends Pick<WordFilterChangesProps, 'byId' | 'onSelect'> {
  title: string
  ids: number[]
  find: (text: string) => WordHit[]
}

function CaughtMessages({ title, ids, find, byId, onSelect }: CaughtProps) {
  const [isSelected, setSelected] = useState(false)
  if (ids.length === 0) return null
  const messages = ids.slice(0, maxShown).flatMap((id) => byId.get(id) ?? [])
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h3 className="grow">
          {title} <span className="num regular quiet">{count(ids.length)}</span>
        </h3>
        <span role="status" className="help">
          {isSelected && `${count(ids.length)} selected in the list`}
        </span>
        <Button
          size="xs"
          onClick={() => {
            onSelect(ids)
            setSelected(true)
          }}
        >
          {ids.length === 1 ? 'Select it' : `Select these ${count(ids.length)}`}
        </Button>
      </div>
      <ul>
        {messages.map(({ messageId, time, userId, userName, text }) => (
          <li key={messageId} className={`overline ${classes.message}`}>
            <time className="num quiet" dateTime={new Date(time * 1000).toISOString()} title={exact(time)}>
              {clock(time * 1000)}
            </time>
            <span className="row gap-4 shrinks">
              <AuthorName name={userName} userId={userId} />
            </span>
            <span className="outside">
              <HighlightedText text={text} hits={find(text)} />
            </span>
          </li>
        ))}
      </ul>
      {ids.length > maxShown && <p className="help">and {counted(ids.length - maxShown, 'more message')}</p>}
    </section>
  )
}

/** A text with its hits highlighted. Hits may overlap. */
function HighlightedText({ text, hits }: { text: string; hits: WordHit[] }) {
  const parts: { text: string; isHit: boolean }[] = []
  let end = 0
  for (const { from, to } of hits) {
    if (to <= end) continue
    const start = Math.max(from, end)
    parts.push({ text: text.slice(end, start), isHit: false }, { text: text.slice(start, to), isHit: true })
    end = to
  }
  parts.push({ text: text.slice(end), isHit: false })
  return withOffsets(parts.filter((part) => part.text !== '')).map(({ text, isHit, offset }) =>
    isHit ? (
      <mark key={offset}>
        <PlainText text={text} />
      </mark>
    ) : (
      <PlainText key={offset} text={text} />
    ),
  )
}
