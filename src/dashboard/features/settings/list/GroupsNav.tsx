import { Combobox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { groupNames } from '#contract/settings-derive.ts'
import { groups, type GroupName } from '#contract/settings.ts'
import classes from './GroupsNav.module.css'
import { useFromValues, useStore } from '../form/store.ts'
import { countOf } from './view.ts'

export const groupId = (group: string) => `group-${group}`

interface GroupsProps {
  shown: GroupName[]
  current: GroupName | undefined
  onGo: (group: string) => void
}

/** The groups beside the form: where one is, and how much is edited and differs in each. */
export function GroupsNav({ shown, current, onGo }: GroupsProps) {
  return (
    <nav className={classes.nav} aria-label="Groups of settings">
      <ul>
        {groupNames.map((group) => (
          <li key={group}>
            <a
              href={`#${groupId(group)}`}
              className={classes.item}
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
      <p className={classes.legend}>
        <span className={classes.edited}>1</span> edited, not saved
        <span className={classes.differing}>1</span> differs from default
      </p>
    </nav>
  )
}

/** The same where there is no room beside the form. */
export const GroupSelect = ({ shown, current, onGo }: GroupsProps) => (
  <div className={classes.choice}>
    <select aria-label="Group" value={current ?? ''} onChange={(event) => onGo(event.currentTarget.value)}>
      {groupNames.map((group) => (
        <option key={group} value={group} disabled={!shown.includes(group)}>
          {groups[group].label}
        </option>
      ))}
    </select>
    <Combobox.Chevron aria-hidden />
  </div>
)

function Counts({ group }: { group: GroupName }) {
  const { form, base } = useStore()
  const edited = useFromValues(form, (values) => countOf(values, base, group).edited)
  const differing = useFromValues(form, (values) => countOf(values, base, group).differing)
  return (
    <>
      {edited > 0 && (
        <span className={classes.edited} aria-label={`${edited} edited`}>
          {edited}
        </span>
      )}
      <span className={classes.differing} aria-label={differing > 0 ? `${differing} differ from the default` : undefined}>
        {differing > 0 && differing}
      </span>
    </>
  )
}

/** The group whose head was scrolled past last. */
export function useCurrentGroup(shown: GroupName[]): GroupName | undefined {
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
