import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { countOf, difference } from '#engine/bans/sets.ts'
import { unban } from '#engine/bans/steps.ts'
import { type BanEntry, type BanList, nameOf } from '../read.ts'
import { changeOrStart, unfinishedMessage } from './ban-job.ts'
import classes from './changes.module.css'

const maxNamed = 8

/** Asks for confirmation, with the entries by name, before they are unbanned. */
export function confirmUnban(chat: Chat, list: BanList, entries: BanEntry[], onDone: () => void): void {
  const chosen = new Set(entries.map(({ id }) => id))
  const freed = difference(
    entries,
    list.entries.filter(({ id }) => !chosen.has(id)),
  )
  const [first] = entries
  if (!first) return
  const what = entries.length === 1 ? nameOf(first) : counted(entries.length, 'entry', 'entries')
  confirm({
    title: `Unban ${what}?`,
    body: <UnbanBody entries={entries} freed={countOf(freed)} />,
    confirmLabel: entries.length === 1 ? 'Unban' : `Unban ${what}`,
    danger: true,
    writes: 'banLift',
    run: async (send) => {
      const plan = {
        chatId: chat.id,
        chatName: chatTitle(chat),
        steps: entries.map(unban),
        mayUnban: entries.map(({ first: from, last }) => ({ first: from, last })),
      }
      const left = await changeOrStart(send, { plans: [plan], title: `Unbanning ${what}`, doneMessage: `${what} unbanned` })
      if (left && left.length > 0) throw new Failure('refused', { advice: unfinishedMessage(left) })
      onDone()
      if (left) toast(entries.length === 1 ? `${what} was unbanned` : `${what} were unbanned`)
    },
  })
}

function UnbanBody({ entries, freed }: { entries: BanEntry[]; freed: number }) {
  return (
    <div className={classes.body}>
      <ul className={`${classes.names} code`}>
        {entries.slice(0, maxNamed).map((entry) => (
          <li key={entry.id}>{nameOf(entry)}</li>
        ))}
        {entries.length > maxNamed && <li>and {counted(entries.length - maxNamed, 'more', 'more')}</li>}
      </ul>
      <p>
        {freed === 0
          ? 'No address will be allowed again: other entries still ban all of them.'
          : `${counted(freed, 'address', 'addresses')} will be allowed again.`}
      </p>
    </div>
  )
}
