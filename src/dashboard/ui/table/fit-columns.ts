import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { expectedWindow } from '../page/expected-window.ts'

export interface Column<Row> {
  key: string
  label: string
  /** Pixels; the remaining width is shared by the columns without one. */
  width?: number
  /** Pixels that a column without a width needs at least. */
  minWidth?: number
  sortable?: boolean
  align?: 'right'
  /** Its cells name their rows. */
  isRowHead?: true
  /** In a narrow table, columns of rank 1 are dropped first; a column without a rank stays. */
  dropRank?: number
  cell: (row: Row) => ReactNode
}

/** Pixels of the checkbox of a row. */
export const boxWidth = 42
/** Pixels of the menu of a row. */
export const menuWidth = 46
/** Pixels of both. */
export const besideColumns = boxWidth + menuWidth
/** What a column without a width needs at least. */
const minFlexible = 200

/** The columns that fit, in their order, and those that do not: the least important rank is dropped first, as a whole. @param width pixels */
export function fitColumns<Row>(columns: Column<Row>[], width: number): { shown: Column<Row>[]; dropped: Column<Row>[] } {
  const ranks = [...new Set(columns.flatMap(({ dropRank }) => dropRank ?? []))].toSorted((a, b) => a - b)
  let shown = columns
  for (const rank of ranks) {
    if (widthOf(shown) <= width) break
    shown = shown.filter(({ dropRank }) => dropRank !== rank)
  }
  return { shown, dropped: columns.filter((column) => !shown.includes(column)) }
}

/** Pixels that these columns need at least. @param beside pixels of what stands beside them */
export const widthOf = (columns: readonly { width?: number; minWidth?: number }[], beside = besideColumns) =>
  columns.reduce((sum, { width, minWidth = minFlexible }) => sum + (width ?? minWidth), beside)

/** Leaves out what does not fit into the measured element. @param isOn false: all columns are shown, whatever the width */
export function useFittingColumns<Row>(columns: Column<Row>[], isOn: boolean) {
  const [width, setWidth] = useState(() => expectedWindow()?.tableWidth ?? Infinity)
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return
    // Once at once, so that the first paint has the right columns.
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { measured, ...useMemo(() => fitColumns(columns, isOn ? width : Infinity), [columns, isOn, width]) }
}
