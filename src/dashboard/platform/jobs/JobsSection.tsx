import { useRef } from 'react'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { isHeld, type Job, jobs } from './job.ts'
import { JobItem, secondsLeft } from './JobItem.tsx'
import classes from './jobs.module.css'
import { needsAttention, receiptLine, setJobsOpen, useJobsOpen } from './receipts.ts'
import { undoBarChatId } from './page-jobs.ts'

/** Jobs and their receipts: a line that opens. In a folded sidebar a ring, which unfolds it. */
export function JobsSection({ at, onUnfold }: { at: 'sidebar' | 'phone'; onUnfold?: (() => void) | undefined }) {
  const list = useShownJobs()
  const isOpen = useJobsOpen() && !onUnfold
  const button = useRef<HTMLButtonElement>(null)
  const job =
    list.find(({ phase }) => phase === 'running') ??
    list.find(({ phase }) => phase !== 'ended') ??
    list.findLast(needsAttention) ??
    list.at(-1)
  if (!job) return null
  const ended = list.findLast(({ phase }) => phase === 'ended')

  // The focus of keyboard users continues here: the pressed button is removed with its job.
  const onGone = () => (list.length > 1 ? button.current : document.querySelector<HTMLElement>('#page'))?.focus()

  return (
    <section className={`column small rigid ${classes.section}`} aria-label="Jobs" data-at={at} data-open={isOpen || undefined}>
      <Tooltip label={nameOf(job)} position="right" disabled={!onUnfold}>
        <button
          ref={button}
          type="button"
          className={`list-row row quiet rigid full ${classes.jobsSectionLine}`}
          aria-expanded={isOpen}
          aria-label={isOpen ? undefined : `Jobs: ${nameOf(job)}`}
          onClick={() => {
            onUnfold?.()
            setJobsOpen(!isOpen)
          }}
        >
          {onUnfold ? <State job={job} size={28} /> : isOpen ? <Head list={list} /> : <Line job={job} list={list} at={at} />}
          {!onUnfold && <Icon name={isOpen ? 'down' : 'up'} />}
        </button>
      </Tooltip>
      {isOpen ? (
        <ul className="scroll">
          {list.toReversed().map((job) => (
            <li key={job.id} className={`stack gap-6 ${classes.job}`}>
              <JobItem job={job} onGone={onGone} />
            </li>
          ))}
        </ul>
      ) : (
        // A button has no live region inside.
        <p className="visually-hidden" role="status">
          {ended && nameOf(ended)}
        </p>
      )}
    </section>
  )
}

/** All but those whose undo bar the page itself shows. */
function useShownJobs(): Job[] {
  const chatId = undoBarChatId.use()
  return jobs.use().filter((job) => !(isHeld(job) && job.chatId === chatId && job.isOwn !== false))
}

const shareOf = ({ done, total }: Job) => (total > 0 ? Math.floor((done / total) * 100) : 0)

function nameOf(job: Job): string {
  if (job.phase === 'ended')
    return needsAttention(job) ? `${job.receipt?.title ?? job.title}, ${receiptLine(job)}` : (job.receipt?.title ?? job.title)
  return `${job.title}, ${shareOf(job)} %`
}

function Head({ list }: { list: Job[] }) {
  const open = list.filter(({ phase }) => phase !== 'ended').length
  const running = list.filter(({ phase }) => phase === 'running').length
  return (
    <>
      <b className="ink">Jobs</b>
      <span className="cut grow">
        {open === 0 ? `${count(list.length)} finished` : running === open ? `${count(open)} running` : count(list.length)}
      </span>
    </>
  )
}

function Line({ job, list, at }: { job: Job; list: Job[]; at: 'sidebar' | 'phone' }) {
  const seconds = secondsLeft(job)
  const others = list.filter(({ phase }) => phase !== 'ended').length - 1
  return (
    <>
      <State job={job} size={16} />
      <b className="cut grow ink">{job.phase === 'ended' ? receiptLine(job) : job.title}</b>
      {job.phase === 'paused' && <span>paused</span>}
      {seconds !== null && (
        <span className="num">
          {count(seconds)} {at === 'phone' ? 's left' : 's'}
        </span>
      )}
      {others > 0 && <span className="num">+{count(others)}</span>}
    </>
  )
}

function State({ job, size }: { job: Job; size: 16 | 28 }) {
  if (job.phase === 'ended') return needsAttention(job) ? <Icon name="warning" className="warn" /> : <Icon name="done" className="ok" />
  if (job.trouble) return <Icon name="warning" className="warn" />
  const share = shareOf(job)
  return (
    <svg className={classes.ring} width={size} height={size} viewBox="0 0 28 28" aria-hidden focusable="false">
      <circle cx="14" cy="14" r="12" pathLength="100" strokeWidth={size === 16 ? 4 : 2.5} />
      <circle cx="14" cy="14" r="12" pathLength="100" strokeWidth={size === 16 ? 4 : 2.5} strokeDasharray={`${share} 100`} data-done />
      {size === 28 && (
        <text x="14" y="18" textAnchor="middle">
          {share}
        </text>
      )}
    </svg>
  )
}
