import { expect, type Page } from '@playwright/test'
import type { SettingsWrite } from '#contract/settings-derive.ts'
import type { TestAccount } from '../fixtures.ts'

/** Actions on the list of chats. They work for the table and for the list on phones. */

type Draft = { name: string } & Partial<SettingsWrite>

/** Creates a chat through the API. Resolves to its id. */
export async function addChat({ api }: TestAccount, draft: string | Draft): Promise<number> {
  return (await api('chatCreate', { body: typeof draft === 'string' ? { name: draft } : draft })).chatId
}

export async function addChats(account: TestAccount, ...drafts: (string | Draft)[]): Promise<void> {
  for (const draft of drafts) await addChat(account, draft)
}

/** The stored settings of a chat. */
export const storedSettings = async ({ api }: TestAccount, chatId: number) => (await api('chatRead', { params: { chatId } })).data

export const storedNames = async ({ api }: TestAccount) => (await api('chatList', {})).data.map(({ name }) => name).toSorted()

/** The row of a chat. */
export const row = (page: Page, chat: string) =>
  page
    .getByRole('table', { name: 'Chats' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: chat, exact: true }) })

/** The names in the table, from top to bottom. */
export const rowNames = (page: Page) => page.getByRole('table', { name: 'Chats' }).getByRole('link')

/** Chooses from the menu of a chat, in its row or its header. */
export async function choose(page: Page, chat: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${chat}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

export const checkbox = (page: Page, chat: string) => page.getByRole('checkbox', { name: `Select ${chat}`, exact: true })

export async function select(page: Page, ...chats: string[]): Promise<void> {
  for (const chat of chats) await checkbox(page, chat).check()
}

export const bulkBar = (page: Page) => page.getByRole('region', { name: 'Selected chats' })

/** Does something with the selected chats: in a narrow window it is in a menu. */
export async function doWithSelected(page: Page, action: string): Promise<void> {
  const more = bulkBar(page).getByRole('button', { name: 'More' })
  const isNarrow = (page.viewportSize()?.width ?? 0) < 992
  if (isNarrow) await more.click()
  await (isNarrow ? page.getByRole('menuitem', { name: action }) : bulkBar(page).getByRole('button', { name: action })).click()
}

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Waits for a dialog whatever its name, and until its code has loaded: an empty dialog stands in for it before. */
export async function expectDialog(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('[role=dialog][aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('dialog').getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

/** Presses a button of a dialog and waits until the dialog is closed. @param meanwhile answers what it asks in between */
export async function confirm(page: Page, title: string, action: string, meanwhile?: () => Promise<void>): Promise<void> {
  const asked = dialog(page, title)
  await asked.getByRole('button', { name: action, exact: true }).click()
  await meanwhile?.()
  await expect(asked).toBeHidden()
}

/** Creating a chat opens its page. */
export const expectOpened = (page: Page, chat: string) => expect(page.getByRole('heading', { level: 1 })).toContainText(chat)

/** Begins something new from the head of Home or Chats. */
export async function beginNew(page: Page, what: 'Chat' | 'Poll' | 'Poll in several chats' | 'Announcement') {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}

/** Opens an empty drawer for a new chat and types its name. */
export async function startNewChat(page: Page, name: string) {
  await beginNew(page, 'Chat')
  const drawer = dialog(page, 'New chat')
  await drawer.getByLabel('Name').fill(name)
  return drawer
}

export const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
