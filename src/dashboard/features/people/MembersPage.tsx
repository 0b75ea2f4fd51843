import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Invitation, PersonDetails, Team } from '#contract/gateway/people.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { endpointQuery, refetchEvery } from '#dashboard/platform/api/query.ts'
import { gatewayQuery, refreshGateway } from '#dashboard/platform/api/gateway-query.ts'
import { loadSession } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { TeamAccess } from './TeamAccess.tsx'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { EmptyState, Hint } from '#dashboard/ui/feedback/notices.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { HeadButton, Toolbar } from '#dashboard/ui/page/Page.tsx'
import { StickyBar } from '#dashboard/ui/page/StickyBar.tsx'
import { chatNames } from './people/grant-words.ts'
import { PeopleTable } from './people/PeopleTable.tsx'
import { TeamOff } from './TeamOff.tsx'
import { renewInvitation } from './team-actions.tsx'
import { filterNames, filters, type OpenDrawer, shownIn, useTeamView } from './people/view.ts'
import { Waiting } from './Waiting.tsx'

/** How often the list asks who is here. */
const refreshEveryMs = 30_000

const teamQuery = { ...gatewayQuery('teamRead', {}), refetchInterval: refetchEvery(refreshEveryMs) }

/** What people manage of their own access. */
type OwnAccess = (part: 'passkeys' | 'codes', onClose: () => void) => ReactNode

/** Who may work in this account, and as what. */
export function MembersPage({ ownAccess }: { ownAccess: OwnAccess }) {
  const reading = useQuery(teamQuery)
  const on = reading.data?.data.on
  return (
    <>
      {!on && <PlaceHead isSticky />}
      <Loaded what="The team" reading={reading}>
        {(team) => (team.on ? <TeamOn team={team} access={team.on} ownAccess={ownAccess} /> : <TeamOff team={team} />)}
      </Loaded>
    </>
  )
}

const InviteDrawer = lazyPart(async () => (await import('./InviteDrawer.tsx')).InviteDrawer)
const LinkDrawer = lazyPart(async () => (await import('./SecretDrawer.tsx')).LinkDrawer)
const PersonDrawer = lazyPart(async () => (await import('./person/PersonDrawer.tsx')).PersonDrawer)

interface TeamOnProps {
  team: Team
  access: NonNullable<Team['on']>
  ownAccess: OwnAccess
}

/** The list of people and invitations, and below it the access itself, which is rarely needed. */
function TeamOn({ team, access, ownAccess }: TeamOnProps) {
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data
  const names = useMemo(() => chatNames(chats), [chats])
  const me = usePerson()
  const now = useNow()
  const [view, changeView] = useTeamView()
  const [link, setLink] = useState<{ invitation: Invitation; secret: string } | null>(null)

  const show = (open: OpenDrawer | null) => changeView({ open })
  const invite = () => show({ drawer: 'invite' })
  const shown = shownIn(team, names, view, now)
  const countOf = (filter: (typeof filterNames)[number]) => {
    const { people, invitations } = shownIn(team, names, { ...view, show: filter }, now)
    return people.length + invitations.length
  }
  const isAlone = team.people.length === 1 && team.invitations.length === 0
  const { open } = view
  const person = open?.drawer === 'person' ? team.people.find(({ id }) => id === open.id) : undefined

  return (
    <>
      <PlaceHead
        isSticky
        actions={<HeadButton icon="plus" label="Invite person" onClick={invite} />}
        notes={{ [to.people()]: count(team.people.length) }}
      />
      <Waiting />
      <OwnAccessNote ownAccess={ownAccess} />
      <Toolbar>
        <SearchField
          slashKey="Search people"
          label="Search name or chat"
          value={view.search}
          onChange={(search) => changeView({ search })}
        />
        <ChoiceChips
          label="Filter"
          choices={filterNames.map((value) => ({ value, label: filters[value].label, holds: countOf(value) }))}
          chosen={view.show}
          onChoose={(show) => changeView({ show })}
          off="all"
        />
      </Toolbar>
      {shown.people.length + shown.invitations.length === 0 ? (
        <NoOneShown onClear={() => changeView({ search: '', show: 'all' })} />
      ) : (
        <PeopleTable
          shown={shown}
          names={names}
          typed={view.search}
          meId={me?.id ?? null}
          sort={view.sort}
          onSort={(sort) => changeView({ sort })}
          onOpen={(id) => show({ drawer: 'person', id })}
          team={team}
          onRenew={(invitation) => renewInvitation(invitation, setLink)}
        />
      )}
      <p className="panel help">
        {isAlone ? (
          <>
            <b className="ink">Only you so far.</b> Invite people with a link; each signs in with their own passkey.
          </>
        ) : (
          <span role="status">
            {[
              counted(shown.people.length, 'person', 'people'),
              shown.invitations.length > 0 && counted(shown.invitations.length, 'pending invitation'),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        )}
      </p>
      <TeamAccess team={team} access={access} />
      {team.invitations.length > 0 && view.show !== 'pending' && (
        <PendingBar invitations={team.invitations} onShow={() => changeView({ search: '', show: 'pending' })} />
      )}
      <Suspense fallback={<OverlayFallback />}>
        {open?.drawer === 'invite' && (
          <InviteDrawer
            chats={chats}
            roles={team.roles}
            onClose={() => show(null)}
            onCreated={(created) => {
              show(null)
              setLink(created)
            }}
          />
        )}
        {person && <PersonDrawer key={person.id} person={person} team={team} chats={chats} onClose={() => show(null)} />}
        {link && <LinkDrawer {...link} names={names} onClose={() => setLink(null)} />}
      </Suspense>
    </>
  )
}

const NoOneShown = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon="users" title="No one matches" action={<Button onClick={onClear}>Clear the filters</Button>}>
    No person or invitation matches the search and the filters.
  </EmptyState>
)

const steps = {
  passkeys: {
    title: 'Register a passkey next.',
    text: 'Until then, only the account token lets you in.',
    label: 'Register a passkey…',
  },
  codes: {
    title: 'Save recovery codes next.',
    text: 'Each lets you in once and lets you register a new passkey, if you lose yours.',
    label: 'Make recovery codes…',
  },
}

const nextStep = ({ passkeys, recoveryCodesLeft }: PersonDetails): keyof typeof steps | null =>
  passkeys === 0 ? 'passkeys' : recoveryCodesLeft === 0 ? 'codes' : null

/** What the first Owner has still to do to get in without the token: a passkey, then recovery codes. */
function OwnAccessNote({ ownAccess }: { ownAccess: OwnAccess }) {
  const me = usePerson()
  const { team } = useSession()
  const own = useQuery({ ...gatewayQuery('meRead', {}), enabled: me !== null && team?.confirmWith !== 'company' }).data?.data
  const [opened, setOpened] = useState<keyof typeof steps | null>(null)
  const step = own ? nextStep(own) : null
  const close = () => {
    setOpened(null)
    // The list counts passkeys, and a person with one confirms with it.
    void refreshGateway('teamRead', 'meRead')
    void loadSession().catch(() => {})
  }
  return (
    <>
      {step && (
        <Hint
          action={
            <Button size="xs" onClick={() => setOpened(step)}>
              {steps[step].label}
            </Button>
          }
        >
          <b>{steps[step].title}</b> {steps[step].text}
        </Hint>
      )}
      <Suspense fallback={<OverlayFallback />}>{opened && ownAccess(opened, close)}</Suspense>
    </>
  )
}

/** On phones: invitations that nobody has accepted yet. */
const PendingBar = ({ invitations, onShow }: { invitations: Invitation[]; onShow: () => void }) => (
  <StickyBar label="Pending invitations" className="on-phones">
    <p className="grow cut fz-help">
      <b>{counted(invitations.length, 'pending invitation')}</b>{' '}
      <span className="quiet outside">{invitations.map(({ name }) => name).join(', ')}</span>
    </p>
    <Button onClick={onShow}>Show</Button>
  </StickyBar>
)
