import { useState } from 'react'
import { useNotices } from './use-notices.ts'

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
