import { useRef, type MouseEvent } from 'react'
import { single, type Place, type Selection } from '../model/selection.ts'

/** What is under the pointer: -1 for the row of a column's head, and for the column of a row's head. */
export function placeAt(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest('[data-column], [data-line]') : null
  if (!cell) return null
  const row = cell.closest('[data-line]')?.getAttribute('data-line')
  const column = cell.getAttribute('data-column')
  return { row: row === null || row === undefined ? -1 : Number(row), column: column === null ? -1 : Number(column) }
}

interface PointerOptions {
  selection: Selection | null
  select: (next: Selection) => void
  /** The button is up again. */
  onSelected: () => void
  extent: { rows: number; columns: number }
}

/** Selecting with the mouse: a cell, a rectangle by dragging or with Shift, a column or a row by its head. A finger scrolls, and selects what it taps. */
export function usePointer({ selection, select, onSelected, extent }: PointerOptions) {
  /** Where the button went down. */
  const start = useRef<Place | null>(null)

  /** The rectangle between two places; a head stands for all of its line. */
  function between(from: Place, to: Place, active: Place): Selection {
    const wholeColumns = from.row < 0
    const wholeRows = from.column < 0
    return {
      active,
      from: { row: wholeColumns ? 0 : from.row, column: wholeRows ? 0 : from.column },
      to: {
        row: wholeColumns ? extent.rows - 1 : Math.max(0, to.row),
        column: wholeRows ? extent.columns - 1 : Math.max(0, to.column),
      },
    }
  }
  return {
    onMouseDown: (event: MouseEvent) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('a, button, input, select, textarea'))) return
      const place = placeAt(event.target)
      if (!place || (place.row < 0 && place.column < 0) || extent.rows === 0 || extent.columns === 0) return
      // No text is selected; the focus follows the selection.
      event.preventDefault()
      start.current = place
      document.addEventListener(
        'mouseup',
        () => {
          start.current = null
          onSelected()
        },
        { once: true },
      )
      const cell = { row: Math.max(0, place.row), column: Math.max(0, place.column) }
      if (event.shiftKey && selection && place.row >= 0 && place.column >= 0) {
        start.current = selection.from
        select({ ...selection, to: cell })
      } else select(place.row < 0 || place.column < 0 ? between(place, place, cell) : single(cell))
    },
    onMouseOver: (event: MouseEvent) => {
      const from = start.current
      if (!from || !selection) return
      if (event.buttons !== 1) return void (start.current = null)
      const place = placeAt(event.target)
      if (place) select(between(from, place, selection.active))
    },
  }
}
