import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { CellContext } from '../model/cell.ts'
import type { GridRow, Line } from '../model/lines.ts'
import { areaOf, single, type Selection } from '../model/selection.ts'
import { ColumnHeads } from './ColumnHeads.tsx'
import classes from './Grid.module.css'
import { groupHeight, headHeight, roomFor } from './measures.ts'
import { Row } from './Row.tsx'
import { SelectionFrame } from './SelectionFrame.tsx'
import { placeAt, usePointer } from './use-pointer.ts'

export interface Heads {
  corner: ReactNode
  row: (line: Line) => ReactNode
  column: (line: Line) => ReactNode
  group: (row: Extract<GridRow, { kind: 'group' }>) => ReactNode
}

interface GridProps {
  label: string
  rows: readonly GridRow[]
  /** Those of the rows that are lines. */
  lines: readonly Line[]
  columns: readonly Line[]
  context: CellContext
  selection: Selection | null
  onSelect: (selection: Selection) => void
  /** The mouse has selected what it was to select. */
  onSelected: () => void
  /** A cell was clicked twice. */
  onEdit: () => void
  /** @param page how many rows are in sight */
  onKeyDown: (event: KeyboardEvent, page: number) => void
  rowHeight: number
  headWidth: number
  heads: Heads
}

/** Lines that are drawn: those in sight, a few around them, and the one with the focus. */
function rangeWith(extra: number, pinned: number, { startIndex, endIndex, count }: Range): number[] {
  const first = Math.max(0, startIndex - extra)
  const last = Math.min(count - 1, endIndex + extra)
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  if (pinned < 0 || (pinned >= first && pinned <= last)) return drawn
  return pinned < first ? [pinned, ...drawn] : [...drawn, pinned]
}

/** Rows and columns with sticky heads, of which only what is in sight is drawn. An ARIA grid: one tab stop, the keys move over its cells. */
export function Grid(props: GridProps) {
  const { label, rows, lines, columns, context, selection, onSelect, onSelected, onEdit, onKeyDown, rowHeight, headWidth, heads } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>()
  const ref = useMergedRef(scroller, measured)
  const room = roomFor(Math.max(0, width - headWidth), Math.max(0, height - headHeight), columns[0]?.kind ?? 'chat', rowHeight)
  const active = selection?.active ?? { row: 0, column: 0 }
  /** Where the lines are among the rows. */
  const rowOf = useMemo(() => rows.flatMap((row, index) => (row.kind === 'line' ? [index] : [])), [rows])

  const heightOf = useCallback((index: number) => (rows[index]?.kind === 'group' ? groupHeight : rowHeight), [rows, rowHeight])
  const rowKey = useCallback((index: number) => rowKeyOf(rows[index]), [rows])
  const columnKey = useCallback((index: number) => columns[index]?.key ?? index, [columns])
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: rowKey,
    overscan: 0,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => rangeWith(room.extraRows, rowOf[active.row] ?? -1, range),
  })
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => room.columnWidth,
    getItemKey: columnKey,
    overscan: 0,
    paddingStart: headWidth,
    scrollPaddingStart: headWidth,
    rangeExtractor: (range) => rangeWith(room.extraColumns, -1, range),
  })
  useLayoutEffect(() => vertical.measure(), [vertical, rowHeight])
  useLayoutEffect(() => horizontal.measure(), [horizontal, room.columnWidth, headWidth])

  /** Set by what a person does with keys and mouse: the focus follows the selection then, and only then. */
  const takesFocus = useRef(false)
  useLayoutEffect(() => {
    if (!takesFocus.current || !selection) return
    takesFocus.current = false
    scroller.current?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true })
    const { row, column } = selection.to
    if (row === 0) vertical.scrollToOffset(0)
    else vertical.scrollToIndex(rowOf[row] ?? 0)
    horizontal.scrollToIndex(column)
  }, [selection, rowOf, vertical, horizontal])
  const select = (next: Selection) => {
    takesFocus.current = true
    onSelect(next)
  }
  const pointer = usePointer({ selection, select, onSelected, extent: { rows: lines.length, columns: columns.length } })

  const drawnColumns = horizontal.getVirtualItems()
  const area = selection && areaOf(selection)
  const page = Math.max(1, Math.floor((height - headHeight) / rowHeight) - 1)
  return (
    <div
      ref={ref}
      className={classes.scroller}
      style={{ '--head': `${headWidth}px`, '--row': `${rowHeight}px`, '--column': `${room.columnWidth}px` } as object}
    >
      <div
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        className={classes.sheet}
        style={{ width: horizontal.getTotalSize(), height: vertical.getTotalSize() }}
        onKeyDown={(event) => {
          takesFocus.current = true
          onKeyDown(event, page)
        }}
        onFocus={({ target }) => {
          const place = target.getAttribute('role') === 'gridcell' ? placeAt(target) : null
          // By Tab, or by a screen reader.
          if (place && (!selection || !target.hasAttribute('data-active'))) onSelect(single(place))
        }}
        onDoubleClick={({ target }) => target instanceof Element && target.closest('[role=gridcell]') && onEdit()}
        {...pointer}
      >
        <ColumnHeads lines={columns} drawn={drawnColumns} heads={heads} area={area} />
        {vertical.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]!
          const at = row.kind === 'line' ? row.index : -1
          const isSelected = area !== null && at >= area.top && at <= area.bottom
          return (
            <Row
              key={key}
              {...{ row, start, context, columns, heads }}
              rowIndex={index + 2}
              drawn={drawnColumns}
              left={isSelected ? area.left : -1}
              right={isSelected ? area.right : -1}
              active={at === active.row ? active.column : -1}
              activeStart={at === active.row ? headWidth + active.column * room.columnWidth : 0}
            />
          )
        })}
        {area && <SelectionFrame {...{ area, rowOf, headWidth }} rows={vertical.measurementsCache} columnWidth={room.columnWidth} />}
      </div>
    </div>
  )
}

const rowKeyOf = (row: GridRow | undefined) => (row === undefined ? '' : row.kind === 'group' ? `group-${row.group}` : row.line.key)
