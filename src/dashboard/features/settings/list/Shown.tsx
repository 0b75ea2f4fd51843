import { Button } from '#dashboard/ui/form/Button.tsx'
import { NativeSelect } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { groupHelp, groupNames, setting, settingNames } from '#contract/settings-derive.ts'
import { type GroupName, groups } from '#contract/settings.ts'
import { ChoiceChips } from '#dashboard/ui/feedback/Chip.tsx'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { FileMenu } from '../file/FileMenu.tsx'
import { SettingRow } from '../form/SettingRow.tsx'
import { useFromValues, useStore } from '../form/store.ts'
import classes from '../settings.module.css'
import { countOf, type Filter, filterNames, filters, type SettingsView, shownNames } from './view.ts'
import { flushSync } from 'react-dom'

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
        <Toolbar view={view} onView={onView} shown={shownGroups} current={current} onGo={go} />
        <div className={classes.rows}>
          {children}
          {drawn.map((group) => (
            <div key={group} id={groupId(group)} className={classes.group} hidden={!shownGroups.includes(group)}>
              <Section title={groups[group].label} note={groupHelp(group)}>
                {namesOf(group).map((name) => (
                  <div key={name} hidden={!shown.has(name)}>
                    <SettingRow name={name} />
                  </div>
                ))}
              </Section>
            </div>
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

interface ToolbarProps extends GroupsProps {
  view: SettingsView
  onView: (change: Partial<SettingsView>) => void
}

/** Search and filters above the settings. On phones one row: the group, and search and filter behind their icons. */
function Toolbar({ view, onView, shown, current, onGo }: ToolbarProps) {
  const { form, base } = useStore()
  // Each filter counts what it would show: of what the search finds.
  const held = useFromValues(form, (values) =>
    filterNames.map((show) => shownNames({ search: view.search, show }, values, base).length).join(),
  )
  const counts = Object.fromEntries(held.split(',').map((number, index) => [filterNames[index], Number(number)])) as Record<Filter, number>
  const choose = (show: Filter) => onView({ show, setting: null })
  return (
    <div className={`row gap-6 wrap underline ${classes.toolbar}`}>
      {/* The groups where there is no room for them beside the form. */}
      <NativeSelect
        className={classes.choice}
        size="xs"
        aria-label="Group"
        value={current ?? ''}
        data={groupNames.map((group) => ({ value: group, label: groups[group].label, disabled: !shown.includes(group) }))}
        onChange={(event) => onGo(event.currentTarget.value)}
      />
      <SearchField
        slashKey="Search the settings"
        label={`Search ${settingNames.length} settings`}
        className={classes.search}
        value={view.search}
        onChange={(search) => onView({ search, setting: null })}
      />
      <div className="not-on-phones">
        <ChoiceChips
          label="Filter"
          choices={filterNames.map((name) => ({ value: name, label: filters[name].label, holds: counts[name] }))}
          chosen={view.show}
          onChoose={choose}
          off="all"
        />
      </div>
      <div className={`field-box quiet toggle on-phones ${classes.filter}`} data-on={view.show !== 'all' || undefined}>
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

const groupId = (group: string) => `group-${group}`

interface GroupsProps {
  shown: GroupName[]
  current: GroupName | undefined
  onGo: (group: string) => void
}

/** The groups beside the form: where one is, and how much is edited and differs in each. */
function GroupsNav({ shown, current, onGo }: GroupsProps) {
  return (
    <nav className={classes.nav} aria-label="Groups of settings">
      <ul>
        {groupNames.map((group) => (
          <li key={group}>
            <a
              href={`#${groupId(group)}`}
              className={`list-row row quiet fz-help ${classes.item}`}
              aria-current={group === current ? 'true' : undefined}
              data-empty={!shown.includes(group) || undefined}
              onClick={(event) => {
                event.preventDefault()
                onGo(group)
              }}
            >
              <span className="grow">{groups[group].label}</span>
              <Counts group={group} />
            </a>
          </li>
        ))}
      </ul>
      <p className={`meta ${classes.legend}`}>
        <span className="tag tag-accent medium">1</span> edited, not saved
        <span className="num">1</span> differs from default
      </p>
    </nav>
  )
}

function Counts({ group }: { group: GroupName }) {
  const { form, base } = useStore()
  const edited = useFromValues(form, (values) => countOf(values, base, group).edited)
  const differing = useFromValues(form, (values) => countOf(values, base, group).differing)
  return (
    <>
      {edited > 0 && (
        <span className="tag tag-accent medium" aria-label={`${edited} edited`}>
          {edited}
        </span>
      )}
      <span className="fz-meta regular num" aria-label={differing > 0 ? `${differing} differ from the default` : undefined}>
        {differing > 0 && differing}
      </span>
    </>
  )
}

function useCurrentGroup(shown: GroupName[]): GroupName | undefined {
  const [current, setCurrent] = useState<GroupName>()
  const key = shown.join()
  useEffect(() => {
    const sections = key.split(',').flatMap((group) => document.getElementById(`group-${group}`) ?? [])
    const update = () => {
      const passed = sections.findLast((section) => section.getBoundingClientRect().top < 160) ?? sections[0]
      setCurrent(passed?.id.replace('group-', '') as GroupName | undefined)
    }
    update()
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [key])
  return current
}

/** These fill the screen when the page opens. */
const firstGroups = groupNames.slice(0, 2)

/**
 * Whether the groups below the screen are drawn too. They are once the first ones are on the screen, in a render that delays no click; and at once when
 * one of them may be needed: for a link to a setting, a search or a filter, or by a key, which may move the focus or open the browser's own search.
 */
export function useAllGroups({ search, show, setting }: Pick<SettingsView, 'search' | 'show' | 'setting'>) {
  const haveFirst = useDeferredValue(true, false)
  const [hasAll, setAll] = useState(false)
  if (!hasAll && (haveFirst || search !== '' || show !== 'all' || setting !== null)) setAll(true)
  useEffect(() => {
    if (hasAll) return
    const onKey = () => flushSync(() => setAll(true))
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [hasAll])
  return {
    hasAll,
    /** They are in the document when this returns. */
    drawAll: () => flushSync(() => setAll(true)),
  }
}
