import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Invitation, Person } from '#contract/workspace/people.ts'
import { roles } from '#contract/workspace/rights.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { exact, useNow } from '#dashboard/ui/format/time.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { ColumnHead, type Sort } from '#dashboard/ui/table/DataTable.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { type ChatNames, chatsInBrief, chatsInShort, expiryInWords, isExpired, lastSeenInWords, passkeyWarning } from './grant-words.ts'
import classes from './PeopleTable.module.css'
import { InvitationMenu, NewLink, PersonMenu } from './RowMenu.tsx'
import type { TeamActions } from './use-team-actions.tsx'

export interface PeopleTableProps {
  shown: { people: Person[]; invitations: Invitation[] }
  names: ChatNames
  /** null: signed in with the account token. */
  meId: string | null
  sort: Sort
  onSort: (sort: Sort) => void
  onOpen: (id: string) => void
  actions: TeamActions
}

/** The people, then the invitations that nobody has accepted yet; a list on phones. */
export function PeopleTable(props: PeopleTableProps) {
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  return phone ? <PeopleList {...props} /> : <AsTable {...props} />
}

function AsTable(props: PeopleTableProps) {
  const { shown, sort, onSort } = props
  const head = (key: string, label: string, sortable = false): ReactNode => (
    <ColumnHead column={{ key, label, sortable }} sort={sort} onSort={onSort} />
  )
  const warns = shown.people.some((person) => passkeyWarning(person) !== null) || shown.invitations.length > 0
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label="People" data-warns={warns || undefined}>
        <thead>
          <tr>
            {head('name', 'Name', true)}
            {head('role', 'Role', true)}
            {head('chats', 'Chats')}
            {head('passkeys', 'Passkeys')}
            {head('seen', 'Last seen', true)}
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        {shown.people.length > 0 && (
          <tbody>
            {shown.people.map((person) => (
              <PersonRow key={person.id} {...props} person={person} />
            ))}
          </tbody>
        )}
        {shown.invitations.length > 0 && (
          <tbody>
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={6}>
                {counted(shown.invitations.length, 'pending invitation')}
              </th>
            </tr>
            {shown.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} {...props} invitation={invitation} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}

function PersonRow({ person, names, meId, onOpen, actions }: PeopleTableProps & { person: Person }) {
  const warning = passkeyWarning(person)
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          <Initial name={person.name} />
          <button type="button" className="name-link medium cut outside" onClick={() => onOpen(person.id)}>
            {person.name}
          </button>
          {person.id === meId && <span className="meta">you</span>}
        </span>
      </th>
      <td className={person.role === 'owner' ? undefined : 'quiet'}>{roles[person.role].label}</td>
      <td>
        <GrantedChatsCell grant={person} names={names} />
      </td>
      <td className="num">
        {warning ? (
          <span className="inline-row warn">
            <Icon name="warning" size={14} /> {warning}
          </span>
        ) : (
          count(person.passkeys)
        )}
      </td>
      <td>
        <LastSeen person={person} />
      </td>
      <td className="at-end">
        <PersonMenu person={person} onOpen={() => onOpen(person.id)} actions={actions} />
      </td>
    </tr>
  )
}

function InvitationRow({ invitation, names, actions }: PeopleTableProps & { invitation: Invitation }) {
  const now = useNow()
  const hasExpired = isExpired(invitation, now)
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          <InvitedIcon />
          <span className="medium cut outside">{invitation.name}</span>
        </span>
      </th>
      <td className="quiet">{roles[invitation.role].label}</td>
      <td>
        <GrantedChatsCell grant={invitation} names={names} />
      </td>
      <td className={hasExpired ? undefined : 'quiet'}>{expiryInWords(invitation, now)}</td>
      <td>{hasExpired ? <NewLink invitation={invitation} actions={actions} /> : <span className="quiet">–</span>}</td>
      <td className="at-end">
        <InvitationMenu invitation={invitation} actions={actions} />
      </td>
    </tr>
  )
}

function GrantedChatsCell({ grant, names }: { grant: Pick<Person, 'role' | 'chats'>; names: ChatNames }) {
  const { first, more, isListed } = chatsInShort(grant.role, grant.chats, names)
  return (
    <span className={classes.chats}>
      <span className={isListed ? 'shrinks' : 'quiet'}>{isListed ? <TruncatedText text={first} /> : first}</span>
      {more && <span className="quiet rigid">{more}</span>}
    </span>
  )
}

/** People and invitations on phones. */
function PeopleList(props: PeopleTableProps) {
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

/** In place of the initial of somebody who has not joined yet. */
const InvitedIcon = () => (
  <span className={classes.invited} aria-hidden>
    <Icon name="link" size={12} />
  </span>
)

/** When a person's last request arrived, with the exact time on hover. */
function LastSeen({ person }: { person: Pick<Person, 'isActive' | 'lastSeen'> }) {
  const now = useNow()
  const words = lastSeenInWords(person, now)
  if (person.lastSeen === null) return <span className="quiet">{words}</span>
  return (
    <time className="num inline-row gap-6" dateTime={new Date(person.lastSeen * 1000).toISOString()} title={exact(person.lastSeen)}>
      {person.isActive && <i className={classes.here} aria-hidden />}
      {words}
    </time>
  )
}
