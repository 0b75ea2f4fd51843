import type { Chat } from '#contract/chats.ts'
import { stateAt } from '#contract/hours/openings.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'

/** The chats that their opening hours keep offline now, by a fresh read; null: it failed, so they are not known. */
export async function readClosedChats(): Promise<Chat[] | null> {
  try {
    const [entries, { data }] = await Promise.all([
      queryClient.fetchQuery({ ...recordsQuery('chat-hours'), staleTime: 0 }),
      queryClient.fetchQuery({ ...endpointQuery('chatList', {}), staleTime: 0 }),
    ])
    const now = nowMs()
    const closed = new Set(entries.filter(({ value }) => value.isOn && stateAt(value, now).kind !== 'open').map(({ chatId }) => chatId))
    return data.filter(({ id, offline }) => offline && closed.has(id))
  } catch {
    return null
  }
}
