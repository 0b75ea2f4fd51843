import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/team.ts'
import { dialog } from '../support/verbs/chats.ts'

/** Notifications in a team: everybody has notices, and only some people see the channels. */

test('a Moderator sees their own notifications, without channels and without events that the role cannot see @thorough', async ({
  team,
}) => {
  const { page } = await team.join({ name: 'Ana Moderator', role: 'moderator', chats: [team.mainStage] })
  await page.goto(to.chats())
  await page.getByRole('button', { name: 'Notices' }).click()
  await dialog(page, 'Notices').getByRole('link', { name: 'Notification settings' }).click()
  const events = page.getByRole('table', { name: 'Events' })
  await expect(events.getByRole('checkbox', { name: 'A wave begins: this page' })).toBeChecked()
  await expect(events.getByRole('checkbox', { name: /^Plan exceeded/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Channels' })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Delivery log' })).toHaveCount(0)
  await events.getByRole('checkbox', { name: 'A wave begins: this page' }).click()
  await expect(events.getByRole('checkbox', { name: 'A wave begins: this page' })).not.toBeChecked()
})

test('a Manager of some chats sees the channels but cannot change them @thorough', async ({ team }) => {
  const { page } = await team.join({ name: 'Tom Manager', role: 'manager', chats: [team.mainStage] })
  await page.goto(to.notifications())
  await expect(page.getByRole('region', { name: 'Channels' })).toContainText('There is no channel yet.')
  await expect(page.getByRole('button', { name: 'Add channel' })).toHaveCount(0)
})

test('a mode that one person turned on is a notice for the others, and no news to that person', async ({ team }) => {
  const { page: ana } = await team.join({ name: 'Ana Moderator', role: 'moderator' })
  const { page: tom } = await team.join({ name: 'Tom Manager', role: 'manager' })
  await ana.goto(to.modes())
  await ana.getByRole('button', { name: 'Turn on…' }).first().click()
  await dialog(ana, 'Turn on Lockdown').getByRole('button', { name: 'Turn on in 2 chats' }).click()
  await expect(ana.getByRole('region', { name: 'Modes that are on' })).toBeVisible()

  await tom.goto(to.chats())
  await tom.getByRole('button', { name: 'Notices, 1 unread' }).click()
  const notices = dialog(tom, 'Notices')
  const title = 'Ana Moderator turned on the mode “Lockdown”'
  await expect(notices.getByRole('listitem')).toContainText(title)
  await expectAccessible(tom, '[role=dialog]')
  await notices.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(notices).toContainText('All read')
  await notices.getByRole('link', { name: title }).click()
  await expect(tom).toHaveURL(to.modes())
  await expect(tom.getByRole('button', { name: 'Notices', exact: true })).toBeVisible()

  await ana.reload()
  await ana.getByRole('button', { name: 'Notices', exact: true }).click()
  await expect(dialog(ana, 'Notices')).toContainText('No notices')
})
