import { useId } from 'react'
import type { Rules } from '#contract/gateway/rules.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { writeToGateway, refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { missingRight } from '#dashboard/platform/chats/reach-reasons.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Meter } from '#dashboard/ui/feedback/Meter.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { whenText } from '#dashboard/ui/format/when.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './list.module.css'
import { momentText } from './moment.ts'

/** The switch that stops all rules, and the state of the worker. @param now milliseconds */
export function Strip({ rules: read, now }: { rules: Rules; now: number }) {
  const { all, worker, held } = read
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
        '{count} of them is live and acts on messages at once. Held messages keep their remaining time.',
        '{count} of them are live and act on messages at once. Held messages keep their remaining time.',
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
              ? `Needs the right “${missing}” in all chats`
              : all.isOn
                ? 'Off stops every rule at once'
                : offInWords(all, now)}
          </span>
        </span>
      </label>
      <WorkerState worker={worker} hasWork={all.isOn && running.length > 0} now={now} />
      <div className={classes.requests}>
        <Meter label="Requests a minute" used={worker.requests.used} limit={worker.requests.budget} />
      </div>
      <span className="inline-row push nowrap">
        <Icon name="hold" size={14} /> <b className="num">{count(held)}</b> <span className="quiet">held now</span>
        <PageLink to={to.review()} className="link">
          Review
        </PageLink>
      </span>
    </section>
  )
}

/** “Since 14:20, by Ana” */
export const offInWords = ({ at, by }: Rules['all'], now: number): string =>
  [at === null ? '' : `Since ${whenText(at, now)}`, by === '' ? '' : `by ${by}`].filter(Boolean).join(', ')

const lateMs = 2 * 60_000

function WorkerState({ worker: { state, last, chats }, hasWork, now }: { worker: Rules['worker']; hasWork: boolean; now: number }) {
  if (state === 'off' || state === 'rejected')
    return (
      <div>
        <b className="medium block warn">{state === 'off' ? 'Standing access is off' : 'The token is rejected'}</b>
        <PageLink to={to.standing()} className="link meta">
          {state === 'off' ? 'Rules need it to run' : 'Enter another one'}
        </PageLink>
      </div>
    )
  const isLate = hasWork && (state === 'stopped' || (last !== null && now - last > lateMs))
  return (
    <div>
      <b className={`medium block ${isLate ? 'warn' : ''}`}>{state === 'running' ? 'Worker is running' : 'Worker is not running'}</b>
      <span className={`meta num ${isLate ? 'warn' : ''}`}>
        {last === null ? 'No check yet' : `Last check ${momentText(last, now)}`} · {counted(chats, 'chat')}
      </span>
    </div>
  )
}
