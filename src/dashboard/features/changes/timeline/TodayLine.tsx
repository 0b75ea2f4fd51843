import { useQuery } from '@tanstack/react-query'
import type { AuditToday } from '#contract/gateway/audit.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { startOfDay } from '#dashboard/ui/format/time.tsx'

const words: Readonly<Record<keyof AuditToday, { one: string; other: string }>> = {
  deletedMessages: { one: '{count} message deleted', other: '{count} messages deleted' },
  clearedChats: { one: '{count} chat cleared', other: '{count} chats cleared' },
  bans: { one: '{count} ban', other: '{count} bans' },
  unbans: { one: '{count} unban', other: '{count} unbans' },
  posts: { one: '{count} message posted', other: '{count} messages posted' },
  polls: { one: '{count} change of polls', other: '{count} changes of polls' },
  settings: { one: '{count} change of settings', other: '{count} changes of settings' },
}
const names = Object.keys(words) as (keyof AuditToday)[]

/** What the signed-in person did today, in one line. Nothing where it could not be read: it is never the reason to open a page. */
export function TodayLine() {
  const from = startOfDay(useNow() * 1000)
  const today = useQuery(gatewayQuery('auditToday', { query: { from } })).data?.data
  if (!today) return null
  const done = names.filter((name) => today[name] > 0).map((name) => plural(today[name], words[name].one, words[name].other))
  return (
    <p className="panel help num">
      <b className="medium">You today:</b> {done.length === 0 ? 'nothing changed yet' : done.join(' · ')}
    </p>
  )
}
