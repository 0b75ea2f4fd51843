import { countOf, difference } from '#engine/bans/range.ts'
import type { ReactNode } from 'react'
import { Failure } from '#contract/client.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { type BanStep, unban } from '#engine/bans/steps.ts'
import { type BanEntry, entriesInWords, nameOf } from '../read.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import { changeEntries, planFor } from './ban-job.ts'

interface FirstFewProps<T> {
  items: readonly T[]
  max?: number
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

/** Asks for confirmation, with the entries by name, before they are unbanned. */
export function confirmUnban({ chat, list }: Pick<BanScreen, 'chat' | 'list'>, entries: BanEntry[], onDone = () => {}): void {
  if (entries.length === 0) return
  const chosen = new Set(entries.map(({ id }) => id))
  const others = list.entries.filter(({ id }) => !chosen.has(id))
  const freed = countOf(difference(entries, others))
  const what = entriesInWords(entries)
  confirm({
    title: `Unban ${what}?`,
    body: (
      <div className="stack gap-12">
        <FirstFew items={entries}>{nameOf}</FirstFew>
        <p>
          {freed === 0
            ? 'No address will be allowed again: other entries still ban all of them.'
            : `${counted(freed, 'address', 'addresses')} will be allowed again.`}
        </p>
      </div>
    ),
    confirmLabel: entries.length === 1 ? 'Unban' : `Unban ${what}`,
    danger: true,
    writes: 'banLift',
    run: async (send) => {
      const mayUnban = entries.map(({ first, last }) => ({ first, last }))
      const left = await changeEntries(send, { action: 'unban', entries, plan: planFor(chat, entries.map(unban), { mayUnban }), onDone })
      if (left !== '') throw new Failure('refused', { advice: left })
    },
  })
}
