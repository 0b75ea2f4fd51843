import { useElementSize, useMergedRef } from '@mantine/hooks'
import { expectedWindow } from '#dashboard/ui/page/expected-window.ts'
import { type KeyboardEvent, memo, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SettingName } from '#contract/settings.ts'
import type { CellContext } from '../model/cell.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import type { GridRow } from '../model/rows.ts'
import { type Area, areaOf, type Selection, single } from '../model/selection.ts'
import type { Heads } from './use-heads.tsx'
import { ColumnHeads, Row } from './Row.tsx'
import classes from './Grid.module.css'
import {
  type Drawn,
  edgesOf,
  type Geometry,
  groupHeight,
  headHeight,
  isComplete,
  nextDrawn,
  noSpan,
  nothingDrawn,
  roomFor,
  windowAt,
} from './window.ts'
import { placeAt, usePointer } from './use-pointer.ts'

interface GridProps {
  rows: readonly GridRow[]
  /** The settings among the rows. */
  names: readonly SettingName[]
  /** A column each. */
  chats: readonly MatrixChat[]
  context: CellContext
  selection: Selection | null
  /** The same object in every render. */
  actions: {
    onSelect: (selection: Selection) => void
    /** The mouse has selected what it was to select. */
    onSelected: () => void
    /** A cell was clicked twice. */
    onEdit: () => void
    /** @param page how many rows are in sight */
    onKeyDown: (event: KeyboardEvent, page: number) => void
  }
  rowHeight: number
  headWidth: number
  heads: Heads
  /** How many chats come first because they are pinned. */
  pinnedCount: number
}

/** Rows and columns with sticky heads, of which only what is in sight is drawn. An ARIA grid: one tab stop, the keys move over its cells. */
export const Grid = memo(function Grid(props: GridProps) {
  const { rows, names, chats, context, selection, actions, rowHeight, headWidth, heads, pinnedCount } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width: measuredWidth, height: measuredHeight } = useElementSize<HTMLDivElement>()
  const fullWidth = measuredWidth || (expectedWindow()?.tableWidth ?? 0)
  const fullHeight = measuredHeight || (expectedWindow()?.height ?? 0)
  const ref = useMergedRef(scroller, measured)
  const width = Math.max(0, fullWidth - headWidth)
  const height = Math.max(0, fullHeight - headHeight)
  const geometry = useMemo(
    () => ({
      edges: edgesOf(rows.map((row) => (row.kind === 'group' ? groupHeight : rowHeight))),
      columns: chats.length,
      width,
      height,
      room: roomFor(width, height, rowHeight),
    }),
    [rows, rowHeight, chats.length, width, height],
  )
  const { edges } = geometry
  const { columnWidth } = geometry.room
  const drawn = useDrawn(scroller, geometry)
  const active = selection?.active ?? { row: 0, column: 0 }
  const area = useMemo(() => selection && areaOf(selection), [selection])
  /** Where the settings are among the rows. */
  const rowOf = useMemo(() => rows.flatMap((row, index) => (row.kind === 'setting' ? [index] : [])), [rows])

  /** Set by what a person does with keys and mouse: the focus follows the selection then, and only then. */
  const takesFocus = useRef(false)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!takesFocus.current || !selection || !element) return
    takesFocus.current = false
    element.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true })
    // A selection of whole rows or columns moves nothing along them.
    const { from, to } = selection
    const isAll = (one: number, other: number, count: number) => count > 1 && Math.abs(one - other) === count - 1
    if (!isAll(from.row, to.row, names.length)) {
      const row = rowOf[to.row] ?? 0
      element.scrollTop = revealed(element.scrollTop, height, to.row === 0 ? 0 : edges[row]!, edges[row + 1]!)
    }
    if (!isAll(from.column, to.column, chats.length))
      element.scrollLeft = revealed(element.scrollLeft, width, to.column * columnWidth, (to.column + 1) * columnWidth)
  }, [selection, names.length, chats.length, rowOf, edges, columnWidth, width, height])
  const select = (next: Selection) => {
    takesFocus.current = true
    actions.onSelect(next)
  }
  /** The row of the group whose head has the focus; -1: none. */
  const [atGroup, setAtGroup] = useState(-1)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!takesFocus.current || atGroup < 0 || !element) return
    takesFocus.current = false
    element.querySelector<HTMLElement>(`[aria-rowindex="${atGroup + 2}"] button`)?.focus({ preventScroll: true })
    element.scrollTop = revealed(element.scrollTop, height, edges[atGroup]!, edges[atGroup + 1]!)
  }, [atGroup, edges, height])
  /** The keys of the heads of groups; returns whether the key was one. */
  function onGroupKey(event: KeyboardEvent): boolean {
    const at = rowIndexOf(event.target)
    const row = rows[at]
    if (!row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const next = step && rows[at + step]
    if (next && next.kind === 'group') {
      takesFocus.current = true
      setAtGroup(at + step)
    } else if (row.kind !== 'group') return false
    else if (next) select(single({ row: next.index, column: active.column }))
    else if (event.key === (row.isClosed ? 'ArrowRight' : 'ArrowLeft')) (event.target as HTMLElement).click()
    // The others are those of its button, and no edits of the selection.
    else return !['Home', 'End', 'PageUp', 'PageDown'].includes(event.key)
    event.preventDefault()
    return true
  }
  const pointer = usePointer({ selection, select, onSelected: actions.onSelected, extent: { rows: names.length, columns: chats.length } })

  const pinnedLine = pinnedCount > 0 && (
    <div aria-hidden className={classes.afterPinned} style={{ left: headWidth + pinnedCount * columnWidth - 1 }} />
  )
  const page = Math.max(1, Math.floor(height / rowHeight) - 1)
  const activeRow = rowOf[active.row] ?? -1
  // The row with the focus is drawn also while it is out of sight; in its place, as an element that is moved loses the focus.
  const shown = [...new Set([...drawn.rows.keys(), activeRow, atGroup])]
    .filter((index) => rows[index])
    .toSorted((one, other) => one - other)
  return (
    <div
      ref={ref}
      className={classes.scroller}
      style={{ '--head': `${headWidth}px`, '--row': `${rowHeight}px`, '--column': `${columnWidth}px` } as object}
    >
      <div
        role="grid"
        tabIndex={-1}
        aria-label="Settings of all chats"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        aria-colcount={chats.length + 1}
        className={classes.sheet}
        style={{ width: headWidth + chats.length * columnWidth, height: headHeight + edges.at(-1)! }}
        onKeyDown={(event) => {
          if (onGroupKey(event)) return
          takesFocus.current = true
          actions.onKeyDown(event, page)
        }}
        onFocus={({ target }) => {
          const index = rowIndexOf(target)
          setAtGroup(rows[index]?.kind === 'group' ? index : -1)
          const place = target.getAttribute('role') === 'gridcell' ? placeAt(target) : null
          // By Tab, or by a screen reader.
          if (place && (!selection || !target.hasAttribute('data-active'))) actions.onSelect(single(place))
        }}
        onDoubleClick={({ target }) => target instanceof Element && target.closest('[role=gridcell]') && actions.onEdit()}
        {...pointer}
      >
        <ColumnHeads drawn={drawn.columns} {...{ chats, columnWidth, heads, area }}>
          {pinnedLine}
        </ColumnHeads>
        {shown.map((index) => {
          const row = rows[index]!
          const at = row.kind === 'setting' ? row.index : -1
          const isSelected = area !== null && at >= area.top && at <= area.bottom
          return (
            <Row
              key={rowKeyOf(row)}
              {...{ row, context, chats, columnWidth, headWidth, heads }}
              {...(drawn.rows.get(index) ?? noSpan)}
              top={headHeight + edges[index]!}
              rowIndex={index + 2}
              left={isSelected ? area.left : -1}
              right={isSelected ? area.right : -1}
              active={at === active.row ? active.column : -1}
            />
          )
        })}
        {pinnedLine}
        {area && (
          <SelectionFrame
            {...{ area, columnWidth, headWidth }}
            top={headHeight + edges[rowOf[area.top] ?? 0]!}
            bottom={headHeight + edges[(rowOf[area.bottom] ?? 0) + 1]!}
          />
        )}
      </div>
    </div>
  )
})

const rowKeyOf = (row: GridRow) => (row.kind === 'group' ? `group-${row.group}` : row.name)

const rowIndexOf = (target: EventTarget) =>
  Number((target instanceof Element && target.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')) || 0) - 2

/** The nearest position at which a line is in sight. */
const revealed = (position: number, room: number, start: number, end: number) =>
  start < position ? start : end > position + room ? Math.max(0, end - room) : position

interface SelectionFrameProps {
  area: Area
  /** Where the rows of the area begin and end. */
  top: number
  bottom: number
  columnWidth: number
  headWidth: number
}

/** The frame around the selected cells. */
const SelectionFrame = ({ area, top, bottom, columnWidth, headWidth }: SelectionFrameProps) => (
  <div
    aria-hidden
    className={classes.frame}
    data-selection-frame
    style={{
      top: top - 1,
      height: bottom - top + 1,
      left: headWidth + area.left * columnWidth - 1,
      width: (area.right - area.left + 1) * columnWidth + 1,
    }}
  />
)

/** What is in sight before anything is scrolled. */
function wholeWindow(geometry: Geometry): Drawn {
  let drawn = nothingDrawn
  do drawn = nextDrawn(drawn, windowAt(0, 0, geometry))
  while (!isComplete(drawn))
  return drawn
}

/** What of a grid is drawn while it is scrolled. All lines have known sizes, so nothing is measured. */
function useDrawn(scroller: RefObject<HTMLElement | null>, geometry: Geometry): Drawn {
  const [drawn, setDrawn] = useState(() => (expectedWindow() ? wholeWindow(geometry) : nothingDrawn))
  const latest = useRef(drawn)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || geometry.height <= 0) return
    let frame = 0
    const follow = (show: (next: Drawn) => void) => {
      const next = nextDrawn(latest.current, windowAt(element.scrollLeft, element.scrollTop, geometry))
      if (next !== latest.current) show((latest.current = next))
      frame = isComplete(next) ? 0 : requestAnimationFrame(inFrame)
    }
    // In the frame that shows the new position: a later one would show a gap first.
    const inFrame = () => follow((next) => flushSync(() => setDrawn(next)))
    const onScroll = () => (frame ||= requestAnimationFrame(inFrame))
    follow(setDrawn)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, geometry])
  return drawn
}
