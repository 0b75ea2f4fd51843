import { type ReactNode, useState } from 'react'
import { IconButton } from '../form/Button.tsx'
import classes from './ListToolbar.module.css'

interface ListToolbarProps {
  /** What comes first, and stays on phones: a search field, or the most important filters. */
  lead: ReactNode
  /** At the other end of the line. */
  actions?: ReactNode
  /** On phones all but the first is behind a button. */
  folds?: boolean
  /** The filters. On phones they have lines of their own. */
  children?: ReactNode
}

/** What a list shows and what can be done with all of it, above the list. */
export function ListToolbar({ lead, actions, folds, children }: ListToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`scrolls-away ${classes.toolbar}`} data-folds={folds} data-folded={(folds && !isOpen) || undefined}>
      {lead}
      {folds && (
        <IconButton
          icon="filter"
          variant="default"
          className="on-phones push"
          aria-label="Filters"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      <div className={classes.filters}>{children}</div>
      {actions && <div className={`row gap-6 push ${classes.actions}`}>{actions}</div>}
    </div>
  )
}
