import { useReviewCount } from '#dashboard/platform/review/review-count.ts'
import { count } from '#dashboard/ui/format/numbers.ts'

/** Beside the page in the navigation: how many messages wait for a decision. */
export function ReviewNote() {
  const found = useReviewCount()
  const open = found ? found.held + found.marked : 0
  if (open === 0) return null
  return (
    <>
      {count(open)}
      <span className="visually-hidden"> to decide</span>
    </>
  )
}
