import type { Settings } from '#contract/settings-derive.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { draftName, settleDrafts } from '#dashboard/platform/saving/drafts.ts'

/** Hundreds of chats are saved one after the other, and each redraw of the matrix counts all of them. */
const flushAfterMs = 500

/** Shows what was saved: in the lists that pages have, and in the drafts, whose edits it ends. */
export function createTakeOver() {
  let saved = new Map<number, { held: Settings; names: readonly string[] }>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (saved.size === 0) return
    const chats = saved
    saved = new Map()
    // The list first: without its edit a cell shows what the list holds.
    queryClient.setQueryData(
      endpointQuery('chatList', {}).queryKey,
      (list) =>
        list && {
          ...list,
          data: list.data.map((chat) => {
            const of = chats.get(chat.id)
            return of ? { ...chat, ...of.held } : chat
          }),
        },
    )
    settleDrafts([...chats].map(([chatId, { held, names }]) => ({ name: draftName('settings', chatId), held, saved: names })))
  }

  return {
    /**
     * @param held what the service holds, with sounds by name
     * @param names the settings that were saved
     */
    add: (chatId: number, held: Settings, names: readonly string[]) => {
      saved.set(chatId, { held, names })
      timer ??= setTimeout(flush, flushAfterMs)
    },
    flush,
  }
}
