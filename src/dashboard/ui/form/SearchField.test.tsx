// @vitest-environment happy-dom
import { MantineProvider, Modal, Popover } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { SearchField } from './SearchField.tsx'

function InModal() {
  const [opened, setOpened] = useState(true)
  const [search, setSearch] = useState('b')
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} transitionProps={{ duration: 0 }}>
      <SearchField label="Search" value={search} onChange={setSearch} />
    </Modal>
  )
}

function InPopover() {
  const [search, setSearch] = useState('b')
  return (
    <Popover defaultOpened closeOnEscape={search === ''} transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <button>Open</button>
      </Popover.Target>
      <Popover.Dropdown>
        <SearchField label="Search" value={search} onChange={setSearch} />
      </Popover.Dropdown>
    </Popover>
  )
}

test.each<[string, ReactNode]>([
  ['a dialog', <InModal key="1" />],
  ['a popover', <InPopover key="2" />],
])('Escape empties it before it closes %s', async (_, overlay) => {
  render(overlay, { wrapper: MantineProvider })
  const field = await screen.findByRole<HTMLInputElement>('searchbox')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(field.value).toBe('')
  expect(screen.queryByLabelText('Search')).toBe(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByLabelText('Search')).toBeNull()
})
