import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { shareReviewCount } from '#dashboard/platform/review/review-count.ts'
import { noteServerTime } from '#dashboard/platform/review/time-left.ts'
import { LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import classes from './review.module.css'
import { openTotal } from './ReviewToolbar.tsx'
import { ReviewView } from './ReviewView.tsx'

/** A held message may have only seconds left. */
const everyThreeSeconds = refetchEvery(3000)

const midnight = () => new Date(nowMs()).setHours(0, 0, 0, 0)

/** The queue of held and marked messages of all chats. */
export function ReviewPage() {
  const [since] = useState(midnight)
  const reading = useQuery({
    ...workspaceQuery('reviewRead', { query: { since } }),
    refetchInterval: everyThreeSeconds,
  })
  const { data, dataUpdatedAt } = reading
  const review = data?.data
  useEffect(() => {
    if (!review) return
    noteServerTime(review.at, dataUpdatedAt)
    shareReviewCount({ held: openTotal(review, 'held'), marked: openTotal(review, 'marked') })
  }, [review, dataUpdatedAt])

  if (review)
    return (
      <ReviewView review={review}>
        <StaleNotice what="The queue" reading={reading} />
      </ReviewView>
    )
  return (
    <>
      <PageHead />
      {reading.error ? (
        <LoadError what="The queue" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
      ) : (
        <p className={classes.reading}>Reading…</p>
      )}
    </>
  )
}
