// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SearchSelect } from './SearchSelect.tsx'

test('a key draws only the options that it changes', () => {
  let drawn = 0
  const data = Array.from({ length: 250 }, (_, index) => ({
    value: String(index),
    // Read where the option is drawn.
    get label() {
      drawn++
      return `Country ${index}`
    },
  }))
  render(
    <MantineProvider>
      <SearchSelect label="Country" data={data} value="7" onChange={() => {}} nothingFound="No match" />
    </MantineProvider>,
  )
  const field = screen.getByRole('combobox')
  fireEvent.click(field)
  expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(250)
  drawn = 0
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(document.getElementById(field.getAttribute('aria-activedescendant')!)?.textContent).toBe('Country 8')
  expect(drawn).toBeLessThan(10)
})
