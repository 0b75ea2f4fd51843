import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useIdle } from '@mantine/hooks'
import { useLayoutEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { chatTitle } from '#contract/chat-title.ts'
import type { Poll } from '#contract/polls.ts'
import { serviceName } from '#contract/provider-names.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { parseId, to } from '#dashboard/platform/to.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { KeyboardHelp, useKey } from '#dashboard/ui/overlay/keys.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { answersOf } from '#engine/polls/poll-text.ts'
import { barsOf } from './bars.ts'
import { groupOf, groupsQuery } from './records.ts'
import { livePolls } from './live-polls.ts'
import classes from './polls.module.css'
import { acrossQuery, asksTheSame, combined } from './several/across.ts'
import { short } from './state.ts'
import { isShown, sorted } from './view.ts'
import { VoteBars } from './VoteBars.tsx'

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
  const isSum = query.get('of') === 'all'
  const go = (by: number) => {
    const next = polls[(Math.max(at, 0) + by + polls.length) % polls.length]
    if (next) void navigate(`${to.present(chatId, next.id)}${query.size > 0 ? `?${query}` : ''}`, { replace: true })
  }
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(query)
    if (value === null) next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: true })
  }
  const toggle = () => set('results', hidden ? null : 'hidden')
  const toggleSum = () => set('of', isSum ? null : 'all')
  const leave = () => void navigate(to.polls(chatId))
  useKey('ArrowRight', 'Next poll', () => go(1))
  useKey('ArrowLeft', 'Previous poll', () => go(-1))
  useKey('h', 'Hide or show the results', toggle)
  useKey('a', 'Votes of all chats or of this one', toggleSum)
  useKey('f', 'Full screen', toggleFullScreen)
  useKey('Escape', 'Back to the polls', leave)
  return (
    <main className={classes.page}>
      <title>{poll ? `${short(poll.question)} · ${chatTitle(chat)}` : `${chatTitle(chat)} · Roomkeeper`}</title>
      {poll ? (
        <Stage
          poll={poll}
          chatId={chatId}
          isSum={isSum}
          areResultsHidden={hidden}
          staleSince={reading.error ? reading.dataUpdatedAt : null}
        />
      ) : (
        <EmptyState icon="polls" title="This poll no longer exists" action={<PageLink to={to.polls(chatId)}>Back to the polls</PageLink>}>
          It was deleted, or the link belongs to another chat.
        </EmptyState>
      )}
      <Controls>
        <Control icon="x" label="Back to the polls" onClick={leave} />
        <Control icon="left" label="Previous poll" onClick={() => go(-1)} />
        <span className="num nowrap">
          {at + 1} of {polls.length}
        </span>
        <Control icon="right" label="Next poll" onClick={() => go(1)} />
        <Control icon="chats" label={isSum ? 'Votes of this chat' : 'Votes of all chats'} onClick={toggleSum} />
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
  const isIdle = useIdle(idleTimeoutMs, { events: ['pointermove', 'pointerdown'], initialState: false })
  return (
    <div className={`row wrap quiet fz-help ${classes.controls}`} data-awake={!isIdle || undefined} role="group" aria-label="Presentation">
      {children}
    </div>
  )
}

const Control = ({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) => (
  <IconButton icon={icon} aria-label={label} title={label} onClick={onClick} />
)

function SchemeControl() {
  const dark = useComputedColorScheme() === 'dark'
  const { setColorScheme } = useMantineColorScheme()
  return <Control icon={dark ? 'sun' : 'moon'} label={dark ? 'Light' : 'Dark'} onClick={() => setColorScheme(dark ? 'light' : 'dark')} />
}

interface StageProps {
  poll: Poll
  chatId: number
  /** The votes of all chats that it was asked in. */
  isSum: boolean
  areResultsHidden: boolean
  /** When the votes were read, in milliseconds, where the latest reading failed. */
  staleSince: number | null
}

function Stage({ poll, chatId, isSum, areResultsHidden, staleSince }: StageProps) {
  const sum = useSum(poll, chatId, isSum)
  const bars = sum?.bars ?? barsOf(answersOf(poll))
  const stage = useFit([poll.question, ...bars.bars.flatMap(({ text, votes }) => [text, count(votes).length]), areResultsHidden].join())
  return (
    <div ref={stage} className={`stack ${classes.stage}`}>
      <h1 className={`outside ${classes.question}`}>{poll.question}</h1>
      <VoteBars label="Votes" bars={bars} hidden={areResultsHidden} isSteady />
      <p className={`quiet wrap ${classes.total}`}>
        <b className="num ink">{count(bars.total)}</b> {bars.total === 1 ? 'vote' : 'votes'}
        {areResultsHidden && ' so far'}
        {sum && ` in ${counted(sum.chats, 'chat')}`}
        {isSum && !sum && <span className={classes.stale}>reading the other chats…</span>}
        {sum && sum.unread > 0 && <span className={classes.stale}>{counted(sum.unread, 'chat')} could not be read</span>}
        {staleSince !== null && (
          <span className={classes.stale}>
            as of {clock(staleSince)}, no news from {serviceName()}
          </span>
        )}
      </p>
    </div>
  )
}

/** The minimum font size in pixels. On a smaller screen a person scrolls instead. */
const minFontSize = 16
const shrinkFactor = 0.92

/**
 * Finds the largest font size with which everything fits on the screen, for readers in the last row.
 * @param content changes with the displayed text; '' shows nothing
 */
function useFit(content: string) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!content) return
    const fit = () => {
      const { documentElement: page } = document
      let size = Math.min(Math.max(innerWidth * 0.048, 22), innerHeight * 0.085)
      const set = () => element.current?.style.setProperty('--bar-font', `${Math.max(size, minFontSize)}px`)
      const overflows = () => page.scrollHeight > innerHeight || page.scrollWidth > innerWidth
      for (set(); size > minFontSize && overflows(); set()) size *= shrinkFactor
    }
    fit()
    addEventListener('resize', fit)
    // A font that loads late changes the widths.
    void document.fonts.ready.then(fit)
    return () => removeEventListener('resize', fit)
  }, [content])
  return element
}

/** The votes of a poll in all chats that it was asked in, read again and again; null while they are not known, or not wanted. */
function useSum(poll: Poll, chatId: number, isWanted: boolean) {
  const chats = useQuery({ ...endpointQuery('chatList', {}), enabled: isWanted }).data?.data
  // Where the groups cannot be read, polls are still matched by equal text.
  const groups = useQuery({ ...groupsQuery(), enabled: isWanted })
  const own = { chatId, pollId: poll.id }
  const isReady = isWanted && chats !== undefined && groups.isFetched
  const { data } = useQuery({ ...acrossQuery(poll, own, groupOf(groups.data ?? [], own), chats ?? []), enabled: isReady })
  if (!isReady || !data) return null
  const same = data.asked.filter((other) => asksTheSame(other.poll, poll))
  return { bars: combined(same.map((asked) => asked.poll)), chats: same.length, unread: data.unread.length }
}
