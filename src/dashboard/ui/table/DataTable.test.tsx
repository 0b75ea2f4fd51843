// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DataTable, type Sort } from './DataTable.tsx'
import type { Column } from './fit-columns.ts'
import { useSelection } from './use-selection.ts'

interface Row {
  id: number
  name: string
}

const rows: Row[] = ['Attic', 'Bar', 'Cellar', 'Den', 'Eaves'].map((name, index) => ({ id: index + 1, name }))
/** The rows whose cells were drawn since it was emptied. */
const drawn: string[] = []
const columns: Column<Row>[] = [
  { key: 'name', label: 'Name', sortable: true, cell: ({ name }) => (drawn.push(name), name) },
  { key: 'id', label: 'Number', sortable: true, align: 'right', cell: ({ id }) => `no. ${id}` },
  { key: 'state', label: 'State', cell: () => 'open' },
]

/** What the page around the table heard, newest last. */
const heard: { selected: number[][]; sort: Sort[] } = { selected: [], sort: [] }

function Page({ shown, before, sort }: { shown: Row[]; before: number[]; sort: Sort }) {
  const selection = useSelection({ rows: shown, idOf: ({ id }) => id })
  useEffect(() => {
    selection.set(before, true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  useEffect(() => void heard.selected.push([...selection.ids].toSorted((a, b) => a - b)), [selection.ids])
  return (
    <MantineProvider env="test">
      <DataTable
        label="Rooms"
        rows={shown}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        sort={sort}
        onSort={(next) => heard.sort.push(next)}
        selection={selection}
        highlighted={[4]}
        menu={({ name }) => `Menu of ${name}`}
        item={({ id, name }) => `${name}, room ${id}`}
        empty={<p>No rooms</p>}
      />
    </MantineProvider>
  )
}

function show({ shown = rows, before = [] as number[], sort = { key: 'name', descending: false } } = {}) {
  const page = render(<Page shown={shown} before={before} sort={sort} />)
  heard.selected = []
  return { ...page, showOnly: (next: Row[]) => page.rerender(<Page shown={next} before={before} sort={sort} />) }
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select [A-Z]/ })
    .filter(({ checked }) => checked)
    .map((each) => each.getAttribute('aria-label'))
const head = (name: string) => screen.getByRole('columnheader', { name })

beforeEach(() => Object.assign(heard, { selected: [], sort: [] }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('it is a table with a name, a row for each thing and a cell for each column', () => {
  show()
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['', 'Name', 'Number', 'State', 'Actions'])
  const row = within(screen.getByRole('table', { name: 'Rooms' })).getByRole('row', { name: /Cellar/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(1, 4)
      .map((cell) => cell.textContent),
  ).toEqual(['Cellar', 'no. 3', 'open'])
  expect(within(row).getByRole('button', { name: 'Actions for Cellar' }).getAttribute('aria-haspopup')).toBe('menu')
})

test('a row that answers a question is highlighted', () => {
  show()
  const marked = screen.getAllByRole('row').filter(({ dataset }) => dataset['highlighted'])
  expect(marked.map((row) => row.textContent)).toEqual(['Denno. 4open'])
})

test('without rows it says what would be here', () => {
  show({ shown: [] })
  expect(screen.getByText('No rooms').tagName).toBe('P')
  expect(screen.queryByRole('table')).toBeNull()
})

test('on a phone it is a list with the same boxes and actions', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  show({ before: [2] })
  expect(screen.queryByRole('table')).toBeNull()
  const items = within(screen.getByRole('list', { name: 'Rooms' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toContain('Cellar, room 3')
  fireEvent.click(box('Select Den'))
  expect(heard.selected).toEqual([[2, 4]])
  expect(screen.getByRole('button', { name: 'Actions for Den' }).textContent).toBe('')
})

describe('selection', () => {
  test('a click selects a row, another one lets it go', () => {
    show()
    fireEvent.click(box('Select Bar'))
    expect(screen.getByRole('row', { name: /Bar/ }).getAttribute('aria-selected')).toBe('true')
    fireEvent.click(box('Select Den'))
    fireEvent.click(box('Select Bar'))
    expect(heard.selected).toEqual([[2], [2, 4], [4]])
    expect(ticked()).toEqual(['Select Den'])
  })

  test('a click draws its row alone', () => {
    show()
    drawn.length = 0
    fireEvent.click(box('Select Bar'))
    expect(drawn).toEqual(['Bar'])
  })

  test('a click with Shift selects all from the last one, downwards and upwards', () => {
    show()
    fireEvent.click(box('Select Bar'))
    fireEvent.click(box('Select Den'), { shiftKey: true })
    expect(heard.selected.at(-1)).toEqual([2, 3, 4])
    fireEvent.click(box('Select Attic'), { shiftKey: true })
    expect(heard.selected.at(-1)).toEqual([1, 2, 3, 4])
  })

  test('on a selected row, Shift lets the range go', () => {
    show({ before: [1, 2, 3, 4, 5] })
    fireEvent.click(box('Select Bar'))
    fireEvent.click(box('Select Den'), { shiftKey: true })
    expect(heard.selected.at(-1)).toEqual([1, 5])
  })

  test('with Shift and nothing before, it is one row', () => {
    show()
    fireEvent.click(box('Select Cellar'), { shiftKey: true })
    expect(heard.selected).toEqual([[3]])
  })

  test('when the last one is not shown any more, Shift selects one row', () => {
    const { showOnly } = show()
    fireEvent.click(box('Select Attic'))
    showOnly(rows.slice(2))
    fireEvent.click(box('Select Den'), { shiftKey: true })
    expect(heard.selected.at(-1)).toEqual([1, 4])
  })

  test('"all" means all that are shown; what is selected but hidden stays so', () => {
    show({ shown: rows.slice(0, 3), before: [5] })
    const all = box('Select all 3 shown')
    expect([all.checked, all.indeterminate]).toEqual([false, false])
    fireEvent.click(all)
    expect(heard.selected.at(-1)).toEqual([1, 2, 3, 5])
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    fireEvent.click(all)
    expect(heard.selected.at(-1)).toEqual([5])
  })

  test('with some of them selected, the box says so and selects the rest', () => {
    show({ before: [2] })
    const all = box('Select all 5 shown')
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    fireEvent.click(all)
    expect(heard.selected.at(-1)).toEqual([1, 2, 3, 4, 5])
    expect([all.checked, all.indeterminate]).toEqual([true, false])
  })
})

describe('sorting', () => {
  const press = (name: string) => fireEvent.click(within(head(name)).getByRole('button'))

  test.each([
    [false, 'ascending'],
    [true, 'descending'],
  ])('the column it is sorted by says so (descending: %j)', (descending, direction) => {
    show({ sort: { key: 'name', descending } })
    expect([head('Name'), head('Number'), head('State')].map((cell) => cell.getAttribute('aria-sort'))).toEqual([direction, 'none', null])
  })

  test('the same column turns round, another one starts ascending', () => {
    show({ sort: { key: 'name', descending: false } })
    press('Name')
    press('Number')
    expect(heard.sort).toEqual([
      { key: 'name', descending: true },
      { key: 'id', descending: false },
    ])
  })

  test('a column sorted downwards turns back', () => {
    show({ sort: { key: 'id', descending: true } })
    press('Number')
    expect(heard.sort).toEqual([{ key: 'id', descending: false }])
  })

  test('a column without an order has no button', () => {
    show()
    expect(within(head('State')).queryByRole('button')).toBeNull()
  })
})
