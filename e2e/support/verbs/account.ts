import { expect, type Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import type { TestAccount } from '../fixtures.ts'

/** Actions on the account page. */

export async function openAccount(page: Page): Promise<void> {
  await page.goto(to.account())
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

/** The stored account. */
export const storedAccount = async ({ api }: TestAccount) => (await api('accountRead', {})).data

export const unsavedBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
export const save = (page: Page) => unsavedBar(page).getByRole('button', { name: /^Save/ }).click()

export const currency = (page: Page) => page.getByRole('region', { name: /^Currency/ })

/** Fills in the form up to the last button: chooses a code, confirms the note and types the code. */
export async function prepareCurrency(page: Page, search: string, option: string, code: string): Promise<void> {
  await currency(page).getByRole('combobox').fill(search)
  await page.getByRole('option', { name: option }).click()
  await currency(page).getByLabel('I have read this').check()
  await currency(page).getByLabel(`Type ${code} to confirm`).fill(code)
}

export const setPermanently = (page: Page, code: string) =>
  currency(page)
    .getByRole('button', { name: `Set ${code} permanently` })
    .click()
