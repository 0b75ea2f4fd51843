import { expect, test } from 'vitest'
import { afterKey, areaOf, single, sizeOf, type Selection } from './selection.ts'

const extent = { rows: 60, columns: 20, page: 10 }
const at = (row: number, column: number) => single({ row, column })
const press = (from: Selection, keys: string): Selection =>
  keys.split(' ').reduce((selection, pressed) => {
    const parts = pressed.split('+')
    const key = parts.at(-1) === 'Space' ? ' ' : parts.at(-1)!
    return afterKey(selection, { key, mod: parts.includes('Ctrl'), shift: parts.includes('Shift') }, extent) ?? selection
  }, from)

test.each([
  ['ArrowRight', 5, 6],
  ['ArrowLeft', 5, 4],
  ['ArrowUp', 4, 5],
  ['ArrowDown', 6, 5],
  ['Home', 5, 0],
  ['End', 5, 19],
  ['Ctrl+Home', 0, 0],
  ['Ctrl+End', 59, 19],
  ['PageDown', 15, 5],
  ['PageUp', 0, 5],
  ['Ctrl+End ArrowRight', 59, 19],
])('%s leads to row %i, column %i', (keys, row, column) => {
  expect(press(at(5, 5), keys)).toEqual(at(row, column))
})

test('Shift moves the corner, and the cell with the focus stays', () => {
  const extended = press(at(5, 5), 'Shift+ArrowRight Shift+ArrowDown Shift+ArrowDown')
  expect(extended.active).toEqual({ row: 5, column: 5 })
  expect(areaOf(extended)).toEqual({ top: 5, bottom: 7, left: 5, right: 6 })
  expect(sizeOf(areaOf(extended))).toBe(6)
  expect(areaOf(press(extended, 'Shift+ArrowUp Shift+PageUp'))).toEqual({ top: 0, bottom: 5, left: 5, right: 6 })
  expect(press(extended, 'ArrowDown')).toEqual(at(6, 5))
})

test('a column, a row and everything are selected around the cell with the focus', () => {
  expect(areaOf(press(at(5, 5), 'Ctrl+Space'))).toEqual({ top: 0, bottom: 59, left: 5, right: 5 })
  expect(areaOf(press(at(5, 5), 'Shift+ArrowRight Ctrl+Space'))).toEqual({ top: 0, bottom: 59, left: 5, right: 6 })
  expect(areaOf(press(at(5, 5), 'Shift+Space'))).toEqual({ top: 5, bottom: 5, left: 0, right: 19 })
  expect(press(at(5, 5), 'Ctrl+a')).toEqual({ active: { row: 5, column: 5 }, from: { row: 0, column: 0 }, to: { row: 59, column: 19 } })
})

test.each(['a', 'Tab', ' ', 'Ctrl+ArrowUp', 'Enter'])('%s selects nothing', (keys) => {
  const selection = at(5, 5)
  expect(press(selection, keys)).toBe(selection)
})
