import { useRef, useState } from 'react'

/** Selected messages: ids, never indexes, because rows come and go. */
export interface Selection<Id> {
  ids: ReadonlySet<Id>
  /** The row that was toggled or moved to last: one end of a range, and the row that the keys of a list act on. */
  cursor: Id | null
  /** @param extend Shift was held: the rows from the cursor to this one */
  toggle: (id: Id, extend: boolean) => void
  set: (ids: Iterable<Id>, on: boolean) => void
  clear: () => void
  move: (cursor: Id | null) => void
}

interface SelectionOptions<Row, Id> {
  /** As they are shown. Selected messages but not shown stays selected. */
  rows: readonly Row[]
  idOf: (row: Row) => Id
  /** Default: every row is. */
  isSelectable?: (id: Id) => boolean
  /** Shift never deselects: for a list whose cursor is moved by keys and so says nothing of what the range becomes. */
  onlyAdds?: boolean
}

/** Selection of single rows, and of ranges with Shift. */
export function useSelection<Row, Id extends number | string>(options: SelectionOptions<Row, Id>): Selection<Id> {
  const { rows, idOf, isSelectable = () => true, onlyAdds = false } = options
  const [ids, setIds] = useState<ReadonlySet<Id>>(() => new Set())
  const [cursor, setCursor] = useState<Id | null>(null)
  // Two clicks may come before the next drawing.
  const latest = useRef(ids)

  function set(changed: Iterable<Id>, on: boolean) {
    const next = new Set(latest.current)
    for (const id of changed) {
      if (!on) next.delete(id)
      else if (isSelectable(id)) next.add(id)
    }
    latest.current = next
    setIds(next)
  }

  function range(id: Id): Id[] {
    const from = rows.findIndex((row) => idOf(row) === cursor)
    const to = rows.findIndex((row) => idOf(row) === id)
    return from < 0 || to < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(idOf)
  }

  return {
    ids,
    cursor,
    toggle: (id, extend) => {
      set(extend ? range(id) : [id], (extend && onlyAdds) || !latest.current.has(id))
      setCursor(id)
    },
    set,
    clear: () => set(latest.current, false),
    move: setCursor,
  }
}
