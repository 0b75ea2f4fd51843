import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Progress } from '@mantine/core'
import { count } from '#dashboard/ui/format/numbers.ts'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { isHeld, type Job } from './job.ts'
import { changeJob } from './page-jobs.ts'
import { needsAttention } from './receipts.ts'
import { minuteText } from '#dashboard/ui/format/time.tsx'

/** One job of the open list. @param onGone called when a button removed the job and with it itself */
export function JobItem({ job, onGone }: { job: Job; onGone: () => void }) {
  const leave = (to: 'undo' | 'now' | 'dismiss') => () => {
    onGone()
    void changeJob(job.id, to)
  }
  if (job.phase === 'ended') return <Ended job={job} onDismiss={leave('dismiss')} />
  return isHeld(job) ? <Held job={job} onUndo={leave('undo')} onStart={leave('now')} /> : <Open job={job} />
}

/** Seconds until it is done; null where that is unknown. */
export const secondsLeft = ({ phase, total, done, perSecond = 0 }: Job) =>
  phase === 'running' && total > 0 && perSecond > 0 ? Math.ceil((total - done) / perSecond) : null

function Open({ job }: { job: Job }) {
  const { id, title, phase, done, total, perSecond = 0, trouble, place, wish } = job
  const isPaused = phase === 'paused' || wish === 'pause'
  const state = stateText(job)
  const seconds = secondsLeft(job)
  return (
    <>
      <div className="row gap-6">
        <b className="grow">{title}</b>
        {state && <span className="quiet fz-meta">{state}</span>}
      </div>
      {total > 0 && (
        <Progress value={(done / total) * 100} aria-label={title} size={4} {...(isPaused || trouble ? { color: 'gray' } : {})} />
      )}
      <div className="meta row between">
        <span className="num">
          {count(done)} done{perSecond > 0 && phase === 'running' && `, ${count(Math.round(perSecond))} per second`}
        </span>
        {total > 0 && <span className="num">{seconds === null ? `${count(total - done)} remaining` : `${count(seconds)} s left`}</span>}
      </div>
      {trouble && (
        <div className="beside gap-6 warn" role="status">
          <Icon name="warning" size={14} />
          <span className="grow">
            {trouble}. {phase === 'paused' ? 'Resume to continue where it stopped.' : 'It will be retried automatically.'}
          </span>
          {phase === 'waiting' && (
            <Button size="xs" aria-label={`Try again: ${title}`} onClick={() => void changeJob(id, 'now')}>
              Try again
            </Button>
          )}
        </div>
      )}
      <div className="meta row gap-4 between">
        <div className="grow">
          <TruncatedText text={place} />
        </div>
        <IconButton
          icon={isPaused ? 'play' : 'pause'}
          size="xs"
          aria-label={isPaused ? `Resume: ${title}` : `Pause: ${title}`}
          onClick={() => void changeJob(id, isPaused ? 'resume' : 'pause')}
        />
        <IconButton
          icon="stop"
          size="xs"
          aria-label={`Stop: ${title}`}
          disabled={wish === 'stop'}
          onClick={() => void changeJob(id, 'stop')}
        />
      </div>
    </>
  )
}

function stateText({ phase, wish, trouble, isOfGateway, note = '' }: Job): string {
  if (wish === 'stop') return 'stopping'
  if (phase === 'paused') return 'paused'
  if (wish === 'pause') return 'pausing'
  if (phase === 'waiting' && !trouble && isOfGateway) return 'queued'
  return note
}

const Held = ({ job: { title, place }, onUndo, onStart }: { job: Job; onUndo: () => void; onStart: () => void }) => (
  <>
    <b>{title}</b>
    <div className="meta">
      <TruncatedText text={place} />
    </div>
    <div className="row">
      <Button size="xs" icon="undo" onClick={onUndo}>
        Undo
      </Button>
      <Button size="xs" variant="subtle" tone="quiet" onClick={onStart}>
        Start now
      </Button>
    </div>
  </>
)

function Ended({ job, onDismiss }: { job: Job; onDismiss: () => void }) {
  const { title, receipt, endedAt } = job
  const isOdd = needsAttention(job)
  return (
    <div role="status" className="stack gap-6">
      <div className="row gap-6">
        <Icon name={isOdd ? 'warning' : 'done'} className={isOdd ? 'warn' : 'ok'} />
        <b className="grow">{receipt?.title ?? title}</b>
        {endedAt && <span className="num quiet fz-meta">{minuteText(endedAt)}</span>}
      </div>
      {receipt && receipt.figures.length > 0 && (
        <KeyValue look="above">
          {receipt.figures.map(({ label, value, odd }) => (
            <Fact key={label} name={label} className={`num strong ${odd && value > 0 ? 'warn' : ''}`}>
              {count(value)}
            </Fact>
          ))}
        </KeyValue>
      )}
      <div className="row">
        {receipt?.left && (
          <PageLink to={receipt.left.path} className="link">
            {receipt.left.label}
          </PageLink>
        )}
        <button type="button" className="link push" onClick={onDismiss}>
          Dismiss
        </button>
      </div>
    </div>
  )
}
