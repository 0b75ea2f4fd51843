import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'
import type { WordReport } from '#engine/analysis/word-filter.ts'
import classes from './WordFilterTester.module.css'
import { PlainText } from '#dashboard/platform/messages/PlainText.tsx'

/** Words shown per section. A filter may hold thousands, which would make the page slow. */
const maxShown = 200

/** The hits of each word of the draft, most messages first, and the words that never matched. */
export function WordFilterWords({ words }: { words: WordReport[] }) {
  // Duplicates catch nothing more.
  const uniqueWords = [...new Map(words.map((report) => [keyOf(report), report])).values()]
  const hitting = uniqueWords.filter(({ hits }) => hits > 0).toSorted((one, other) => other.messages - one.messages)
  const idle = uniqueWords.filter(({ hits }) => hits === 0)
  if (words.length === 0) return <p className="help">The filter has no words. Enter some above to see what they would catch.</p>
  return (
    <>
      <section className={classes.section} aria-label="Matching words">
        <div className={classes.head}>
          <h3 className="grow">
            Matching words <span className="num regular quiet">{count(hitting.length)}</span>
          </h3>
        </div>
        {hitting.length === 0 && <p className="help">None of the words appears in the loaded messages.</p>}
        <ul>
          {hitting.slice(0, maxShown).map((report) => (
            <li className="overline" key={keyOf(report)}>
              <WordDetails report={report} />
            </li>
          ))}
        </ul>
        <MoreWords of={hitting.length} />
      </section>
      {idle.length > 0 && (
        <section className={classes.section} aria-label="Never matched">
          <div className={classes.head}>
            <h3 className="grow">
              Never matched <span className="num regular quiet">{count(idle.length)}</span>
            </h3>
          </div>
          <ul className="beside gap-4 wrap">
            {idle.slice(0, maxShown).map((report) => (
              <li className={classes.idle} key={keyOf(report)}>
                <span className="outside">
                  <PlainText text={report.word} />
                </span>
                {report.inside && <span className="help"> inside</span>}
              </li>
            ))}
          </ul>
          <MoreWords of={idle.length} />
        </section>
      )}
    </>
  )
}

const keyOf = ({ word, inside }: WordReport) => `${inside ? ' ' : ''}${word}`

const MoreWords = ({ of }: { of: number }) => of > maxShown && <p className="help">and {counted(of - maxShown, 'more word')}</p>

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
          <span className={`outside ${classes.insideOf}`}>
            Found inside:{' '}
            <PlainText text={listed(insideOf.map(({ word: whole, count: occurrences }) => `${whole} ×${count(occurrences)}`))} />
          </span>
        )}
      </summary>
      <ul className={classes.examples}>
        {shown.map(({ offset, before, match, after, whole }) => (
          <li key={offset} className="outside">
            … <PlainText text={before} />
            <mark>
              <PlainText text={match} />
            </mark>
            <PlainText text={after} /> …{whole !== match && <span className="help"> in “{whole}”</span>}
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
