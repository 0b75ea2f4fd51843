import { useRef } from 'react'
import { settingNames } from '#contract/settings-derive.ts'
import type { GroupName } from '#contract/settings.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { FileMenu } from '../file/FileMenu.tsx'
import { GroupSelect } from './GroupsNav.tsx'
import { useFromValues, useStore } from '../form/store.ts'
import classes from './Toolbar.module.css'
import { filterNames, filters, shownNames, type Filter, type SettingsView } from './view.ts'

interface ToolbarProps {
  view: SettingsView
  onView: (change: Partial<SettingsView>) => void
  groups: GroupName[]
  current: GroupName | undefined
  onGo: (group: string) => void
}

/** Search and filters above the settings. On phones one row: the group, and search and filter behind their icons. */
export function Toolbar({ view, onView, groups, current, onGo }: ToolbarProps) {
  const { form, base } = useStore()
  const searchField = useRef<HTMLInputElement>(null)
  useKey('/', 'Search the settings', () => searchField.current?.focus())
  // Each filter counts what it would show: of what the search finds.
  const held = useFromValues(form, (values) =>
    filterNames.map((show) => shownNames({ search: view.search, show }, values, base).length).join(),
  )
  const counts = Object.fromEntries(held.split(',').map((number, index) => [filterNames[index], Number(number)])) as Record<Filter, number>
  const choose = (show: Filter) => onView({ show, setting: null })
  return (
    <div className={classes.toolbar}>
      <GroupSelect shown={groups} current={current} onGo={onGo} />
      <SearchField
        ref={searchField}
        label={`Search ${settingNames.length} settings`}
        className={classes.search}
        hint={<kbd className={classes.kbd}>/</kbd>}
        value={view.search}
        onChange={(search) => onView({ search, setting: null })}
      />
      <div className={classes.chips}>
        <Chips label="Filter">
          {filterNames.map((name) => (
            <Chip
              key={name}
              label={filters[name].label}
              holds={counts[name]}
              on={view.show === name}
              onToggle={() => choose(view.show === name ? 'all' : name)}
            />
          ))}
        </Chips>
      </div>
      <div className={classes.filter} data-on={view.show !== 'all' || undefined}>
        <Icon name="filter" />
        <select aria-label="Filter" value={view.show} onChange={(event) => choose(event.currentTarget.value as Filter)}>
          {filterNames.map((name) => (
            <option key={name} value={name}>{`${filters[name].label} (${count(counts[name])})`}</option>
          ))}
        </select>
      </div>
      <FileMenu onPreview={() => onView({ preview: 'open' })} />
    </div>
  )
}
