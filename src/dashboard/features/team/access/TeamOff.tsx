import type { Team } from '#contract/workspace/people.ts'
import { roleNames } from '#contract/workspace/grant.ts'
import { roles } from '#contract/workspace/rights.ts'
import { serviceName } from '#contract/provider-names.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import classes from './TeamOff.module.css'
import { TurnOnSteps } from './TurnOnSteps.tsx'

const changes = (): { icon: IconName; what: string; more: string }[] => [
  { icon: 'key', what: 'People sign in with a passkey.', more: 'You invite them with a link. They never see the token.' },
  {
    icon: 'users',
    what: 'Each person has a role and a list of chats.',
    more: `Anything else is refused before it reaches ${serviceName()}.`,
  },
  { icon: 'clock', what: 'Activity shows who did what.', more: 'Entries can’t be changed or deleted by any role.' },
  { icon: 'lock', what: 'The token still opens everything.', more: 'Whoever signs in with it is an Owner. Keep it safe.' },
]

/** What team access is, and how it is turned on. @param team people are kept while it is off */
export const TeamOff = ({ team }: { team: Team }) => (
  <div className={classes.columns}>
    <div className={classes.column}>
      <h2 className="section-heading">
        Team access <span>off</span>
      </h2>
      <p className={classes.lead}>
        Everyone who signs in uses the account token and can do everything. With team access, each person signs in as themselves and can do
        only what you allow.
      </p>
      <h3 className={classes.part}>What changes</h3>
      <ul className={classes.changes}>
        {changes().map(({ icon, what, more }) => (
          <li key={icon}>
            <Icon name={icon} className="quiet" />
            <p className="quiet">
              <b className="medium ink">{what}</b> {more}
            </p>
          </li>
        ))}
      </ul>
      <h3 className={classes.part}>
        <span className="section-heading">
          Roles <span>Owners can change single rights later</span>
        </span>
      </h3>
      <dl className={classes.roles}>
        {roleNames.map((name) => (
          <div key={name}>
            <dt>{roles[name].label}</dt>
            <dd>{roles[name].summary}</dd>
          </div>
        ))}
      </dl>
    </div>
    <div className={classes.column}>
      <h2 className="section-heading">Turn on team access</h2>
      <TurnOnSteps />
      <p className={classes.after}>
        You can turn it off at any time. People are signed out at once, and their roles are kept.
        {team.people.length > 0 && ` ${counted(team.people.length, 'person', 'people')} from before can sign in again once it is on.`}
      </p>
    </div>
  </div>
)
