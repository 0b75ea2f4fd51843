/** Lines beside each other, both ends included; `last` before `first`: none. */
export interface Span {
  first: number
  last: number
}

/** Where the lines of a grid are, and how many of them fit. */
export interface Geometry {
  /** The upper edge of each row under the heads, and the lower edge of the last one. */
  edges: readonly number[]
  columns: number
  /** The room for cells, without the heads. */
  width: number
  height: number
  room: Room
}

export interface GridWindow {
  rows: Span
  columns: Span
}

/** What is drawn: heads of columns, and the cells of each row. */
export interface Drawn {
  columns: Span
  rows: ReadonlyMap<number, Span>
}

export const noSpan: Span = { first: 0, last: -1 }
export const nothingDrawn: Drawn = { columns: noSpan, rows: new Map() }

/** So many cells are drawn anew in one frame at most, beside those of one row: a jump to far cells takes several frames instead of a long one. */
export const maxNewCells = 72

export function edgesOf(heights: readonly number[]): number[] {
  const edges = [0]
  for (const height of heights) edges.push(edges.at(-1)! + height)
  return edges
}

/** The lines in sight and a few around them. */
export function windowAt(left: number, top: number, { edges, columns, width, height, room }: Geometry): GridWindow {
  const rows = edges.length - 1
  const rowAt = (offset: number) => {
    let [low, high] = [0, Math.max(0, rows - 1)]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (edges[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  // As many lines wherever it is scrolled to, so that one comes as another goes, and not each in a frame of its own.
  const within = (first: number, fitting: number, extra: number, count: number): Span => {
    const size = Math.min(count, fitting + 2 * extra)
    const start = Math.max(0, Math.min(first - extra, count - size))
    return { first: start, last: start + size - 1 }
  }
  return {
    rows: within(rowAt(top), Math.max(rowAt(top + height) - rowAt(top) + 1, 1), room.extraRows, rows),
    columns: within(Math.floor(left / room.columnWidth), Math.ceil(width / room.columnWidth) + 1, room.extraColumns, columns),
  }
}

const sizeOf = ({ first, last }: Span) => Math.max(0, last - first + 1)
const isSame = (one: Span, other: Span) => one.first === other.first && one.last === other.last
const shared = (one: Span, other: Span): Span => ({ first: Math.max(one.first, other.first), last: Math.min(one.last, other.last) })

/** What the next frame draws: the window, or as much of it as a frame has time for. The same object where nothing changes. */
export function nextDrawn(before: Drawn, { rows, columns }: GridWindow, most = maxNewCells): Drawn {
  const next = new Map<number, Span>()
  let left = most
  for (let row = rows.first; row <= rows.last; row++) {
    const kept = shared(before.rows.get(row) ?? noSpan, columns)
    const missing = sizeOf(columns) - sizeOf(kept)
    const isDrawn = missing <= left || left === most
    if (isDrawn) left -= missing
    next.set(row, isDrawn ? columns : sizeOf(kept) > 0 ? kept : noSpan)
  }
  const isUnchanged =
    isSame(before.columns, columns) &&
    before.rows.size === next.size &&
    [...next].every(([row, span]) => isSame(before.rows.get(row) ?? noSpan, span) && before.rows.has(row))
  return isUnchanged ? before : { columns, rows: next }
}

/** Whether each row is drawn as far as the heads are. */
export const isComplete = ({ columns, rows }: Drawn): boolean => [...rows.values()].every((span) => isSame(span, columns))

/** Pixels, as drawn in Grid.module.css. */
export const rowHeight = 28
export const groupHeight = 26
export const headHeight = 88

/** What may be drawn at once, whatever the window. */
export const maxCells = 500

const leastWidth = 66

interface Room {
  columnWidth: number
  /** How many rows and columns are drawn beyond each edge. */
  extraRows: number
  extraColumns: number
}

/**
 * How wide columns are: where the window holds more cells than may be drawn, its columns are wider, so that names are shown in full instead. What is
 * left of the cells is drawn beyond the edges, ready for scrolling.
 * @param width of the room for columns
 * @param height of the room for rows
 */
export function roomFor(width: number, height: number, lineHeight = rowHeight): Room {
  const rows = Math.ceil(height / lineHeight) + 1
  // One more than fit is partly in sight at either edge.
  const most = Math.max(2, Math.floor(maxCells / rows)) - 1
  const columnWidth = Math.max(leastWidth, Math.ceil(width / most))
  const columns = Math.ceil(width / columnWidth) + 1
  const extraColumns = rows * (columns + 2) <= maxCells ? 1 : 0
  const extraRows = Math.max(0, Math.min(3, Math.floor((Math.floor(maxCells / (columns + 2 * extraColumns)) - rows) / 2)))
  return { columnWidth, extraRows, extraColumns }
}

/** Letters of other scripts may be twice as wide as ours. */
const wideLetters = /[MW@%]|[^ -~]/g

/**
 * Whether a text may need more room than the narrowest column has beside its mark. Only such a text is cut with an ellipsis, because that takes the
 * browser a while for each.
 */
export const mayBeWide = (text: string): boolean => text.length + (text.match(wideLetters)?.length ?? 0) > 5
