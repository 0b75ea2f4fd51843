import type { Invitation, Person } from '#contract/workspace/people.ts'
import { roles } from '#contract/workspace/rights.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { chatsInBrief, expiryInWords, isExpired, passkeyWarning } from './grant-words.ts'
import { InvitedIcon } from './InvitedIcon.tsx'
import { LastSeen } from './LastSeen.tsx'
import type { PeopleTableProps } from './PeopleTable.tsx'
import classes from './PeopleTable.module.css'
import { InvitationMenu, NewLink, PersonMenu } from './RowMenu.tsx'

/** People and invitations on phones. */
export function PeopleList(props: PeopleTableProps) {
  const { shown } = props
  return (
    <>
      <ul className={classes.list} aria-label="People">
        {shown.people.map((person) => (
          <PersonItem key={person.id} {...props} person={person} />
        ))}
      </ul>
      {shown.invitations.length > 0 && (
        <>
          <h2 className={classes.listGroup}>{counted(shown.invitations.length, 'pending invitation')}</h2>
          <ul className={classes.list} aria-label="Pending invitations">
            {shown.invitations.map((invitation) => (
              <InvitationItem key={invitation.id} {...props} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function PersonItem({ person, names, meId, onOpen, actions }: PeopleTableProps & { person: Person }) {
  const warning = passkeyWarning(person)
  return (
    <li className={classes.item}>
      <Initial name={person.name} />
      <div className="shrinks">
        <button type="button" className={`name-link medium outside ${classes.itemName}`} onClick={() => onOpen(person.id)}>
          {person.name}
        </button>
        {person.id === meId && <span className="meta">you</span>}
        <p className="help">
          {roles[person.role].label} · {chatsInBrief(person.role, person.chats, names)}
        </p>
        {warning && (
          <p className="help beside gap-4 warn">
            <Icon name="warning" size={14} /> {person.hasUsedRecoveryCode ? 'No passkey, recovery code used' : 'No passkey'}
          </p>
        )}
      </div>
      <span className="help">
        <LastSeen person={person} />
      </span>
      <PersonMenu person={person} onOpen={() => onOpen(person.id)} actions={actions} />
    </li>
  )
}

function InvitationItem({ invitation, names, actions }: PeopleTableProps & { invitation: Invitation }) {
  const now = useNow()
  return (
    <li className={classes.item}>
      <InvitedIcon />
      <div className="shrinks">
        <p className="medium outside">{invitation.name}</p>
        <p className="help">
          {roles[invitation.role].label} · {chatsInBrief(invitation.role, invitation.chats, names)}
        </p>
        <p className="help">{expiryInWords(invitation, now)}</p>
      </div>
      {isExpired(invitation, now) ? <NewLink invitation={invitation} actions={actions} /> : <span />}
      <InvitationMenu invitation={invitation} actions={actions} />
    </li>
  )
}
