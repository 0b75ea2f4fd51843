import { zodResolver } from '@hookform/resolvers/zod'
import { Drawer, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import {
  type LastAction,
  maxBudget,
  minBudget,
  type PlannedKind,
  plannedKinds,
  type Standing,
  standingActs,
} from '#contract/gateway/standing-access.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { to } from '#dashboard/platform/to.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { Hint, type Reading } from '#dashboard/ui/feedback/notices.tsx'
import { Button } from '#dashboard/ui/form/Button.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Day, minuteText, Time, whenText } from '#dashboard/ui/format/time.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './background.module.css'
import { useTurning } from './use-turning.tsx'
import { kindIcons, outcomes, perMinute, standsStill } from './view.ts'

interface BackgroundDrawerProps {
  reading: Reading & { data: { data: Standing } | undefined }
  onClose: () => void
}

/** What background access may do, how much it sends, and what it did last. */
export const BackgroundDrawer = ({ reading, onClose }: BackgroundDrawerProps) => (
  <Drawer opened onClose={onClose} title="Background access" closeButtonProps={{ 'aria-label': 'Close' }}>
    <Loaded what="Background access" reading={reading} loadingClass="">
      {(standing) => (
        <div className="stack gap-24">
          {standing.on?.isTokenRejected && <TokenRejected standing={standing} />}
          <Access standing={standing} />
          <Requests standing={standing} />
          <Worker standing={standing} />
          <LastActions standing={standing} />
        </div>
      )}
    </Loaded>
  </Drawer>
)

/** The service refuses the sealed token: nothing runs until there is another one. */
function TokenRejected({ standing }: { standing: Standing }) {
  const mayChange = useMay()('standing.write')
  const { team } = useSession()
  const { turnOn, isPending } = useTurning(standing)
  const action = !mayChange ? null : team ? (
    <PageLink className="link" to={to.people()}>
      Replace the token
    </PageLink>
  ) : (
    <Button size="xs" loading={isPending} onClick={turnOn}>
      Use the token of this session
    </Button>
  )
  return (
    <Hint bad action={action}>
      <b>{serviceNameFirst()} rejected the account token.</b> Nothing runs in the background until{' '}
      {mayChange ? 'it is replaced.' : 'an Owner replaces it.'}
    </Hint>
  )
}

const standingWords = Object.values(standingActs).flatMap((acts) => acts.map(({ words }) => words))

/** What it may do, who gave it, and the button that takes it away. */
function Access({ standing }: { standing: Standing }) {
  const { on, next } = standing
  const mayChange = useMay()('standing.write')
  const { turnOn, turnOff, isPending, dialog } = useTurning(standing)
  const isOn = on !== null
  return (
    <Section
      title={isOn ? 'On' : 'Off'}
      actions={
        mayChange && (
          <Button size="xs" loading={isPending} onClick={isOn ? turnOff : turnOn}>
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
        )
      }
    >
      {dialog}
      <p className="help mb-6">
        {isOn
          ? 'Roomkeeper may act for this account while nobody is signed in.'
          : 'Roomkeeper does nothing for this account while nobody is signed in.'}
        {!mayChange && ' Only Owners can change this.'}
      </p>
      <KeyValue className="small">
        {on && (
          <Fact name="Given by">
            {on.by}, <Day at={on.since / 1000} />
          </Fact>
        )}
        <Fact name={isOn ? 'It may' : 'It could'}>
          <ul className="stack gap-4">
            {['Read all chats, the account and the social settings', ...standingWords].map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Fact>
        <Fact name="It never">Deletes a chat, changes people, sets the currency</Fact>
        <Fact name="It uses">
          {isOn ? 'The account token, sealed on this server' : 'The account token, which is then sealed on this server'}
        </Fact>
        <Fact name={isOn ? 'While off' : 'Meanwhile'}>
          {isOn
            ? ['Nothing more is sent, from the next request on.', ...standsStill(next)].join(' ')
            : `Nothing is carried out. What is planned waits, and what is missed asks first. If ${serviceName()} rejects the token later, this says so.`}
        </Fact>
      </KeyValue>
    </Section>
  )
}

/** How many requests it sends, and how many it may. */
function Requests({ standing: { requests, budget, at } }: { standing: Standing }) {
  const minutes = perMinute(requests, at)
  const now = minutes.at(-1)!
  const most = Math.max(...minutes.map(({ count: sent }) => sent))
  const kinds = requests.filter(({ minute }) => minute === now.minute)
  return (
    <Section title="Requests" note="a minute, last hour">
      <div
        className={`bars relative mt-8 ${classes.chart}`}
        role="img"
        aria-label={`The busiest minute had ${counted(most, 'request')}; the limit is ${count(budget)}`}
      >
        <span className={`meta ${classes.limit}`}>limit {count(budget)}</span>
        {minutes.map(({ minute, count: sent }) => (
          <i key={minute} style={{ height: `${Math.min(100, (sent / budget) * 100)}%` }} />
        ))}
      </div>
      <p className="row between meta num mb-6" aria-hidden>
        <span>{minuteText(minutes[0]!.minute)}</span>
        <span>{minuteText(minutes[30]!.minute)}</span>
        <span>{minuteText(now.minute)}</span>
      </p>
      <KeyValue className="small">
        <Fact name="Now" className="num">
          <b className="strong">{count(now.count)}</b>
          {kinds.length > 0 && (
            <span className="help"> {kinds.map(({ kind, count: sent }) => `${kindName(kind)} ${count(sent)}`).join(', ')}</span>
          )}
        </Fact>
        <Fact name={<label htmlFor="budget">At most</label>}>
          <Budget key={budget} budget={budget} />
        </Fact>
      </KeyValue>
    </Section>
  )
}

const kindName = (kind: PlannedKind) => plannedKinds[kind].toLowerCase()

const hint = `Enter a number from ${minBudget} to ${maxBudget}`
const Fields = z.object({
  budget: z.string().check(
    z.trim(),
    z.regex(/^\d{1,4}$/, hint),
    z.refine((text) => Number(text) >= minBudget && Number(text) <= maxBudget, hint),
  ),
})

function Budget({ budget }: { budget: number }) {
  const mayChange = useMay()('standing.write')
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { budget: String(budget) }, mode: 'onChange' })
  const { errors, isDirty } = form.formState
  const saving = useGatewayAction(
    'standingBudget',
    (send, chosen: number) => send('standingBudget', { body: { budget: chosen } }).finally(() => refreshGateway('standingRead')),
    { isBare: true },
  )
  if (!mayChange) return <span className="num">{count(budget)}</span>
  const submit = form.handleSubmit((values) => saving.mutate(Number(values.budget)))
  return (
    <form className="row wrap" noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        id="budget"
        size="xs"
        w={72}
        inputMode="numeric"
        autoComplete="off"
        disabled={saving.isPending}
        aria-invalid={errors.budget !== undefined}
        aria-describedby={errors.budget ? 'budget-error' : undefined}
        {...form.register('budget')}
      />
      {isDirty && (
        <Button size="xs" type="submit" loading={saving.isPending}>
          Save
        </Button>
      )}
      {errors.budget && (
        <span className="small bad" id="budget-error" role="alert">
          {errors.budget.message}
        </span>
      )}
    </form>
  )
}

/** The gateway that does the work. */
const Worker = ({ standing: { worker, at } }: { standing: Standing }) => (
  <Section
    title="Worker"
    actions={
      worker?.isRunning ? (
        <Badge tone="ok" icon={<Icon name="check" size={12} />}>
          Running
        </Badge>
      ) : (
        <Badge tone="warn" icon={<Icon name="warning" size={12} />}>
          {worker ? `Not running since ${whenText(worker.renewed, at)}` : 'Has not run yet'}
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

/** What was done, newest first. */
function LastActions({ standing: { last, at } }: { standing: Standing }) {
  const seesHistory = useSeesHistory()
  return (
    <Section
      title="Last actions"
      actions={
        seesHistory && (
          <PageLink className="link help" to={to.automaticChanges()}>
            All automatic changes
          </PageLink>
        )
      }
    >
      {last.length === 0 && <p className="help">Nothing has run in the background yet.</p>}
      <ul>
        {last.map((action) => (
          <li key={action.id} className={`overline ${classes.action}`}>
            <Icon name={kindIcons[action.kind]} className="quiet" />
            <span className="outside">
              <span className="medium">{action.title}</span>{' '}
              {action.chatIds.length > 0 && <span className="quiet num nowrap">{counted(action.chatIds.length, 'chat')}</span>}
              <span className="block">
                <Outcome action={action} />
              </span>
            </span>
            <Time at={action.at / 1000} className="quiet num" words={whenText(action.at, at)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Outcome({ action: { outcome, result } }: { action: LastAction }) {
  const { label, tone, icon } = outcomes[outcome]
  return (
    <span className={`inline-row ${tone === 'ok' ? '' : tone}`}>
      {icon && <Icon name={icon} size={14} className={tone} />}
      {result || label}
    </span>
  )
}
