import { useMemo, useState } from 'react'
import type { Line, LineKey } from '../model/lines.ts'
import type { Place, Selection } from '../model/selection.ts'

/** A place by its lines, which stay the same when others come and go around them. */
type Corner = readonly [row: LineKey, column: LineKey]
type Corners = Record<keyof Selection, Corner>

export interface GridSelection {
  /** null: nothing was selected, or what was is not shown any more. */
  selection: Selection | null
  /** The same object until something else is selected, whatever is drawn around it. */
  identity: object | null
  select: (next: Selection | null) => void
}

/** The selected rectangle, by the settings and chats at its corners. */
export function useGridSelection(rows: readonly Line[], columns: readonly Line[]): GridSelection {
  const [corners, setCorners] = useState<Corners | null>(null)
  const positions = useMemo(() => ({ row: positionsOf(rows), column: positionsOf(columns) }), [rows, columns])
  const selection = useMemo(() => {
    if (!corners) return null
    const place = ([row, column]: Corner): Place | null => {
      const [at, beside] = [positions.row.get(row), positions.column.get(column)]
      return at === undefined || beside === undefined ? null : { row: at, column: beside }
    }
    const [active, from, to] = [place(corners.active), place(corners.from), place(corners.to)]
    return active && from && to ? { active, from, to } : null
  }, [corners, positions])
  const corner = ({ row, column }: Place): Corner => [rows[row]!.key, columns[column]!.key]
  return {
    selection,
    identity: corners,
    select: (next) => setCorners(next && { active: corner(next.active), from: corner(next.from), to: corner(next.to) }),
  }
}

const positionsOf = (lines: readonly Line[]) => new Map(lines.map(({ key }, index) => [key, index]))
