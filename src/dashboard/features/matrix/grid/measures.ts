/** Pixels, as drawn in grid.module.css. */
export const rowHeight = 28
export const groupHeight = 26
export const headHeight = 88

/** What may be drawn at once, whatever the window. */
export const maxCells = 500

const leastWidth = 66

export interface Room {
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
