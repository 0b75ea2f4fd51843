import { PlainButton } from '#dashboard/ui/form/PlainButton.tsx'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'

export const NoOneShown = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon="users" title="No one matches" action={<PlainButton onClick={onClear}>Clear the filters</PlainButton>}>
    No person or invitation matches the search and the filters.
  </EmptyState>
)
