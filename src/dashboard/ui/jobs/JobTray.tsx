import { ActionIcon, Button, Progress } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CutText } from '../CutText.tsx'
import { count } from '../numbers.ts'
import { Icon } from '../more-icons.tsx'
import { PageLink } from '../PageLink.tsx'
import { clock } from '../time.tsx'
import { isHeld, jobs, type Job } from './job.ts'
import classes from './JobTray.module.css'
import { dismissJob, pauseJob, resumeJob, startNow, stopJob, undoJob } from './runner.ts'
import { useSmallTray } from './small-tray.ts'
import { heldInSight } from './undo-bar.ts'

/** Long work and its receipts, at the bottom right; on phones one line at the bottom that opens. */
export function JobTray() {
  const list = useShownJobs()
  const [small] = useSmallTray()
  return list.length > 0 && !small ? <OpenTray list={list} /> : null
}

function OpenTray({ list }: { list: Job[] }) {
  const [, setSmall] = useSmallTray()
  const tray = useRef<HTMLElement>(null)
  const running = list.filter(({ phase }) => phase !== 'ended').length

  // What sticks to the bottom of a page makes room for the tray, and toasts stand above it.
  useEffect(() => {
    const { style } = document.documentElement
    if (!tray.current) return
    const watcher = new ResizeObserver(([entry]) => style.setProperty('--rk-tray', `${(entry?.borderBoxSize[0]?.blockSize ?? 0) + 12}px`))
    watcher.observe(tray.current)
    document.documentElement.dataset['jobs'] = 'shown'
    return () => {
      watcher.disconnect()
      style.removeProperty('--rk-tray')
      delete document.documentElement.dataset['jobs']
    }
  }, [])

  return (
    <section ref={tray} className={classes.tray} aria-label="Jobs">
      <header className={classes.head}>
        <h2>Jobs</h2>
        <span>{running > 0 && `${count(running)} running`}</span>
        <ActionIcon size="xs" aria-label="Make the jobs small" onClick={() => setSmall(true)}>
          <Icon name="minus" />
        </ActionIcon>
      </header>
      <ul className={classes.list}>
        {list.toReversed().map((job) => (
          <li key={job.id} className={classes.job}>
            {job.phase === 'ended' ? <Ended job={job} /> : isHeld(job) ? <Held job={job} /> : <Open job={job} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All but those whose time to undo the page itself shows. */
function useShownJobs(): Job[] {
  const chatId = heldInSight.use()
  return jobs.use().filter((job) => !(isHeld(job) && job.chatId === chatId))
}

function Open({ job }: { job: Job }) {
  const { id, title, phase, done, total, perSecond = 0, trouble, place, wish } = job
  const paused = phase === 'paused' || wish === 'pause'
  const state = stateWords(job)
  const left =
    total === 0
      ? ''
      : perSecond > 0 && phase === 'running'
        ? `${count(Math.ceil((total - done) / perSecond))} s left`
        : `${count(total - done)} not yet`
  return (
    <>
      <div className={classes.title}>
        <b>{title}</b>
        {state && <span>{state}</span>}
        <ActionIcon
          size="xs"
          aria-label={paused ? `Go on: ${title}` : `Pause: ${title}`}
          onClick={() => void (paused ? resumeJob(id) : pauseJob(id))}
        >
          <Icon name={paused ? 'play' : 'pause'} size={14} />
        </ActionIcon>
        <ActionIcon size="xs" aria-label={`Stop: ${title}`} disabled={wish === 'stop'} onClick={() => void stopJob(id)}>
          <Icon name="stop" size={14} />
        </ActionIcon>
      </div>
      {total > 0 && <Progress value={(done / total) * 100} aria-label={title} size={4} {...(paused || trouble ? { color: 'gray' } : {})} />}
      <div className={classes.line}>
        <span className="num">{count(done)} done</span>
        {perSecond > 0 && phase === 'running' && <span className="num">{count(Math.round(perSecond))} a second</span>}
        {left && <span className="num">{left}</span>}
      </div>
      {place && (
        <div className={classes.place}>
          <CutText text={place} />
        </div>
      )}
      {trouble && (
        <div className={classes.trouble} role="status">
          <Icon name="warning" size={14} /> {trouble}.{' '}
          {phase === 'paused' ? 'It can go on from where it stopped.' : 'It goes on by itself.'}
        </div>
      )}
    </>
  )
}

function stateWords({ phase, wish, trouble, durable, note = '' }: Job): string {
  if (wish === 'stop') return 'stopping'
  if (phase === 'paused') return 'paused'
  if (wish === 'pause') return 'pausing'
  if (phase === 'waiting' && !trouble && durable) return 'waits its turn'
  return note
}

function Held({ job: { id, title, place } }: { job: Job }) {
  return (
    <>
      <b>{title}</b>
      <div className={classes.place}>
        <CutText text={place} />
      </div>
      <div className={classes.acts}>
        <Button size="xs" leftSection={<Icon name="undo" size={14} />} onClick={() => void undoJob(id)}>
          Undo
        </Button>
        <Button size="xs" variant="subtle" c="dimmed" onClick={() => void startNow(id)}>
          Do it now
        </Button>
      </div>
    </>
  )
}

function Ended({ job: { id, title, receipt, endedAt } }: { job: Job }) {
  const odd = receipt?.figures.some((figure) => figure.odd && figure.value > 0)
  return (
    <div role="status" className={classes.ended}>
      <div className={classes.title}>
        <Icon name={odd ? 'warning' : 'done'} className={odd ? 'rk-warn' : 'rk-ok'} />
        <b>{receipt?.title ?? title}</b>
        {endedAt && <span className="num">{clock(endedAt)}</span>}
      </div>
      {receipt && receipt.figures.length > 0 && (
        <dl className={classes.receipt}>
          {receipt.figures.map(({ label, value, odd: look }) => (
            <div key={label} data-look={(look && value > 0) || undefined}>
              <dt>{label}</dt>
              <dd>{count(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={classes.acts}>
        {receipt?.left && <PageLink to={receipt.left.path}>{receipt.left.label}</PageLink>}
        <button type="button" className={classes.dismiss} onClick={() => void dismissJob(id)}>
          Dismiss
        </button>
      </div>
    </div>
  )
}

/** The tray made small: the line in the sidebar and at the bottom of phones. */
export function JobsLine() {
  const list = useShownJobs()
  const [small, setSmall] = useSmallTray()
  const open = list.filter(({ phase }) => phase !== 'ended')
  const job = open.find(({ phase }) => phase === 'running') ?? open[0] ?? list.at(-1)
  if (!job || !small) return null
  const share = job.total > 0 ? Math.floor((job.done / job.total) * 100) : 0
  return (
    <button
      type="button"
      className={classes.small}
      onClick={() => setSmall(false)}
      aria-label={`Show the jobs. ${job.receipt?.title ?? job.title}`}
    >
      <span className={classes.smallTitle}>{job.receipt?.title ?? job.title}</span>
      {job.phase !== 'ended' && <span className="num">{share} %</span>}
      {open.length > 1 && <span className="num">+{count(open.length - 1)}</span>}
      {job.phase !== 'ended' && <Progress value={share} size={3} className={classes.smallBar} aria-label={job.title} />}
    </button>
  )
}
