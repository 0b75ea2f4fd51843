import { expectAccessible } from '../support/accessibility.ts'
import { to } from '#dashboard/platform/to.ts'
import { addDevice, expect, test, type TeamPerson } from '../support/team.ts'
import { signOut } from '../support/verbs/session.ts'

const passkeyButton = ({ page }: Pick<TeamPerson, 'page'>) => page.getByRole('button', { name: 'Sign in with a passkey' })

async function leave({ page }: TeamPerson) {
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()
}

test('a passkey signs in and leads on; cancelling says so, and the button keeps the focus; the account’s token still signs in', async ({
  team,
}) => {
  const priya = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  await leave(priya)
  await priya.page.goto(to.messages(team.mainStage))
  await expect(passkeyButton(priya)).toBeFocused()
  await expectAccessible(priya.page)
  await priya.device.confirms(false)
  await passkeyButton(priya).click()
  await expect(priya.page.getByRole('alert')).toContainText('No passkey was used.')
  await expect(passkeyButton(priya)).toBeFocused()
  await priya.device.confirms(true)
  await passkeyButton(priya).click()
  await expect(priya.page).toHaveURL(to.messages(team.mainStage))
  await expect(priya.page.getByRole('button', { name: 'Post message' })).toBeVisible()

  const { page } = await team.open()
  await page.goto(to.signIn())
  await page.getByRole('button', { name: 'Use the account token' }).click()
  await page.getByLabel('Access token').fill(team.account.token)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Account' }).first()).toBeVisible()
})

test('a second passkey is added, and the first one is removed, each confirmed with a passkey @thorough', async ({ team }) => {
  const priya = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  const { page } = priya
  await page.getByRole('button', { name: 'Priya Raman, Moderator' }).click()
  await page.getByRole('menuitem', { name: 'My passkeys' }).click()
  const drawer = page.getByRole('dialog', { name: 'My passkeys' })
  await expect(drawer.getByText('Your only passkey can’t be removed.')).toBeVisible()
  const [first = ''] = await drawer.getByRole('list', { name: 'Passkeys' }).locator('b').allTextContents()

  // Another device: the first one would say that it has a passkey already.
  await addDevice(page, 'usb')
  await drawer.getByRole('button', { name: 'Add a passkey' }).click()
  await drawer.getByLabel('Name of this passkey').fill('Security key')
  await drawer.getByRole('button', { name: 'Create passkey' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm with your passkey' })
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await confirm.getByRole('button', { name: 'Use passkey' }).click()
  await expect(drawer.getByRole('listitem')).toHaveCount(2)

  await drawer.getByRole('button', { name: `Remove the passkey ${first}` }).click()
  await confirm.getByRole('button', { name: 'Use passkey' }).click()
  await expect(drawer.getByRole('listitem')).toHaveCount(1)
  await expect(drawer.getByRole('list', { name: 'Passkeys' })).toContainText('Security key')
})

test('a lost passkey: a recovery code opens one page, where a new passkey is registered; the code works once', async ({
  team,
  allowErrors,
}) => {
  allowErrors(/status of 403/)
  const priya = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  const [code = ''] = priya.codes
  await leave(priya)
  await priya.device.lose()
  const { page } = priya
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('AAAA-BBBB-CCCC')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/not valid/)
  await expectAccessible(page)
  await page.getByLabel('Recovery code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Register a new passkey' })).toBeVisible()
  await expectAccessible(page)
  // Nothing else opens.
  await page.goto(to.chats())
  await expect(page.getByRole('heading', { name: 'Register a new passkey' })).toBeVisible()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('table', { name: 'Chats' })).toBeVisible()

  await leave(priya)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/not valid/)
})

test('new recovery codes replace the old ones @thorough', async ({ team }) => {
  const priya = await team.join({ name: 'Priya Raman', role: 'host', chats: [team.mainStage] })
  const { page } = priya
  await page.getByRole('button', { name: 'Priya Raman, Host' }).click()
  await page.getByRole('menuitem', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('dialog', { name: 'Confirm with your passkey' }).getByRole('button', { name: 'Use passkey' }).click()
  const saved = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(saved.getByRole('listitem')).toHaveCount(10)
  const codes = await saved.getByRole('listitem').allTextContents()
  expect(codes.filter((code) => priya.codes.includes(code))).toEqual([])
  await saved.getByLabel('I have saved these codes').check()
  await saved.getByRole('button', { name: 'Done' }).click()
  await expect(saved).toBeHidden()
})

test('one’s own sessions are listed, and another one is ended @thorough', async ({ team }) => {
  const priya = await team.join({ name: 'Priya Raman', role: 'host', chats: [team.mainStage] })
  const [code = ''] = priya.codes
  const other = await team.open()
  await other.page.goto(to.signIn())
  await other.page.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.page.getByLabel('Recovery code').fill(code)
  await other.page.getByRole('button', { name: 'Continue' }).click()
  await expect(other.page.getByRole('heading', { name: 'Register a new passkey' })).toBeVisible()

  const { page } = priya
  await page.getByRole('button', { name: 'Priya Raman, Host' }).click()
  await page.getByRole('menuitem', { name: 'My sessions' }).click()
  const drawer = page.getByRole('dialog', { name: 'My sessions' })
  await expect(drawer.getByRole('listitem')).toHaveCount(2)
  await drawer.getByRole('button', { name: /^End the session on/ }).click()
  await expect(drawer.getByRole('listitem')).toHaveCount(1)
  await other.page.reload()
  await expect(other.page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()
})
