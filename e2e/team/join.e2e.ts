import { expectAccessible } from '../support/accessibility.ts'
import { acceptInvitation, expect, test } from '../support/team.ts'

test('an invited person joins with a passkey, after cancelling it once, saves the codes, and sees the chats of the grant only', async ({
  team,
  baseURL,
}) => {
  const path = await team.invite({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  // At another address the page says where passkeys work.
  const other = baseURL!.replace('localhost', '127.0.0.1')
  const away = await team.open({ baseURL: other })
  await away.page.goto(other + path)
  await expect(away.page.getByRole('link', { name: baseURL! })).toHaveAttribute('href', baseURL! + path)

  const { page, device } = await team.open()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Ada Example')
  await expect(page.getByText('Inês Carvalho invited you, Priya Raman, to the team.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Main stage')
  // The secret of the link is gone from the address.
  expect(page.url()).not.toContain('#')
  await expectAccessible(page)

  await page.getByLabel('Name of this passkey').fill('Work laptop')
  await device.confirms(false)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('You cancelled, or it took too long.')
  await device.confirms(true)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open Roomkeeper' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Save the codes and tick the box first.')).toBeVisible()
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Open Roomkeeper' }).click()

  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Priya Raman, Moderator' })).toBeVisible()
  await page.getByRole('link', { name: 'Chats' }).first().click()
  await expect(page.getByRole('table', { name: 'Chats' }).getByRole('link')).toHaveText(['Main stage'])
})

test('a link works once, not after it was revoked, and says so @thorough', async ({ team, allowErrors }) => {
  allowErrors(/status of 40[49]/)
  const path = await team.invite({ name: 'Priya Raman', role: 'host' })
  const first = await team.open()
  await acceptInvitation(first.page, path)
  const { page } = await team.open()
  await page.goto(path)
  await expect(page.getByRole('alert')).toContainText('already used')

  const revoked = await team.invite({ name: 'Tom Okafor', role: 'host' })
  await team.owner.revokeInvitationOf('Tom Okafor')
  await page.goto(revoked)
  await expect(page.getByRole('alert')).toContainText('was revoked')
  await page.goto('/join#nothing')
  await expect(page.getByRole('alert')).toContainText('not valid')
  await page.goto('/join')
  await expect(page.getByRole('alert')).toContainText('Open it again from where you received it.')
})

test('the pages to join fit a phone @thorough', async ({ team }) => {
  const path = await team.invite({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  const { page } = await team.open({ viewport: { width: 360, height: 740 }, hasTouch: true })
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Create passkey' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
