// @vitest-environment happy-dom
import { MantineProvider, Menu } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OpenedMenu } from './OpenedMenu.tsx'

test('the focus leaves an item as it is chosen, so that Escape belongs to what it opens', async () => {
  render(
    <MantineProvider env="test">
      <OpenedMenu button={<button type="button">Actions</button>} items={() => <Menu.Item>Delete…</Menu.Item>} />
    </MantineProvider>,
  )
  const item = await screen.findByRole('menuitem')
  item.focus()
  fireEvent.click(item)
  expect(document.activeElement?.textContent).toBe('Actions')
})
