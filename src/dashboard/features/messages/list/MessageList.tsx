import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import type { Message } from '#contract/messages.ts'
import type { Item } from './list-items.ts'
import classes from './MessageList.module.css'
import { MessageRow, type RowActions } from './MessageRow.tsx'
import type { Deleting } from './use-deleting.ts'

/** What the page can make the list do. */
export interface ListHandle {
  /** Brings the message into sight and the focus to the list. */
  reveal: (messageId: number) => void
  toTop: () => void
}

interface MessageListProps {
  items: Item[]
  selected: ReadonlySet<number>
  deleting: ReadonlyMap<number, Deleting>
  alike: ReadonlyMap<number, number>
  /** The message the keys act on. */
  cursor: number | null
  /** @param height of what is in sight, in pixels */
  onKey: (event: KeyboardEvent, height: number) => void
  actions: RowActions
  /** The newest and the oldest message in sight. */
  onSight: (newest: Message, oldest: Message) => void
  /** The end of the list is near. */
  onEnd: () => void
  /** Under the last row: what else there is. */
  foot: ReactNode
  ref: Ref<ListHandle>
}

const isMessage = (item: Item | undefined, messageId: number | null) => item?.kind === 'message' && item.message.messageId === messageId
const rowId = (messageId: number) => `message-${messageId}`

/** The messages. However many are loaded, only those in sight and a few around them are drawn. */
export function MessageList({ items, selected, deleting, alike, cursor, onKey, actions, onSight, onEnd, foot, ref }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'day' ? 28 : 27),
    getItemKey: (index) => {
      const item = items[index]
      return item?.kind === 'message' ? item.message.messageId : `day-${item?.at}`
    },
    overscan: 12,
  })
  const rows = virtual.getVirtualItems()
  const first = rows[0]?.index ?? 0
  const last = rows.at(-1)?.index ?? 0

  // Scrolled away it is no element that could be pointed at.
  const isDrawn = rows.some(({ index }) => isMessage(items[index], cursor))

  useImperativeHandle(ref, () => ({
    reveal: (messageId) => {
      const index = items.findIndex((item) => isMessage(item, messageId))
      if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
      grid.current?.focus({ preventScroll: true })
    },
    toTop: () => virtual.scrollToOffset(0),
  }))

  useEffect(() => {
    if (items.length > 0 && last >= items.length - 40) onEnd()
  }, [items.length, last, onEnd])

  useEffect(() => {
    const { startIndex, endIndex } = virtual.range ?? { startIndex: first, endIndex: last }
    const inSight = items.slice(startIndex, endIndex + 1).flatMap((item) => (item.kind === 'message' ? [item.message] : []))
    if (inSight.length > 0) onSight(inSight[0]!, inSight.at(-1)!)
  })

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
        aria-activedescendant={isDrawn ? rowId(cursor!) : undefined}
        tabIndex={0}
        onKeyDown={(event) => onKey(event, scroller.current!.clientHeight)}
      >
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {rows.map(({ index, start, key }) => {
            const item = items[index]
            if (!item) return null
            const place = { transform: `translateY(${start}px)` }
            if (item.kind === 'day')
              return (
                <div
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  role="row"
                  aria-rowindex={index + 1}
                  className="windowed"
                  style={place}
                >
                  <Day at={item.at} />
                </div>
              )
            const { messageId } = item.message
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                id={rowId(messageId)}
                role="row"
                aria-rowindex={index + 1}
                aria-selected={selected.has(messageId)}
                className="windowed"
                style={place}
              >
                <MessageRow
                  message={item.message}
                  first={item.first}
                  selected={selected.has(messageId)}
                  cursor={cursor === messageId}
                  deleting={deleting.get(messageId)}
                  alike={alike.get(messageId) ?? 0}
                  actions={actions}
                />
              </div>
            )
          })}
        </div>
      </div>
      {foot}
    </div>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const yearFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const zoneFormat = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
const offsetFormat = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'longOffset' })

const zonePart = (format: Intl.DateTimeFormat, date: Date) =>
  format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''

const dayWords = (date: Date) => (date.getFullYear() === new Date().getFullYear() ? dayFormat : yearFormat).format(date)

/** @param at seconds */
function Day({ at }: { at: number }) {
  const date = new Date(at * 1000)
  const offset = zonePart(offsetFormat, date).replace('GMT', 'UTC')
  const zone = zonePart(zoneFormat, date)
  return (
    <div role="gridcell" className={classes.day}>
      <b className="medium">{dayWords(date)}</b>
      <span>times in {zone === offset || zone === 'UTC' ? zone : `${zone}, ${offset === 'UTC' ? 'UTC+0' : offset}`}</span>
    </div>
  )
}
