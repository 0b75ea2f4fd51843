import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { Suspense, useState } from 'react'
import { maxCountedNotices } from '#contract/values.ts'
import { count, countUpTo, plural } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import classes from './notices.module.css'
import { useNotices } from './use-notices.ts'

const NoticesDrawer = lazyPart(async () => (await import('./NoticesDrawer.tsx')).NoticesDrawer)

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
