import { to } from '#dashboard/platform/to.ts'
import { expect, test } from '../support/fixtures.ts'
import { addChats, dialog } from '../support/verbs/chats.ts'

/** The table of all settings by keyboard: groups, what the keys are, and a selection that is scrolled out of sight. */

test('groups are folded by keyboard, the keys are listed, and the focus stays where the selection is', async ({
  signedIn: page,
  account,
}) => {
  await addChats(account, ...Array.from({ length: 30 }, (_, index) => ({ name: `Chat ${100 + index}`, allowLinks: index % 2 === 0 })))
  await page.goto(`${to.compare()}?rows=all`)
  const first = page.getByRole('gridcell', { name: 'Chat name, Chat 100: “Chat 100”' })
  await first.click()
  await page.keyboard.press('Escape')

  const group = page.getByRole('button', { name: /^General/ })
  await page.keyboard.press('ArrowUp')
  await expect(group).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(first).toBeHidden()
  // No key of the head is an edit of cells.
  await page.keyboard.press('0')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()

  await page.keyboard.press('?')
  await expect(dialog(page, 'Keyboard shortcuts')).toContainText('Select the column')
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Keyboard shortcuts')).toBeHidden()

  await first.focus()
  await page.getByRole('grid').hover()
  await page.mouse.wheel(5000, 5000)
  await expect(page.getByRole('columnheader', { name: 'Chat 129' })).toBeInViewport()
  await expect(first).toBeFocused()
  await page.keyboard.press('Control+End')
  await expect(page.getByRole('gridcell', { name: /^Contact form recipient, Chat 129/ })).toBeFocused()
  await page.keyboard.press('Control+Home')
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()

  await page.getByRole('gridcell', { name: /^Links, Chat 101: off/ }).hover()
  await expect(page.getByRole('tooltip')).toContainText('The default is on')
})

test('a window that becomes as narrow as a phone lists the chats with one setting, and keeps the edits @thorough', async ({
  signedIn: page,
  account,
}) => {
  await addChats(account, 'Harbour', 'Lobby')
  await page.goto(`${to.compare()}?rows=all`)
  await page.getByRole('gridcell', { name: /^Links, Harbour/ }).click()
  await page.keyboard.press('0')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('1 change')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Lobby' })).toBeVisible()
  await page.getByLabel('Setting', { exact: true }).selectOption('Links')
  await expect(page.getByRole('switch', { name: 'Harbour' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Lobby' })).toBeChecked()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('1 change')
})
