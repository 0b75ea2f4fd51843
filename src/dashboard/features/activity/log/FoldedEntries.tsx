import { useState } from 'react'
import type { AuditEntry } from '#contract/workspace/audit.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { outcomeIcons } from '../entry-icons.ts'
import { changesInWords, outcomeOf, subjectOfAudit, titleOfAudit } from './audit-words.ts'
import classes from './FoldedEntries.module.css'

/** Entries drawn at first, and added by each press. */
const step = 50

interface FoldedEntriesProps {
  entries: readonly AuditEntry[]
  catalogue: Catalogue
  openLine: number | null
  onOpen: (line: number) => void
}

/** The single entries of a fold, a line each. */
export function FoldedEntries({ entries, catalogue, openLine, onOpen }: FoldedEntriesProps) {
  const [drawn, setDrawn] = useState(step)
  const left = entries.length - drawn
  const about = (entry: AuditEntry) =>
    subjectOfAudit(entry) ||
    changesInWords(entry, catalogue)
      .map(({ label }) => label)
      .join(', ')
  return (
    <div className={classes.folded}>
      <ul>
        {entries.slice(0, drawn).map((entry) => {
          const { worst, words } = outcomeOf([entry])
          return (
            <li key={entry.id} className={classes.row} data-open={entry.id === openLine || undefined}>
              <button type="button" className={classes.open} onClick={() => onOpen(entry.id)}>
                <span className="num quiet">{clock(entry.at)}</span>
                <span className="cut">
                  {titleOfAudit(entry)} <span className="quiet">{about(entry)}</span>
                </span>
                <span className={classes.outcome} data-outcome={worst}>
                  <Icon name={outcomeIcons[worst]} size={12} /> {words}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {left > 0 && (
        <button type="button" className={`link fz-help ${classes.more}`} onClick={() => setDrawn(drawn + step)}>
          Show {count(Math.min(step, left))} more
        </button>
      )}
    </div>
  )
}
