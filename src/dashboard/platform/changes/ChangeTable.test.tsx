// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { ChangeTable } from './ChangeTable.tsx'

const rows = ['Guests', 'Upload'].map((label) => ({
  key: label,
  place: 'Hall',
  label,
  before: 'Off',
  after: 'On',
  kind: 'plain' as const,
  state: 'decide' as const,
  note: '',
}))

/** A list whose entry has the table as its details. The keys of the table are there first, as where its code and data were read before. */
function List({ onStep }: { onStep: () => void }) {
  useKey('ArrowDown', 'Next entry', onStep)
  return (
    <MantineProvider env="test">
      <ChangeTable label="Changes" groups={[{ key: 'all', rows }]} scroller="all" isInDetails />
    </MantineProvider>
  )
}

test('in the details of an entry the arrows are those of the list, and move in the table while it has the focus', () => {
  let steps = 0
  render(<List onStep={() => steps++} />)
  const row = (name: RegExp) => screen.getByRole('row', { name })
  const press = () => fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  press()
  expect([steps, document.activeElement]).toEqual([1, document.body])

  row(/Guests/).focus()
  press()
  expect([steps, document.activeElement]).toEqual([1, row(/Upload/)])
  press()
  expect([steps, document.activeElement]).toEqual([1, row(/Upload/)])
})
