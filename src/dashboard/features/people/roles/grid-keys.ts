/** Where a cell of the grid is. Not every place has one: an Owner has plain ticks. */
export interface GridPlace {
  row: number
  column: number
}

const steps: Partial<Record<string, GridPlace>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/**
 * The cell that a key leads to; null where the key does not move or nothing lies there. Places without a cell are skipped.
 * @param places of all cells
 */
export function nextPlace(places: readonly GridPlace[], from: GridPlace, key: string, withMod: boolean): GridPlace | null {
  const inRow = places.filter(({ row }) => row === from.row).toSorted((a, b) => a.column - b.column)
  const inColumn = places.filter(({ column }) => column === from.column).toSorted((a, b) => a.row - b.row)
  if (key === 'Home') return (withMod ? inColumn[0] : inRow[0]) ?? null
  if (key === 'End') return (withMod ? inColumn : inRow).at(-1) ?? null
  const step = steps[key]
  if (!step || withMod) return null
  const line = step.row === 0 ? inRow : inColumn
  const at = line.findIndex(({ row, column }) => row === from.row && column === from.column)
  return line[at + step.row + step.column] ?? null
}
