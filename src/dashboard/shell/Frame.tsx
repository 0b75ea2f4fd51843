import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'
import { rememberPlace } from '../places.ts'
import { q } from '../query.ts'
import { to } from '../to.ts'
import { BatchHost } from '../ui/batch.tsx'
import { ConfirmHost } from '../ui/confirm.tsx'
import { useJobsNeeded } from '../ui/jobs/job.ts'
import { JobsSlot } from '../ui/jobs/JobsSlot.tsx'
import { KeyboardHelp, useKey } from '../ui/keys.tsx'
import { Opening } from '../ui/Opening.tsx'
import { OpenMenu } from '../ui/Page.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { paletteOpen } from './palette-open.ts'
import { PaletteStart } from './PaletteStart.tsx'
import { OverPlanSlot } from './OverPlanSlot.tsx'
import { EndingSoon } from './EndingSoon.tsx'
import { useFolded } from './folded.ts'
import classes from './Frame.module.css'
import { Sidebar } from './Sidebar.tsx'
import { PageSkeleton, useLate } from './skeletons.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const Jobs = lazyPart(async () => (await import('./Jobs.tsx')).Jobs)
const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette)
const MenuDrawer = lazyPart(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)
// It is there long before anything can be written.
const Saving = lazyPart(async () => (await import('./Saving.tsx')).Saving)

/** Everything around a page: navigation, keys, dialogs, and the skeleton of the page that is on its way. */
export function Frame() {
  const [collapsed, collapse] = useFolded()
  const [menu, setMenu] = useState(false)
  const plan = useQuery(q('accountRead', {})).data?.data.plan
  const hasJobs = useJobsNeeded()
  const palette = paletteOpen.use()
  const { pathname } = useLocation()
  useEffect(() => rememberPlace(pathname), [pathname])
  const [drawnPath, setDrawnPath] = useState(pathname)
  if (drawnPath !== pathname) {
    setDrawnPath(pathname)
    setMenu(false)
  }
  const { location: target } = useNavigation()
  const waiting = useLate(target !== undefined && target.pathname !== pathname)

  useKey('[', 'Fold or unfold the sidebar', () => collapse(!collapsed))

  return (
    <OpenMenu value={() => setMenu(true)}>
      <a href="#page" className={classes.skip}>
        Skip to the page
      </a>
      <div className={classes.frame} data-collapsed={collapsed || undefined}>
        <div className={classes.side}>
          <Sidebar collapsed={collapsed} onCollapse={collapse} />
        </div>
        <main id="page" className={classes.main} tabIndex={-1}>
          <EndingSoon />
          <Suspense>{plan?.exceed && <OverPlanSlot plan={plan} />}</Suspense>
          <div className={classes.page} hidden={waiting}>
            <Outlet />
          </div>
          {waiting && <PageSkeleton shape={target?.pathname === to.chats() ? 'table' : 'panels'} />}
          <div className={classes.jobs}>
            <JobsSlot at="phone" />
          </div>
        </main>
      </div>
      <Suspense fallback={<Opening />}>{menu && <MenuDrawer onClose={() => setMenu(false)} />}</Suspense>
      <Suspense>{hasJobs && <Jobs />}</Suspense>
      {palette && <PaletteStart />}
      <Suspense>{palette && <Palette onClose={() => paletteOpen.set(false)} />}</Suspense>
      <Suspense>
        <Saving />
      </Suspense>
      <KeyboardHelp />
      <ConfirmHost />
      <BatchHost />
      <ToastHost />
    </OpenMenu>
  )
}
