import type { KeyboardEvent, RefObject } from 'react'
import type { Message } from '#contract/messages.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import type { ListHandle } from './list/MessageList.tsx'
import type { Selection } from '#dashboard/ui/table/use-selection.ts'

interface MessageKeys {
  shown: readonly Message[]
  selection: Selection<number>
  list: RefObject<ListHandle | null>
  /** null: the person may not delete messages here. */
  onDelete: (() => void) | null
  /** Lets the message stay that a rule holds or marked; null: there is nothing to decide. */
  onStay: (() => void) | null
  onOpen: () => void
}

const held = { repeats: true } as const

/** Pixels. */
const rowHeight = 27

/** The keyboard shortcuts of the messages view. @returns the same actions for menus, and the keydown handler of the focused list */
export function useMessageKeys({ shown, selection, list, onDelete, onStay, onOpen }: MessageKeys) {
  function move(by: number, extend: boolean) {
    const index = shown.findIndex(({ messageId }) => messageId === selection.cursor)
    const next = shown[index < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, index + by))]
    if (!next) return
    if (extend) selection.set([...(index < 0 ? [] : [shown[index]!.messageId]), next.messageId], true)
    selection.move(next.messageId)
    list.current?.reveal(next.messageId)
  }
  const toggle = (extend: boolean) => selection.cursor !== null && selection.toggle(selection.cursor, extend)

  useKey('j', 'Next message', () => move(1, false), true, held)
  useKey('k', 'Previous message', () => move(-1, false), true, held)
  useKey('J', 'Select down', () => move(1, true), true, held)
  useKey('K', 'Select up', () => move(-1, true), true, held)
  useKey('x', 'Toggle selection', () => toggle(false))
  useKey('d', 'Delete the selection or the message', () => onDelete?.(), onDelete !== null)
  useKey('s', 'Spare or keep the message', () => onStay?.(), onStay !== null)
  useKey('o', 'Show author', onOpen)
  useKey('Escape', 'Clear the selection', selection.clear, selection.ids.size > 0)

  function onListKey(event: KeyboardEvent, height: number) {
    if (event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor(height / rowHeight) - 1)
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -shown.length,
      End: shown.length,
    }
    const step = steps[event.key]
    if (step !== undefined) move(step, event.shiftKey)
    else if (event.key === ' ') toggle(event.shiftKey)
    else if (event.key === 'Enter') onOpen()
    else if (event.key === 'Delete' && onDelete) {
      if (!event.repeat) onDelete()
    } else return
    event.preventDefault()
  }
  return { move: (by: number) => move(by, false), toggle: () => toggle(false), onListKey }
}
