import type { ReactNode } from 'react'
import classes from './Step.module.css'

/** Around the steps. */
export const stepsClass = classes.steps!

/** Steps that lead to something that cannot be undone, or grants something: each is done before the next. */
export function Step({ number, done, title, children }: { number: number; done: boolean; title: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.step}>
      <span className="ring" data-done={done || undefined} aria-hidden>
        {number}
      </span>
      <div>
        <h3 className="medium mb-6">{title}</h3>
        {children}
      </div>
    </div>
  )
}

/** What a step means, a line each. */
export const Meaning = ({ children }: { children: ReactNode }) => <ul className={classes.meaning}>{children}</ul>
