import type { ReactNode } from 'react'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { BanStep } from '#engine/bans/steps.ts'
import { nameOf } from '../read.ts'

interface FirstFewProps<T> {
  items: readonly T[]
  /** How many are shown. */
  max?: number
  /** What the others are called. */
  more?: [one: string, many: string]
  isOrdered?: boolean
  children: (item: T) => ReactNode
}

const others: [string, string] = ['more', 'more']

/** The first of a list, and how many more there are. */
export function FirstFew<T>({ items, max = 8, more = others, isOrdered = false, children: draw }: FirstFewProps<T>) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className="code">
      {items.slice(0, max).map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and may have two copies of one range
        <li className="list-line" key={index}>
          {draw(item)}
        </li>
      ))}
      {items.length > max && <li className="list-line">and {counted(items.length - max, ...more)}</li>}
    </List>
  )
}

/** "Unban 192.0.2.0/24" */
export const stepInWords = ({ action, range }: BanStep) => `${action === 'ban' ? 'Ban' : 'Unban'} ${nameOf(range)}`

/** The steps in the order in which they will be sent. */
export const StepList = ({ steps }: { steps: readonly BanStep[] }) => (
  <FirstFew items={steps} more={['more step', 'more steps']} isOrdered>
    {(step) => (
      <>
        <Icon name={step.action === 'ban' ? 'plus' : 'minus'} size={14} />
        {stepInWords(step)}
      </>
    )}
  </FirstFew>
)
