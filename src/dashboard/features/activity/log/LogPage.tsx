import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { EmptyState, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { everything, type ActivityView, type ActivityScope } from '../view.ts'
import { TodayLine } from '#dashboard/platform/activity/TodayLine.tsx'
import { ChainNotice } from './ChainNotice.tsx'
import { auditFilters } from './filters.ts'
import { fold } from './fold.ts'
import { LogEntries } from './LogEntries.tsx'
import { LogExport } from './LogExport.tsx'
import classes from './LogPage.module.css'
import { LogToolbar } from './LogToolbar.tsx'
import { logCountQuery, logQuery } from './queries.ts'

export interface LogPageProps {
  scope: ActivityScope
  view: ActivityView
  onView: (change: Partial<ActivityView>) => void
  /** Switches between everyone and oneself. */
  scopes: (at: 'head' | 'toolbar') => ReactNode
}

/** The audit log of the account. */
export function LogPage({ scope, view, onView, scopes }: LogPageProps) {
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const filters = auditFilters(view)
  const reading = useInfiniteQuery(logQuery(scope, filters))
  const counting = useQuery(logCountQuery(scope, filters))
  const folds = useMemo(() => fold(reading.data?.pages.flatMap(({ data }) => data.entries) ?? []), [reading.data])
  const isFiltered = Object.keys(filters).length > 0
  const isEmpty = reading.data && folds.length === 0 && !reading.hasNextPage

  return (
    <>
      <PageHead
        beside={scopes('head')}
        actions={
          <span data-beside-entry={view.line !== null || undefined} className={classes.actions}>
            <LogExport scope={scope} filters={filters} catalogue={catalogue} />
          </span>
        }
      />
      <LogToolbar scope={scope} view={view} onView={onView} folds={folds} count={counting.data?.data} scopes={scopes('toolbar')} />
      {scope === 'me' && <TodayLine className={classes.today!} />}
      <ChainNotice chain={counting.data?.data.chain} />
      {reading.data && !reading.isFetchNextPageError && <StaleNotice what="Activity" reading={reading} />}
      {!reading.data && reading.error && (
        <LoadError what="Activity" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
      )}
      {isEmpty &&
        (isFiltered ? (
          <EmptyState
            icon="search"
            title="No entries match these filters"
            action={<Button onClick={() => onView(everything)}>Clear the filters</Button>}
          >
            The search covers people, chats and what was changed. Filters count single entries.
          </EmptyState>
        ) : (
          <EmptyState icon="clock" title="No activity yet">
            Changes are listed here with the person, the values before and after, and the outcome. Many of them can be undone.
          </EmptyState>
        ))}
      {reading.data && !isEmpty && (
        <LogEntries
          scope={scope}
          folds={folds}
          reading={reading}
          catalogue={catalogue}
          line={view.line}
          onLine={(line) => onView({ line })}
        />
      )}
    </>
  )
}
