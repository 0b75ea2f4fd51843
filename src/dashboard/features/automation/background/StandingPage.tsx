import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { LastAction, NextAction, Standing } from '#contract/gateway/standing-access.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { endpointQuery, refetchEvery } from '#dashboard/platform/api/query.ts'
import { refreshGateway, useGatewayAction, gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { to } from '#dashboard/platform/to.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { exact, whenText } from '#dashboard/ui/format/time.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './standing.module.css'
import { StandingAccess, useTurning, Requests } from './StandingAccess.tsx'
import { kindIcons, outcomes } from './view.ts'

/** How soon an action that was carried out is seen. */
const refreshEveryMs = 10_000

const standingQuery = { ...gatewayQuery('standingRead', {}), refetchInterval: refetchEvery(refreshEveryMs) }

/** What Roomkeeper does for the account while nobody is signed in. */
export function StandingPage() {
  const reading = useQuery(standingQuery)
  return (
    <>
      <PlaceHead isSticky />
      <Loaded what="What runs on its own" reading={reading}>
        {(standing) => (
          <>
            {standing.on?.isTokenRejected && <TokenRejected />}
            <div className="columns">
              <div className="panel stack gap-24">
                <NextActions standing={standing} />
                <LastActions standing={standing} />
              </div>
              <div className={`panel stack gap-24 ${classes.state}`}>
                <StandingAccess standing={standing} />
                <Requests standing={standing} />
                <WorkerState standing={standing} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

/** What was done, newest first. */
function LastActions({ standing: { last, at } }: { standing: Standing }) {
  const seesHistory = useSeesHistory()
  return (
    <ActionList
      title="Last"
      aside={
        seesHistory && (
          <PageLink className="link" to={to.changes({ person: 'roomkeeper' })}>
            All changes in Activity
          </PageLink>
        )
      }
      empty="Nothing has run on its own yet."
    >
      {last.map((action) => (
        <ActionRow key={action.id} action={action} at={action.at} now={at}>
          <Outcome action={action} />
        </ActionRow>
      ))}
    </ActionList>
  )
}

interface ActionListProps {
  title: string
  aside: ReactNode
  /** What is said where there are none. */
  empty: string
  children: ReactNode[]
}

const ActionList = ({ title, aside, empty, children }: ActionListProps) => (
  <Section title={title} actions={<span className="help">{aside}</span>}>
    {children.length === 0 ? <p className="help">{empty}</p> : <ul>{children}</ul>}
  </Section>
)

function Outcome({ action: { outcome, result } }: { action: LastAction }) {
  const { label, tone, icon } = outcomes[outcome]
  return (
    <span className={`inline-row ${tone === 'ok' ? '' : tone}`}>
      {icon && <Icon name={icon} size={14} className={tone} />}
      {result || label}
    </span>
  )
}

/** The service refuses the sealed token: nothing runs until there is another one. */
function TokenRejected() {
  const mayChange = useMay()('standing.write')
  const { team } = useSession()
  const turning = useTurning()
  const action = !mayChange ? null : team ? (
    <PageLink className="link" to={to.people()}>
      Replace the token
    </PageLink>
  ) : (
    <Button size="xs" loading={turning.isPending} onClick={() => turning.mutate(true)}>
      Use the token of this session
    </Button>
  )
  return (
    <Hint bad action={action}>
      <b>{serviceNameFirst()} rejected the account token.</b> Nothing runs on its own until{' '}
      {mayChange ? 'it is replaced.' : 'an Owner replaces it.'}
    </Hint>
  )
}

/** The gateway that does the work. */
const WorkerState = ({ standing: { worker, at } }: { standing: Standing }) => (
  <Section
    title="Worker"
    actions={
      worker?.isRunning ? (
        <Badge tone="ok" icon={<Icon name="check" size={12} />}>
          Running
        </Badge>
      ) : (
        <Badge tone="warn" icon={<Icon name="warning" size={12} />}>
          {worker ? `No worker since ${whenText(worker.renewed, at)}` : 'None has run yet'}
        </Badge>
      )
    }
  >
    {worker && (
      <KeyValue className="small">
        <Fact name={worker.isRunning ? 'On' : 'Last on'}>
          <span className="outside">{worker.name}</span>{' '}
          <span className="help">
            since {whenText(worker.since, at)}
            {worker.others > 0 && `, ${counted(worker.others, 'other', 'others')} ready`}
          </span>
        </Fact>
        <Fact name="Lease" className="num">
          renewed {count(Math.max(0, Math.round((at - worker.renewed) / 1000)))} s ago{' '}
          <span className="help">number {count(worker.number)}</span>
        </Fact>
      </KeyValue>
    )}
  </Section>
)

/** What is planned. What came too late is first, and asks. */
function NextActions({ standing: { next, on, at } }: { standing: Standing }) {
  const sorted = next.toSorted((a, b) => Number(b.state === 'late') - Number(a.state === 'late') || a.due - b.due)
  return (
    <ActionList
      title="Next"
      aside={<span className="num">{count(next.length)} planned</span>}
      empty="Nothing is planned. Presets with an end, opening hours and drift watch are listed here."
    >
      {sorted.map((action) => (
        <ActionRow key={action.id} action={action} at={action.due} now={at}>
          <NextState action={action} isOn={on !== null && !on.isTokenRejected} />
        </ActionRow>
      ))}
    </ActionList>
  )
}

function NextState({ action, isOn }: { action: NextAction; isOn: boolean }) {
  const { id, kind, state, title } = action
  const mayDecide = useMay()('standing.write')
  const params = { actionId: id }
  const refresh = () => refreshGateway('standingRead')
  const skip = useGatewayAction(
    'plannedSkip',
    async (send) => {
      await send('plannedSkip', { params }).finally(refresh)
      toast('The action was skipped')
    },
    { isBare: true },
  )
  const runNow = useGatewayAction('plannedRunNow', (send) => send('plannedRunNow', { params }).finally(refresh), { isBare: true })
  const busy = skip.isPending || runNow.isPending
  if (state === 'running') return <span className="help">Running…</span>
  const canRun = state === 'late' || kind === 'preset'
  const runLabel = state === 'late' ? 'Carry out now' : 'End now'
  return (
    <>
      {state === 'late' && (
        <Badge tone="warn" icon={<Icon name="warning" size={12} />}>
          Not carried out: too late
        </Badge>
      )}
      {mayDecide && canRun && isOn && (
        <Button size="xs" disabled={busy} loading={runNow.isPending} aria-label={`${runLabel}: ${title}`} onClick={() => runNow.mutate()}>
          {runLabel}
        </Button>
      )}
      {mayDecide && (
        <Button size="xs" disabled={busy} loading={skip.isPending} aria-label={`Skip: ${title}`} onClick={() => skip.mutate()}>
          Skip
        </Button>
      )}
    </>
  )
}

interface ActionRowProps {
  action: Pick<NextAction | LastAction, 'kind' | 'title' | 'note' | 'chatIds'>
  /** Milliseconds, as is `now`. */
  at: number
  now: number
  children: ReactNode
}

/** When, what, in which chats and why; at the end what can be done about it, or how it ended. */
const ActionRow = ({ action: { kind, title, note, chatIds }, at, now, children }: ActionRowProps) => (
  <li className={`underline ${classes.row}`}>
    <time className="quiet num" dateTime={new Date(at).toISOString()} title={exact(at / 1000)}>
      {whenText(at, now)}
    </time>
    <Icon name={kindIcons[kind]} className={`quiet ${classes.icon}`} />
    <div className="outside">
      <p className="medium">
        {title} {chatIds.length > 0 && <Chats chatIds={chatIds} />}
      </p>
      {note !== '' && <p className="help">{note}</p>}
    </div>
    <div className={`row wrap ${classes.end}`}>{children}</div>
  </li>
)

function Chats({ chatIds }: { chatIds: readonly number[] }) {
  const may = useMay()
  const { data } = useQuery({ ...endpointQuery('chatList', {}), enabled: may('chats.read') })
  const [only] = chatIds
  const chat = chatIds.length === 1 ? data?.data.find(({ id }) => id === only) : undefined
  if (!chat) return <span className="quiet num">{counted(chatIds.length, 'chat')}</span>
  return (
    <PageLink className="link" to={may('settings.read', chat.id) ? to.settings(chat.id) : to.messages(chat.id)}>
      <bdi>{chatTitle(chat)}</bdi>
    </PageLink>
  )
}
