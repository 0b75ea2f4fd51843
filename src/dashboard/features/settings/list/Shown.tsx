import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { groupHelp, groupNames, setting, settingNames } from '#contract/settings-derive.ts'
import { groups, type GroupName } from '#contract/settings.ts'
import { EmptyState } from '#dashboard/ui/feedback/notices.tsx'
import { groupId, GroupsNav, useCurrentGroup } from './GroupsNav.tsx'
import { SettingRow } from '../form/SettingRow.tsx'
import classes from './Shown.module.css'
import { useFromValues, useStore } from '../form/store.ts'
import { firstGroups, useAllGroups } from './all-groups.ts'
import { Toolbar } from './Toolbar.tsx'
import { filters, shownNames, type SettingsView } from './view.ts'

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
