import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import type { Hit } from '#contract/gateway/review.ts'
import { prepareJobs } from '#dashboard/platform/jobs/job.ts'
import { undoBarChatId } from '#dashboard/platform/jobs/page-jobs.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { createStore } from '#dashboard/ui/store.ts'
import { useSelection } from '#dashboard/ui/table/use-selection.ts'
import { authorKey } from '#engine/analysis/indexed-message.ts'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import type { Wave } from '#engine/analysis/waves.ts'
import { writeRange } from './time-range.ts'
import { useDeletions } from './use-deletions.tsx'
import { useMessageListView, useShownMessages } from './use-shown-messages.ts'

export interface ListHandle {
  /** Brings the message into sight and the focus to the list. */
  reveal: (messageId: number) => void
  toTop: () => void
}

interface VisibleRange {
  newest: Message
  oldest: Message
}

/** Whether a message was posted between them; false while nothing is on the screen. */
export const isInSight = (range: VisibleRange | null, { time }: Message): boolean =>
  range !== null && time <= range.newest.time && time >= range.oldest.time

const idOf = ({ messageId }: Message) => messageId
const held = { repeats: true } as const

/** Pixels. */
const rowHeight = 27

export type MessageScreen = ReturnType<typeof useMessageScreen>

/**
 * What the parts of the messages view show and do. Each state has one owner: the address has the filters, the time range and the open drawer (view.ts);
 * useShownMessages what is read and which of it is shown; useDeletions what is being deleted; useWaves the wave that the hint is about; this one the
 * selection with its cursor, the author in the side panel, what is in sight, and whether a time is being picked.
 */
export function useMessageScreen(chat: Chat) {
  const mayDelete = useMay()('messages.delete', chat.id)
  const [view, change] = useMessageListView()
  const read = useShownMessages(chat, view, change)
  const { loaded, ruleHits } = read
  const shown = read.shown.list
  const deletions = useDeletions(chat)
  const selection = useSelection({ rows: shown, idOf, isSelectable: (id) => !deletions.deleting.has(id), onlyAdds: true })
  const { cursor } = selection
  const chosen = useMemo(() => loaded.list.filter(({ messageId }) => selection.ids.has(messageId)), [loaded, selection.ids])
  const [author, showAuthor] = useState<Message | null>(null)
  const [isPickingTime, pickTime] = useState(false)
  // A store of its own, because it changes at every scroll event.
  const [visibleRange] = useState(() => createStore<VisibleRange | null>(null))
  const list = useRef<ListHandle>(null)

  const canSelect = !read.reading.isPending
  useEffect(() => {
    if (canSelect) prepareJobs()
  }, [canSelect])
  useEffect(() => {
    undoBarChatId.set(chat.id)
    return () => undoBarChatId.set(null)
  }, [chat.id])

  function reveal(messageId: number) {
    selection.move(messageId)
    list.current?.reveal(messageId)
  }
  function move(by: number, extend: boolean) {
    const index = shown.findIndex(({ messageId }) => messageId === cursor)
    const next = shown[index < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, index + by))]
    if (!next) return
    if (extend) selection.set([...(index < 0 ? [] : [shown[index]!.messageId]), next.messageId], true)
    reveal(next.messageId)
  }
  const toggle = (extend: boolean) => cursor !== null && selection.toggle(cursor, extend)
  function jump(at: number) {
    const message = loaded.list.find(({ time }) => time <= at)
    const isLoaded = read.isComplete || (loaded.list.at(-1)?.time ?? at) <= at
    if (!message || !isLoaded) return change({ range: writeRange({ to: at }) })
    reveal(message.messageId)
  }

  // The side panel closes as the undo bar opens: closing it later would move the bar away from a pointer on its way to Undo.
  const remove = (messages: readonly Message[]) => void deletions.remove(messages, (ids) => selection.set(ids, false))
  const atCursor = cursor === null ? undefined : loaded.byId.get(cursor)
  function removeChosenOrCursor() {
    if (chosen.length > 0) return remove(chosen)
    if (!atCursor || !shown.includes(atCursor)) return
    // A message that was scrolled out of sight is shown first: nobody can have meant it.
    if (isInSight(visibleRange.get(), atCursor)) remove([atCursor])
    else reveal(atCursor.messageId)
  }
  const onDelete = mayDelete ? removeChosenOrCursor : null
  const openAuthor = () => atCursor && showAuthor(atCursor)
  const hit = mayDelete && cursor !== null ? ruleHits.hits.get(cursor) : undefined
  const hitToDecide = hit && isOpen(hit) ? hit : null

  useKey('ArrowDown', 'Next message', () => move(1, false), true, held)
  useKey('ArrowUp', 'Previous message', () => move(-1, false), true, held)
  useKey('Shift ArrowDown', 'Select down', () => move(1, true), true, held)
  useKey('Shift ArrowUp', 'Select up', () => move(-1, true), true, held)
  useKey('x', 'Toggle selection', () => toggle(false))
  useKey('d', 'Delete the selection or the message', () => onDelete?.(), mayDelete)
  useKey('k', 'Keep the message', () => hitToDecide && void ruleHits.stay(hitToDecide), hitToDecide !== null)
  useKey('o', 'Show author', openAuthor)
  useKey('Escape', 'Clear the selection', selection.clear, selection.ids.size > 0)

  /** The keys of the focused list. @param height of what is in sight, in pixels */
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
    else if (event.key === 'Enter') openAuthor()
    else if (event.key === 'Delete' && onDelete) {
      if (!event.repeat) onDelete()
    } else return
    event.preventDefault()
  }

  return {
    ...read,
    chat,
    view,
    change,
    deletions,
    waves: useWaves(read.summary, deletions.deleting, reveal),
    selection,
    /** The selected messages, newest first. */
    chosen,
    selectShown: (on: boolean) => selection.set(shown.map(idOf), on),
    author,
    showAuthor,
    visibleRange,
    /** Keeps the messages at the top and the bottom of the screen. */
    onSight: useCallback(
      (newest: Message, oldest: Message) => {
        const before = visibleRange.get()
        if (before?.newest !== newest || before.oldest !== oldest) visibleRange.set({ newest, oldest })
      },
      [visibleRange],
    ),
    isPickingTime,
    pickTime,
    /** Shows the loaded message nearest to a time, or reads the messages before it. @param at seconds */
    jump,
    list,
    move: (by: number) => move(by, false),
    toggle: () => toggle(false),
    onListKey,
    /** Deletes the selection, or else the message with the cursor; null: the person may not delete messages here. */
    onDelete,
    openAuthor,
    rowActions: useLatest({
      toggle: selection.toggle,
      remove: (messageId: number) => remove(shown.filter((message) => message.messageId === messageId)),
      showAuthor,
      stay: (hit: Hit) => void ruleHits.stay(hit),
      onlyAuthor: (message: Message) => change({ author: authorKey(message) }),
    }),
  }
}

const firstOf = ({ ids }: Wave) => ids[0]!

/**
 * The wave that the hint shows, and navigation between waves. Dismissed waves, and those that are being deleted entirely, are left out.
 * @param reveal scrolls a message into view
 */
export function useWaves(
  summary: MessageSummary | null,
  deleting: { has: (messageId: number) => boolean },
  reveal: (messageId: number) => void,
) {
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(() => new Set())
  const [current, setCurrent] = useState<number | null>(null)
  const waves = (summary?.waves ?? [])
    .filter((wave) => !dismissed.has(firstOf(wave)) && !wave.ids.every((id) => deleting.has(id)))
    .toReversed()
  const currentIndex = waves.findIndex((wave) => firstOf(wave) === current)
  const index = currentIndex < 0 ? waves.length - 1 : currentIndex

  function go(offset: number) {
    const next = waves[index + offset]
    if (!next) return
    setCurrent(firstOf(next))
    reveal(firstOf(next))
  }
  useKey('[', 'Previous spam wave', () => go(-1), index > 0)
  useKey(']', 'Next spam wave', () => go(1), index < waves.length - 1)

  return {
    wave: waves[index],
    /** Counts from 1; the earliest wave is the first. */
    number: index + 1,
    total: waves.length,
    go,
    dismiss: (wave: Wave) => setDismissed(new Set([...dismissed, firstOf(wave)])),
  }
}
