import { queryOptions } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { queryClient } from '../query.ts'
import { fromWire, type Range } from './ranges/range.ts'
import { bansQuery } from './read.ts'

export interface RoomList {
  chat: Chat
  /** Or why they could not be read. */
  entries: Range[] | { error: unknown }
}

/** Most requests at once (docs/assumptions.md row 18). */
const mostAtOnce = 4

/** The lists of several rooms, read a few at a time. A room that cannot be read does not keep the others away. */
export const roomListsQuery = (chats: Chat[]) =>
  queryOptions({
    // Under the name of the reads it is made of, so that it is read again with them.
    queryKey: ['banList', 'all rooms', chats.map(({ id }) => id)] as const,
    queryFn: async (): Promise<RoomList[]> => {
      const queue = chats.entries()
      const found: RoomList[] = []
      const worker = async () => {
        for (const [place, chat] of queue) {
          const entries = await queryClient.fetchQuery(bansQuery(chat.id)).then(
            ({ data }) => data.flatMap((wire) => fromWire(wire) ?? []),
            (error: unknown) => ({ error }),
          )
          found[place] = { chat, entries }
        }
      }
      await Promise.all(Array.from({ length: mostAtOnce }, worker))
      return found
    },
    retry: false,
  })
