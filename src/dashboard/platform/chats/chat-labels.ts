import { createStore } from '#dashboard/ui/store.ts'
import type { Chat } from '#contract/chats.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'

/** The labels of each chat that has some, by its id. They are records: the service has no field for them. */
export type ChatLabels = ReadonlyMap<number, readonly string[]>

/** Read after the first rows, which nobody should wait for longer because of them (read-labels.ts). */
export const chatLabels = createStore<ChatLabels>(new Map())

/** The chats that this person lists first, in their order. They are read with the labels. */
export const pinnedChats = createStore<ReadonlySet<number>>(new Set())

/** Whether the timetable of a chat wants it open at a time. @param at milliseconds */
type IsOpenAt = (at: number) => boolean

/** The chats whose opening hours are on, by id. They are read after the first rows, like the labels (read-labels.ts). */
export const chatHours = createStore<ReadonlyMap<number, IsOpenAt>>(new Map())

/** Whether the timetable of a chat wants it open now; undefined: it has none that is on. Only asked for a chat that is offline: others count as open. */
export function useIsOpenByHours({ id, offline }: Pick<Chat, 'id' | 'offline'>): boolean | undefined {
  const now = useNow() * 1000
  const isOpenAt = chatHours.use().get(id)
  return isOpenAt && (!offline || isOpenAt(now))
}
