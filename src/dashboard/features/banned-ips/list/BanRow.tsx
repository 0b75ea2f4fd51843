import { ActionIcon } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import classes from './BanTable.module.css'
import { isDue, noteOf, type Notes } from './notes.ts'
import { prefixOf } from '../ranges/cidr.ts'
import { dotted } from '../ranges/range.ts'
import type { Finding } from '../ranges/tidy.ts'
import { nameOf, type BanList, type Entry } from '../read.ts'

interface BanRowProps {
  entry: Entry
  list: BanList
  notes: Notes
  on: string
  menu: (entry: Entry) => ReactNode
  isSelected: boolean
  onToggle: (entry: Entry, extend: boolean) => void
}

/** The cells of one entry; on phones the name and what there is to say under it. */
export const BanRow = memo(function BanRow({ entry, list, notes, on, menu, isSelected, onToggle }: BanRowProps) {
  const name = nameOf(entry)
  const prefix = prefixOf(entry)
  const finding = list.findings.get(entry.id)
  const note = noteOf(notes, entry)
  return (
    <>
      <span role="cell">
        <RowCheckbox
          label={`Select ${name}`}
          checked={isSelected}
          onChange={(event) => onToggle(entry, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        />
      </span>
      <span role="cell" className="code">
        <span className={classes.wide}>{dotted(entry.first)}</span>
        <span className={classes.narrow}>{name}</span>
      </span>
      <span role="cell" className={`code ${classes.wide}`}>
        {entry.first === entry.last ? <span className={classes.quiet}>same</span> : dotted(entry.last)}
      </span>
      <span role="cell" className={`code ${classes.wide} ${classes.quiet}`}>
        {prefix === null ? '–' : `/${prefix}`}
      </span>
      <span role="cell" className="num" data-align="right">
        {count(entry.size)}
      </span>
      <span role="cell" className={classes.notes}>
        {finding && (
          <span className={classes.note}>
            <Icon name="merge" size={14} />
            <span title={findingWords(finding)}>{findingWords(finding)}</span>
          </span>
        )}
        {note && (
          <span className={classes.note} title={`${note.note} (kept in this browser)`} data-due={isDue(note, on) || undefined}>
            <Icon name={isDue(note, on) ? 'clock' : 'edit'} size={14} />
            <span className="outside">
              {note.reviewOn && `${isDue(note, on) ? 'review since' : 'review on'} ${note.reviewOn}${note.note ? ': ' : ''}`}
              {note.note}
            </span>
          </span>
        )}
      </span>
      <span role="cell" className={classes.acts}>
        <ActionMenu
          items={() => menu(entry)}
          button={
            <ActionIcon size="xs" aria-label={`Actions for ${name}`}>
              <Icon name="more" />
            </ActionIcon>
          }
        />
      </span>
    </>
  )
})

function findingWords({ kind, with: others }: Finding): string {
  const [first] = others
  const other = first ? nameOf(first) : ''
  switch (kind) {
    case 'duplicate':
      return 'there twice'
    case 'contained':
      return others.length > 1 ? 'inside two others' : `inside ${other}`
    case 'overlapping':
      return `overlaps ${other}`
    case 'adjacent':
      return `joins with ${other}`
  }
}
