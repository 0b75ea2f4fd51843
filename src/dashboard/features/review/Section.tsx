import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { type EntryKind } from './queue/entries.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { WaitingButton } from './queue/EntryRow.tsx'
import type { ShownEntry } from './queue/shown.ts'
import classes from './ReviewPage.module.css'

interface SectionProps {
  kind: EntryKind
  entries: readonly ShownEntry[]
  waiting: number
  onShowWaiting: () => void
  /** null: the person may not decide about any of them. */
  onSpareAll: ((ids: string[]) => void) | null
  children: ReactNode
}

const titles = { held: 'Held', marked: 'Marked' }

/** The held messages, or the marked ones. */
export function Section({ kind, entries, waiting, onShowWaiting, onSpareAll, children }: SectionProps) {
  const open = entries.flatMap(({ hits }) => hits.filter(isOpen))
  const openEntries = entries.filter(({ hits }) => hits.some(isOpen)).length
  if (entries.length === 0 && waiting === 0) return null
  return (
    <section aria-labelledby={`review-${kind}`}>
      <div className={classes.sectionHead}>
        <h2 id={`review-${kind}`}>{titles[kind]}</h2>
        <span className="grow cut">
          {kind === 'held'
            ? `${counted(open.length, 'message')} in ${counted(openEntries, 'entry', 'entries')}`
            : plural(open.length, '{count} message waits for a decision', '{count} messages wait for a decision')}
          <span className="not-on-phones">{kind === 'held' ? ', deleted when the hold expires' : ', newest first'}</span>
        </span>
        <WaitingButton many={waiting} onShow={onShowWaiting} />
        {kind === 'held' && onSpareAll && open.length > 1 && (
          <Button size="xs" onClick={() => onSpareAll(open.map(({ id }) => id))}>
            Spare all {count(open.length)}
          </Button>
        )}
      </div>
      <ul aria-label={titles[kind]}>{children}</ul>
    </section>
  )
}
