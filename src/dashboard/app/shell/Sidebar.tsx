import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { useMatch, useMatches, useNavigate } from 'react-router-dom'
import { pagesWithin, type Place, type PlaceName, placeNames, places } from '#dashboard/app/places.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { modKey, useKey, useModKey } from '#dashboard/ui/overlay/keys.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { Icon, Mark } from '#dashboard/ui/theme/icons.tsx'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { openPalette } from '#dashboard/app/palette/PaletteStart.tsx'
import { useFacts } from '#dashboard/platform/session/facts.ts'
import classes from './Sidebar.module.css'
import { SidebarChats } from './SidebarChats.tsx'
import { laterPart } from '#dashboard/ui/page/lazy-part.tsx'

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
          <div key={place}>
            <Item
              to={first.path}
              place={places[place]}
              collapsed={collapsed}
              note={notes[place]}
              isBadge={place === 'inbox'}
              isCurrent={!isChatMarked && place === within.at(-1)}
            />
            {place === 'chats' && chats && <SidebarChats chats={chats} chatId={chatId} />}
          </div>
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
      <div className={`row overline ${classes.end}`}>
        {later(<PersonMenu collapsed={collapsed} />)}
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
      </div>
    </div>
  )
}

/** Opens the command palette by click or by its key. */
function GoTo({ collapsed }: { collapsed: boolean }) {
  useModKey('k', openPalette, true)
  return (
    <button type="button" className={classes.goTo} aria-label="Go to…" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
      <Icon name="search" />
      {!collapsed && (
        <>
          <span className="grow">Go to…</span>
          <kbd>{modKey}</kbd>
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
  place: Place
  note?: ReactNode
  /** The note is a number that stays beside the icon while the sidebar is folded. */
  isBadge?: boolean
  collapsed: boolean
  isCurrent: boolean
}

/** A link to a place. Beside the icon of Chats alone is the list of them, in place of its name. */
function Item({ to: path, place: { title, icon, keys = '' }, note, isBadge, collapsed, isCurrent }: ItemProps) {
  const go = useNavigate()
  useKey(keys, `Go to ${title}`, () => void go(path), keys !== '')
  return (
    <Tooltip label={title} position="right" disabled={!collapsed || icon === 'chats'}>
      <PageLink to={path} className={`list-row row quiet medium relative ${classes.item}`} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        <span className={collapsed ? 'visually-hidden' : 'grow'}>{title}</span>
        {note && <span className={`fz-meta regular num ${classes.note} ${isBadge ? classes.badge : ''}`}>{note}</span>}
      </PageLink>
    </Tooltip>
  )
}
