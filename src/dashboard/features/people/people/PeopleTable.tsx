import { useMedia } from '#dashboard/ui/page/use-media.ts'
import type { Invitation, Person, Team } from '#contract/gateway/people.ts'
import { roles } from '#contract/gateway/rights.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Time, useNow } from '#dashboard/ui/format/time.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { FoundText } from '#dashboard/platform/FoundText.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { DataTable, type Sort } from '#dashboard/ui/table/DataTable.tsx'
import type { Column } from '#dashboard/ui/table/fit-columns.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { type ChatNames, chatsInBrief, chatsInShort, expiryInWords, isExpired, lastSeenInWords, passkeyWarning } from './grant-words.ts'
import classes from '../team.module.css'
import { lastOwnerReason, removePerson, revokeInvitation } from '../team-actions.tsx'
import { Button } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import { to } from '#dashboard/platform/to.ts'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'

interface PeopleTableProps {
  shown: { people: Person[]; invitations: Invitation[] }
  names: ChatNames
  /** In the search. */
  typed: string
  /** null: signed in with the account token. */
  meId: string | null
  sort: Sort
  onSort: (sort: Sort) => void
  onOpen: (id: string) => void
  team: Pick<Team, 'people'>
  /** Makes a new link of an invitation. */
  onRenew: (invitation: Invitation) => void
}

type Row = Person | Invitation

/** The id of the row that heads the invitations. */
const headingId = 'pending-invitations'

const isPerson = (row: Row): row is Person => 'joined' in row

/** The people, then the invitations that nobody has accepted yet; a list on phones. */
export function PeopleTable({ shown: { people, invitations }, names, sort, onSort, ...rest }: PeopleTableProps) {
  const { onRenew } = rest
  const isNarrow = useMedia('(max-width: 74.99em)')
  const warns = people.some((person) => passkeyWarning(person) !== null) || invitations.length > 0
  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: 'Name',
      width: isNarrow ? 176 : 208,
      sortable: true,
      isRowHead: true,
      cell: (row) => (
        <span className={classes.name}>
          <Face row={row} />
          <Name row={row} className="cut" {...rest} />
        </span>
      ),
    },
    {
      key: 'role',
      label: 'Role',
      width: isNarrow ? 98 : 116,
      sortable: true,
      cell: (row) => <span className={isPerson(row) && row.role === 'owner' ? undefined : 'quiet'}>{roles[row.role].label}</span>,
    },
    { key: 'chats', label: 'Chats', minWidth: 60, cell: (row) => <GrantedChatsCell grant={row} names={names} /> },
    {
      key: 'passkeys',
      label: 'Passkeys',
      width: isNarrow ? 132 : 216,
      cell: (row) => <div className={classes.passkeys}>{isPerson(row) ? <Passkeys person={row} /> : <Expiry invitation={row} />}</div>,
    },
    {
      key: 'seen',
      label: 'Last seen',
      width: isNarrow ? 100 : 118,
      sortable: true,
      cell: (row) => <Seen row={row} onRenew={onRenew} />,
    },
  ]
  return (
    <DataTable
      label="People"
      rows={[...people, ...invitations.slice(0, 1).map((first) => ({ ...first, id: headingId })), ...invitations]}
      // Where there is less room, passkeys are shown only if they are a reason to act.
      columns={columns.filter(({ key }) => key !== 'passkeys' || warns || !isNarrow)}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      sort={sort}
      onSort={onSort}
      wide={({ id }) => id === headingId && <h2 className={classes.group}>{counted(invitations.length, 'pending invitation')}</h2>}
      menu={(row) => (isPerson(row) ? <PersonItems person={row} {...rest} /> : <InvitationItems invitation={row} onRenew={onRenew} />)}
      item={(row) => (
        <div className={classes.item}>
          <Face row={row} />
          <div className="grow">
            <Name row={row} className={classes.inItem} {...rest} />
            <p className="help">
              {roles[row.role].label} · {chatsInBrief(row.role, row.chats, names)}
            </p>
            {isPerson(row) ? (
              passkeyWarning(row) && (
                <p className="help beside gap-4 warn">
                  <Icon name="warning" size={14} /> {row.hasUsedRecoveryCode ? 'No passkey, recovery code used' : 'No passkey'}
                </p>
              )
            ) : (
              <p className="help">
                <Expiry invitation={row} />
              </p>
            )}
          </div>
          <span className="help">
            <Seen row={row} onRenew={onRenew} />
          </span>
        </div>
      )}
    />
  )
}

/** The initial; for somebody who has not joined yet a sign in its place. */
const Face = ({ row }: { row: Row }) =>
  isPerson(row) ? (
    <Initial name={row.name} />
  ) : (
    <span className={classes.invited} aria-hidden>
      <Icon name="link" size={12} />
    </span>
  )

interface NameProps extends Pick<PeopleTableProps, 'meId' | 'onOpen' | 'typed'> {
  row: Row
  className: string | undefined
}

function Name({ row, className, meId, onOpen, typed }: NameProps) {
  const name = <FoundText text={row.name} typed={typed} />
  if (!isPerson(row)) return <span className={`medium outside ${className}`}>{name}</span>
  return (
    <>
      <button type="button" className={`name-link medium outside ${className}`} onClick={() => onOpen(row.id)}>
        {name}
      </button>
      {row.id === meId && <span className="meta">you</span>}
    </>
  )
}

function GrantedChatsCell({ grant, names }: { grant: Pick<Person, 'role' | 'chats'>; names: ChatNames }) {
  const { first, more, isListed } = chatsInShort(grant.role, grant.chats, names)
  return (
    <span className="row gap-4 shrinks">
      <span className={isListed ? 'shrinks' : 'quiet'}>{isListed ? <TruncatedText text={first} /> : first}</span>
      {more && <span className="quiet rigid">{more}</span>}
    </span>
  )
}

function Passkeys({ person }: { person: Person }) {
  const warning = passkeyWarning(person)
  if (!warning) return <span className="num">{count(person.passkeys)}</span>
  return (
    <span className="inline-row warn">
      <Icon name="warning" size={14} /> {warning}
    </span>
  )
}

function Expiry({ invitation }: { invitation: Invitation }) {
  const now = useNow()
  return <span className={isExpired(invitation, now) ? undefined : 'quiet'}>{expiryInWords(invitation, now)}</span>
}

/** When a person's last request arrived, with the exact time on hover; for an invitation that expired, a new link. */
function Seen({ row, onRenew }: { row: Row } & Pick<PeopleTableProps, 'onRenew'>) {
  const now = useNow()
  if (!isPerson(row))
    return isExpired(row, now) ? (
      <Button size="xs" aria-label={`New link for ${row.name}`} onClick={() => onRenew(row)}>
        New link
      </Button>
    ) : (
      <span className="quiet">–</span>
    )
  const words = lastSeenInWords(row, now)
  if (row.lastSeen === null) return <span className="quiet">{words}</span>
  return (
    <span className="inline-row gap-6">
      {row.isActive && <i className={classes.here} aria-hidden />}
      <Time at={row.lastSeen} words={words} />
    </span>
  )
}

interface PersonItemsProps extends Pick<PeopleTableProps, 'onOpen' | 'team'> {
  person: Person
}

const PersonItems = ({ person, onOpen, team }: PersonItemsProps) => (
  <>
    <MenuItem icon="edit" label="Role and chats" onClick={() => onOpen(person.id)} />
    <Menu.Item component={PageLink} to={to.changes({ person: person.id })} leftSection={<Icon name="clock" />}>
      Changes
    </Menu.Item>
    <Menu.Divider />
    <MenuItem icon="trash" label="Remove…" isDanger reason={lastOwnerReason(team, person)} onClick={() => void removePerson(person)} />
  </>
)

const InvitationItems = ({ invitation, onRenew }: { invitation: Invitation } & Pick<PeopleTableProps, 'onRenew'>) => (
  <>
    <MenuItem icon="link" label="New link…" onClick={() => onRenew(invitation)} />
    <Menu.Divider />
    <MenuItem icon="trash" label="Revoke…" isDanger onClick={() => revokeInvitation(invitation)} />
  </>
)
