import { useState } from 'react'
import type { Message } from '#contract/messages.ts'

/** What is chosen: ids, never places in the list, because the list moves. */
export interface Selection {
  ids: ReadonlySet<number>
  /** The message the keys act on, and the end of a range that Shift draws. */
  cursor: number | null
  toggle: (messageId: number, extend: boolean) => void
  set: (ids: Iterable<number>, on: boolean) => void
  clear: () => void
  move: (cursor: number | null) => void
}

/** @param list what is in sight to choose from, in its order @param canChoose false for what is already going */
export function useSelection(list: readonly Message[], canChoose: (messageId: number) => boolean): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set())
  const [cursor, setCursor] = useState<number | null>(null)

  function set(changed: Iterable<number>, on: boolean) {
    setIds((before) => {
      const next = new Set(before)
      for (const id of changed) {
        if (!on) next.delete(id)
        else if (canChoose(id)) next.add(id)
      }
      return next
    })
  }

  /** From the last one to this one, both included, as the last one is. */
  function extendTo(messageId: number) {
    const from = list.findIndex((message) => message.messageId === cursor)
    const to = list.findIndex((message) => message.messageId === messageId)
    if (from < 0 || to < 0) return set([messageId], true)
    const [start, end] = from < to ? [from, to] : [to, from]
    set(
      list.slice(start, end + 1).map((message) => message.messageId),
      true,
    )
  }

  return {
    ids,
    cursor,
    toggle: (messageId, extend) => {
      if (extend) extendTo(messageId)
      else set([messageId], !ids.has(messageId))
      setCursor(messageId)
    },
    set,
    clear: () => setIds(new Set()),
    move: setCursor,
  }
}
