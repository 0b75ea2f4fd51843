import type { ReactNode } from 'react'
import classes from './saving.module.css'

interface EditsBarProps {
  at: 'head' | 'bottom'
  /** Above all else: what became of the last save. */
  notes?: ReactNode
  /** How much is edited. */
  words: ReactNode
  /** What is wrong with it. */
  problem: ReactNode
  /** The buttons: the one that discards first, the one that saves last. */
  children: ReactNode
}

/** What can be done with the edits of a page. */
export const EditsBar = ({ at, notes, words, problem, children }: EditsBarProps) => (
  <section className={classes[at]} aria-label="Unsaved changes">
    {notes}
    <p className="help" role="status">
      {words}
    </p>
    {problem}
    <div className={classes.actions}>{children}</div>
  </section>
)
