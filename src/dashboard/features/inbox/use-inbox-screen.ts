import { useMedia } from '#dashboard/ui/page/use-media.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { InboxItem } from '#contract/gateway/inbox.ts'
import { type Review, review } from '#contract/gateway/review.ts'
import { signalGateway } from '#dashboard/platform/api/gateway-query.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useServerNow } from '#dashboard/platform/review/time-left.ts'
import { isOpen, verdictOf } from '#dashboard/platform/review/verdict.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { listed, maxNamed } from '#dashboard/ui/format/numbers.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { groupKeyOf, idsOf, isDecidable, type ShownEntry } from './queue/entries.ts'
import { type InboxRow, isItem, nextOpen, placeOf } from './queue/items.ts'
import { type InboxList, useInboxView, useQueue } from './queue/use-queue.ts'

const held = { repeats: true } as const

export type InboxScreen = ReturnType<typeof useInboxScreen>

/**
 * What the parts of the list show and do. Each state has one owner: the address has the filters; useQueue the rows, and the decisions about messages;
 * useCurrent the row that keys act on; this one whether its details are unfolded.
 */
export function useInboxScreen(list: InboxList) {
  const may = useMay()
  const navigate = useNavigate()
  const [view, onView] = useInboxView()
  const queue = useQueue(list, view)
  const chats = useQuery(endpointQuery('chatList', {})).data?.data
  const { rows } = queue
  const { advanceFrom, ...currentRow } = useCurrent(rows)
  const { current, choose, step } = currentRow
  const message = current && !isItem(current) ? current : undefined
  const isWide = useMedia('(min-width: 62.5em)')
  // Without a details column, the details open below their row.
  const [isUnfolded, setUnfolded] = useState(false)
  usePresence(message?.hits[0].id ?? null)

  const mayDecideAbout = ({ hits }: ShownEntry) => may('messages.delete', hits[0].message.chatId)
  const decide = (decision: 'stay' | 'remove') => (entry: ShownEntry) => {
    void queue[decision](entry)
    advanceFrom(entry.key)
  }
  const [stay, remove] = [decide('stay'), decide('remove')]

  const first = message?.hits[0]
  const canDecide = message !== undefined && mayDecideAbout(message) && isOpen(message.hits[0])
  function toggleGroup() {
    if (!message || !first) return
    const groupKey = groupKeyOf(first)
    queue.toggleSplit(groupKey)
    choose(message.key === groupKey ? first.id : groupKey)
  }
  useKey('ArrowDown', 'Next entry', () => step(1), rows.length > 0, held)
  useKey('ArrowUp', 'Previous entry', () => step(-1), rows.length > 0, held)
  useKey('Escape', 'Back to the list', () => current && mainOf(current.key)?.focus(), current !== undefined)
  useKey('k', 'Keep', () => message && stay(message), canDecide)
  useKey('d', 'Delete', () => message && remove(message), canDecide)
  useKey('x', 'Split a group, or join it again', toggleGroup, !!first && first.alike !== '')
  useKey('o', 'Open in Messages', () => first && void navigate(to.messagesUntil(first.message.chatId, first.message.time)), !!first)
  useKey('u', 'Undo the last decision', () => void queue.undo(), queue.canUndo)

  return {
    ...currentRow,
    ...list,
    view,
    onView,
    queue,
    rows,
    isWide,
    isUnfolded,
    stay,
    remove,
    mayDecideAbout,
    /** A click on the row. */
    open: ({ key }: InboxRow) => {
      if (!isWide) setUnfolded(key !== current?.key || !isUnfolded)
      choose(key)
    },
    /** Who looks at it: "Tom is looking", or ''. */
    /** Milliseconds. */
    now: useServerNow(),
    /** The chat of an item, or how many it has. */
    placeOf: (item: InboxItem) => placeOf(item, chats ?? []),
    viewersOf: (entry: ShownEntry) => lookingWords(list.review.people, new Set(idsOf(entry))),
    /** The outcome, or '' as long as there is something to decide. */
    verdictOf: (entry: ShownEntry) => (isDecidable(entry) ? '' : verdictOf(entry.hits, queue.own)),
    isSending: (entry: ShownEntry) => idsOf(entry).some((id) => queue.sending.has(id)),
  }
}

/**
 * The row that keys act on. If it disappears without an action of the person, no other row becomes current until the person moves: a key press meant for
 * one message must not decide about another.
 */
function useCurrent(rows: readonly InboxRow[]) {
  // undefined: no row has been shown yet.
  const [key, setKey] = useState<string | null | undefined>(undefined)
  const [position, setPosition] = useState(0)
  const [first] = rows
  const index = rows.findIndex((row) => row.key === key)
  const current = rows[index]

  if (key === undefined && first) setKey(first.key)
  if (index >= 0 && index !== position) setPosition(index)

  function step(by: 1 | -1) {
    const at = index >= 0 ? index + by : position
    const next = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (!next) return
    setKey(next.key)
    mainOf(next.key)?.focus()
  }

  return {
    current,
    position: index,
    choose: setKey,
    step,
    /** Moves on from a row that was decided. */
    advanceFrom: (from: string) => {
      if (from !== key) return
      const next = nextOpen(rows, from)
      setKey(next?.key ?? null)
      if (next && mainOf(from)?.parentElement?.contains(document.activeElement)) mainOf(next.key)?.focus()
    },
    /** The message for a bar that always offers a decision; none while something else is open. */
    offered: offeredOf(rows, current),
  }
}

function offeredOf(rows: readonly InboxRow[], current: InboxRow | undefined): ShownEntry | undefined {
  if (current && isItem(current)) return undefined
  return current && isDecidable(current) ? current : rows.find((row): row is ShownEntry => !isItem(row) && isDecidable(row))
}

const mainOf = (key: string) => document.querySelector<HTMLElement>(`li[data-entry="${CSS.escape(key)}"] > button`)

/** The server shows it to others for 30 s. */
const repeatMs = 12_000
/** Entries that are only passed over are not sent. */
const pauseMs = 600

const sendPresence = (hitId: string | null) => {
  if (document.visibilityState === 'visible') signalGateway(review.reviewLook, { body: { hitId } })
}

/** Tells others which entry this person looks at, while the page is visible. @param hitId null: no entry */
function usePresence(hitId: string | null): void {
  useEffect(() => {
    const first = setTimeout(() => sendPresence(hitId), pauseMs)
    const timer = setInterval(() => sendPresence(hitId), repeatMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [hitId])
}

type People = Review['people']

/** The people who look at one of these messages: "Tom is looking", or ''. */
const lookingWords = (people: People, ids: ReadonlySet<string>) =>
  peopleInWords(
    people.filter(({ hitId }) => hitId !== null && ids.has(hitId)),
    'is looking',
    'are looking',
  )

/** "Ana and Tom are here", or ''. */
export function peopleInWords(people: People, one: string, several: string): string {
  if (people.length === 0) return ''
  return `${listed(people, maxNamed, ({ name }) => name)} ${people.length === 1 ? one : several}`
}
