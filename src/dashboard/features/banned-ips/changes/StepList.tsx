import { counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { keyOf } from '#engine/bans/range.ts'
import type { BanStep } from '#engine/bans/steps.ts'
import { nameOf } from '../read.ts'
import classes from './changes.module.css'

const maxShown = 8

/** The steps in the order in which they will be sent. */
export function StepList({ steps }: { steps: readonly BanStep[] }) {
  return (
    <ol className="code">
      {steps.slice(0, maxShown).map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a plan may unban two copies of one range
        <li className={classes.step} key={`${index} ${step.action} ${keyOf(step.range)}`}>
          <Icon name={step.action === 'ban' ? 'plus' : 'minus'} size={14} />
          {step.action === 'ban' ? 'Ban' : 'Unban'} {nameOf(step.range)}
        </li>
      ))}
      {steps.length > maxShown && <li className={classes.step}>and {counted(steps.length - maxShown, 'more step')}</li>}
    </ol>
  )
}
