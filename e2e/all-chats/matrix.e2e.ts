import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { addChat, addChats, storedSettings } from '../support/verbs/chats.ts'
import { byKeys, press, tabTo } from '../support/verbs/keys.ts'

const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name })
const grid = (page: Page) => page.getByRole('grid', { name: 'Settings of all chats' })

byKeys('the matrix is used by keyboard alone from opening to undo', async ({ signedIn: page, account }) => {
  const chatIds = [
    await addChat(account, { name: 'Atrium', allowLinks: true }),
    await addChat(account, { name: 'Balcony', allowLinks: false }),
    await addChat(account, { name: 'Cellar', allowLinks: true, allowImages: false }),
  ]
  const before = await Promise.all(chatIds.map((id) => storedSettings(account, id)))
  await page.goto('/chats')
  await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: 'Go to a chat, a page, a setting, an action or an IP address' }).last()).toBeFocused()
  await page.keyboard.insertText('All settings')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'All settings' })).toBeVisible()
  await page.keyboard.press('Enter')

  await tabTo(cell(page, /^Links, Atrium: on/))
  await page.keyboard.press('Shift+Space')
  await page.keyboard.press('0')
  await expect(cell(page, 'Links, Cellar: off, edited, was on, the default is on')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+z')
  await expect(cell(page, /^Links, Cellar: on$/)).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  // The row is copied onto the one below.
  await page.keyboard.press('Control+c')
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, /^Images, Atrium/)).toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(cell(page, /^Images, Balcony: off, edited/)).toBeVisible()

  // Tab leaves the cells, and comes back to the same one.
  await page.keyboard.press('Tab')
  await expect(grid(page).locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(cell(page, /^Images, Atrium/)).toBeFocused()

  await page.keyboard.press('Control+s')
  const review = page.getByRole('dialog', { name: 'Review 4 changes in 3 chats' })
  await press(review.getByRole('button', { name: 'Save 4 changes' }))
  await expect(page.getByText('Every saved chat was read back. Nothing else changed in them.')).toBeVisible()
  const off = { allowLinks: false, allowImages: false }
  expect(await Promise.all(chatIds.map((id) => storedSettings(account, id)))).toEqual(before.map((chat) => ({ ...chat, ...off })))

  await press(page.getByRole('link', { name: 'Undo…' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Save 4 changes' }))
  await expect(page.getByText('Every saved chat was read back. Nothing else changed in them.')).toBeVisible()
  expect(await Promise.all(chatIds.map((id) => storedSettings(account, id)))).toEqual(before)
})

test('a paste with a wrong value or with another number of rows changes nothing and says why', async ({
  signedIn: page,
  account,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await addChats(account, { name: 'Atrium', allowLinks: false }, 'Balcony')
  await page.goto('/settings?rows=all')
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('Control+v')
  }
  const refusal = page.getByRole('dialog')
  await cell(page, /^Links, Atrium/).click()
  await paste('Off\tmaybe\n=1+1\tOn')
  await expect(refusal.getByRole('row')).toHaveText([
    'CellValueReason',
    'Links, Balconymaybemust be On or Off',
    'Images, Atrium=1+1is a formula. Paste its value',
  ])
  await refusal.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()

  await cell(page, /^Links, Atrium/).click()
  await page.keyboard.press('Control+a')
  await paste(Array.from({ length: 59 }, () => 'On\tOn').join('\n'))
  await expect(refusal).toContainText('59 rows were pasted, but 60 are selected.')
})

test('cells are chosen and edited with the mouse, a text is checked, and the settings page of the chat has the same edits', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, { name: 'Atrium', groupChatWelcomeMessage: 'Hello' })
  await addChats(account, 'Balcony')
  await page.goto('/settings?rows=all&q=welcome')
  await cell(page, /^Group welcome delay, Atrium/).dblclick()
  const panel = page.getByRole('group', { name: 'Selected cells' })
  await expect(panel.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('soon')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toHaveText('Must be whole seconds')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(cell(page, /^Group welcome delay, Atrium: 7 s, edited, was 1 s/)).toBeFocused()

  await page.getByRole('columnheader', { name: 'Balcony' }).click()
  await expect(panel).toContainText('4 settings in 1 chat')
  await page.goto(`/chats/${chatId}/settings`)
  await expect(page.getByRole('region', { name: 'Kept edits' })).toContainText('1 edit is kept in this browser')
})
