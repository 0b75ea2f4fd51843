import { Button } from '#dashboard/ui/form/Button.tsx'
import { Suspense, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { stateAt } from '#engine/hours/openings.ts'
import { serviceName } from '#contract/provider-names.ts'
import { type Standing, standingActs, maxBudget, minBudget, type PlannedKind, plannedKinds } from '#contract/gateway/standing-access.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { writeToGateway, refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { Day, minuteText } from '#dashboard/ui/format/time.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import classes from './standing.module.css'
import { consequences, perMinute } from './view.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

const TurnOffDialog = lazyPart(async () => (await import('./TurnOffDialog.tsx')).TurnOffDialog)

const standingWords = Object.values(standingActs).flatMap((acts) => acts.map(({ words }) => words))

/** The switch, and what it means. */
export function StandingAccess({ standing: { on, next } }: { standing: Standing }) {
  const mayChange = useMay()('standing.write')
  const turning = useTurning()
  /** The chats to ask about; null: they could not be read. undefined: nothing is asked. */
  const [closed, setClosed] = useState<Chat[] | null>()
  const reading = useAction(null, async () => {
    const chats = await readClosedChats()
    if (chats?.length === 0) turning.mutate(false)
    else setClosed(chats)
  })
  const isOn = on !== null
  const lost = consequences(next)
  return (
    <Section
      id="standing-access"
      title="Standing access"
      actions={
        <span className="row">
          <span aria-hidden>{isOn ? 'On' : 'Off'}</span>
          <Switch
            aria-labelledby="standing-access"
            aria-describedby="standing-meaning standing-acts"
            checked={isOn}
            disabled={!mayChange || turning.isPending || reading.isPending}
            onChange={() => (isOn ? reading.mutate() : turning.mutate(true))}
          />
        </span>
      }
    >
      <Suspense fallback={<OverlayFallback />}>
        {closed !== undefined && (
          <TurnOffDialog chats={closed} turnOff={() => turn(writeToGateway, false)} onClose={() => setClosed(undefined)} />
        )}
      </Suspense>
      <p className="help mb-6" id="standing-meaning">
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
          <ul id="standing-acts">
            {['Read all chats, the account and the social settings', ...standingWords].map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Fact>
        <Fact name="It never">Deletes a chat, changes people, sets the currency</Fact>
        <Fact name="It uses">
          {isOn ? 'The account token, sealed on this server' : 'The account token, which is then sealed on this server'}
        </Fact>
      </KeyValue>
      <div className="my-8">
        <Banner tone="info">
          {isOn
            ? ['Turning it off stops everything with the next request.', ...lost].join(' ')
            : [
                'While it is off, nothing is carried out.',
                ...(next.length > 0 ? ['What is planned waits; what is then too late asks first.'] : []),
              ].join(' ')}
          {!isOn && ` If ${serviceName()} rejects the token later, this page says so.`}
        </Banner>
      </div>
    </Section>
  )
}

/** Turning it on asks for a confirmation; turning it off only where chats would stay closed. */
export function useTurning() {
  return useGatewayAction('standingTurnOn', turn, { isBare: true })
}

type Turn = (name: 'standingTurnOn' | 'standingTurnOff', input: Record<string, never>) => Promise<unknown>

async function turn(send: Turn, isOn: boolean): Promise<void> {
  await send(isOn ? 'standingTurnOn' : 'standingTurnOff', {}).finally(() => refreshGateway('standingRead'))
  toast(isOn ? 'Standing access is on' : 'Standing access is off. Nothing more is carried out.')
}

/** The chats that their opening hours keep offline now, by a fresh read; null: it failed, so they are not known. */
async function readClosedChats(): Promise<Chat[] | null> {
  try {
    const [entries, { data }] = await Promise.all([
      queryClient.fetchQuery({ ...recordsQuery('chat-hours'), staleTime: 0 }),
      queryClient.fetchQuery({ ...endpointQuery('chatList', {}), staleTime: 0 }),
    ])
    const now = nowMs()
    const closed = new Set(entries.filter(({ value }) => value.isOn && stateAt(value, now).kind !== 'open').map(({ chatId }) => chatId))
    return data.filter(({ id, offline }) => offline && closed.has(id))
  } catch {
    return null
  }
}

/** How much of the service's patience it uses, and how much it may. */
export function Requests({ standing: { requests, budget, at } }: { standing: Standing }) {
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
