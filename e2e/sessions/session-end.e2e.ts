import { to } from '#dashboard/platform/to.ts'
import { addChat, addChats, expectOpened, storedSettings, storedNames, startNewChat, toast } from '../support/verbs/chats.ts'
import { createAccount, expect, test } from '../support/fixtures.ts'
import { sessionEndedDialog, openRevocable, signInAgain, signInElsewhere } from '../support/verbs/session.ts'
import { barButton, expectSaved, field, openSettings } from '../support/verbs/settings.ts'
import { expectAccessible } from '../support/accessibility.ts'

test.beforeEach(({ allowErrors }) => allowErrors(/status of 401/))

test('after a session ends during an edit, signing in again in place completes the request once, but not with another token; then pages load', async ({
  page,
  account,
  baseURL,
  allowErrors,
}, { testId }) => {
  allowErrors(/status of 4(03|09)/)
  const stranger = await createAccount(baseURL!, `stranger-${testId}-${Date.now()}`)
  const revoke = await openRevocable(page, baseURL!, account)
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Late show')
  await revoke()
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expect(sessionEndedDialog(page)).toContainText(account.name)
  await expect(sessionEndedDialog(page)).not.toContainText('ist the chats')
  await expect(page).toHaveURL(to.chats({ open: 'new' }))

  await signInAgain(page, 'rk_wrong')
  await expect(sessionEndedDialog(page).getByLabel('Access token')).toHaveAccessibleDescription(/refused/)
  await signInAgain(page, stranger.token)
  await expect(sessionEndedDialog(page).getByLabel('Access token')).toHaveAccessibleDescription(/another account/)
  await expect(drawer.getByLabel('Name')).toHaveValue('Late show')
  expect(await storedNames(stranger)).toEqual([])
  await signInAgain(page, account.token)
  await expect(sessionEndedDialog(page)).toBeHidden()
  await expect(toast(page, 'Late show was created')).toBeVisible()
  await expectOpened(page, 'Late show')
  expect(await storedNames(account)).toEqual(['Late show'])
  expect(await storedNames(stranger)).toEqual([])

  // A page that is opened after the end of the session.
  const revokeAgain = await openRevocable(page, baseURL!, account)
  await page.goto(to.account())
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  await revokeAgain()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click()
  await signInAgain(page, account.token)
  await expect(sessionEndedDialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Busiest now last 15 minutes, 1 chat' })).toBeVisible()
})

test('Cancel leads to the sign-in page, and nothing is sent @thorough', async ({ page, account, baseURL }) => {
  await addChats(account, 'Quiet room')
  const revoke = await openRevocable(page, baseURL!, account)
  await page.goto(to.home())
  await expect(page.getByRole('heading', { name: 'Busiest now last 15 minutes, 1 chat' })).toBeVisible()
  await revoke()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await sessionEndedDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(to.signIn())
  await page.goto(to.home())
  await expect(page).toHaveURL(to.signIn())
})

test('no key closes the dialog, and it is accessible @thorough', async ({ page, account, baseURL }) => {
  const revoke = await openRevocable(page, baseURL!, account)
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Late show')
  await revoke()
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expect(sessionEndedDialog(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sessionEndedDialog(page)).toBeVisible()
  await expect(drawer.getByLabel('Name')).toHaveValue('Late show')
})

test('settings saved after the end of the session are saved once, with everything that was typed @thorough', async ({
  page,
  account,
  baseURL,
}) => {
  const chatId = await addChat(account, 'Lobby')
  const revoke = await openRevocable(page, baseURL!, account)
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await revoke()
  await barButton(page, 'Save').click()
  await signInAgain(page, account.token)
  await expectSaved(page)
  expect((await storedSettings(account, chatId)).name).toBe('Hall')
})

test('the end of the session is reported in other tabs; after signing in there, a pending request waits for a click', async ({
  page,
  account,
  baseURL,
}) => {
  const back = await signInElsewhere(page, baseURL!, account)
  await expectAccessible(page)
  expect(await storedNames(account)).toEqual([])
  await back.getByRole('button', { name: 'Continue' }).click()
  await expectOpened(page, 'Late show')
  expect(await storedNames(account)).toEqual(['Late show'])
})
