import { Button } from '#dashboard/ui/form/Button.tsx'
import { NativeSelect } from '@mantine/core'
import type { BacktestResult } from '#contract/gateway/rules.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import classes from './Backtest.module.css'
import type { Backtest } from './use-backtest.ts'
import { useState } from 'react'
import { MarkedText } from '#dashboard/platform/messages/PlainText.tsx'
import { PlainText } from '#dashboard/platform/messages/PlainText.tsx'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { Time, whenText } from '#dashboard/ui/format/time.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'

const offeredDays = [1, 7, 30, 90, 365]

interface BacktestPanelProps {
  backtest: Backtest
  days: number
  onDays: (days: number) => void
  /** The limit per minute in the form; null: it is not valid. */
  perMinute: number | null
  /** Whether the rule in the form can be run. */
  isValid: boolean
  mayRun: boolean
}

/** What the rule would have matched in the archive. */
export function BacktestPanel({ backtest, days, onDays, perMinute, isValid, mayRun }: BacktestPanelProps) {
  const { result, isCurrent, failed, progress, cost } = backtest
  return (
    <section className={classes.panel} aria-label="Backtest" data-outdated={(result !== null && !isCurrent) || undefined}>
      <div className="row wrap">
        <h2 className="heading">Backtest</h2>
        <span className="help grow" role="status">
          {statusInWords(backtest, isValid)}
        </span>
        {progress && (
          <Button size="xs" onClick={backtest.cancel}>
            Cancel
          </Button>
        )}
        <NativeSelect
          size="xs"
          aria-label="Messages of"
          value={String(days)}
          data={offeredDays.map((many) => ({ value: String(many), label: plural(many, 'Last day', 'Last {count} days') }))}
          onChange={(event) => onDays(Number(event.currentTarget.value))}
        />
      </div>
      {!mayRun && <p className="help">Running a backtest needs the permission to write rules in all chats of the rule.</p>}
      {mayRun && isValid && cost.data && cost.data.requests !== 0 && !progress && (
        <div className={`box help my-8 ${classes.cost}`}>
          <p>{costInWords(cost.data, days)}</p>
          <Button size="xs" className="mt-8" onClick={backtest.start}>
            Run the backtest
          </Button>
        </div>
      )}
      {cost.error !== null && isValid && (
        <Banner tone="bad">
          The cost of the backtest could not be read. <RetryButton retry={cost.refetch} busy={cost.isFetching} />
        </Banner>
      )}
      {failed !== null && (
        <Banner tone="bad">
          <p>
            <b>The backtest is not complete.</b> {failed} An incomplete backtest does not count.
          </p>
          {cost.data?.requests === 0 && <RetryButton label="Run again" retry={backtest.start} />}
        </Banner>
      )}
      {result && (
        <>
          <Result result={result} perMinute={perMinute} />
          <Samples key={result.matched} result={result} />
        </>
      )}
    </section>
  )
}

function statusInWords({ result, isCurrent, isRunning, progress }: Backtest, isValid: boolean): string {
  if (!isValid) return result ? 'outdated; complete the rule to run it again' : 'Complete the rule to run it on your archive.'
  if (progress && progress.place > 0)
    return `${result ? 'outdated, ' : ''}waiting for other backtests, place ${progress.place} in the queue`
  const read = progress && progress.read > 0 ? `, ${progressInWords(progress)}` : ''
  if (isRunning) return result ? `outdated, running…${read}` : `running…${read}`
  if (!result) return ''
  return isCurrent ? `as of your last edit, in ${secondsText(result.ms)}` : 'outdated'
}

const progressInWords = ({ read, of }: { read: number; of: number | null }) =>
  of === null ? `${count(read)} messages read` : `${count(read)} of ${count(of)} messages read`

const secondsText = (ms: number) => `${(Math.max(100, ms) / 1000).toFixed(1)} s`

function costInWords(
  { requests, chats, maxRequests }: { requests: number | null; chats: number; maxRequests: number },
  days: number,
): string {
  const what = `Reading ${plural(days, 'the last day', 'the last {count} days')} of ${counted(chats, 'chat')}`
  return requests === null
    ? `${what} takes an unknown number of requests to the service. It stops after ${count(maxRequests)}.`
    : `${what} takes about ${counted(requests, 'request')} to the service. It stops after ${count(maxRequests)}.`
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' })
const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayMs = 24 * 60 * 60_000

/** The figures of a backtest. @param perMinute the limit per minute; null: it is not valid */
function Result({ result, perMinute }: { result: BacktestResult; perMinute: number | null }) {
  const { read, matched, deletedByHand, kept, notDecided, columns, from, to, authors, otherAuthors, chats, chatsRead, mostPerMinute } =
    result
  const most = Math.max(1, ...columns)
  const format = to - from > 14 * dayMs ? longDay : weekday
  return (
    <>
      <dl className={classes.numbers}>
        <Figure label={`of ${counted(read, 'message')}`} value={matched} />
        <Figure label="deleted by hand" value={deletedByHand} />
        <Figure label="kept by people" value={kept} isWarning={kept > 0} />
        <Figure label="not decided" value={notDecided} />
      </dl>
      <div className={`bars ${classes.chart}`} role="img" aria-label={`${counted(matched, 'match', 'matches')} over time`}>
        {columns.map((column, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a column is identified by its position
          <i key={index} style={{ height: `${(column * 100) / most}%` }} />
        ))}
      </div>
      <div className="row between meta num mt-4" aria-hidden>
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
            Most in a minute: {count(mostPerMinute)}.{perMinute !== null && ` Your limit is ${count(perMinute)}.`}
          </p>
        </div>
      </div>
    </>
  )
}

const Figure = ({ label, value, isWarning = false }: { label: string; value: number; isWarning?: boolean }) => (
  <div>
    <dt className="help">{label}</dt>
    <dd className={isWarning ? 'warn' : ''}>{count(value)}</dd>
  </div>
)

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
          <li key={index} className="small underline">
            <TruncatedText text={name} />
            <svg className="block" width="72" height="4" aria-hidden>
              <rect width={`${(many * 100) / most}%`} height="4" rx="2" />
            </svg>
            <b className="num medium at-end">{count(many)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Sample = BacktestResult['samples'][number]

/** Some of the messages that matched, with what people decided about them. */
function Samples({ result: { samples, matched, to } }: { result: BacktestResult }) {
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
          <ChoiceChips
            label="Samples"
            choices={[
              { value: 'all', label: 'All', holds: samples.length },
              { value: 'kept', label: 'Kept', holds: ofVerdict('kept').length },
              { value: 'none', label: 'Not decided', holds: ofVerdict('none').length },
            ]}
            chosen={show}
            onChoose={setShow}
          />
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
          <Time at={time} className="num quiet cut" words={whenText(time * 1000, now)} />
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
