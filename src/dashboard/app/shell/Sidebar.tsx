import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useLayoutEffect, useState, type ReactNode } from 'react'
import { useMatch, useMatches } from 'react-router-dom'
import { pagesWithin, type PlaceName, placeNames, places } from '#dashboard/app/places.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { Icon, Mark, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { openPalette } from '#dashboard/app/palette/PaletteStart.tsx'
import { useFacts } from '#dashboard/platform/session/facts.ts'
import classes from './Sidebar.module.css'
import { SidebarChats } from './SidebarChats.tsx'
import { laterPart } from '#dashboard/ui/page/lazy-part.tsx'

const SchemeControl = laterPart(async () => (await import('./SchemeControl.tsx')).SchemeControl)
const PersonMenu = laterPart(async () => (await import('./PersonMenu.tsx')).PersonMenu)
const InboxNote = laterPart(async () => (await import('#dashboard/features/inbox/InboxNote.tsx')).InboxNote)
const NoticesButton = laterPart(async () => (await import('#dashboard/features/account/notifications/notices/Notices.tsx')).NoticesButton)

/** Nothing until its code is there. */
const later = (part: ReactNode) => <Suspense>{part}</Suspense>

/** The main navigation. @param onCollapse missing if the sidebar is a drawer */
export function Sidebar({ collapsed, onCollapse }: { collapsed: boolean; onCollapse?: (collapsed: boolean) => void }) {
  const { account } = useSession()
  const may = useMay()
  const facts = useFacts()
  const person = usePerson()
  // Non-suspending queries, so that the navigation keeps working when they fail.
  const plan = useQuery(endpointQuery('accountRead', {})).data?.data
  const chats = useQuery({ ...endpointQuery('chatList', {}), enabled: may('chats.read') }).data?.data
  const chatId = parseId(useMatch('/chats/:chatId/*')?.params.chatId)
  // One thing is marked: the place, or the chat in the list below it.
  const isChatMarked = !collapsed && chats?.some(({ id }) => id === chatId)
  const within = useMatches().flatMap(({ handle }) => (handle as { within?: PlaceName } | undefined)?.within ?? [])
  const notes: Partial<Record<PlaceName, ReactNode>> = {
    inbox: may('messages.read') && later(<InboxNote />),
    account: plan?.plan.exceed && <OverPlan />,
  }
  const items = (group: 'work' | 'account') =>
    placeNames
      .filter((place) => places[place].group === group)
      .map((place) => {
        const [first] = pagesWithin(place, may, facts)
        if (!first) return null
        return (
          <Fragment key={place}>
            <Item
              to={first.path}
              icon={places[place].icon}
              label={places[place].title}
              collapsed={collapsed}
              note={notes[place]}
              isBadge={place === 'inbox'}
              isCurrent={!isChatMarked && place === within.at(-1)}
            />
            {place === 'chats' && !collapsed && chats && <SidebarChats chats={chats} chatId={chatId} />}
          </Fragment>
        )
      })

  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <div className={classes.brand}>
        <Mark size={20} />
        <div className={`grow medium ${classes.names}`}>
          <TruncatedText text={plan?.company || account.name || account.email} />
        </div>
        {later(<NoticesButton />)}
      </div>
      <GoTo collapsed={collapsed} />
      <nav aria-label="Pages" className={classes.pages}>
        {items('work')}
        <div className={classes.foot}>{items('account')}</div>
      </nav>
      <JobsSlot at="sidebar" onUnfold={collapsed ? () => onCollapse?.(false) : undefined} />
      <Suspense>{person && <PersonMenu person={person} collapsed={collapsed} onSignOut={leaveDashboard} />}</Suspense>
      <div className={classes.end}>
        {!collapsed && (
          <Suspense fallback={<span />}>
            <SchemeControl />
          </Suspense>
        )}
        {onCollapse && (
          <Tooltip label={collapsed ? 'Expand the sidebar' : 'Collapse the sidebar'} position="right">
            <IconButton
              icon="sidebar"
              size="xs"
              aria-label={collapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}
              onClick={() => onCollapse(!collapsed)}
            />
          </Tooltip>
        )}
        <SignOut collapsed={collapsed} />
      </div>
    </div>
  )
}

const isMac = navigator.platform.startsWith('Mac')

/** Opens the command palette by click or by its key. */
function GoTo({ collapsed }: { collapsed: boolean }) {
  // A layout effect, because a person who sees the page can already press its keys.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      openPalette()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <button type="button" className={classes.goTo} aria-label="Go to…" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
      <Icon name="search" />
      {!collapsed && (
        <>
          <span className="grow">Go to…</span>
          <kbd>{isMac ? '⌘' : 'Ctrl'}</kbd>
          <kbd>K</kbd>
        </>
      )}
    </button>
  )
}

const OverPlan = () => (
  <span className="inline-row warn medium">
    <Icon name="warning" size={12} /> over plan
  </span>
)

interface ItemProps {
  to: string
  icon: IconName
  label: string
  note?: ReactNode
  /** The note is a number that stays beside the icon while the sidebar is folded. */
  isBadge?: boolean
  collapsed: boolean
  isCurrent: boolean
}

/** A link to a place. */
function Item({ to: path, icon, label, note, isBadge, collapsed, isCurrent }: ItemProps) {
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <PageLink to={path} className={`list-row row quiet medium relative ${classes.item}`} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        <span className={collapsed ? 'visually-hidden' : 'grow'}>{label}</span>
        {note && <span className={`fz-meta regular num ${classes.note} ${isBadge ? classes.badge : ''}`}>{note}</span>}
      </PageLink>
    </Tooltip>
  )
}

/** Rejects never: a failure is reported, and the person stays signed in. */
const leaveDashboard = () =>
  import('./ask-to-sign-out.tsx')
    .then(({ askToSignOut }) => askToSignOut())
    .catch((error: unknown) => toastError('You are still signed in', error))

function SignOut({ collapsed }: { collapsed: boolean }) {
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    await leaveDashboard()
    setLeaving(false)
  }
  if (collapsed)
    return (
      <Tooltip label="Sign out" position="right">
        <IconButton icon="signOut" aria-label="Sign out" loading={leaving} onClick={() => void leave()} />
      </Tooltip>
    )
  return (
    <Button variant="subtle" size="xs" tone="quiet" loading={leaving} onClick={() => void leave()}>
      Sign out
    </Button>
  )
}
