import { expect, test } from 'vitest'
import { maxCells, mayBeWide, roomFor, rowHeight } from './measures.ts'

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
