import { Button, NativeSelect } from '@mantine/core'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import classes from './Backtest.module.css'
import { Result } from './Result.tsx'
import { Samples } from './Samples.tsx'
import type { Backtest } from './use-backtest.ts'

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
      <div className={classes.head}>
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
      {!mayRun && <p className="help">Running a backtest needs the right to write rules in all chats of the rule.</p>}
      {mayRun && isValid && cost.data && cost.data.requests !== 0 && !progress && (
        <div className={classes.cost}>
          <p>{costInWords(cost.data, days)}</p>
          <Button size="xs" mt={8} onClick={backtest.start}>
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
