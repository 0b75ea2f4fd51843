import type { Chat } from '#contract/chats.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { createStore } from '#dashboard/ui/store.ts'

/** Whether the timetable of a chat wants it open at a time. @param at milliseconds */
type IsOpenAt = (at: number) => boolean

/** The chats whose opening hours are on, by id. They are read after the first rows, like the labels (read-hours.ts). */
export const chatHours = createStore<ReadonlyMap<number, IsOpenAt>>(new Map())

/** Whether the timetable of a chat wants it open now; undefined: it has none that is on. Only asked for a chat that is offline: others count as open. */
export function useIsOpenByHours({ id, offline }: Pick<Chat, 'id' | 'offline'>): boolean | undefined {
  const now = useNow() * 1000
  const isOpenAt = chatHours.use().get(id)
  return isOpenAt && (!offline || isOpenAt(now))
}
