import { expect, test } from 'vitest'
import {
  type Drawn,
  edgesOf,
  type Geometry,
  isComplete,
  maxCells,
  maxNewCells,
  mayBeWide,
  nextDrawn,
  nothingDrawn,
  roomFor,
  rowHeight,
  windowAt,
} from './window.ts'

const rows = Array.from({ length: 70 }, (_, row) => (row % 6 === 0 ? 26 : 28))
const geometry: Geometry = { edges: edgesOf(rows), columns: 200, width: 940, height: 580, room: roomFor(940, 580) }
const bottom = geometry.edges.at(-1)!
const right = geometry.columns * geometry.room.columnWidth

test.each([
  [0, 0],
  [33, 14],
  [66, 26],
  [5000, 700],
  [right - 940, bottom - 580],
])('all that is in sight at %i, %i is drawn, and little else', (left, top) => {
  const drawn = windowAt(left, top, geometry)
  const { columnWidth, extraRows, extraColumns } = geometry.room
  expect(geometry.edges[drawn.rows.first]).toBeLessThanOrEqual(top)
  expect(geometry.edges[drawn.rows.last + 1]).toBeGreaterThanOrEqual(Math.min(bottom, top + 580))
  expect(drawn.columns.first * columnWidth).toBeLessThanOrEqual(left)
  expect((drawn.columns.last + 1) * columnWidth).toBeGreaterThanOrEqual(Math.min(right, left + 940))
  expect(drawn.columns.last - drawn.columns.first + 1).toBeLessThanOrEqual(Math.ceil(940 / columnWidth) + 1 + 2 * extraColumns)
  expect(drawn.rows.last - drawn.rows.first + 1).toBeLessThanOrEqual(Math.ceil(580 / 26) + 2 + 2 * extraRows)
})

test('scrolled past the end, and with fewer lines than fit, it stays within the lines', () => {
  expect(windowAt(9e6, 9e6, geometry)).toMatchObject({ rows: { last: 69 }, columns: { last: 199 } })
  const few = { ...geometry, edges: edgesOf([26, 28]), columns: 3 }
  expect(windowAt(0, 0, few)).toEqual({ rows: { first: 0, last: 1 }, columns: { first: 0, last: 2 } })
})

test('one column comes as another goes', () => {
  const spans = new Set<string>()
  for (let left = 132; left < 792; left++) spans.add(JSON.stringify(windowAt(left, 0, geometry).columns))
  expect(spans.size).toBe(10)
})

const cellsOf = ({ rows: spans }: Drawn) => [...spans.values()].reduce((sum, { first, last }) => sum + last - first + 1, 0)

test('a jump is drawn in several frames, each row as a whole, and every frame shows all heads', () => {
  const target = windowAt(5000, 700, geometry)
  let before = nextDrawn(nothingDrawn, windowAt(0, 0, geometry), Infinity)
  const all = cellsOf(before)
  let frames = 0
  for (; frames === 0 || !isComplete(before); frames++) {
    const next = nextDrawn(before, target)
    const kept = frames === 0 ? 0 : cellsOf(before)
    expect(cellsOf(next) - kept).toBeLessThanOrEqual(maxNewCells)
    expect(next.columns).toEqual(target.columns)
    expect([...next.rows.keys()]).toHaveLength(target.rows.last - target.rows.first + 1)
    before = next
  }
  expect(frames).toBe(Math.ceil(all / (maxNewCells - (maxNewCells % 18))))
  expect(nextDrawn(before, target)).toBe(before)
})

test('what stays in sight stays drawn, and a step of one column is drawn at once', () => {
  const before = nextDrawn(nothingDrawn, windowAt(660, 0, geometry), Infinity)
  expect(isComplete(nextDrawn(before, windowAt(726, 0, geometry)))).toBe(true)
  const half = nextDrawn(before, windowAt(660 + 528, 0, geometry))
  expect(isComplete(half)).toBe(false)
  expect(cellsOf(half)).toBeGreaterThan(cellsOf(before) / 2)
})

test('a row wider than a frame has time for is drawn nevertheless', () => {
  const drawn = nextDrawn(nothingDrawn, { rows: { first: 0, last: 1 }, columns: { first: 0, last: 499 } })
  expect(drawn.rows.get(0)).toEqual({ first: 0, last: 499 })
  expect(drawn.rows.get(1)).toEqual({ first: 0, last: -1 })
})

test.each([
  [772, 580],
  [940, 580],
  [1580, 870],
  [2276, 1200],
  [3556, 1900],
  [76, 400],
])('a window of %i × %i draws no more cells than may be', (width, height) => {
  const { columnWidth, extraRows, extraColumns } = roomFor(width, height)
  const rows = Math.ceil(height / rowHeight) + 1 + 2 * extraRows
  const columns = Math.ceil(width / columnWidth) + 1 + 2 * extraColumns
  expect(rows * columns).toBeLessThanOrEqual(maxCells)
})

test('columns are as narrow as drawn where there is room for all cells', () => {
  expect(roomFor(940, 580).columnWidth).toBe(66)
})

test('a text that may be wider than the narrowest column is cut with an ellipsis, however few letters it has', () => {
  expect(['On', 'Off', 'None', '1,000', '10 s'].filter(mayBeWide)).toEqual([])
  expect(['WWWW', '日本語', 'Все', 'Admins', 'everyone'].filter((text) => !mayBeWide(text))).toEqual([])
})
