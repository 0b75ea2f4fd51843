import { serviceName } from '#contract/provider-names.ts'
import { standingActs, type Standing } from '#contract/workspace/standing-access.ts'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { Day } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './StandingPage.module.css'
import { consequences } from './view.ts'

const standingWords = Object.values(standingActs).flatMap((acts) => acts.map(({ words }) => words))

/** The switch, and what it means. */
export function StandingAccess({ standing: { on, next } }: { standing: Standing }) {
  const mayChange = useMay()('standing.write')
  const turning = useTurning()
  const isOn = on !== null
  const lost = consequences(next)
  return (
    <section aria-labelledby="standing-access">
      <div className={classes.switchHead}>
        <h2 className="section-heading" id="standing-access">
          Standing access
        </h2>
        <span aria-hidden>{isOn ? 'On' : 'Off'}</span>
        <Switch
          aria-labelledby="standing-access"
          aria-describedby="standing-meaning standing-acts"
          checked={isOn}
          disabled={!mayChange || turning.isPending}
          onChange={() => turning.mutate(!isOn)}
        />
      </div>
      <p className={classes.lead} id="standing-meaning">
        {isOn
          ? 'Roomkeeper may act for this account while nobody is signed in.'
          : 'Roomkeeper does nothing for this account while nobody is signed in.'}
        {!mayChange && ' Only Owners can change this.'}
      </p>
      <dl className={classes.facts}>
        {on && (
          <>
            <dt>Given by</dt>
            <dd>
              {on.by}, <Day at={on.since / 1000} />
            </dd>
          </>
        )}
        <dt>{isOn ? 'It may' : 'It could'}</dt>
        <dd>
          <ul className={classes.list} id="standing-acts">
            {['Read all chats, the account and the social settings', ...standingWords].map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </dd>
        <dt>It never</dt>
        <dd>Deletes a chat, changes people, sets the currency</dd>
        <dt>It uses</dt>
        <dd>{isOn ? 'The account token, sealed on this server' : 'The account token, which is then sealed on this server'}</dd>
      </dl>
      <div className={classes.meaning}>
        <Icon name="info" className="quiet" />
        <p>
          {isOn
            ? ['Turning it off stops everything with the next request.', ...lost].join(' ')
            : [
                'While it is off, nothing is carried out.',
                ...(next.length > 0 ? ['What is planned waits; what is then too late asks first.'] : []),
              ].join(' ')}
          {!isOn && ` If ${serviceName()} rejects the token later, this page says so.`}
        </p>
      </div>
    </section>
  )
}

/** Turning it on asks for a confirmation; turning it off does not. */
export function useTurning() {
  return useWorkspaceAction(
    'standingTurnOn',
    async (send, isOn: boolean) => {
      await send(isOn ? 'standingTurnOn' : 'standingTurnOff', {}).finally(() => refreshWorkspace('standingRead'))
      toast(isOn ? 'Standing access is on' : 'Standing access is off. Nothing more is carried out.')
    },
    { isBare: true },
  )
}
