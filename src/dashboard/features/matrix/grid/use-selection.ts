import { useMemo, useState } from 'react'
import type { SettingName } from '#contract/settings.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import type { Place, Selection } from '../model/selection.ts'

/** A place by its setting and chat, which stay the same when others come and go around them. */
type Corner = readonly [name: SettingName, chatId: number]
type Corners = Record<keyof Selection, Corner>

export interface GridSelection {
  /** null: nothing was selected, or what was is not shown any more. */
  selection: Selection | null
  /** The same object until something else is selected, whatever is drawn around it. */
  identity: object | null
  select: (next: Selection | null) => void
}

/** The selected rectangle, by the settings and chats at its corners. */
export function useGridSelection(names: readonly SettingName[], chats: readonly MatrixChat[]): GridSelection {
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
    selection,
    identity: corners,
    select: (next) => setCorners(next && { active: corner(next.active), from: corner(next.from), to: corner(next.to) }),
  }
}

const positionsOf = <K>(keys: readonly K[]) => new Map(keys.map((key, index) => [key, index]))
