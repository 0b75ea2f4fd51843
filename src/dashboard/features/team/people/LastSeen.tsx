import type { Person } from '#contract/workspace/people.ts'
import { exact, useNow } from '#dashboard/ui/format/time.tsx'
import { lastSeenInWords } from './grant-words.ts'
import classes from './PeopleTable.module.css'

/** When a person's last request arrived, with the exact time on hover. */
export function LastSeen({ person }: { person: Pick<Person, 'isActive' | 'lastSeen'> }) {
  const now = useNow()
  const words = lastSeenInWords(person, now)
  if (person.lastSeen === null) return <span className="quiet">{words}</span>
  return (
    <time className="num inline-row gap-6" dateTime={new Date(person.lastSeen * 1000).toISOString()} title={exact(person.lastSeen)}>
      {person.isActive && <i className={classes.here} aria-hidden />}
      {words}
    </time>
  )
}
