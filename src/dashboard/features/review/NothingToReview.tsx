import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'

/** What the page says while nothing waits. */
export function NothingToReview({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No matches">
        Nothing that matches the filter waits for a decision.
      </EmptyState>
    )
  return (
    <EmptyState icon="done" title="Nothing to review">
      New holds and marks appear here on their own, and in the sidebar.
    </EmptyState>
  )
}
