import { useState } from 'react'
import type { BacktestResult } from '#contract/gateway/rules.ts'
import { MarkedText, PlainText } from '#dashboard/platform/messages/PlainText.tsx'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { exact } from '#dashboard/ui/format/time.tsx'
import { whenText } from '#dashboard/ui/format/when.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import classes from './Backtest.module.css'

type Sample = BacktestResult['samples'][number]

/** Some of the messages that matched, with what people decided about them. */
export function Samples({ result: { samples, matched, to } }: { result: BacktestResult }) {
  const [show, setShow] = useState<'all' | 'kept' | 'none'>('all')
  const ofVerdict = (verdict: Sample['verdict']) => samples.filter((sample) => sample.verdict === verdict)
  const shown = show === 'all' ? samples : ofVerdict(show)
  if (samples.length === 0) return <p className="help">No message of this time matches.</p>
  return (
    <>
      <div className="row wrap">
        <h3 className="heading">
          Samples{' '}
          <span className="num">
            {count(samples.length)} of {count(matched)}
          </span>
        </h3>
        <div className="push">
          <Chips label="Samples">
            <Chip label="All" holds={samples.length} on={show === 'all'} onToggle={() => setShow('all')} />
            <Chip label="Kept" holds={ofVerdict('kept').length} on={show === 'kept'} onToggle={() => setShow('kept')} />
            <Chip label="Not decided" holds={ofVerdict('none').length} on={show === 'none'} onToggle={() => setShow('none')} />
          </Chips>
        </div>
      </div>
      <SampleList samples={shown} now={to} />
    </>
  )
}

/** @param now milliseconds */
export function SampleList({ samples, now }: { samples: readonly Sample[]; now: number }) {
  return (
    <ul className={classes.samples}>
      {samples.map(({ chatId, messageId, time, userName, text, highlights, verdict, by }) => (
        <li key={`${chatId} ${messageId}`} className="small overline">
          <time className="num quiet cut" dateTime={new Date(time * 1000).toISOString()} title={exact(time)}>
            {whenText(time * 1000, now)}
          </time>
          <b className="medium cut outside">
            <PlainText text={userName} />
          </b>
          <span className={`outside ${classes.text}`}>
            <MarkedText text={text} highlights={highlights} />
          </span>
          <VerdictText verdict={verdict} by={by} />
        </li>
      ))}
    </ul>
  )
}

const verdicts: Record<Sample['verdict'], { icon: IconName; tone: string }> = {
  deleted: { icon: 'check', tone: 'ok' },
  kept: { icon: 'warning', tone: 'warn' },
  none: { icon: 'minus', tone: 'quiet' },
}

function VerdictText({ verdict, by }: Pick<Sample, 'verdict' | 'by'>) {
  const { icon, tone } = verdicts[verdict]
  const kept = by === '' ? 'Kept' : `Kept by ${by}`
  return (
    <span className={`${tone} inline-row nowrap`}>
      <Icon name={icon} size={12} /> {verdict === 'deleted' ? 'Deleted by hand' : verdict === 'kept' ? kept : 'Not decided'}
    </span>
  )
}
