import { expect, type Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { dialog } from './chats.ts'

/** Actions of "Learn this service". */

/** The sounds of foreign-service.ts that catalogue.json lacks. */
const foreignSounds = 'silence, gong, owl, rain, drum'

/** Seventy requests, one after the other, which on a busy machine take longer than anything else that a test waits for. */
export const learningMs = 60_000

export const behaviourRow = (page: Page, label: string) =>
  page
    .getByRole('table', { name: 'How this service behaves' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })

/** Opens the page, agrees and starts. */
export async function startLearning(page: Page, enterToken: () => Promise<void>): Promise<void> {
  await page.goto(to.connection())
  await page
    .getByRole('button', { name: /^Learn (this service|again)…$/ })
    .first()
    .click()
  const asked = dialog(page, 'Learn how this service behaves?')
  await asked.getByLabel('Names of further sounds').fill(foreignSounds)
  await asked.getByLabel('I agree to create a temporary chat').check()
  await asked.getByRole('button', { name: 'Create chat and learn' }).click()
  await enterToken()
}

/** Learns everything and closes the dialog. */
export async function learn(page: Page, enterToken: () => Promise<void>): Promise<void> {
  await startLearning(page, enterToken)
  const ended = dialog(page, 'This service is learned')
  await expect(ended).toContainText('The temporary chat was deleted.', { timeout: learningMs })
  await ended.getByRole('button', { name: 'Close' }).click()
}
