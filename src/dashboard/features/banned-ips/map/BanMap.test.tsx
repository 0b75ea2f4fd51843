// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { indexRanges } from '#engine/bans/range-index.ts'
import type { BanList } from '../read.ts'
import { BanMap } from './BanMap.tsx'

const entry = { first: 0x14_00_00_01, last: 0x14_00_00_c8, id: 'one', size: 200 }
const adding: never[] = []
const list: BanList = { entries: [entry], index: indexRanges([entry]), unreadable: [], findings: new Map() }

/** A page that draws itself again, as at a key in one of its fields. */
function Page({ onWithin }: { onWithin: () => void }) {
  const [keys, setKeys] = useState(0)
  return (
    <>
      <input aria-label="Search" value={keys} onChange={() => setKeys(keys + 1)} />
      <BanMap {...{ list, onWithin, adding }} within={null} marked={null} />
    </>
  )
}

test('the map is not drawn again at a key beside it', () => {
  // Each drawing counts the addresses.
  const counting = vi.spyOn(list.index, 'coveredIn')
  render(<Page onWithin={() => {}} />, { wrapper: MantineProvider })
  expect(screen.getByRole('button', { name: '20.0.0.0/8, 200 banned' })).toBeTruthy()
  expect(counting).toHaveBeenCalled()
  counting.mockClear()
  const field = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: '1' } })
  expect(field.value).toBe('1')
  expect(counting).not.toHaveBeenCalled()
})
