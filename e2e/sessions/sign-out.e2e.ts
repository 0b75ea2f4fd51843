import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, openSession, test } from '../support/fixtures.ts'
import { banBox, openBans } from '../support/verbs/banned-ips.ts'
import { addChat, dialog, startNewChat } from '../support/verbs/chats.ts'
import { field, openSettings, saveBar } from '../support/verbs/settings.ts'
import { signOut } from '../support/verbs/session.ts'

/** Signing out deletes what this browser keeps, so it asks where something is not saved. */

const question = 'Sign out and lose unsaved edits?'
// A read of the frame may be under way when the session ends.
test.beforeEach(({ allowErrors }) => allowErrors(/status of 401/))

test('signing out over unsaved edits names them, also those of other tabs, lets people stay, and leaves nothing behind', async ({
  signedIn: page,
  account,
  context,
  baseURL,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await openBans(page, chatId)
  await banBox(page).fill('9.8.7.6\n9.8.7.5')
  await openSettings(page, chatId)
  await page.goBack()
  await expect(banBox(page)).toHaveValue('9.8.7.6\n9.8.7.5')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  const tab = await context.newPage()
  await tab.goto(to.chats())
  await startNewChat(tab, 'Late show')

  await page.bringToFront()
  await signOut(page)
  const asked = dialog(page, question)
  await expect(asked.getByRole('listitem')).toHaveText([
    'Addresses to ban in Lobby: 2 lines',
    'Settings of Lobby: 1 edit',
    'New chat: open and not saved',
  ])
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(saveBar(page)).toContainText('1 change')
  await page.reload()
  await page.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'name')).toHaveValue('Hall')

  await page.keyboard.press('ControlOrMeta+k')
  // While its code loads there are two fields for a moment: the second replaces the first.
  await page
    .getByRole('textbox', { name: /^Go to/ })
    .last()
    .fill('sign out')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(asked).toBeVisible()
  await asked.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(to.signIn())
  await expect(tab).toHaveURL(to.signIn())
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toMatch(/Hall|9\.8\.7\.6/)
  await openSession(page, baseURL!, account.token)
  await openSettings(page, chatId)
  await expect(field(page, 'name')).toHaveValue('Lobby')
  await expect(page.getByRole('region', { name: 'Kept edits' })).toBeHidden()

  // Without unsaved edits it asks nothing.
  await field(page, 'name').fill('Hall')
  await field(page, 'name').fill('Lobby')
  await expect(saveBar(page)).toBeHidden()
  await signOut(page)
  await expect(page).toHaveURL(to.signIn())
})
