import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation, useMatch } from 'react-router-dom'
import { rememberPage } from '#dashboard/platform/chats/recent-pages.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { turnOnPreset } from '#dashboard/platform/presets/opening.ts'
import { ConfirmHost } from '#dashboard/platform/api/confirm.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useSession, useSessionState, storeText, storedText } from '#dashboard/platform/session/session-state.ts'
import { useJobsNeeded } from '#dashboard/platform/jobs/job.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { KeyboardHelp, useKey } from '#dashboard/ui/overlay/keys.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { OpenNavigation } from '#dashboard/ui/page/Page.tsx'
import { ToastHost } from '#dashboard/ui/feedback/toast.tsx'
import { PaletteStart, paletteOpen } from '#dashboard/app/palette/PaletteStart.tsx'
import { PageOutlet } from './PageOutlet.tsx'
import classes from './Frame.module.css'
import { Sidebar } from './Sidebar.tsx'
import { PageSkeleton } from './skeletons.tsx'
import { sidebarKeys } from './sidebar-keys.ts'
import { WaitingNotice, EndingSoon } from './WaitingNotice.tsx'
import { laterPart, lazyPart, withIcons } from '#dashboard/ui/page/lazy-part.tsx'
import type { Plan } from '#contract/account.ts'
import { overPlan } from '#dashboard/platform/service/over-plan.ts'
import { parseId, to } from '#dashboard/platform/to.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { useMedia } from '#dashboard/ui/page/use-media.ts'

const Jobs = lazyPart(async () => (await import('./Jobs.tsx')).Jobs, withIcons)
const Palette = lazyPart(async () => (await import('#dashboard/app/palette/Palette.tsx')).Palette)
const MenuDrawer = lazyPart(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)
const UnreadableNotice = laterPart(async () => (await import('./UnreadableNotice.tsx')).UnreadableNotice)
const ClockNotice = laterPart(async () => (await import('./UnreadableNotice.tsx')).ClockNotice)
const SessionWatch = laterPart(async () => (await import('./SessionWatch.tsx')).SessionWatch)
const NoticesAnnouncer = laterPart(
  async () => (await import('#dashboard/features/account/notifications/notices/Notices.tsx')).NoticesAnnouncer,
)
const PresetsBand = laterPart(async () => (await import('#dashboard/features/automation/modes/band/PresetsBand.tsx')).PresetsBand)
const ModeDialogs = laterPart(async () => (await import('#dashboard/features/automation/modes/band/PresetsBand.tsx')).ModeDialogs)
const Saving = laterPart(async () => (await import('./Saving.tsx')).Saving)

/** The frame around every page: navigation, key bindings, dialogs, and the skeleton of the page that is loading. */
export function Frame() {
  const [collapsed, collapse] = useSidebarCollapsed()
  const [menu, setMenu] = useState(false)
  const plan = useQuery(endpointQuery('accountRead', {})).data?.data.plan
  const may = useMay()
  const hasTeam = useSession().team !== undefined
  const hasJobs = useJobsNeeded()
  const palette = paletteOpen.use()
  const { pathname } = useLocation()
  useEffect(() => rememberPage(pathname), [pathname])
  const [drawnPath, setDrawnPath] = useState(pathname)
  if (drawnPath !== pathname) {
    setDrawnPath(pathname)
    setMenu(false)
  }
  const overPlan = plan?.exceed && may('account.read') && <OverPlanBand plan={plan} />

  useKey('\\', 'Collapse or expand the sidebar', () => collapse(!collapsed))
  const hereId = parseId(useMatch('/chats/:chatId/*')?.params['chatId']) ?? undefined
  // The page of modes has this key for the mode that is open there.
  const hasKey = may('presets.use', hereId) && pathname !== to.modes()
  useKey('l', 'Turn on a mode…', () => turnOnPreset(hereId === undefined ? {} : { hereId }), hasKey)

  return (
    <OpenNavigation value={() => setMenu(true)}>
      <a href="#page" className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.frame} data-collapsed={collapsed || undefined}>
        <main id="page" className={classes.main} tabIndex={-1}>
          <EndingSoon />
          <Suspense>{hasTeam && <SessionWatch />}</Suspense>
          <Suspense fallback={overPlan}>
            <PresetsBand otherwise={overPlan} />
          </Suspense>
          <Suspense>
            <ClockNotice />
            <UnreadableNotice />
          </Suspense>
          <WaitingNotice />
          <PageOutlet />
          <div className={classes.jobs}>
            <JobsSlot at="phone" />
          </div>
        </main>
        <div className={classes.side}>
          <Sidebar collapsed={collapsed} onCollapse={collapse} />
        </div>
      </div>
      <Suspense fallback={<OverlayFallback />}>{menu && <MenuDrawer onClose={() => setMenu(false)} />}</Suspense>
      <Suspense>{hasJobs && <Jobs />}</Suspense>
      {palette && <PaletteStart />}
      <Suspense>{palette && <Palette onClose={() => paletteOpen.set(false)} />}</Suspense>
      <Suspense>
        <Saving />
      </Suspense>
      <Suspense>
        <NoticesAnnouncer />
      </Suspense>
      <Suspense>
        <ModeDialogs />
      </Suspense>
      <KeyboardHelp />
      <ConfirmHost />
      <ToastHost />
    </OpenNavigation>
  )
}

/** In place of the skeleton of index.html, where there is something to say. Other pages may need nothing of what this one waits for. */
export function FirstWait() {
  const [collapsed, collapse] = useSidebarCollapsed()
  const isSignedIn = useSessionState().session?.signedIn
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined}>
      <main className={classes.main}>
        <WaitingNotice />
        <PageSkeleton shape="table" />
      </main>
      <div className={classes.side}>{isSignedIn && <Sidebar collapsed={collapsed} onCollapse={collapse} />}</div>
    </div>
  )
}

const dismissed = 'over-plan-seen'

/**
 * A banner on every page except the two that show the plan themselves. If it is dismissed, it stays hidden in this tab until a different limit is
 * exceeded; the sidebar still shows the overrun.
 */
function OverPlanBand({ plan }: { plan: Plan }) {
  const { pathname } = useLocation()
  const over = overPlan(plan)
  const [seen, setSeen] = useState(() => storedText(dismissed, sessionStorage))
  if (!over || seen === over.title || [to.home(), to.account()].includes(pathname)) return null
  return (
    <Hint
      action={
        <>
          <PageLink to={to.plan()} className="link fz-help">
            See the plan
          </PageLink>
          <IconButton
            icon="x"
            size="xs"
            aria-label="Hide in this tab"
            onClick={() => {
              storeText(dismissed, over.title, sessionStorage)
              setSeen(over.title)
            }}
          />
        </>
      }
    >
      <b>{over.title}</b> <span className="not-on-phones">{over.remedy}</span>
    </Hint>
  )
}

/**
 * Whether the sidebar is collapsed. Below 1200 px it collapses automatically; the person's choice is stored separately for narrow and wide windows.
 */
function useSidebarCollapsed(): [boolean, (isCollapsed: boolean) => void] {
  const width = useMedia('(max-width: 74.99em)') ? 'narrow' : 'wide'
  const [chosen, setChosen] = useState(() => ({
    wide: localStorage.getItem(sidebarKeys.wide),
    narrow: localStorage.getItem(sidebarKeys.narrow),
  }))
  const collapse = (isCollapsed: boolean) => {
    const choice = isCollapsed ? 'yes' : 'no'
    localStorage.setItem(sidebarKeys[width], choice)
    setChosen({ ...chosen, [width]: choice })
  }
  return [chosen[width] === null ? width === 'narrow' : chosen[width] === 'yes', collapse]
}
