import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AuditEntry } from '#contract/gateway/audit.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { clock, minuteText, Time } from '#dashboard/ui/format/time.tsx'
import { Actor } from '#dashboard/ui/page/Initial.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { reportNoDifference, UndoButton, UndoPress } from '#dashboard/features/changes/timeline/UndoButton.tsx'
import type { ChangesScope } from '#dashboard/features/changes/timeline/view.ts'
import {
  actorIcons,
  type ChangeInWords,
  changesInWords,
  chatOf,
  kindOfAudit,
  nameOf,
  outcomeOf,
  subjectOfAudit,
  titleOfAudit,
  titleOfFold,
  undoOf,
} from './audit-words.ts'
import type { Fold } from './fold.ts'
import classes from './log.module.css'
import { OutcomeCell, CauseLine, kindIcons, outcomeLooks, ChatLink, BeforeAfter } from './EntryCells.tsx'
import { jobToUndo, stageJob } from './undo-job.ts'

interface LogRowProps {
  scope: ChangesScope
  fold: Fold
  catalogue: Catalogue
  isUnfolded: boolean
  openLine: number | null
  onToggle: () => void
  onOpen: (line: number) => void
}

/** One entry, or several that are shown as one: when, who, what, where, the values before and after, and the outcome. */
export function LogRow({ scope, fold: { entries }, catalogue, isUnfolded, openLine, onToggle, onOpen }: LogRowProps) {
  const newest = entries[0]!
  const isFold = entries.length > 1
  const subject = isFold ? '' : subjectOfAudit(newest, catalogue)
  const undo = undoOf(newest, catalogue)
  const title = titleOfFold(entries, catalogue)
  return (
    <div className={classes.entry} data-open={entries.some(({ id }) => id === openLine) || undefined}>
      <Time at={newest.at / 1000} className="num quiet fz-help" words={minuteText(newest.at)} />
      <Actor name={nameOf(newest)} icon={actorIcons[newest.who.kind]} />
      <div className={`shrinks ${classes.words}`}>
        <p className="beside">
          <Icon name={kindIcons[newest.kind]} label={kindOfAudit(newest)} className="quiet" />
          <span>
            <button
              type="button"
              className="medium name-link"
              data-opens
              aria-expanded={isFold ? isUnfolded : undefined}
              onClick={() => (isFold ? onToggle() : onOpen(newest.id))}
            >
              {title}
            </button>{' '}
            <Where entries={entries} />
          </span>
        </p>
        {subject && <p className={`outside quiet ${classes.clamped}`}>{subject}</p>}
        {!isFold && <Changes changes={changesInWords(newest, catalogue)} max={3} />}
        {isFold && (
          <button type="button" className="link row gap-4 fz-help mt-2" aria-expanded={isUnfolded} onClick={onToggle}>
            <Icon name={isUnfolded ? 'down' : 'right'} size={12} />
            {isUnfolded ? 'Hide' : 'Show'} {plural(entries.length, '{count} entry', '{count} entries')}, {clock(entries.at(-1)!.at)} –{' '}
            {clock(newest.at)}
          </button>
        )}
        <CauseLine entry={newest} onOpen={onOpen} />
      </div>
      <div className={classes.logRowOutcome}>
        <OutcomeCell entries={entries} catalogue={catalogue} onOpen={onOpen} />
      </div>
      <div className="at-end" data-under-entry>
        {isFold ? <UndoJobButton {...{ scope, entries, catalogue }} /> : undo && <UndoButton entry={undo} catalogue={catalogue} />}
      </div>
      {isFold && isUnfolded && <FoldedEntries {...{ entries, catalogue, openLine, onOpen }} />}
    </div>
  )
}

/** The chat, or how many there are. */
function Where({ entries }: { entries: readonly AuditEntry[] }) {
  const chats = new Set(entries.map(({ chatId }) => chatId).filter((id) => id !== null))
  if (chats.size > 1) return <span className="quiet">{plural(chats.size, '{count} chat', '{count} chats')}</span>
  return <ChatLink {...chatOf(entries[0]!)} />
}

/** Parts of a rule, for example, which nobody reads in one line. */
const isList = (words: string | undefined) => words !== undefined && /^(\{.*\}|\[.*\])$/s.test(words)

/** The values before and after, next to each other. All of them are in the opened entry. */
function Changes({ changes, max }: { changes: readonly ChangeInWords[]; max: number }) {
  if (changes.length === 0) return null
  const hidden = changes.length - max
  return (
    <ul className="row wrap">
      {changes.slice(0, max).map(({ name, label, before, after }) => (
        <li key={name} className={classes.clamped}>
          <span className="quiet">{label}</span>{' '}
          {isList(before) || isList(after) ? <span>changed</span> : <BeforeAfter before={before} after={after} />}
        </li>
      ))}
      {hidden > 0 && <li className="faint">{plural(hidden, 'and {count} more', 'and {count} more')}</li>}
    </ul>
  )
}

interface UndoJobButtonProps {
  scope: ChangesScope
  /** Of one fold, newest first. */
  entries: readonly AuditEntry[]
  catalogue: Catalogue
}

/** One undo for the settings of several chats that one job saved; nothing for other entries. */
function UndoJobButton({ scope, entries, catalogue }: UndoJobButtonProps) {
  const go = useNavigate()
  const may = useMay()
  const jobId = jobToUndo(entries, catalogue, may)
  if (jobId === null) return null
  async function undo(id: string) {
    const { staged, left } = await stageJob(scope, id, entries[0]!, catalogue, may)
    if (left > 0)
      toastWarning(
        plural(left, '{count} setting stays as it is', '{count} settings stay as they are'),
        'Changed after the job, in a chat that is gone, or a sound without a confirmed name.',
      )
    if (staged > 0) await go(to.compareReview())
    else if (left === 0) reportNoDifference()
  }
  return <UndoPress what={[titleOfFold(entries, catalogue), clock(entries[0]!.at)]} undo={() => undo(jobId)} />
}

/** Entries drawn at first, and added by each press. */
const step = 50

interface FoldedEntriesProps extends Pick<LogRowProps, 'catalogue' | 'openLine' | 'onOpen'> {
  entries: readonly AuditEntry[]
}

/** The single entries of a fold, a line each. */
function FoldedEntries({ entries, catalogue, openLine, onOpen }: FoldedEntriesProps) {
  const [drawn, setDrawn] = useState(step)
  const left = entries.length - drawn
  const about = (entry: AuditEntry) =>
    subjectOfAudit(entry, catalogue) ||
    changesInWords(entry, catalogue)
      .map(({ label }) => label)
      .join(', ')
  return (
    <div className={classes.folded}>
      <ul>
        {entries.slice(0, drawn).map((entry) => {
          const { worst, words } = outcomeOf([entry])
          return (
            <li key={entry.id} className="overline">
              <button
                type="button"
                className="choice fz-help"
                aria-current={entry.id === openLine || undefined}
                onClick={() => onOpen(entry.id)}
              >
                <span className="num quiet">{clock(entry.at)}</span>
                <span className="cut grow">
                  {titleOfAudit(entry, catalogue)} <span className="quiet">{about(entry)}</span>
                </span>
                <span className={`inline-row ${outcomeLooks[worst].className}`}>
                  <Icon name={outcomeLooks[worst].icon} size={12} /> {words}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {left > 0 && (
        <button type="button" className="link row gap-4 fz-help mt-2" onClick={() => setDrawn(drawn + step)}>
          Show {count(Math.min(step, left))} more
        </button>
      )}
    </div>
  )
}
