import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { Segments } from '#dashboard/ui/form/Segments.tsx'
import classes from './log/log.module.css'
import { type ActivityScope, useActivityView, type ActivityView, everything, auditFilters } from './view.ts'
import { Drawer, Menu } from '@mantine/core'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { AuditChain, AuditCount, AuditFilters } from '#contract/gateway/audit.ts'
import { TodayLine } from './TodayLine.tsx'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { type Catalogue, catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { EmptyState, Hint, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { PageHead, Toolbar } from '#dashboard/ui/page/Page.tsx'
import { type LogFormat, maxExportedEntries, readAllEntries, saveLog, logCountQuery, logQuery } from './log/export-log.ts'
import { fold, type Fold } from './log/fold.ts'
import { LogEntries } from './log/LogEntries.tsx'
import { LogFilters } from './log/LogFilters.tsx'

/** Who changed what: everyone, or oneself, which needs no right. */
export function ActivityPage() {
  const maySeeAll = useSeesHistory()
  const [view, changeView] = useActivityView()
  const scope = maySeeAll ? (view.scope ?? 'everyone') : 'me'
  const scopes = (at: 'head' | 'toolbar') =>
    maySeeAll && <Scopes at={at} scope={scope} onScope={(next) => changeView({ scope: next, line: null })} />
  return <LogPage key={scope} scope={scope} view={view} onView={changeView} scopes={scopes} />
}

interface ScopesProps {
  /** On phones the head has no room for it. */
  at: 'head' | 'toolbar'
  scope: ActivityScope
  onScope: (scope: ActivityScope) => void
}

const choices = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'me', label: 'Me' },
] as const

/** Whose activity is shown. */
const Scopes = ({ at, scope, onScope }: ScopesProps) => (
  <Segments
    legend="Whose activity"
    name={`activity-scope-${at}`}
    className={at === 'head' ? 'not-on-phones' : 'on-phones'}
    choices={choices}
    value={scope}
    onChange={onScope}
  />
)

interface LogPageProps {
  scope: ActivityScope
  view: ActivityView
  onView: (change: Partial<ActivityView>) => void
  /** Switches between everyone and oneself. */
  scopes: (at: 'head' | 'toolbar') => ReactNode
}

/** The audit log of the account. */
function LogPage({ scope, view, onView, scopes }: LogPageProps) {
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
          <span data-beside-entry={view.line !== null || undefined} className={classes.logPageActions}>
            <LogExport scope={scope} filters={filters} catalogue={catalogue} />
          </span>
        }
      />
      <LogToolbar scope={scope} view={view} onView={onView} folds={folds} count={counting.data?.data} scopes={scopes('toolbar')} />
      {scope === 'me' && <TodayLine />}
      <ChainNotice chain={counting.data?.data.chain} />
      {reading.data && !reading.isFetchNextPageError && <StaleNotice what="Activity" reading={reading} />}
      {!reading.data && reading.error && <LoadError what="Activity" reading={reading} />}
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
        <Button size="xs" className="icon-on-phones" icon="download" loading={exporting.isPending}>
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

interface LogToolbarProps {
  scope: ActivityScope
  view: ActivityView
  onView: (change: Partial<ActivityView>) => void
  folds: readonly Fold[]
  /** undefined: not known yet. */
  count: AuditCount | undefined
  scopes: ReactNode
}

/** Search, filters and the number of entries. On phones the filters open as a sheet. */
function LogToolbar({ scope, view, onView, folds, count: counted, scopes }: LogToolbarProps) {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const filters = <LogFilters scope={scope} view={view} onView={onView} folds={folds} />
  const set = numberOfFilters(view)
  return (
    <Toolbar>
      <div className={`beside ${classes.search}`}>
        <SearchField
          slashKey="Search"
          label="Search activity"
          className="grow"
          value={view.search}
          onChange={(search) => onView({ search })}
        />
        <IconButton
          icon="filter"
          variant="default"
          className={`on-phones ${classes.sheetButton}`}
          aria-label={set === 0 ? 'Filters' : plural(set, 'Filters, {count} set', 'Filters, {count} set')}
          onClick={() => setSheetOpen(true)}
        >
          {set > 0 && <span className="tag tag-accent strong">{set}</span>}
        </IconButton>
      </div>
      <div className={`not-on-phones beside wrap gap-6 ${classes.filters}`} data-beside-entry={view.line !== null || undefined}>
        {filters}
      </div>
      {counted && (
        <span
          className={`num quiet fz-help not-on-phones rigid push ${classes.count}`}
          role="status"
          data-beside-entry={view.line !== null || undefined}
        >
          {countInWords(counted)}
        </span>
      )}
      {scopes}
      {isSheetOpen && (
        <Drawer opened position="bottom" size="auto" padding={16} title="Filters" onClose={() => setSheetOpen(false)}>
          <div className="stack gap-8">
            {filters}
            {counted && <p className="num quiet fz-help">{countInWords(counted)}</p>}
          </div>
        </Drawer>
      )}
    </Toolbar>
  )
}

const numberOfFilters = ({ person, chatId, kind, action, outcome, field, from, to }: ActivityView) =>
  [person, chatId, kind ?? action, outcome, field, from ?? to].filter((value) => value !== null).length

function countInWords({ matching, isAtLeast, all }: AuditCount): string {
  const some = `${isAtLeast ? 'More than ' : ''}${count(matching)}`
  return all === null || all === matching
    ? plural(matching, '{some} entry', '{some} entries', { some })
    : plural(all, '{some} of {count} entry', '{some} of {count} entries', { some })
}
