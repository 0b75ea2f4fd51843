import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { InboxItem } from '#contract/gateway/inbox.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { groupBy } from '#engine/group-by.ts'
import { groupKeyOf, isDecidable, type ShownEntry } from './entries.ts'

/** What waits beside messages, as rows of the same list. */

export const rowKinds = { messages: 'Messages', outside: 'Outside changes', decisions: 'Decisions', missed: 'Missed' } as const
export type RowKind = keyof typeof rowKinds
export const rowKindNames = Object.keys(rowKinds) as RowKind[]

export interface ItemRow {
  key: string
  item: InboxItem
}
export type InboxRow = ShownEntry | ItemRow

export const isItem = (row: InboxRow): row is ItemRow => 'item' in row

export const kindOf = ({ kind, isMissed }: InboxItem): RowKind => (isMissed ? 'missed' : kind === 'outside' ? 'outside' : 'decisions')

export const rowOf = (item: InboxItem): ItemRow => ({ key: `${item.kind}-${item.id}`, item })

export const iconOf = ({ kind, isMissed }: InboxItem): IconName => (isMissed ? 'clock' : kind === 'outside' ? 'eye' : 'info')

/** What it is about, in one line. */
export function titleOf({ kind, title, count, isMissed }: InboxItem): string {
  if (kind === 'outside') return plural(count, '{count} outside change', '{count} outside changes')
  if (kind === 'hours') return isMissed ? 'Opening hours were missed' : 'Opening hours ask'
  return title
}

/** The chat, or how many there are. */
export function placeOf({ place, chatIds }: InboxItem, chats: readonly Pick<Chat, 'id' | 'name'>[]): string {
  const [id] = chatIds
  if (place !== '') return place
  if (id === undefined) return 'Account'
  return chatIds.length > 1 ? counted(chatIds.length, 'chat') : chatTitle(chats.find((chat) => chat.id === id) ?? { id, name: '' })
}

/** What is to be decided, where the title does not say so. */
export const questionOf = ({ kind, count, isSevere }: InboxItem): string =>
  kind === 'change'
    ? plural(count, '{count} chat needs a decision', '{count} chats need a decision')
    : kind === 'action'
      ? 'missed'
      : isSevere
        ? 'lets people in or removes protection'
        : ''

/** The items of a list after it was read again: while rows must not move, new ones wait, and then also what was decided stays. */
export function nextItems(
  shown: readonly ItemRow[],
  open: readonly ItemRow[],
  { mayInsert, mayRemove }: { mayInsert: boolean; mayRemove: boolean },
): readonly ItemRow[] {
  const byKey = new Map(open.map((row) => [row.key, row]))
  const next = mayInsert ? open : shown.flatMap((row) => byKey.get(row.key) ?? (mayRemove ? [] : [row]))
  return next.length === shown.length && next.every(({ item }, index) => item === shown[index]?.item) ? shown : next
}

/**
 * What affects most comes first: by the decisions of an item, and by the messages of a group, also of one that is decided one by one.
 * @param order the keys of the rows as they are shown; null: they may move
 */
export function mostAffectedFirst(rows: readonly InboxRow[], order: readonly string[] | null): InboxRow[] {
  const rankOf = order ? placesIn(order) : affectedOf(rows)
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function placesIn(order: readonly string[]) {
  const places = new Map(order.map((key, place) => [key, place]))
  return ({ key }: InboxRow) => places.get(key) ?? order.length
}

function affectedOf(rows: readonly InboxRow[]) {
  const groups = groupBy(
    rows.flatMap((row) => (isItem(row) ? [] : row.hits)),
    groupKeyOf,
  )
  return (row: InboxRow) => -(isItem(row) ? row.item.count : groups.get(groupKeyOf(row.hits[0]))!.length)
}

/** The row that becomes current after a decision: the next open one, or else the previous one. */
export function nextOpen(rows: readonly InboxRow[], key: string): InboxRow | undefined {
  const at = rows.findIndex((row) => row.key === key)
  const isOpen = (row: InboxRow) => isItem(row) || isDecidable(row)
  return rows.slice(at + 1).find(isOpen) ?? rows.slice(0, Math.max(0, at)).findLast(isOpen)
}
