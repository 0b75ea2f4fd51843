import { counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { keyOf } from '../ranges/range.ts'
import type { Step } from '../ranges/steps.ts'
import { nameOf } from '../read.ts'
import classes from './Steps.module.css'

const mostShown = 8

/** What will be sent, in its order. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="code">
      {steps.slice(0, mostShown).map((step, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a plan may lift two copies of one range
        <li className={classes.step} key={`${place} ${step.act} ${keyOf(step.range)}`}>
          <Icon name={step.act === 'ban' ? 'plus' : 'minus'} size={14} />
          {step.act === 'ban' ? 'Ban' : 'Lift'} {nameOf(step.range)}
        </li>
      ))}
      {steps.length > mostShown && <li className={classes.step}>and {counted(steps.length - mostShown, 'more step')}</li>}
    </ol>
  )
}
