import { Button, Menu } from '@mantine/core'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { catalogueQuery, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { EmptyState, LoadError, StaleNotice, Hint } from '#dashboard/ui/feedback/notices.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { everything, type ActivityView, type ActivityScope } from '../view.ts'
import { TodayLine } from '#dashboard/platform/activity/TodayLine.tsx'
import { auditFilters } from './filters.ts'
import { fold } from './fold.ts'
import { LogEntries } from './LogEntries.tsx'
import classes from './LogPage.module.css'
import { LogToolbar } from './LogToolbar.tsx'
import { logCountQuery, logQuery } from './queries.ts'
import type { AuditChain, AuditFilters } from '#contract/workspace/audit.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { maxExportedEntries, readAllEntries, saveLog, type LogFormat } from './export-log.ts'

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

/** Says so where the log was changed afterwards. Nothing is hidden then. */
function ChainNotice({ chain }: { chain: AuditChain | undefined }) {
  if (!chain?.brokenAt) return null
  return (
    <Hint bad>
      <b>The audit log was changed at line {count(chain.brokenAt)}.</b> This line does not match the one before it, so it and later lines
      can’t be relied on. Tell whoever operates this dashboard.
    </Hint>
  )
}

interface LogExportProps {
  scope: ActivityScope
  filters: AuditFilters
  catalogue: Catalogue
}

/** Everything that matches the filters, as a file. */
function LogExport({ scope, filters, catalogue }: LogExportProps) {
  const exporting = useAction(
    null,
    async (_, format: LogFormat) => {
      const { entries, isWhole } = await readAllEntries(scope, filters)
      saveLog(format, entries, catalogue)
      if (!isWhole)
        toastWarning(
          'Not all entries were exported',
          `The file holds the newest ${count(maxExportedEntries)}. Choose an earlier time to export older ones.`,
        )
    },
    { onError: (error) => toastError('Nothing was exported', error) },
  )
  return (
    <ActionMenu
      button={
        <Button size="xs" className="icon-on-phones" leftSection={<Icon name="download" size={14} />} loading={exporting.isPending}>
          Export
        </Button>
      }
      items={() => (
        <>
          <Menu.Label>All entries that match the filters</Menu.Label>
          <Menu.Item onClick={() => exporting.mutate('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => exporting.mutate('json')}>JSON</Menu.Item>
        </>
      )}
    />
  )
}
