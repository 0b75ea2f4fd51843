import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/team.ts'
import { banBox, openBans, verdicts } from '../support/verbs/banned-ips.ts'
import { checkbox, list, openMessages, post, rows, storedMessages, undoBar } from '../support/verbs/messages.ts'

/** The limit is asked for anew when the deletion has ended, so the clock of the page goes on. */
async function deleteNow(page: Page) {
  await page.getByRole('button', { name: /^Delete \d/ }).click()
  await undoBar(page).getByRole('button', { name: 'Delete now' }).click()
}

test('a moderator sees how many messages they may still delete this hour, and can select as many @thorough', async ({ team }) => {
  await post(team.account, team.mainStage, 'one', 'two', 'three', 'four', 'five')
  const { page } = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage], limits: { deletionsPerHour: 3 } })
  await openMessages(page, team.mainStage)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await checkbox(page, 'one').check()
  await checkbox(page, 'two').check()
  await expect(inspector).toContainText('0 of 3')
  await deleteNow(page)
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('checkbox', { name: 'Select all 3 loaded' }).check()
  await expect(inspector).toContainText('2 of 3')
  await expect(inspector.getByRole('button', { name: 'Delete 3' })).toBeDisabled()
  await expect(inspector.getByRole('status')).toHaveText(
    /^You can delete 1 more message this hour. The full limit of 3 is back at \d\d:\d\d.$/,
  )
  await expectAccessible(page)
  await inspector.getByRole('button', { name: 'Select newest 1' }).click()
  await expect(inspector.getByRole('heading', { level: 2 })).toHaveText('1 selected')
  await expect(checkbox(page, 'five')).toBeChecked()
  await deleteNow(page)
  await expect(rows(page)).toHaveCount(2)

  await checkbox(page, 'four').check()
  await expect(inspector.getByRole('status')).toHaveText(
    /^You can’t delete more messages this hour. The full limit of 3 is back at \d\d:\d\d.$/,
  )
  await expect(inspector.getByRole('button', { name: 'Delete 1' })).toBeDisabled()
  await list(page).press('d')
  await expect(page.getByText('Nothing was deleted')).toBeVisible()
  expect((await storedMessages(team.account, team.mainStage)).map(({ text }) => text).toSorted()).toEqual(['four', 'three'])
})

test('the limit is said on a phone too @thorough', async ({ team }) => {
  await post(team.account, team.mainStage, 'one', 'two')
  const { page } = await team.join(
    { name: 'Priya Raman', role: 'moderator', chats: [team.mainStage], limits: { deletionsPerHour: 1 } },
    { viewport: { width: 360, height: 740 }, hasTouch: true },
  )
  await openMessages(page, team.mainStage)
  await checkbox(page, 'one').check()
  await checkbox(page, 'two').check()
  const bar = page.getByRole('region', { name: 'Selected messages' })
  await expect(bar.getByRole('button', { name: 'Delete 2' })).toBeDisabled()
  await expect(bar).toContainText('You can delete 1 message an hour.')
  await expect(bar.getByRole('button', { name: 'Clear' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await bar.getByRole('button', { name: 'Select newest 1' }).click()
  await expect(bar.getByRole('button', { name: 'Delete 1' })).toBeEnabled()
})

test('a range that is wider than the role may ban is left out, with the reason @thorough', async ({ team }) => {
  const { page } = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  await openBans(page, team.mainStage)
  await banBox(page).fill('93.184.216.0/23\n93.184.217.0/24')
  await expect(verdicts(page).first()).toContainText('Too wide')
  await expect(page.getByText('Line 1: Your role can ban up to 256 addresses at a time.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ban 256 addresses' }).click()
  await expect(page.getByText('93.184.217.0/24 was banned')).toBeVisible()
})
