import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/team.ts'
import { rightBox, turnTeamOn } from '../support/verbs/people.ts'

/** The page Roles. */

test('by keyboard: one tab stop, arrows move, Space switches, Mod+S saves after the token @thorough', async ({
  signedIn: page,
  team,
  enterToken,
}) => {
  const { page: bilal } = await team.join({ name: 'Bilal Osei', role: 'moderator', chats: 'all' })
  await page.goto(to.roles())
  const box = (role: string, right: string) => rightBox(page, role, right)
  await expect(box('Manager', 'Read messages')).toBeVisible()
  await expect(page.locator('table[role=grid] input[tabindex="0"]')).toHaveCount(1)
  await box('Manager', 'Read messages').focus()
  await page.keyboard.press('ArrowRight')
  await expect(box('Moderator', 'Read messages')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(box('Moderator', 'Delete messages')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const limit = page.getByRole('textbox', { name: 'Moderator: Deletions an hour' })
  await expect(limit).toBeFocused()
  await limit.fill('200')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(box('Moderator', 'Post a message')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box('Moderator', 'Post a message')).not.toBeChecked()
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toContainText('2 changes for Bilal Osei')
  await page.keyboard.press('Control+s')
  await enterToken()
  await expect(page.getByText('Permissions saved')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('cell', { name: /Default on/ }).or(page.getByText('Default on'))).toBeVisible()

  await bilal.goto(to.messages(team.mainStage))
  await expect(bilal.getByRole('searchbox').first()).toBeVisible()
  await expect(bilal.getByRole('button', { name: 'Post message' })).toHaveCount(0)
})

test('the review says person by person what they gain and lose; a right takes along those that need it', async ({
  signedIn: page,
  team,
}) => {
  await team.join({ name: 'Bilal Osei', role: 'moderator', chats: 'all' })
  await page.goto(to.roles())
  await rightBox(page, 'Moderator', 'Read banned IPs').click()
  await expect(rightBox(page, 'Moderator', 'Ban and unban')).not.toBeChecked()
  await expect(rightBox(page, 'Moderator', 'Ban and unban')).toHaveAttribute('aria-disabled', 'true')
  await rightBox(page, 'Host', 'Read banned IPs').click()
  await page.getByRole('button', { name: 'Review' }).click()
  const review = page.getByRole('dialog', { name: 'Review 2 changes' })
  await expect(review.getByRole('button', { name: 'Back to editing' })).toBeFocused()
  await expect(review.getByRole('listitem')).toHaveCount(1)
  await expect(review.getByRole('listitem')).toContainText('Read banned IPs, Ban and unban')
  await expect(review).toContainText('Nobody has this role yet: Host.')
  await expectAccessible(page)
})

test('a limit that is not valid is said on its field, and nothing is sent @thorough', async ({ signedIn: page, account }) => {
  await turnTeamOn(page, account.token, 'Inês Carvalho')
  await page.goto(to.roles())
  const limit = page.getByRole('textbox', { name: 'Moderator: Widest ban' })
  await limit.fill('/99')
  await page.keyboard.press('Control+s')
  await expect(limit).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Enter a prefix from /8 to /32')).toBeVisible()
})

test('what differs is found by the filter, and goes back to the defaults @thorough', async ({ signedIn: page, account }) => {
  await turnTeamOn(page, account.token, 'Inês Carvalho')
  await page.goto(to.roles())
  await rightBox(page, 'Host', 'Read banned IPs').click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Permissions saved')).toBeVisible()
  await page.getByRole('button', { name: /^Differs from default/ }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(4)
  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(rightBox(page, 'Host', 'Read banned IPs')).not.toBeChecked()
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('button', { name: /^Differs from default 0/ }).click()
  await expect(page.getByRole('heading', { name: 'No permission matches' })).toBeVisible()
})

for (const width of [1280, 768, 360])
  test(`at ${width} px, Roles has no violation, and the page does not scroll sideways @thorough`, async ({ signedIn: page, account }) => {
    await turnTeamOn(page, account.token, 'Inês Carvalho')
    await page.setViewportSize({ width, height: 740 })
    await page.goto(to.roles())
    await expect(page.getByRole('checkbox', { name: 'Moderator: Read messages' })).toBeVisible()
    if (width === 360) {
      await expect(page.getByRole('checkbox', { name: 'Host: Read messages' })).toHaveCount(0)
      await page.getByRole('combobox', { name: 'Role' }).click()
      await page.getByRole('option', { name: 'Host' }).click()
    }
    await rightBox(page, 'Host', 'Reset and delete polls').click()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
