import { expect, test } from 'vitest'
import { fitColumns } from './fit-columns.ts'

const column = (key: string, width?: number, dropRank?: number) => ({
  key,
  label: key,
  cell: () => null,
  ...(width === undefined ? {} : { width }),
  ...(dropRank === undefined ? {} : { dropRank }),
})
const columns = [
  column('name'),
  column('hash', 100, 1),
  column('state', 150),
  column('type', 60, 3),
  column('language', 90, 3),
  column('made', 100, 2),
]
// The checkbox, the menu and at least 200 px of the name.
const always = 88 + 200 + 150

test.each([
  [Infinity, []],
  [always + 350, []],
  [always + 349, ['hash']],
  [always + 250, ['hash']],
  [always + 249, ['hash', 'made']],
  // Columns of one rank go together.
  [always + 149, ['hash', 'type', 'language', 'made']],
  [100, ['hash', 'type', 'language', 'made']],
])('at %d px', (width, expected) => {
  const { shown, dropped } = fitColumns(columns, width)
  expect(dropped.map(({ key }) => key)).toEqual(expected)
  expect(shown).toEqual(columns.filter((one) => !dropped.includes(one)))
})
