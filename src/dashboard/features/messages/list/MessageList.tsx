import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { type RowsHandle, VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import { authorKey } from '#engine/analysis/indexed-message.ts'
import type { MessageScreen } from '../use-message-screen.ts'
import classes from './list.module.css'
import { MessageRow } from './MessageRow.tsx'
import { fullDate, longDate, zoneInWords } from '#dashboard/ui/format/dates.ts'
import { localDate, startOfDay } from '#dashboard/ui/format/time.tsx'

type Item =
  | { kind: 'day'; /** The start of the local day, in seconds. */ at: number }
  | { kind: 'message'; message: Message; /** Whether it is the first of consecutive messages by its author. */ first: boolean }

/** @param list newest first */
export function itemsOf(list: readonly Message[]): Item[] {
  const items: Item[] = []
  let dayStart = Number.POSITIVE_INFINITY
  let previous: Message | null = null
  for (const message of list) {
    // A Date is created only once per day: 100,000 of them would be slow.
    const isNewDay = message.time < dayStart
    if (isNewDay) {
      dayStart = startOfDay(message.time * 1000) / 1000
      items.push({ kind: 'day', at: dayStart })
    }
    items.push({ kind: 'message', message, first: isNewDay || previous === null || authorKey(previous) !== authorKey(message) })
    previous = message
  }
  return items
}

interface MessageListProps {
  screen: MessageScreen
  items: Item[]
  alike: ReadonlyMap<number, number>
  /** Under the last row: what else there is. */
  foot: ReactNode
}

const rowId = (messageId: number) => `message-${messageId}`
const keyOf = (item: Item) => (item.kind === 'message' ? item.message.messageId : `day-${item.at}`)
const indexOf = (items: readonly Item[], messageId: number) =>
  items.findIndex((item) => item.kind === 'message' && item.message.messageId === messageId)

/** More messages are loaded when fewer rows than this follow the last one in sight. */
const rowsAhead = 52

/** The messages. However many are loaded, only those in sight and a few around them are drawn. */
export function MessageList({ screen, items, alike, foot }: MessageListProps) {
  const { onEnd, onSight, ruleHits } = screen
  const { cursor, ids: selected } = screen.selection
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const rows = useRef<RowsHandle>(null)
  // How many items there were when their end was last near: those that were loaded since are no reason to load more.
  const [nearEndOf, setNearEndOf] = useState(0)
  const [isCursorInSight, setIsCursorInSight] = useState(false)
  const cursorIndex = useMemo(() => (cursor === null ? -1 : indexOf(items, cursor)), [items, cursor])

  useImperativeHandle(screen.list, () => ({
    reveal: (messageId) => {
      const index = indexOf(items, messageId)
      if (index >= 0) rows.current?.reveal(index)
      grid.current?.focus({ preventScroll: true })
    },
    toTop: () => rows.current?.toTop(),
  }))

  useEffect(() => {
    if (items.length > 0 && items.length === nearEndOf) onEnd()
  }, [items.length, nearEndOf, onEnd])

  function onRange(first: number, last: number) {
    setNearEndOf(last >= items.length - rowsAhead ? items.length : 0)
    setIsCursorInSight(first <= cursorIndex && cursorIndex <= last)
    const inSight = items.slice(first, last + 1).flatMap((item) => (item.kind === 'message' ? [item.message] : []))
    if (inSight.length > 0) onSight(inSight[0]!, inSight.at(-1)!)
  }

  function row(index: number, measure: Ref<HTMLElement>) {
    const item = items[index]
    if (!item) return null
    const same = { ref: measure as Ref<HTMLDivElement>, role: 'row', 'data-index': index, 'aria-rowindex': index + 1 }
    if (item.kind === 'day')
      return (
        <div key={keyOf(item)} {...same}>
          <Day at={item.at} />
        </div>
      )
    const { messageId } = item.message
    const hit = ruleHits.hits.get(messageId)
    return (
      <div key={keyOf(item)} {...same} id={rowId(messageId)} aria-selected={selected.has(messageId)}>
        <MessageRow
          message={item.message}
          first={item.first}
          selected={selected.has(messageId)}
          cursor={cursor === messageId}
          deleting={screen.deletions.deleting.get(messageId)}
          alike={alike.get(messageId) ?? 0}
          hit={hit}
          isSending={hit !== undefined && ruleHits.sending.has(hit.id)}
          actions={screen.rowActions}
        />
      </div>
    )
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        ref={grid}
        className={classes.grid}
        hidden={items.length === 0}
        role="grid"
        aria-label="Messages, newest first"
        aria-multiselectable
        aria-rowcount={items.length}
        aria-activedescendant={cursor !== null && cursorIndex >= 0 ? rowId(cursor) : undefined}
        data-cursor-in-sight={isCursorInSight || undefined}
        tabIndex={0}
        onKeyDown={(event) => screen.onListKey(event, scroller.current!.clientHeight)}
      >
        <div role="rowgroup">
          <VirtualRows
            {...{ scroller, row, onRange }}
            handle={rows}
            count={items.length}
            keyOf={(index) => (items[index] ? keyOf(items[index]) : -1)}
            estimate={(index) => (items[index]?.kind === 'day' ? 28 : 27)}
            spacer="div"
            pinned={cursorIndex}
          />
        </div>
      </div>
      {foot}
    </div>
  )
}

const dayWords = (date: string) => (date.startsWith(String(new Date().getFullYear())) ? fullDate : longDate)(date)

/** @param at seconds */
const Day = ({ at }: { at: number }) => (
  <div role="gridcell" className="group-head">
    <b className="medium">{dayWords(localDate(at * 1000))}</b>
    <span>{zoneInWords(at * 1000)}</span>
  </div>
)
