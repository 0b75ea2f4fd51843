import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useLayoutEffect, useState, type ReactNode } from 'react'
import { useMatch } from 'react-router-dom'
import { chatPages, dashboardPages, openPages } from '#dashboard/app/pages.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { openTabs } from '#dashboard/platform/chats/open-tabs.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { parseId, to } from '#dashboard/platform/to.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { Icon, Mark, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { openPalette } from '#dashboard/app/palette/PaletteStart.tsx'
import classes from './Sidebar.module.css'
import { laterPart } from '#dashboard/ui/page/lazy-part.tsx'
import { chatTitle } from '#contract/chat-title.ts'

const SchemeControl = laterPart(async () => (await import('./SchemeControl.tsx')).SchemeControl)
const PersonMenu = laterPart(async () => (await import('./PersonMenu.tsx')).PersonMenu)
const PresetsNote = laterPart(async () => (await import('#dashboard/features/presets/band/PresetsBand.tsx')).PresetsNote)
const DriftNote = laterPart(async () => (await import('#dashboard/features/drift/DriftNote.tsx')).DriftNote)
const ReviewNote = laterPart(async () => (await import('#dashboard/features/review/ReviewNote.tsx')).ReviewNote)
const NoticesButton = laterPart(async () => (await import('#dashboard/features/notifications/notices/Notices.tsx')).NoticesButton)
const ChatNote = laterPart(async () => (await import('./ChatNote.tsx')).ChatNote)

/** Nothing until its code is there. */
const later = (part: ReactNode) => <Suspense>{part}</Suspense>

/** The main navigation. @param onCollapse missing if the sidebar is a drawer */
export function Sidebar({ collapsed, onCollapse }: { collapsed: boolean; onCollapse?: (collapsed: boolean) => void }) {
  const { account } = useSession()
  const may = useMay()
  const person = usePerson()
  // Non-suspending queries, so that the navigation keeps working when they fail.
  const plan = useQuery(endpointQuery('accountRead', {})).data?.data
  const chats = useQuery({ ...endpointQuery('chatList', {}), enabled: may('chats.read') }).data?.data
  const chatId = parseId(useMatch('/chats/:chatId/*')?.params.chatId)
  const chat = chats?.find(({ id }) => id === chatId)
  const notes: Record<string, ReactNode> = {
    [dashboardPages.review.path]: may('messages.read') && later(<ReviewNote />),
    [dashboardPages.chats.path]: chats && count(chats.length),
    [dashboardPages.presets.path]: later(<PresetsNote />),
    [dashboardPages.drift.path]: may('settings.read') && later(<DriftNote />),
    [dashboardPages.account.path]: plan?.plan.exceed && <OverPlan />,
  }

  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <div className={classes.brand}>
        <Mark size={20} />
        <div className={`help grow ${classes.names}`}>
          <b className="ink block">Roomkeeper</b>
          <TruncatedText text={plan?.company || account.name || account.email} />
        </div>
        {later(<NoticesButton />)}
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
      <GoTo collapsed={collapsed} />
      <div className={classes.pages}>
        <nav aria-label="Pages">
          {openPages(may)
            .filter(([, { isUnlisted }]) => !isUnlisted)
            .map(([, { path, title, icon }]) => (
              <Item
                key={path}
                to={path}
                icon={icon}
                label={title}
                collapsed={collapsed}
                note={notes[path]}
                isBadge={path === dashboardPages.review.path}
                end={path !== dashboardPages.account.path && path !== dashboardPages.rules.path}
              />
            ))}
        </nav>
        {chatId !== null && chat && (
          <nav aria-label={chatTitle(chat)} className="mt-16">
            <p className={`meta m-8 ${classes.chatName}`}>
              <TruncatedText text={chatTitle(chat)} />
            </p>
            {openTabs(may, chatId).map((tab) => (
              <Item
                key={tab}
                to={to.chat(chatId, tab)}
                icon={chatPages[tab].icon}
                label={chatPages[tab].title}
                collapsed={collapsed}
                note={later(<ChatNote chatId={chatId} tab={tab} />)}
              />
            ))}
          </nav>
        )}
      </div>
      <JobsSlot at="sidebar" onUnfold={collapsed ? () => onCollapse?.(false) : undefined} />
      <Suspense>{person && <PersonMenu person={person} collapsed={collapsed} onSignOut={leaveDashboard} />}</Suspense>
      <div className={classes.foot}>
        {!collapsed && (
          <Suspense fallback={<span />}>
            <SchemeControl />
          </Suspense>
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
  /** Not for the pages below its path. */
  end?: boolean
}

/** A link that marks the current page. */
function Item({ to: path, icon, label, note, isBadge, collapsed, end = false }: ItemProps) {
  const isCurrent = useMatch({ path, end }) !== null
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
