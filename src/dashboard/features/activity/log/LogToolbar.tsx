import { ActionIcon, Drawer } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import type { AuditCount } from '#contract/workspace/audit.ts'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { Toolbar } from '#dashboard/ui/page/Page.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { ActivityView, ActivityScope } from '../view.ts'
import type { Fold } from './fold.ts'
import { LogFilters } from './LogFilters.tsx'
import classes from './LogToolbar.module.css'

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
export function LogToolbar({ scope, view, onView, folds, count: counted, scopes }: LogToolbarProps) {
  const searchField = useRef<HTMLInputElement>(null)
  useKey('/', 'Search', () => searchField.current?.focus())
  const [isSheetOpen, setSheetOpen] = useState(false)
  const filters = <LogFilters scope={scope} view={view} onView={onView} folds={folds} />
  const set = numberOfFilters(view)
  return (
    <Toolbar>
      <div className={classes.search}>
        <SearchField
          ref={searchField}
          label="Search activity"
          className="grow"
          value={view.search}
          onChange={(search) => onView({ search })}
          hint={<kbd className="not-on-phones">/</kbd>}
        />
        <ActionIcon
          variant="default"
          className={`on-phones ${classes.sheetButton}`}
          aria-label={set === 0 ? 'Filters' : plural(set, 'Filters, {count} set', 'Filters, {count} set')}
          onClick={() => setSheetOpen(true)}
        >
          {set > 0 && <span className={classes.badge}>{set}</span>}
          <Icon name="filter" />
        </ActionIcon>
      </div>
      <div className={`not-on-phones ${classes.filters}`} data-beside-entry={view.line !== null || undefined}>
        {filters}
      </div>
      {counted && (
        <span
          className={`num quiet fz-help not-on-phones ${classes.count}`}
          role="status"
          data-beside-entry={view.line !== null || undefined}
        >
          {countInWords(counted)}
        </span>
      )}
      {scopes}
      {isSheetOpen && (
        <Drawer
          opened
          position="bottom"
          size="auto"
          padding={16}
          title="Filters"
          onClose={() => setSheetOpen(false)}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
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
