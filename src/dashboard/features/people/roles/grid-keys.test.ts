import { expect, test } from 'vitest'
import { nextPlace, type GridPlace } from './grid-keys.ts'

// Column 0 has plain ticks, row 1 has a cell in column 2 alone.
const places: GridPlace[] = [
  { row: 0, column: 1 },
  { row: 0, column: 2 },
  { row: 0, column: 3 },
  { row: 1, column: 2 },
  { row: 3, column: 1 },
  { row: 3, column: 2 },
]
const at = (row: number, column: number): GridPlace => ({ row, column })

test.each([
  ['ArrowRight', at(0, 1), at(0, 2)],
  ['ArrowLeft', at(0, 1), null],
  ['ArrowRight', at(0, 3), null],
  ['ArrowDown', at(0, 2), at(1, 2)],
  ['ArrowDown', at(0, 1), at(3, 1)],
  ['ArrowDown', at(3, 1), null],
  ['ArrowUp', at(3, 2), at(1, 2)],
  ['ArrowUp', at(0, 2), null],
  ['Home', at(0, 3), at(0, 1)],
  ['End', at(0, 1), at(0, 3)],
  ['x', at(0, 1), null],
])('%s from %j leads to %j', (key, from, to) => {
  expect(nextPlace(places, from, key, false)).toEqual(to)
})

test('with Ctrl, Home and End lead to the ends of the column, and arrows are left to the browser', () => {
  expect(nextPlace(places, at(1, 2), 'Home', true)).toEqual(at(0, 2))
  expect(nextPlace(places, at(1, 2), 'End', true)).toEqual(at(3, 2))
  expect(nextPlace(places, at(1, 2), 'ArrowUp', true)).toBeNull()
})
