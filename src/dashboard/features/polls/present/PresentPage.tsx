import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { serviceName } from '#contract/provider-names.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { parseId, to } from '#dashboard/platform/to.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { KeyboardHelp, useKey } from '#dashboard/ui/overlay/keys.tsx'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { clock } from '#dashboard/ui/format/time.tsx'
import { answersOf, barsOf } from '../bars.ts'
import { livePolls } from '../live-polls.ts'
import classes from './PresentPage.module.css'
import { useFit } from './use-fit.ts'
import { isShown, sorted } from '../view.ts'
import { VoteBars } from '../VoteBars.tsx'
import { short } from '../short-title.ts'

/** One poll for a full screen at an event: only the question, its bars and their total, updated live. */
export function PresentPage() {
  const params = useParams()
  const chatId = parseId(params['chatId']) ?? 0
  const pollId = parseId(params['pollId'])
  const chat = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } })).data.data
  const reading = useSuspenseQuery(livePolls(chatId))
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const polls = sorted(
    reading.data.data.filter((poll) => isShown(poll, 'all')),
    'newest',
  )
  const at = polls.findIndex(({ id }) => id === pollId)
  const poll = polls[at]
  const hidden = query.get('results') === 'hidden'
  const go = (by: number) => {
    const next = polls[(Math.max(at, 0) + by + polls.length) % polls.length]
    if (next) void navigate(`${to.present(chatId, next.id)}${query.size > 0 ? `?${query}` : ''}`, { replace: true })
  }
  const toggle = () => setQuery(hidden ? {} : { results: 'hidden' }, { replace: true })
  const leave = () => void navigate(to.polls(chatId))
  useKey('ArrowRight', 'Next poll', () => go(1))
  useKey('ArrowLeft', 'Previous poll', () => go(-1))
  useKey('h', 'Hide or show the results', toggle)
  useKey('f', 'Full screen', toggleFullScreen)
  useKey('Escape', 'Back to the polls', leave)
  const bars = poll && barsOf(answersOf(poll))
  const stage = useFit([poll?.question, ...(bars?.bars.flatMap(({ text, votes }) => [text, count(votes).length]) ?? []), hidden].join())

  return (
    <main className={classes.page}>
      <title>{poll ? `${short(poll.question)} · ${chat.name}` : `${chat.name} · Roomkeeper`}</title>
      {poll && bars ? (
        <div ref={stage} className={classes.stage}>
          <h1 className={`outside ${classes.question}`}>{poll.question}</h1>
          <VoteBars label="Votes" bars={bars} hidden={hidden} isSteady />
          <p className={classes.total}>
            <b className="num ink">{count(bars.total)}</b> {bars.total === 1 ? 'vote' : 'votes'}
            {hidden && ' so far'}
            {reading.error && (
              <span className={classes.stale}>
                as of {clock(reading.dataUpdatedAt)}, no news from {serviceName()}
              </span>
            )}
          </p>
        </div>
      ) : (
        <EmptyState icon="polls" title="This poll no longer exists" action={<PageLink to={to.polls(chatId)}>Back to the polls</PageLink>}>
          It was deleted, or the link belongs to another chat.
        </EmptyState>
      )}
      <Controls>
        <Control icon="x" label="Back to the polls" onClick={leave} />
        <Control icon="left" label="Previous poll" onClick={() => go(-1)} />
        <span className="num">
          {at + 1} of {polls.length}
        </span>
        <Control icon="right" label="Next poll" onClick={() => go(1)} />
        <Control icon={hidden ? 'eye' : 'eyeOff'} label={hidden ? 'Show the results' : 'Hide the results'} onClick={toggle} />
        <SchemeControl />
        <Control icon="present" label="Full screen" onClick={toggleFullScreen} />
      </Controls>
      <KeyboardHelp />
    </main>
  )
}

function toggleFullScreen() {
  // The browser or a policy may deny full screen; the page works without it.
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {})
}

const idleTimeoutMs = 3000

/** Hides the controls while the pointer is idle and none of them has the focus. */
function Controls({ children }: { children: React.ReactNode }) {
  const [awake, setAwake] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      setAwake(true)
      clearTimeout(timer)
      timer = setTimeout(() => setAwake(false), idleTimeoutMs)
    }
    wake()
    addEventListener('pointermove', wake)
    addEventListener('pointerdown', wake)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', wake)
      removeEventListener('pointerdown', wake)
    }
  }, [])
  return (
    <div className={classes.controls} data-awake={awake || undefined} role="group" aria-label="Presentation">
      {children}
    </div>
  )
}

const Control = ({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) => (
  <ActionIcon aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </ActionIcon>
)

function SchemeControl() {
  const dark = useComputedColorScheme() === 'dark'
  const { setColorScheme } = useMantineColorScheme()
  return <Control icon={dark ? 'sun' : 'moon'} label={dark ? 'Light' : 'Dark'} onClick={() => setColorScheme(dark ? 'light' : 'dark')} />
}
