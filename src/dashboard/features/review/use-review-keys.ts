import { useNavigate } from 'react-router-dom'
import { to } from '#dashboard/platform/to.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { groupKeyOf } from './queue/entries.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import type { ShownEntry } from './queue/shown.ts'
import type { Queue } from './queue/use-queue.ts'

interface ReviewKeys {
  current: ShownEntry | undefined
  queue: Queue
  step: (by: 1 | -1) => void
  choose: (key: string) => void
  stay: (entry: ShownEntry) => void
  remove: (entry: ShownEntry) => void
  mayDecide: boolean
}

const held = { repeats: true } as const

/** The keyboard shortcuts of the queue. */
export function useReviewKeys({ current, queue, step, choose, stay, remove, mayDecide }: ReviewKeys): void {
  const navigate = useNavigate()
  const first = current?.hits[0]
  const canDecide = mayDecide && first !== undefined && isOpen(first)
  const hasRows = queue.shown.length > 0
  function toggleGroup() {
    if (!current || !first) return
    const groupKey = groupKeyOf(first)
    queue.toggleSplit(groupKey)
    choose(current.key === groupKey ? first.id : groupKey)
  }
  useKey('j', 'Next entry', () => step(1), hasRows, held)
  useKey('k', 'Previous entry', () => step(-1), hasRows, held)
  useKey('s', 'Spare or keep', () => current && stay(current), canDecide)
  useKey('d', 'Delete', () => current && remove(current), canDecide)
  useKey('x', 'Split a group, or join it again', toggleGroup, !!first && first.alike !== '')
  useKey('o', 'Open in Messages', () => first && void navigate(to.messagesUntil(first.message.chatId, first.message.time)), !!first)
  useKey('u', 'Undo the last decision', () => void queue.undo(), queue.canUndo)
}
