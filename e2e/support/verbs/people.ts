import type { Locator, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expect } from '../fixtures.ts'

/** What people do on the pages Members and Roles. */

export const people = (page: Page): Locator => page.getByRole('table', { name: 'People' })
export const personRow = (page: Page, name: string): Locator => people(page).getByRole('row').filter({ hasText: name })
export const drawer = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

export async function turnTeamOn(page: Page, token: string, name: string): Promise<void> {
  await page.goto(to.people())
  await page.getByLabel('Account token').fill(token)
  await page.getByLabel('I have read this').check()
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Turn on team access' }).click()
  await expect(personRow(page, name)).toBeVisible()
}

export async function openPerson(page: Page, name: string): Promise<Locator> {
  await people(page).getByRole('button', { name, exact: true }).click()
  const opened = drawer(page, new RegExp(`^${name}`))
  await expect(opened.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  return opened
}

export const rightBox = (page: Page, role: string, right: string): Locator =>
  page.getByRole('checkbox', { name: `${role}: ${right}`, exact: true })
