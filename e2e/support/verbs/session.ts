import { expect, type Browser, type Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { dialog, startNewChat } from './chats.ts'
import { accountCommand, openSession, type TestAccount } from '../fixtures.ts'

/** Ending a session and signing in again. */

/** Signs in with a token of its own. Resolves to a function that revokes it. */
export async function openRevocable(page: Page, baseURL: string, { accountId }: TestAccount) {
  const { tokenId, token } = await accountCommand<{ tokenId: number; token: string }>(['token', '--account', String(accountId)])
  await openSession(page, baseURL, token)
  return () => accountCommand(['revoke', '--token-id', String(tokenId)])
}

/** The page of somebody else who signed in to the same account with another browser. */
export async function elsewhere(browser: Browser, baseURL: string, account: TestAccount): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await openSession(page, baseURL, account.token)
  return page
}

/** The menu at the foot of the sidebar. */
export const personMenu = (page: Page) => page.getByRole('button', { name: /, (Account token|Owner|Manager|Moderator|Host|Accountant)$/ })

export async function signOut(page: Page): Promise<void> {
  await personMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

export const sessionEndedDialog = (page: Page) => dialog(page, 'Your session ended')

export async function signInAgain(page: Page, token: string): Promise<void> {
  await sessionEndedDialog(page).getByLabel('Access token').fill(token)
  await sessionEndedDialog(page).getByRole('button', { name: 'Sign in and continue' }).click()
}

/** Ends the session while `page` creates the chat "Late show" and another tab has an unfinished one, and signs in again in the other tab. Resolves to the dialog that `page` shows then. */
export async function signInElsewhere(page: Page, baseURL: string, account: TestAccount) {
  const revoke = await openRevocable(page, baseURL, account)
  const other = await page.context().newPage()
  for (const [tab, name] of [
    [page, 'Late show'],
    [other, 'Matinee'],
  ] as const) {
    await tab.goto(to.chats())
    await startNewChat(tab, name)
  }
  await revoke()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Create chat' }).click()
  await expect(sessionEndedDialog(page)).toBeVisible()
  await signInAgain(other, account.token)
  await expect(sessionEndedDialog(other)).toBeHidden()
  await expect(dialog(other, 'New chat').getByLabel('Name')).toHaveValue('Matinee')
  const back = dialog(page, 'You are signed in again')
  await expect(back).toContainText('This tab sent nothing while the session had ended.')
  return back
}
