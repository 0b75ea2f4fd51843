import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Invitation, Person } from '#contract/workspace/people.ts'
import { roles } from '#contract/workspace/rights.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { ColumnHead, type Sort } from '#dashboard/ui/table/DataTable.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { chatsInShort, expiryInWords, isExpired, passkeyWarning, type ChatNames } from './grant-words.ts'
import { InvitedIcon } from './InvitedIcon.tsx'
import { LastSeen } from './LastSeen.tsx'
import { PeopleList } from './PeopleList.tsx'
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
