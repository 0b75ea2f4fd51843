import { Failure } from '#contract/client.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { countOf, difference } from '#engine/bans/range.ts'
import { unban } from '#engine/bans/steps.ts'
import { type BanEntry, entriesInWords, nameOf } from '../read.ts'
import type { BanScreen } from '../use-ban-screen.ts'
import { changeEntries, planFor } from './ban-job.ts'
import { FirstFew } from './StepList.tsx'

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
