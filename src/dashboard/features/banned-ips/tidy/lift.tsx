import { Failure } from '#contract/client.ts'
import type { Chat } from '#contract/chats.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { changeNow, leftWords } from '../bans-job.ts'
import classes from './lift.module.css'
import { countOf, difference } from '../ranges/sets.ts'
import { lift } from '../ranges/steps.ts'
import { nameOf, type BanList, type Entry } from '../read.ts'

const mostNamed = 8

/** Asks, with the entries by name, before their bans are lifted. */
export function confirmLift(chat: Chat, list: BanList, entries: Entry[], onDone: () => void): void {
  const chosen = new Set(entries.map(({ id }) => id))
  const freed = difference(
    entries,
    list.entries.filter(({ id }) => !chosen.has(id)),
  )
  const [first] = entries
  if (!first) return
  const what = entries.length === 1 ? nameOf(first) : counted(entries.length, 'ban')
  confirm({
    title: entries.length === 1 ? `Lift the ban of ${what}?` : `Lift ${what}?`,
    body: <LiftBody entries={entries} freed={countOf(freed)} />,
    confirmLabel: entries.length === 1 ? 'Lift ban' : `Lift ${what}`,
    danger: true,
    writes: 'banLift',
    run: async (send) => {
      const done = entries.length === 1 ? `${what} is no longer banned by an entry of its own` : `${what} lifted`
      const plan = {
        chatId: chat.id,
        place: chat.name,
        steps: entries.map(lift),
        frees: entries.map(({ first: from, last }) => ({ first: from, last })),
      }
      const left = await changeNow(send, { plans: [plan], title: `Lifting ${what}`, done })
      if (left && left.length > 0) throw new Failure('refused', { advice: leftWords({ rooms: left }) })
      onDone()
      if (left) toast(entries.length === 1 ? `${what} is lifted` : `${what} are lifted`)
    },
  })
}

function LiftBody({ entries, freed }: { entries: Entry[]; freed: number }) {
  return (
    <div className={classes.body}>
      <ul className={`${classes.names} code`}>
        {entries.slice(0, mostNamed).map((entry) => (
          <li key={entry.id}>{nameOf(entry)}</li>
        ))}
        {entries.length > mostNamed && <li>and {counted(entries.length - mostNamed, 'more', 'more')}</li>}
      </ul>
      <p>
        {freed === 0
          ? 'No address becomes free: other entries still ban all of them.'
          : `${counted(freed, 'address', 'addresses')} can come in again.`}
      </p>
    </div>
  )
}
