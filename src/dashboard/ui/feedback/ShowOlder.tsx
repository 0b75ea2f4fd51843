import { Button } from '../form/Button.tsx'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { RetryButton } from './notices.tsx'

interface ShowOlderProps {
  /** Such as "deliveries". */
  what: string
  reading: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>
  className?: string | undefined
}

/** Below a list, where older ones exist. */
export function ShowOlder({ what, reading, className }: ShowOlderProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = reading
  if (!hasNextPage) return null
  return (
    <div className={className}>
      {isFetchNextPageError ? (
        <>
          <span className="bad">Older {what} could not be loaded.</span> <RetryButton busy={isFetchingNextPage} retry={fetchNextPage} />
        </>
      ) : (
        <Button size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older {what}
        </Button>
      )}
    </div>
  )
}
