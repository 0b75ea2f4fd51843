import { Button } from '#dashboard/ui/form/Button.tsx'
import { NativeSelect } from '@mantine/core'
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
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
import { useFromValues, useHoursEdits, useStore } from '../form/store.ts'
import classes from '../settings.module.css'
import { countOf, type Filter, filterNames, filters, hoursGroup, type SettingsView, showsHours, shownNames } from './view.ts'
import { flushSync } from 'react-dom'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'
import { firstIdle } from '#dashboard/ui/page/first-idle.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { loadPart } from '#dashboard/ui/theme/load-part.tsx'

const HoursGroup = lazyPart(
  async () => (await import('../hours/HoursGroup.tsx')).HoursGroup,
  (load) => firstIdle.then(() => loadPart(load)),
)

interface ShownProps {
  chat: Chat
  view: SettingsView
  onView: (change: Partial<SettingsView>) => void
  children: React.ReactNode
}

/**
 * Groups, search, filters, and the rows they leave. Drawn again only when other rows are to be shown. The others stay in the document, hidden: drawing
 * all of them again when a search is cleared would take longer than people should wait for a key.
 */
export function Shown({ chat, view, onView, children }: ShownProps) {
  const { form, base, hours } = useStore()
  const { hash, key } = useLocation()
  const hoursEdits = useHoursEdits()
  const listed = useFromValues(form, (values) => shownNames(view, values, base).join())
  const shown = useMemo(() => new Set(listed.split(',')), [listed])
  const hasHours = showsHours(view, hoursEdits)
  const shownGroups: GroupId[] = groupNames.filter((group) => namesOf(group).some((name) => shown.has(name)))
  if (hasHours) shownGroups.push(hoursGroup)
  // The link to the opening hours that was followed last: each time it scrolls there.
  const link = hash === `#${hoursGroup}` ? key : null
  const { hasAll, drawAll } = useAllGroups(view, link !== null)
  const drawn: readonly GroupId[] = hasAll ? allGroups : firstGroups
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (link !== null) document.getElementById(hoursGroup)?.scrollIntoView()
  }, [link])
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
          {(hasAll ? groupNames : firstGroups).map((group) => (
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
          {shownGroups.length === 0 && (
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
      {hasAll && (
        <div id={hoursGroup} className={classes.hours} hidden={!hasHours}>
          <Section title="Opening hours" note="The chat goes offline and online by itself">
            {isMissing ? (
              <Button onClick={() => setMissing(false)}>Load the opening hours</Button>
            ) : (
              <Suspense fallback={<Loading what="the opening hours" />}>
                <HoursGroup
                  chat={chat}
                  staysOffline={() => form.getValues('offline') === true}
                  part={hours}
                  onShow={() => onView({ search: '', show: 'all', setting: null })}
                  onNotLoaded={() => setMissing(true)}
                />
              </Suspense>
            )}
          </Section>
        </div>
      )}
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
  const hoursEdits = useHoursEdits()
  // Each filter counts what it would show: of what the search finds.
  const held = useFromValues(form, (values) =>
    filterNames.map((show) => shownNames({ search: view.search, show }, values, base).length).join(),
  )
  const counts = Object.fromEntries(held.split(',').map((number, index) => [filterNames[index], Number(number)])) as Record<Filter, number>
  if (showsHours({ search: view.search, show: 'edited' }, hoursEdits)) counts.edited += hoursEdits
  const choose = (show: Filter) => onView({ show, setting: null })
  return (
    <div className={`row gap-6 wrap underline ${classes.toolbar}`}>
      {/* The groups where there is no room for them beside the form. */}
      <NativeSelect
        className={classes.choice}
        size="xs"
        aria-label="Group"
        value={current ?? ''}
        data={allGroups.map((group) => ({ value: group, label: labelOf(group), disabled: !shown.includes(group) }))}
        onChange={(event) => onGo(event.currentTarget.value)}
      />
      <SearchField
        slashKey="Search the settings"
        label={`Search ${settingNames.length} settings and hours`}
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

type GroupId = GroupName | typeof hoursGroup
const allGroups: readonly GroupId[] = [...groupNames, hoursGroup]
const labelOf = (group: GroupId) => (group === hoursGroup ? 'Opening hours' : groups[group].label)
const groupId = (group: string) => (group === hoursGroup ? hoursGroup : `group-${group}`)

interface GroupsProps {
  shown: GroupId[]
  current: GroupId | undefined
  onGo: (group: string) => void
}

/** The groups beside the form: where one is, and how much is edited and differs in each. */
function GroupsNav({ shown, current, onGo }: GroupsProps) {
  return (
    <nav className={classes.nav} aria-label="Groups of settings">
      <ul>
        {allGroups.map((group) => (
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
              <span className="grow">{labelOf(group)}</span>
              {group === hoursGroup ? <HoursCount /> : <Counts group={group} />}
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
      <Edited number={edited} />
      <span className="fz-meta regular num" aria-label={differing > 0 ? `${differing} differ from the default` : undefined}>
        {differing > 0 && differing}
      </span>
    </>
  )
}

const HoursCount = () => <Edited number={useHoursEdits()} />

const Edited = ({ number }: { number: number }) =>
  number > 0 && (
    <span className="tag tag-accent medium" aria-label={`${number} edited`}>
      {number}
    </span>
  )

function useCurrentGroup(shown: GroupId[]): GroupId | undefined {
  const [current, setCurrent] = useState<GroupId>()
  const key = shown.join()
  useEffect(() => {
    const sections = key.split(',').flatMap((group) => document.getElementById(groupId(group)) ?? [])
    const update = () => {
      const passed = sections.findLast((section) => section.getBoundingClientRect().top < 160) ?? sections[0]
      setCurrent(passed?.id.replace('group-', '') as GroupId | undefined)
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
 * one of them may be needed: for a link to a setting or to the last group, a search or a filter, or by a key, which may move the focus or open the browser's own search.
 */
export function useAllGroups({ search, show, setting }: Pick<SettingsView, 'search' | 'show' | 'setting'>, isLinked = false) {
  const haveFirst = useDeferredValue(true, false)
  const [hasAll, setAll] = useState(false)
  if (!hasAll && (haveFirst || isLinked || search !== '' || show !== 'all' || setting !== null)) setAll(true)
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
