import { Button, IconButton, LinkButton } from '#dashboard/ui/form/Button.tsx'
import classes from './log/log.module.css'
import { type ActivityView, type ChangesScope, useActivityView, everything, auditFilters } from './view.ts'
import { Drawer, Menu } from '@mantine/core'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { to } from '#dashboard/platform/to.ts'
import type { AuditChain, AuditCount, AuditFilters } from '#contract/gateway/audit.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { type Catalogue, catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { EmptyState, Hint, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { Toolbar } from '#dashboard/ui/page/Page.tsx'
import {
  type LogFormat,
  maxExportedEntries,
  newestEntryQuery,
  readAllEntries,
  saveLog,
  showNewest,
  logCountQuery,
  logQuery,
} from './log/export-log.ts'
import { fold } from './log/fold.ts'
import { LogEntries } from './log/LogEntries.tsx'
import { LogFilters, type LogFiltersProps } from './log/LogFilters.tsx'

/** What everyone did, or oneself, or Roomkeeper by itself, by the address. */
export function ChangesPage() {
  const [view, changeView] = useActivityView()
  const { pathname } = useLocation()
  return (
    <LogPage
      key={pathname}
      scope={pathname === to.ownChanges() ? 'me' : 'everyone'}
      fixed={pathname === to.automaticChanges() ? { person: automatic } : noFilters}
      view={view}
      onView={changeView}
    />
  )
}

/** The audit log's name for what no person did. */
const automatic = 'roomkeeper'
const noFilters: AuditFilters = {}

interface LogPageProps {
  scope: ChangesScope
  /** Filters that the page itself sets. */
  fixed: AuditFilters
  view: ActivityView
  onView: (change: Partial<ActivityView>) => void
}

/** The audit log of the account. */
function LogPage({ scope, fixed, view, onView }: LogPageProps) {
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const may = useMay()
  const chosen = auditFilters(view)
  const filters = { ...chosen, ...fixed }
  const reading = useInfiniteQuery(logQuery(scope, filters))
  const counting = useQuery(logCountQuery(scope, filters))
  const folds = useMemo(() => fold(reading.data?.pages.flatMap(({ data }) => data.entries) ?? []), [reading.data])
  const isFiltered = Object.keys(chosen).length > 0
  const isEmpty = reading.data && folds.length === 0 && !reading.hasNextPage

  return (
    <>
      <PlaceHead
        actions={
          <span data-beside-entry={view.line !== null || undefined} className={`row ${classes.logPageActions}`}>
            {scope === 'everyone' && fixed === noFilters && may('settings.read') && (
              <LinkButton size="xs" to={to.compareMoments(view.chatId ?? undefined)}>
                Compare two moments
              </LinkButton>
            )}
            <LogExport scope={scope} filters={filters} catalogue={catalogue} />
          </span>
        }
      />
      <LogToolbar
        view={view}
        onView={onView}
        folds={folds}
        count={counting.data?.data}
        hasPeople={scope === 'everyone' && fixed.person === undefined}
      />
      <ChainNotice chain={counting.data?.data.chain} />
      {reading.data && !reading.isFetchNextPageError && <StaleNotice what="The changes" reading={reading} />}
      {!reading.data && reading.error && <LoadError what="The changes" reading={reading} />}
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
          <EmptyState icon="clock" title="No changes yet">
            Changes are listed here with the person, the values before and after, and the outcome. Many of them can be undone.
          </EmptyState>
        ))}
      <NewEntries scope={scope} filters={filters} shown={reading.data?.pages[0]?.data.entries[0]?.id} />
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

interface NewEntriesProps {
  scope: ChangesScope
  filters: AuditFilters
  /** The newest entry of the list. */
  shown: number | undefined
}

/** Offers what was written since the list was read. It enters the list only on request, so that no Undo moves under a pointer. */
function NewEntries({ scope, filters, shown = 0 }: NewEntriesProps) {
  const newest = useQuery(newestEntryQuery(scope, filters)).data?.data.entries[0]?.id ?? 0
  return (
    <div className="flush" aria-live="polite">
      {newest > shown && shown > 0 && (
        <Button size="xs" className="m-8" icon="sortUp" onClick={() => void showNewest(scope, filters)}>
          Show new entries
        </Button>
      )}
    </div>
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
  scope: ChangesScope
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

interface LogToolbarProps extends LogFiltersProps {
  /** undefined: not known yet. */
  count: AuditCount | undefined
}

/** Search, filters and the number of entries. On phones the filters open as a sheet. */
function LogToolbar({ count: counted, ...filtered }: LogToolbarProps) {
  const { view, onView } = filtered
  const [isSheetOpen, setSheetOpen] = useState(false)
  const filters = <LogFilters {...filtered} />
  const set = numberOfFilters(view)
  return (
    <Toolbar>
      <div className={`beside ${classes.search}`}>
        <SearchField
          slashKey="Search"
          label="Search changes"
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
