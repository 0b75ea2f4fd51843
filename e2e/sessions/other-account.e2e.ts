import type { Locator, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { addChat, dialog, expectOpened, storedSettings, storedNames, startNewChat } from '../support/verbs/chats.ts'
import { createAccount, expect, openSession, signIn, test as base, type TestAccount } from '../support/fixtures.ts'
import { inTimeToUndo, storedMessages, openMessages, post, receipt, checkbox, undoBar } from '../support/verbs/messages.ts'
import { personMenu, signOut, sessionEndedDialog, openRevocable } from '../support/verbs/session.ts'
import { barButton, field, openSettings, saveBar } from '../support/verbs/settings.ts'
import { expectAccessible } from '../support/accessibility.ts'

/** Two accounts in one browser: all its tabs share one session, so a tab may be older than the session. */

const test = base.extend<{ other: TestAccount }>({
  other: async ({ baseURL }, use, { testId, workerIndex }) => use(await createAccount(baseURL!, `other-${testId}-${workerIndex}`)),
})

test.beforeEach(async ({ allowErrors, page }) => {
  allowErrors(/status of 4(01|09)/)
  // What the frame reads now and then would meet the other account before the request that a test is about.
  await page.route(/\/bff\/workspace\/(presets-on|drift)/, () => {})
})

const replaced = (page: Page) => dialog(page, 'Another account is signed in')
/** Not click(): a read of the page may find out first, and its dialog would then cover the button. */
const press = (button: Locator) => button.dispatchEvent('click')
const reload = (page: Page) => replaced(page).getByRole('button', { name: /^Reload as/ })

async function signInAs(page: Page, { token }: TestAccount) {
  await replaced(page)
    .getByRole('button', { name: /^Sign in as/ })
    .click()
  await replaced(page).getByLabel('Access token').fill(token)
  await replaced(page).getByRole('button', { name: 'Sign in and continue' }).click()
}

test('a request of an older tab is not sent as the account that signed in since, but as its own @thorough', async ({
  page,
  account,
  other,
  baseURL,
}) => {
  const revoke = await openRevocable(page, baseURL!, account)
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Late show')
  await revoke()
  // As if the tabs could not communicate: only the request reveals the other account.
  await openSession(page, baseURL!, other.token)
  await press(drawer.getByRole('button', { name: 'Create chat' }))

  await expect(replaced(page)).toContainText(`This tab was signed in as ${account.name} (${account.email})`)
  await expect(replaced(page)).toContainText(`now signed in as ${other.name} (${other.email})`)
  expect(await storedNames(other)).toEqual([])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await signInAs(page, account)
  await expect(replaced(page)).toBeHidden()
  await expectOpened(page, 'Late show')
  expect(await storedNames(account)).toEqual(['Late show'])
  expect(await storedNames(other)).toEqual([])
})

test('an older tab reports that another account signed in, and keeps its edits for its own account', async ({
  page,
  account,
  other,
  baseURL,
  context,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await openSession(page, baseURL!, account.token)
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await expect(saveBar(page)).toContainText('1 change')
  await context.clearCookies()
  const tab = await context.newPage()
  await signIn(tab, other.token)
  await expect(tab.getByRole('heading', { name: 'Home' })).toBeVisible()

  await expect(replaced(page)).toBeVisible()
  await reload(page).click()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await signOut(page)
  await expect(page).toHaveURL(to.signIn())
  await expect(tab).toHaveURL(to.signIn())
  expect((await storedSettings(account, chatId)).name).toBe('Lobby')

  await openSession(page, baseURL!, account.token)
  await openSettings(page, chatId)
  await page.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'name')).toHaveValue('Hall')
})

test('settings of an older tab are saved after signing in to its account again, and signing out there signs nobody else out @thorough', async ({
  page,
  account,
  other,
  baseURL,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await openSession(page, baseURL!, account.token)
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await openSession(page, baseURL!, other.token)
  await press(personMenu(page))
  await press(page.getByRole('menuitem', { name: 'Sign out' }))
  const asked = dialog(page, 'Sign out and lose unsaved edits?')
  await press(asked.getByRole('button', { name: 'Sign out' }))
  await expect(replaced(page)).toBeVisible()
  const session = await page.request.get('/bff/session')
  expect(await session.json()).toMatchObject({ signedIn: true, account: { id: other.accountId } })
  await signInAs(page, account)
  await expect(replaced(page)).toBeHidden()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await barButton(page, 'Save').click()
  await expect.poll(async () => (await storedSettings(account, chatId)).name).toBe('Hall')
})

test('a deletion in an older tab waits with its account, which deletes at once after it has signed in again @thorough', async ({
  page,
  account,
  other,
  baseURL,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await post(account, chatId, 'One', 'Two')
  await openSession(page, baseURL!, account.token)
  await openMessages(page, chatId)
  await checkbox(page, 'One').check()
  // The other sign-in falls into the time to undo.
  await inTimeToUndo(page, async () => {
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await openSession(page, baseURL!, other.token)
  })
  await expect(replaced(page)).toBeVisible()
  expect((await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['One', 'Two'])
  await signInAs(page, account)
  await undoBar(page).getByRole('button', { name: 'Delete now' }).click()
  await expect(receipt(page, '1 message deleted')).toBeVisible()
  expect((await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['Two'])
})

test('once the other account has signed out, the tab asks for its own @thorough', async ({ page, account, other, baseURL }) => {
  const revoke = await openRevocable(page, baseURL!, account)
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Late show')
  await revoke()
  await openSession(page, baseURL!, other.token)
  await page.context().clearCookies()
  await press(drawer.getByRole('button', { name: 'Create chat' }))
  await expect(sessionEndedDialog(page)).toContainText(account.name)
  await expect(replaced(page)).toBeHidden()
})

test('at 360 px the dialog fits the screen @thorough', async ({ page, account, other, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSession(page, baseURL!, account.token)
  await page.goto(to.chats({ open: 'new' }))
  await dialog(page, 'New chat').getByLabel('Name').fill('Late show')
  await openSession(page, baseURL!, other.token)
  await press(dialog(page, 'New chat').getByRole('button', { name: 'Create chat' }))
  await expect(reload(page)).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
