import { Button } from '@mantine/core'
import { useRef } from 'react'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { Toolbar } from '#dashboard/ui/page/Page.tsx'
import teamClasses from '../TeamPage.module.css'
import { defaultFields, fieldNames, filterNames, filters, rowMatcher, rows, type Filter, type RightsFields } from './matrix.ts'
import classes from './RightsPage.module.css'

interface RightsToolbarProps {
  search: string
  filter: Filter
  values: RightsFields
  base: RightsFields
  isEdited: boolean
  onSearch: (search: string) => void
  onFilter: (filter: Filter) => void
  /** Makes edits of what differs from the defaults; null where nothing can be changed. */
  onReset: (() => void) | null
}

export function RightsToolbar({ search, filter, values, base, isEdited, onSearch, onFilter, onReset }: RightsToolbarProps) {
  const searchField = useRef<HTMLInputElement>(null)
  useKey('/', 'Search rights', () => searchField.current?.focus())
  const found = rows.filter(rowMatcher(search))
  const defaults = defaultFields()
  const differs = fieldNames.some((name) => values[name] !== defaults[name])
  const reason = isEdited ? 'save or discard first' : !differs ? 'all as by default' : null
  return (
    <Toolbar>
      <SearchField
        ref={searchField}
        label="Search rights"
        className={teamClasses.search}
        hint={<kbd>/</kbd>}
        value={search}
        onChange={onSearch}
      />
      <Chips label="Filter">
        {filterNames.map((name) => (
          <Chip
            key={name}
            label={filters[name].label}
            holds={found.filter((row) => filters[name].holds(row, values, base)).length}
            on={filter === name}
            onToggle={() => onFilter(filter === name ? 'all' : name)}
          />
        ))}
      </Chips>
      {onReset && (
        <div className={classes.reset}>
          <Button
            size="xs"
            {...(reason ? { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': 'reset-reason' } : { onClick: onReset })}
          >
            Reset to defaults
          </Button>
          {reason && (
            <span id="reset-reason" className="meta">
              {reason}
            </span>
          )}
        </div>
      )}
    </Toolbar>
  )
}
