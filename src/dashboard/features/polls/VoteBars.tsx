import type { ReactNode } from 'react'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { type Bar, type Bars, leadInWords } from './bars.ts'
import classes from './polls.module.css'

/** The votes of a poll: a table whose first cells are drawn as bars. The track stands for all votes, so the width of a bar is its percentage. */
export function VoteBars({
  label,
  bars,
  hidden = false,
  isSteady = false,
}: {
  label: string
  bars: Bars
  /** The answers without their votes. */ hidden?: boolean
  /** Reserves space for the leader's mark in each row, so that row heights do not change when another answer takes the lead. */
  isSteady?: boolean
}) {
  return (
    <table className={classes.table} aria-label={label} data-steady={isSteady || undefined}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Answer</th>
          {!hidden && <th scope="col">Votes</th>}
          {!hidden && <th scope="col">Per cent</th>}
        </tr>
      </thead>
      <tbody>
        {bars.bars.map((bar) => (
          <tr key={bar.place} className={bar.mark && !hidden ? classes.leads : undefined}>
            <th scope="row">
              <div className={`row wrap relative ${classes.bar}`}>
                <span className={classes.fill} style={{ width: hidden ? 0 : `${bar.share * 100}%` }} />
                <span className={`outside shrinks relative ${classes.text}`}>
                  {bar.text.trim() ? bar.text : <span className="quiet">Answer {bar.place} has no text</span>}
                </span>
                {bar.mark && !hidden ? <Mark mark={bar.mark} /> : isSteady && <Mark mark={null} />}
              </div>
            </th>
            {!hidden && <td className={classes.votes}>{count(bar.votes)}</td>}
            {!hidden && <td>{bar.percent === null ? '–' : `${bar.percent} %`}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Mark = ({ mark }: Pick<Bar, 'mark'>) => (
  <span className={`row gap-4 push rigid relative ${classes.mark}`}>
    {mark && (
      <>
        <Icon name={mark === 'tie' ? 'tie' : 'crown'} size={14} /> {mark === 'tie' ? 'Tie' : 'Leads'}
      </>
    )}
  </span>
)

/** The votes of a poll beside those of others, with their total and the leading answer in words. */
export const VoteSection = ({ title, label, bars, children }: { title: ReactNode; label: string; bars: Bars; children?: ReactNode }) => (
  <section className="stack shrinks">
    <h3 className="outside">{title}</h3>
    {children}
    <VoteBars label={label} bars={bars} />
    <p className="help outside">
      {counted(bars.total, 'vote')}. {bars.total > 0 && leadInWords(bars)}
    </p>
  </section>
)
