import { Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { maxCountedNotices } from '#contract/values.ts'
import { count, countUpTo, plural } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import classes from './notices.module.css'

const NoticesDrawer = lazyPart(async () => (await import('./NoticesDrawer.tsx')).NoticesDrawer)

const noticesQuery = { ...gatewayQuery('noticeList', {}), refetchInterval: refetchEvery(60_000) }

/** The notices of this person, refreshed every minute while the page is visible. */
function useNotices() {
  const may = useMay()
  const isOn = may('signed-in')
  return { isOn, reading: useQuery({ ...noticesQuery, enabled: isOn }) }
}

/**
 * Announces new notices to screen readers. The element is always rendered, because a screen reader announces changes inside an existing live region. On
 * phones the button for notices is in the menu, so the menu’s button shows a dot while a notice is unread (Page.module.css).
 */
export function NoticesAnnouncer() {
  const { reading } = useNotices()
  const data = reading.data?.data
  const newest = data?.notices[0]
  /** The time of the newest notice when the page was opened; notices up to it are not new. */
  const [first, setFirst] = useState<number | null>(null)
  if (data && first === null) setFirst(newest?.at ?? 0)
  const isNew = newest !== undefined && first !== null && newest.at > first && !newest.isRead
  return (
    <div className="visually-hidden" role="status" data-unread-notices={(data?.unread ?? 0) > 0 || undefined}>
      {isNew && `New notice: ${newest.title}`}
    </div>
  )
}

/** Higher numbers are shown as “99+”. */
const maxShown = 99

/** Opens the notices, and shows how many are unread. */
export function NoticesButton() {
  const { isOn, reading } = useNotices()
  const [isOpen, setOpen] = useState(false)
  if (!isOn) return null
  const unread = reading.data?.data.unread ?? 0
  const label =
    unread === 0
      ? 'Notices'
      : plural(unread, 'Notices, {count} unread', 'Notices, {count} unread', { count: countUpTo(unread, maxCountedNotices) })
  return (
    <>
      <Tooltip label={label} position="right">
        <IconButton
          icon="bell"
          size="xs"
          className={classes.button ?? ''}
          aria-label={label}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {unread > 0 && (
            <span className={classes.unread} aria-hidden>
              {unread > maxShown ? `${maxShown}+` : count(unread)}
            </span>
          )}
        </IconButton>
      </Tooltip>
      <Suspense fallback={<OverlayFallback />}>{isOpen && <NoticesDrawer onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
