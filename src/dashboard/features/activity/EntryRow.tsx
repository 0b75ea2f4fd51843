import { useState } from 'react'
import type { FieldChange, Value as FieldValue } from '#contract/recorded-change.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { clock, exact } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { ChatLink } from './ChatLink.tsx'
import { kindIcons, outcomeIcons } from './entry-icons.ts'
import type { ActivityEntry } from './entry.ts'
import classes from './EntryRow.module.css'
import { UndoButton } from './UndoButton.tsx'
import { undoable } from './undoable.ts'
import { BeforeAfter } from './Value.tsx'
import { kindOf, labelOf, messageOf, outcomeInWords, subjectOf, titleOf, valueInWords } from './words.ts'
import { count } from '#dashboard/ui/format/numbers.ts'

/** More fields, or longer values in characters, are folded. */
const maxChangesShown = 3
const maxValueShown = 160

/** One change: when, what, in which chat, the values before and after, and the outcome. */
export function EntryRow({ entry, catalogue }: { entry: ActivityEntry; catalogue: Catalogue }) {
  const { at, kind, outcome, changes } = entry
  const [open, setOpen] = useState(false)
  const inWords = ({ name }: FieldChange, value: FieldValue | undefined) =>
    value === undefined ? undefined : valueInWords(entry, name, value, catalogue)
  const isLong = (change: FieldChange) =>
    [change.before, change.after].some((value) => (inWords(change, value)?.length ?? 0) > maxValueShown)
  const folds = entry.action !== 'job' && (changes.length > maxChangesShown || changes.some(isLong))
  const message = messageOf(entry)
  const subject = subjectOf(entry)
  const undoing = undoable(entry)
  return (
    <li className={classes.entry}>
      <time className={`num ${classes.time}`} dateTime={new Date(at).toISOString()} title={exact(at / 1000)}>
        {clock(at)}
      </time>
      <div className={classes.words}>
        <p className={`${classes.title} beside`}>
          <Icon name={kindIcons[kind]} label={kindOf(entry)} className="quiet" />
          <span>
            <b>{titleOf(entry)}</b> <ChatLink {...entry} />
          </span>
        </p>
        {subject && <p className="outside quiet">{subject}</p>}
        {changes.length > 0 && (
          <ul className={classes.changes} data-folded={(folds && !open) || undefined} data-figures={entry.action === 'job' || undefined}>
            {(folds && !open ? changes.slice(0, maxChangesShown) : changes).map((change) => (
              <li key={change.name}>
                <span className={classes.label}>{labelOf(entry, change)}</span>{' '}
                <BeforeAfter before={inWords(change, change.before)} after={inWords(change, change.after)} />
              </li>
            ))}
          </ul>
        )}
        {folds && (
          <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : changes.length > maxChangesShown ? `Show all ${count(changes.length)}` : 'Show all'}
          </button>
        )}
        {typeof undoing === 'object' && <p className="faint fz-help">{undoing.because}</p>}
      </div>
      <div className={classes.outcome} data-outcome={outcome}>
        <Icon name={outcomeIcons[outcome]} size={14} />
        <div>
          {outcomeInWords(entry)}
          {message && <span className="outside help block">{message}</span>}
        </div>
      </div>
      <div className={`${classes.actions} at-end`}>{undoing === 'yes' && <UndoButton entry={entry} catalogue={catalogue} />}</div>
    </li>
  )
}
