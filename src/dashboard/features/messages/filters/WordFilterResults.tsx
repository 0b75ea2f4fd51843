import { Button } from '#dashboard/ui/form/Button.tsx'
import { useMemo, useState, type ReactNode } from 'react'
import type { Message } from '#contract/messages.ts'
import { bannedWords, wordFinder, type WordHit } from '#contract/word-filter.ts'
import { MarkedText, PlainText } from '#dashboard/platform/messages/PlainText.tsx'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'
import { clock, Time } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { WordFilterResult, WordReport } from '#engine/analysis/word-filter.ts'
import { AuthorName } from '../MessageText.tsx'
import classes from './filters.module.css'

/** Messages shown per section. All of them can be selected. */
const maxShown = 50

interface WordFilterResultsProps {
  result: WordFilterResult & { draft: string }
  saved: string
  byId: ReadonlyMap<number, Message>
  onSelect: (ids: number[]) => void
}

/** What the draft changes and what its words find: the messages that only the draft catches, and those that only the saved filter catches; and each word. */
export function WordFilterResults({ result, saved, byId, onSelect }: WordFilterResultsProps) {
  const { draft, newlyCaught, noLongerCaught } = result
  const finders = useMemo(() => ({ draft: wordFinder(bannedWords(draft)), saved: wordFinder(bannedWords(saved)) }), [draft, saved])
  const shown = { byId, onSelect }
  return (
    <>
      <CaughtMessages key={`new ${draft}`} title="Newly caught" ids={newlyCaught} find={finders.draft} {...shown} />
      <CaughtMessages key={`old ${draft}`} title="No longer caught" ids={noLongerCaught} find={finders.saved} {...shown} />
      <WordFilterWords words={result.words} />
    </>
  )
}

interface CaughtProps extends Pick<WordFilterResultsProps, 'byId' | 'onSelect'> {
  title: string
  ids: number[]
  find: (text: string) => WordHit[]
}

function CaughtMessages({ title, ids, find, byId, onSelect }: CaughtProps) {
  const [isSelected, setSelected] = useState(false)
  if (ids.length === 0) return null
  const messages = ids.slice(0, maxShown).flatMap((id) => byId.get(id) ?? [])
  return (
    <Found
      title={title}
      number={ids.length}
      more="more message"
      max={maxShown}
      actions={
        <>
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
        </>
      }
    >
      <ul>
        {messages.map(({ messageId, time, userId, userName, text }) => (
          <li key={messageId} className={`overline ${classes.message}`}>
            <Time at={time} className="num quiet" words={clock(time * 1000)} />
            <span className="row gap-4 shrinks">
              <AuthorName name={userName} userId={userId} />
            </span>
            <span className="outside">
              <MarkedText text={text} highlights={find(text).map(({ from, to }) => ({ start: from, end: to }))} />
            </span>
          </li>
        ))}
      </ul>
    </Found>
  )
}

interface FoundProps {
  title: string
  number: number
  /** More than are shown: "more word". */
  more: string
  max: number
  actions?: ReactNode
  children: ReactNode
}

const Found = ({ title, number, more, max, actions, children }: FoundProps) => (
  <section className="stack gap-4" aria-label={title}>
    <div className="row wrap">
      <h3 className="grow">
        {title} <span className="num regular quiet">{count(number)}</span>
      </h3>
      {actions}
    </div>
    {children}
    {number > max && <p className="help">and {counted(number - max, more)}</p>}
  </section>
)

/** Words shown per section. A filter may hold thousands, which would make the page slow. */
const maxWords = 200

/** The hits of each word of the draft, most messages first, and the words that never matched. */
function WordFilterWords({ words }: { words: WordReport[] }) {
  // Duplicates catch nothing more.
  const uniqueWords = [...new Map(words.map((report) => [keyOf(report), report])).values()]
  const hitting = uniqueWords.filter(({ hits }) => hits > 0).toSorted((one, other) => other.messages - one.messages)
  const idle = uniqueWords.filter(({ hits }) => hits === 0)
  if (words.length === 0) return <p className="help">The filter has no words. Enter some above to see what they would catch.</p>
  return (
    <>
      <Found title="Matching words" number={hitting.length} more="more word" max={maxWords}>
        {hitting.length === 0 && <p className="help">None of the words appears in the loaded messages.</p>}
        <ul>
          {hitting.slice(0, maxWords).map((report) => (
            <li className="overline" key={keyOf(report)}>
              <WordDetails report={report} />
            </li>
          ))}
        </ul>
      </Found>
      {idle.length > 0 && (
        <Found title="Never matched" number={idle.length} more="more word" max={maxWords}>
          <ul className="beside gap-4 wrap">
            {idle.slice(0, maxWords).map((report) => (
              <li className="tag tag-quiet" key={keyOf(report)}>
                <span className="outside">
                  <PlainText text={report.word} />
                </span>
                {report.inside && <span className="help"> inside</span>}
              </li>
            ))}
          </ul>
        </Found>
      )}
    </>
  )
}

const keyOf = ({ word, inside }: WordReport) => `${inside ? ' ' : ''}${word}`

function WordDetails({ report: { word, inside, hits, messages, examples, insideOf } }: { report: WordReport }) {
  const shown = examples.map((example, offset) => ({ ...example, offset }))
  return (
    <details className={classes.word}>
      <summary>
        <Icon name="right" size={12} />
        <b className="outside medium">
          <PlainText text={word} />
        </b>
        <span className="help">{inside ? 'also inside words' : 'whole word'}</span>
        <span className="num push">
          {counted(hits, 'hit')} in {counted(messages, 'message')}
        </span>
        {insideOf.length > 0 && (
          <span className="outside help full">
            Found inside:{' '}
            <PlainText text={listed(insideOf.map(({ word: whole, count: occurrences }) => `${whole} ×${count(occurrences)}`))} />
          </span>
        )}
      </summary>
      <ul className="stack gap-4 small">
        {shown.map(({ offset, before, match, after, whole }) => (
          <li key={offset} className="outside">
            … <MarkedText text={before + match + after} highlights={[{ start: before.length, end: before.length + match.length }]} /> …
            {whole !== match && <span className="help"> in “{whole}”</span>}
          </li>
        ))}
      </ul>
      {hits > examples.length && (
        <p className="help">
          The newest {count(examples.length)} of {count(hits)} matches.
        </p>
      )}
    </details>
  )
}
