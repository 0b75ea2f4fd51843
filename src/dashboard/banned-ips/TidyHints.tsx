import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { latelyUsed } from '../last-used.ts'
import { q } from '../query.ts'
import { to } from '../to.ts'
import { Finding } from '../ui/Finding.tsx'
import { count, counted } from '../ui/numbers.ts'
import { fromWire } from './ranges/range.ts'
import { planTidy } from './ranges/tidy.ts'
import { bansQuery } from './read.ts'
import classes from './TidyHints.module.css'

/** So many rooms are looked at, those that were used last: each is a request of its own. */
const lookedAt = 8

/** Lists of bans that could be shorter and ban the same. A list that cannot be read is no reason to say anything here. */
export function TidyHints() {
  const chats = useSuspenseQuery(q('chatList', {})).data.data
  const rooms = latelyUsed(chats, lookedAt)
  const lists = useQueries({ queries: rooms.map(({ id }) => ({ ...bansQuery(id), staleTime: 60_000 })) })
  const hints = rooms.flatMap((chat, index) => {
    const ranges = (lists[index]?.data?.data ?? []).flatMap((banned) => fromWire(banned) ?? [])
    const { proof } = planTidy(ranges, { mergeAdjacent: true, mergeOverlapping: true })
    const spared = proof.entriesBefore - proof.entriesAfter
    return spared > 0 ? [{ chat, spared, entries: proof.entriesBefore }] : []
  })
  if (hints.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Ban lists that could be shorter">
      {hints.map(({ chat, spared, entries }) => (
        <Finding
          key={chat.id}
          icon="merge"
          title={`${counted(spared, 'ban entry', 'ban entries')} too many`}
          link={{ to: to.bannedIps(chat.id), label: 'Open', spoken: `Open the bans of ${chat.name}` }}
        >
          <span className="outside">{chat.name}</span>: {count(entries - spared)} of {count(entries)} entries would ban the same addresses.
        </Finding>
      ))}
    </ul>
  )
}
