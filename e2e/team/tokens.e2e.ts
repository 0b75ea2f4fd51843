import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/team.ts'
import { drawer, turnTeamOn } from '../support/verbs/people.ts'

/** Tokens for programs, on the page Tokens. */

test('an Owner creates a token, a program uses it, and the Owner sees that and revokes it', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const { chatId } = await account.api('chatCreate', { body: { name: 'Main stage' } })
  await account.api('chatCreate', { body: { name: 'Backstage' } })
  await turnTeamOn(page, account.token, 'Inês Carvalho')
  await page.getByRole('link', { name: 'Tokens', exact: true }).click()
  const noTokens = page.getByRole('heading', { name: 'No tokens yet' })
  await expect(noTokens).toBeVisible()

  await page.getByRole('button', { name: 'Create token' }).click()
  const form = drawer(page, 'Create a token')
  await expect(form.getByLabel('Label')).toBeFocused()
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form.getByText('Enter a label')).toBeVisible()
  await expect(form.getByText('Choose at least one chat')).toBeVisible()
  await expect(form.getByRole('radio', { name: /^Owner/ })).toHaveCount(0)
  await form.getByLabel('Label').fill('Nightly report')
  await form.getByLabel('Main stage').check()
  await form.getByRole('combobox', { name: 'Expires after' }).click()
  await page.getByRole('option', { name: '30 days' }).click()
  await form.getByRole('button', { name: 'Create token' }).click()

  const created = drawer(page, 'Token Nightly report')
  await expect(created.getByRole('button', { name: 'Copy token' })).toBeFocused()
  const secret = await created.getByLabel('Token', { exact: true }).inputValue()
  expect(secret).toMatch(/^rk_scoped_/)
  // It cannot be seen again, so closing asks until it is copied.
  await created.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog', { name: 'Close without copying the token?' }).getByRole('button', { name: 'Cancel' }).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await created.getByRole('button', { name: 'Copy token' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await created.getByRole('button', { name: 'Done' }).click()
  await expect(created).toBeHidden()
  await expect(page.locator('body')).not.toContainText(secret)

  const tokens = page.getByRole('table', { name: 'Tokens for programs' })
  const row = tokens.getByRole('row').filter({ hasText: 'Nightly report' })
  await expect(row).toContainText('Moderator')
  await expect(row).toContainText('Main stage')
  await expect(row).toContainText('never')
  const call = (path: string) => fetch(`${baseURL!}/api${path}`, { headers: { authorization: `Bearer ${secret}` } })
  const chats = (await (await call('/chats')).json()) as { data: { id: number }[] }
  expect(chats.data.map(({ id }) => id)).toEqual([chatId])
  await page.reload()
  await expect(row).not.toContainText('never')

  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    // Not scrollIntoViewIfNeeded(): the row of the table may be leaving for that of the list, and only this tries again.
    await page.getByRole('button', { name: 'Actions for Nightly report' }).hover()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await row.getByRole('button', { name: 'Actions for Nightly report' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('dialog', { name: 'Revoke Nightly report?' }).getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('Nightly report was revoked')).toBeVisible()
  await expect(noTokens).toBeVisible()
  expect((await call('/chats')).status).toBe(401)

  await page.goto(to.changes({}))
  await expect(page.getByRole('button', { name: 'Scoped token revoked' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scoped token created' })).toBeVisible()
})

test('tokens are managed with the keyboard alone @thorough', async ({ signedIn: page, account }) => {
  await account.api('chatCreate', { body: { name: 'Main stage' } })
  await turnTeamOn(page, account.token, 'Inês Carvalho')
  await page.getByRole('link', { name: 'Tokens', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create token' }).focus()
  await page.keyboard.press('Enter')
  const form = drawer(page, 'Create a token')
  await expect(form.getByLabel('Label')).toBeFocused()
  await page.keyboard.type('Assistant')
  await form.getByRole('radio', { name: /^Moderator/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('radio', { name: /^Accountant/ })).toBeChecked()
  // An accountant's token has no chats to choose.
  await expect(form.getByLabel('Main stage')).toHaveCount(0)
  await form.getByRole('button', { name: 'Create token' }).press('Enter')
  const created = drawer(page, 'Token Assistant')
  await expect(created.getByRole('button', { name: 'Copy token' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Close without copying the token?' }).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(created).toBeHidden()
  await expect(page.getByRole('table', { name: 'Tokens for programs' })).toContainText('Account only')
})

for (const width of [360, 1024, 1920])
  test(`the list and its drawers fit ${width} px @thorough`, async ({ signedIn: page, account }) => {
    await account.api('chatCreate', { body: { name: 'A chat with a long name that does not fit into one line of a phone' } })
    await turnTeamOn(page, account.token, 'Inês Carvalho')
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('link', { name: 'Tokens', exact: true }).click()
    await page.getByRole('button', { name: 'Create token' }).click()
    const form = drawer(page, 'Create a token')
    await form.getByLabel('Label').fill('A label with many words, as someone writes who explains everything in it')
    await form.getByLabel('All chats, including new ones').check()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create token' }).click()
    const created = drawer(page, /^Token A label/)
    await expect(created.getByRole('button', { name: 'Copy token' })).toBeVisible()
    await expectAccessible(page)
    await created.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('dialog', { name: 'Close without copying the token?' }).getByRole('button', { name: 'Close' }).click()
    await expect(created).toBeHidden()
    await page.getByRole('button', { name: /^Actions for A label/ }).scrollIntoViewIfNeeded()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
