import { useId } from 'react'
import { brakedTitle, brakeInWords, type Rules } from '#contract/gateway/rules.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { refreshGateway, useGatewayAction, writeToGateway } from '#dashboard/platform/api/gateway-query.ts'
import { missingRight } from '#dashboard/platform/chats/reach-reasons.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { count, listed, maxNamed, plural } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import classes from './list.module.css'
import { whenText } from '#dashboard/ui/format/time.tsx'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { startingInWords } from '../rule-in-words.ts'

/** The switch that stops all rules, and why none runs. @param now milliseconds */
export function Strip({ rules: read, now }: { rules: Rules; now: number }) {
  const { all, worker } = read
  const id = useId()
  const missing = missingRight(usePerson(), { rights: ['rules.write'], reach: 'all' })
  const stop = useGatewayAction(
    'rulesSwitch',
    async (send) => {
      await send('rulesSwitch', { body: { isOn: false } })
      await refreshGateway('rulesRead')
    },
    { isBare: true },
  )
  const running = read.rules.filter(({ state }) => state !== 'draft')
  const live = running.filter(({ state }) => state === 'live').length
  const start = () =>
    confirm({
      title: plural(running.length, 'Turn {count} rule on again?', 'Turn {count} rules on again?'),
      body: plural(
        live,
        '{count} of them is live and acts on messages at once. Pending messages keep their remaining time.',
        '{count} of them are live and act on messages at once. Pending messages keep their remaining time.',
      ),
      confirmLabel: plural(running.length, 'Turn on {count} rule', 'Turn on {count} rules'),
      run: async () => {
        await writeToGateway('rulesSwitch', { body: { isOn: true } })
        await refreshGateway('rulesRead')
      },
    })
  return (
    <section className={`row wrap ${classes.strip}`} aria-label="Rules at work">
      <label className={`row gap-10 ${classes.switch}`} htmlFor={id}>
        <Switch
          id={id}
          checked={all.isOn}
          disabled={missing !== null || stop.isPending}
          aria-describedby={`${id}-help`}
          onChange={() => (all.isOn ? stop.mutate() : start())}
        />
        <span>
          <b className="medium block">{all.isOn ? 'All rules are on' : 'All rules are off'}</b>
          <span className={`meta ${missing === null ? 'not-on-phones' : 'block'}`} id={`${id}-help`}>
            {missing !== null
              ? `Needs the permission “${missing}” in all chats`
              : all.isOn
                ? 'Off stops every rule at once'
                : offInWords(all, now)}
          </span>
        </span>
      </label>
      <WorkerState worker={worker} hasWork={all.isOn && running.length > 0} now={now} />
    </section>
  )
}

/** “Since 14:20, by Ana” */
export const offInWords = ({ at, by }: Rules['all'], now: number): string =>
  [at === null ? '' : `Since ${whenText(at, now)}`, by === '' ? '' : `by ${by}`].filter(Boolean).join(', ')

const lateMs = 2 * 60_000

/** Why no rule runs now; nothing while they run. */
function WorkerState({ worker: { state, last }, hasWork, now }: { worker: Rules['worker']; hasWork: boolean; now: number }) {
  if (state === 'off' || state === 'rejected')
    return (
      <div>
        <b className="medium block warn">{state === 'off' ? 'Background access is off' : 'The token is rejected'}</b>
        <PageLink to={to.backgroundAccess()} className="link meta">
          {state === 'off' ? 'Rules need it to run' : 'Enter another one'}
        </PageLink>
      </div>
    )
  if (!hasWork || (state === 'running' && (last === null || now - last <= lateMs))) return null
  return (
    <div>
      <b className="medium block warn">{state === 'running' ? 'The last check is late' : 'Rules are not running'}</b>
      <span className="meta num warn">{last === null ? 'No check yet' : `Last check ${momentText(last, now)}`}</span>
    </div>
  )
}

/** "4 s ago", "3 min ago", then the time: "13:40", "Sun 08:00". Never in the future. Milliseconds. */
export function momentText(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds < 60) return `${count(seconds)} s ago`
  return seconds < 60 * 60 ? `${count(Math.floor(seconds / 60))} min ago` : whenText(at, now)
}

const maxListed = 3

/** Notes above the list: that all rules are off, which chats they can’t read, and which rules are starting, paused or stopped. */
export function Notes({ rules: { all, rules, worker }, chats, now }: { rules: Rules; chats: readonly Chat[]; now: number }) {
  const fallen = rules.filter(({ fellBack }) => fellBack !== null)
  const starting = worker.state === 'running' ? rules.filter(({ starting: waits }) => waits !== null) : []
  return (
    <div className={classes.notes}>
      {!all.isOn && (
        <Hint bad>
          <b>All rules are off.</b> {offInWords(all, now)}. Pending messages stay pending, and their countdown is paused.
        </Hint>
      )}
      {all.isOn && worker.state === 'running' && worker.unread.length > 0 && <Unread unread={worker.unread} chats={chats} now={now} />}
      {fallen.slice(0, maxListed).map(({ id, rule, fellBack }) => (
        <Hint
          key={id}
          action={
            <PageLink to={to.rule(id)} className="link nowrap">
              Open rule
            </PageLink>
          }
        >
          <b className="outside">
            {fellBack && brakedTitle(rule.name, fellBack.brake)}
            {fellBack && ` at ${whenText(fellBack.at, now)}`}.
          </b>{' '}
          {fellBack && brakeInWords(fellBack)} {rule.actions.deleteAfterSeconds !== null && 'Nothing has been deleted since.'}
        </Hint>
      ))}
      {starting.slice(0, maxListed).map(({ id, rule, starting: waits }) => (
        <Hint key={id}>
          <b className="outside">“{rule.name}” is starting.</b> {waits && startingInWords(waits)}
        </Hint>
      ))}
      {starting.length > maxListed && (
        <Hint>{plural(starting.length - maxListed, '{count} more rule is starting.', '{count} more rules are starting.')}</Hint>
      )}
      {fallen.length > maxListed && (
        <Hint>
          {plural(fallen.length - maxListed, '{count} more rule waits for a decision.', '{count} more rules wait for a decision.')}
        </Hint>
      )}
    </div>
  )
}

function Unread({ unread, chats, now }: { unread: Rules['worker']['unread']; chats: readonly Chat[]; now: number }) {
  const nameOf = ({ chatId: id }: (typeof unread)[number]) => chatTitle(chats.find((chat) => chat.id === id) ?? { id, name: '' })
  return (
    <Hint>
      <b className="outside">Rules can’t read {listed(unread, maxNamed, nameOf)}.</b> {serviceNameFirst()} has not answered these reads
      since {whenText(Math.min(...unread.map(({ since }) => since)), now)}. What is posted there is not matched until it does. Each chat is
      tried again every few minutes.
    </Hint>
  )
}
