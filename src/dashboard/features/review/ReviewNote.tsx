import { useReviewCount } from '#dashboard/platform/review/review-count.ts'
import { countUpTo } from '#dashboard/ui/format/numbers.ts'

/** The number of messages that wait for a decision, for the navigation. */
export function ReviewNote() {
  const found = useReviewCount()
  const open = found ? found.held + found.marked : 0
  if (open === 0) return null
  return (
    <>
      {countUpTo(open)}
      <span className="visually-hidden"> to decide</span>
    </>
  )
}
