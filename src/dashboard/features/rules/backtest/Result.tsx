import type { BacktestResult } from '#contract/workspace/rules.ts'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import classes from './Backtest.module.css'

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' })
const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayMs = 24 * 60 * 60_000

/** The figures of a backtest. @param perMinute the limit per minute; null: it is not valid */
export function Result({ result, perMinute }: { result: BacktestResult; perMinute: number | null }) {
  const { read, matched, deletedByHand, kept, notDecided, columns, from, to, authors, otherAuthors, chats, chatsRead, mostPerMinute } =
    result
  const most = Math.max(1, ...columns)
  const format = to - from > 14 * dayMs ? longDay : weekday
  return (
    <>
      <dl className={classes.numbers}>
        <div>
          <dt>of {counted(read, 'message')}</dt>
          <dd>{count(matched)}</dd>
        </div>
        <div>
          <dt>deleted by hand</dt>
          <dd>{count(deletedByHand)}</dd>
        </div>
        <div>
          <dt>kept by people</dt>
          <dd className={kept > 0 ? 'warn' : ''}>{count(kept)}</dd>
        </div>
        <div>
          <dt>not decided</dt>
          <dd>{count(notDecided)}</dd>
        </div>
      </dl>
      <div className={classes.chart} role="img" aria-label={`${counted(matched, 'match', 'matches')} over time`}>
        {columns.map((column, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a column is identified by its position
          <i key={index} style={{ height: `${(column * 100) / most}%` }} />
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{format.format(from + (to - from) * share)}</span>
        ))}
      </div>
      <div className={classes.tables}>
        <Counts
          title="By author"
          note={count(authors.length + otherAuthors.count)}
          rows={[
            ...authors.map(({ name, count: many }) => ({ name, many })),
            ...(otherAuthors.count > 0 ? [{ name: counted(otherAuthors.count, 'other'), many: otherAuthors.matched }] : []),
          ]}
        />
        <div>
          <Counts
            title="By chat"
            note={`${count(chats.length)} of ${count(chatsRead)}`}
            rows={chats.map(({ name, count: many }) => ({ name, many }))}
          />
          <p className={`help mt-8 ${perMinute !== null && mostPerMinute > perMinute ? 'warn' : ''}`}>
            Most in a minute: {count(mostPerMinute)}.{perMinute !== null && ` Your brake is ${count(perMinute)}.`}
          </p>
        </div>
      </div>
    </>
  )
}

const maxRows = 8

function Counts({ title, note, rows }: { title: string; note: string; rows: { name: string; many: number }[] }) {
  const most = Math.max(1, ...rows.map(({ many }) => many))
  return (
    <div>
      <h3 className="list-heading">
        {title} <span className="num">{note}</span>
      </h3>
      <ul className={classes.counts}>
        {rows.slice(0, maxRows).map(({ name, many }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two authors may have the same name
          <li key={index}>
            <TruncatedText text={name} />
            <svg width="72" height="4" aria-hidden>
              <rect width={`${(many * 100) / most}%`} height="4" rx="2" />
            </svg>
            <b className="num medium at-end">{count(many)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
