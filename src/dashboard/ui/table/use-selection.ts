import { useRef } from 'react'

interface SelectionProps<Row> {
  rows: readonly Row[]
  idOf: (row: Row) => number
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
}

/** Selection by click and by Shift-range. What is selected but not shown stays selected. */
export function useSelection<Row>({ rows, idOf, selected, onSelect }: SelectionProps<Row>) {
  const last = useRef<number | null>(null)
  const chosen = rows.reduce((sum, row) => sum + Number(selected.has(idOf(row))), 0)
  const set = (range: readonly Row[], on: boolean) => {
    const next = new Set(selected)
    for (const row of range) {
      if (on) next.add(idOf(row))
      else next.delete(idOf(row))
    }
    onSelect(next)
  }
  return {
    all: chosen > 0 && chosen === rows.length,
    some: chosen > 0 && chosen < rows.length,
    toggleAll: () => set(rows, chosen < rows.length),
    toggle: (row: Row, extend: boolean) => {
      const at = rows.indexOf(row)
      const from = extend ? rows.findIndex((other) => idOf(other) === last.current) : -1
      last.current = idOf(row)
      const [start, end] = from < 0 ? [at, at] : [Math.min(from, at), Math.max(from, at)]
      set(rows.slice(start, end + 1), !selected.has(idOf(row)))
    },
  }
}
