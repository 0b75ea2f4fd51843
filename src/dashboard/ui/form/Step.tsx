import type { ReactNode } from 'react'
import { Icon } from '../theme/icons.tsx'
import classes from './Step.module.css'

/** Around the steps. */
export const stepsClass = classes.steps!

interface StepProps {
  number: number
  done: boolean
  /** Where it is said which one is next. */
  isCurrent?: boolean
  as?: 'div' | 'li'
  title: ReactNode
  children: ReactNode
}

/** Steps that lead to something that cannot be undone, or grants something: each is done before the next. */
export function Step({ number, done, isCurrent, as: Frame = 'div', title, children }: StepProps) {
  return (
    <Frame className={classes.step} aria-current={isCurrent ? 'step' : undefined}>
      <span className="ring" data-done={done || undefined} data-open={isCurrent || undefined} aria-hidden={!done}>
        {done ? <Icon name="check" size={14} label="Done" /> : number}
      </span>
      <div>
        <h3 className="medium mb-6">{title}</h3>
        {children}
      </div>
    </Frame>
  )
}

/** What a step means, a line each. */
export const Meaning = ({ children }: { children: ReactNode }) => <ul className={`quiet fz-help ${classes.meaning}`}>{children}</ul>
