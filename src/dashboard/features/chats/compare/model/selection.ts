import { useMemo, useState } from 'react'
import type { SettingName } from '#contract/settings.ts'
import type { MatrixChat } from './matrix-chat.ts'

/** Where a cell is: the positions of its lines among those that are shown. */
export interface Place {
  row: number
  column: number
}

/** A rectangle of cells. `active` has the focus; `from` and `to` are opposite corners, of which Shift moves the second. */
export interface Selection {
  active: Place
  from: Place
  to: Place
}

export interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

export const single = (place: Place): Selection => ({ active: place, from: place, to: place })

export const areaOf = ({ from, to }: Selection): Area => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
})

export const sizeOf = ({ top, bottom, left, right }: Area): number => (bottom - top + 1) * (right - left + 1)

/** How many lines there are, and how many rows Page Down passes. */
export interface Extent {
  rows: number
  columns: number
  page: number
}

export interface Press {
  key: string
  /** Ctrl, or Cmd on a Mac. */
  mod: boolean
  shift: boolean
}

/** The selection after a key, by the grid pattern of the WAI; null where the key does not select. */
export function afterKey(selection: Selection, { key, mod, shift }: Press, extent: Extent): Selection | null {
  const last: Place = { row: extent.rows - 1, column: extent.columns - 1 }
  const { active, from, to } = selection
  if (key === ' ' && mod !== shift)
    return mod
      ? { active, from: { row: 0, column: from.column }, to: { row: last.row, column: to.column } }
      : { active, from: { row: from.row, column: 0 }, to: { row: to.row, column: last.column } }
  // By itself it would scroll the table away.
  if (key === ' ' && !mod) return selection
  if (key.toLowerCase() === 'a' && mod && !shift) return { active, from: { row: 0, column: 0 }, to: last }
  const next = moved(shift ? to : active, key, mod, extent)
  if (!next) return null
  return shift ? { active, from, to: next } : single(next)
}

function moved({ row, column }: Place, key: string, mod: boolean, { rows, columns, page }: Extent): Place | null {
  const within = (place: Place): Place => ({
    row: Math.max(0, Math.min(rows - 1, place.row)),
    column: Math.max(0, Math.min(columns - 1, place.column)),
  })
  if (key === 'Home') return within({ row: mod ? 0 : row, column: 0 })
  if (key === 'End') return within({ row: mod ? rows - 1 : row, column: columns - 1 })
  if (mod) return null
  const steps: Partial<Record<string, Place>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  }
  const step = steps[key]
  return step ? within(step) : null
}

/** A place by its setting and chat, which stay the same when others come and go around them. */
type Corner = readonly [name: SettingName, chatId: number]
type Corners = Record<keyof Selection, Corner>

/** The selected rectangle, by the settings and chats at its corners. */
export function useGridSelection(names: readonly SettingName[], chats: readonly MatrixChat[]) {
  const [corners, setCorners] = useState<Corners | null>(null)
  const positions = useMemo(() => ({ row: positionsOf(names), column: positionsOf(chats.map(({ id }) => id)) }), [names, chats])
  const selection = useMemo(() => {
    if (!corners) return null
    const place = ([name, chatId]: Corner): Place | null => {
      const [at, beside] = [positions.row.get(name), positions.column.get(chatId)]
      return at === undefined || beside === undefined ? null : { row: at, column: beside }
    }
    const [active, from, to] = [place(corners.active), place(corners.from), place(corners.to)]
    return active && from && to ? { active, from, to } : null
  }, [corners, positions])
  const corner = ({ row, column }: Place): Corner => [names[row]!, chats[column]!.id]
  return {
    /** null: nothing was selected, or what was is not shown any more. */
    selection,
    /** The same object until something else is selected, whatever is drawn around it. */
    identity: corners,
    select: (next: Selection | null) => setCorners(next && { active: corner(next.active), from: corner(next.from), to: corner(next.to) }),
  }
}
export type GridSelection = ReturnType<typeof useGridSelection>

const positionsOf = <K>(keys: readonly K[]) => new Map(keys.map((key, index) => [key, index]))
