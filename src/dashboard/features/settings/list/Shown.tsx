import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { groupHelp, groupNames, setting, settingNames } from '#contract/settings-derive.ts'
import { groups, type GroupName } from '#contract/settings.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { groupId, GroupsNav, useCurrentGroup, GroupSelect } from './GroupsNav.tsx'
import { SettingRow } from '../form/SettingRow.tsx'
import classes from './Shown.module.css'
import { useFromValues, useStore } from '../form/store.ts'
import { firstGroups, useAllGroups } from './all-groups.ts'
import { filters, shownNames, type SettingsView, filterNames, type Filter } from './view.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { FileMenu } from '../file/FileMenu.tsx'

/**
 * Groups, search, filters, and the rows they leave. Drawn again only when other rows are to be shown. The others stay in the document, hidden: drawing
 * all of them again when a search is cleared would take longer than people should wait for a key.
 */
export function Shown({
  view,
  onView,
  children,
}: {
  view: SettingsView
  onView: (change: Partial<SettingsView>) => void
  children: React.ReactNode
}) {
  const { form, base } = useStore()
  const listed = useFromValues(form, (values) => shownNames(view, values, base).join())
  const shown = useMemo(() => new Set(listed.split(',')), [listed])
  const shownGroups = groupNames.filter((group) => namesOf(group).some((name) => shown.has(name)))
  const { hasAll, drawAll } = useAllGroups(view)
  const drawn = hasAll ? groupNames : firstGroups
  const current = useCurrentGroup(shownGroups.filter((group) => drawn.includes(group)))
  const go = (group: string) => {
    drawAll()
    document.getElementById(groupId(group))?.scrollIntoView()
  }
  return (
    <>
      <GroupsNav shown={shownGroups} current={current} onGo={go} />
      <div className={classes.form}>
        <Toolbar view={view} onView={onView} groups={shownGroups} current={current} onGo={go} />
        <div className={classes.rows}>
          {children}
          {drawn.map((group) => (
            <section
              key={group}
              id={groupId(group)}
              className={classes.group}
              aria-labelledby={`${groupId(group)}-head`}
              hidden={!shownGroups.includes(group)}
            >
              <h2 className={classes.head} id={`${groupId(group)}-head`}>
                {groups[group].label} <span>{groupHelp(group)}</span>
              </h2>
              {namesOf(group).map((name) => (
                <div key={name} hidden={!shown.has(name)}>
                  <SettingRow name={name} />
                </div>
              ))}
            </section>
          ))}
          {listed === '' && (
            <EmptyState
              icon="search"
              title={view.search ? `Nothing matches “${view.search}”` : `No settings match “${filters[view.show].label}”`}
              action={<Button onClick={() => onView({ search: '', show: 'all' })}>Show all settings</Button>}
            >
              The search covers names, help texts, API fields, synonyms and values.
            </EmptyState>
          )}
        </div>
      </div>
    </>
  )
}

const namesOf = (group: GroupName) => settingNames.filter((name) => setting(name).group === group)

interface ToolbarProps {
  view: SettingsView
  onView: (change: Partial<SettingsView>) => void
  groups: GroupName[]
  current: GroupName | undefined
  onGo: (group: string) => void
}

/** Search and filters above the settings. On phones one row: the group, and search and filter behind their icons. */
function Toolbar({ view, onView, groups, current, onGo }: ToolbarProps) {
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
