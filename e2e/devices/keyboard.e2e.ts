import type { Locator } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { addChat, addChats, bulkBar, dialog, expectOpened, storedNames, row, checkbox } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { escape, tabTo, typeToken } from '../support/verbs/keys.ts'

test('chats are created and deleted by keyboard alone, and the focus goes to the next row when the row that had it is deleted', async ({
  signedIn: page,
  account,
}) => {
  await page.goto(to.chats())
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog(page, 'New chat').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('By hand')
  await tabTo(dialog(page, 'New chat').getByRole('combobox', { name: 'Language' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('pol')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'New chat').getByRole('combobox', { name: 'Language' })).toHaveValue('Polish')
  await tabTo(dialog(page, 'New chat').getByRole('button', { name: 'Create chat' }))
  await page.keyboard.press('Enter')
  await expectOpened(page, 'By hand')
  await page.goBack()
  await expect(row(page, 'By hand')).toContainText('Polish')

  await addChats(account, 'Harbour', 'Tower')
  await page.reload()
  await checkbox(page, 'Harbour').focus()
  await page.keyboard.press('Space')
  await bulkBar(page).getByRole('button', { name: 'Delete…' }).press('Enter')
  await expect(dialog(page, 'Delete Harbour?').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Harbour')
  await page.keyboard.press('Enter')
  await typeToken(page, account)
  await expect(row(page, 'Harbour')).toBeHidden()
  await expect(dialog(page, 'Delete Harbour?')).toBeHidden()
  await expect(page.getByRole('table', { name: 'Chats' }).getByRole('row').locator(':focus')).toHaveCount(1)

  await tabTo(page.getByRole('button', { name: 'Actions for By hand' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  // From the first item up to the last.
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Delete By hand?').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  // The token was entered a moment ago.
  await expect(row(page, 'By hand')).toBeHidden()
  expect(await storedNames(account)).toEqual(['Tower'])
})

test('the keyboard signs in, skips the navigation and opens a chat @thorough', async ({ page, account }) => {
  await addChats(account, 'Harbour')
  await page.goto(to.signIn(to.chats()))
  await tabTo(page.getByLabel('Access token'))
  await page.keyboard.insertText(account.token)
  await page.keyboard.press('Enter')
  await expect(row(page, 'Harbour')).toBeVisible()
  await tabTo(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(row(page, 'Harbour').getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbour')
})

test('the page comes before the navigation, and no link is followed by itself', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Harbour')
  for (const path of [to.chats(), to.messages(chatId), to.rules(), to.changes()]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator('main :focus')).toBeVisible()
    const links = await page
      .locator('a[href], button, input, select, textarea, [tabindex="0"]')
      .evaluateAll((stops) => stops.filter((stop) => stop.checkVisibility()).map((stop) => stop.getAttribute('href')))
    expect(links.filter((link, at) => link !== null && link === links[at - 1])).toEqual([])
  }
})

test('the focus returns to where it was after every dialog, drawer and menu', async ({ signedIn: page, account }) => {
  await addChats(account, 'Harbour', 'Tower')
  await page.goto(to.chats())
  /** Opens with Enter on the button, closes with Escape. */
  async function there(button: Locator, opened: Locator) {
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(opened).toBeVisible()
    await expect(button).not.toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(button).toBeFocused()
  }
  const actionsButton = page.getByRole('button', { name: 'Actions for Harbour' })
  const newButton = page.getByRole('button', { name: 'New', exact: true })
  // Twice: the first opening loads the code.
  for (const _ of ['first', 'second']) {
    await there(actionsButton, page.getByRole('menu'))
    await there(newButton, page.getByRole('menu'))
    await newButton.press('Enter')
    await page.getByRole('menuitem', { name: 'Chat', exact: true }).press('Enter')
    await escape(dialog(page, 'New chat'))
    await expect(newButton).toBeFocused()
    await there(page.getByRole('button', { name: 'Columns' }), page.getByRole('searchbox', { name: 'Search columns' }))
    for (const [item, title] of [
      ['Take offline…', 'Take Harbour offline?'],
      ['Delete…', 'Delete Harbour?'],
      ['Duplicate…', 'Duplicate Harbour'],
    ] as const) {
      await actionsButton.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: item }).press('Enter')
      await escape(dialog(page, title))
      await expect(actionsButton).toBeFocused()
    }
    await newButton.focus()
    await page.keyboard.press('?')
    await escape(dialog(page, 'Keyboard shortcuts'))
    await expect(newButton).toBeFocused()
  }

  // Escape closes only the dialog: the selection behind it stays, and the button keeps the focus.
  await checkbox(page, 'Harbour').check()
  for (const [button, title] of [
    ['Take offline', 'Take Harbour offline?'],
    ['Delete…', 'Delete Harbour?'],
  ] as const) {
    const actionButton = bulkBar(page).getByRole('button', { name: button })
    await actionButton.press('Enter')
    await escape(dialog(page, title))
    await expect(bulkBar(page)).toContainText('1 chat selected')
    await expect(actionButton).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(bulkBar(page)).toBeHidden()
  await expect(page.locator('main :focus')).toHaveCount(1)

  await newButton.press('Enter')
  await page.getByRole('menuitem', { name: 'Chat', exact: true }).press('Enter')
  const drawer = dialog(page, 'New chat')
  await drawer.getByLabel('Name').fill('x')
  await page.keyboard.press('Escape')
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(drawer.getByLabel('Name')).toBeFocused()
})
