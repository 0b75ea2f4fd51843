import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { acceptInvitation, addDevice, expect, test } from '../support/team.ts'
import { drawer, openPerson, people, personRow, turnTeamOn } from '../support/verbs/people.ts'

/** The page Team, as Owners use it. */

test('an Owner turns team access on, invites a person who joins in another browser, changes their role and removes them', async ({
  signedIn: page,
  account,
  browser,
  baseURL,
}) => {
  await account.api('chatCreate', { body: { name: 'Main stage' } })
  await account.api('chatCreate', { body: { name: 'Backstage' } })
  await turnTeamOn(page, account.token, 'Inês Carvalho')
  await expect(page.getByText('Only you so far.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Team access' })).toContainText(`••••${account.token.slice(-4)}`)
  // The last Owner can neither be removed nor made less.
  const owner = await openPerson(page, 'Inês Carvalho')
  await expect(owner.getByRole('combobox', { name: 'Role' })).toBeDisabled()
  await expect(owner.getByText('The last Owner. Make someone else an Owner first.').first()).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Remove Inês Carvalho…' })).toHaveAttribute('aria-disabled', 'true')
  await owner.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Invite person' }).click()
  const invite = drawer(page, 'Invite a person')
  await expect(invite.getByLabel('Name')).toBeFocused()
  await invite.getByRole('button', { name: 'Create link' }).click()
  await expect(invite.getByText('Enter a name')).toBeVisible()
  await expect(invite.getByText('Choose at least one chat')).toBeVisible()
  await invite.getByLabel('Name').fill('Priya Raman')
  await invite.getByLabel('Main stage').check()
  await invite.getByRole('button', { name: 'Create link' }).click()

  const link = drawer(page, 'Invitation for Priya Raman')
  await expect(link.getByRole('button', { name: 'Copy link' })).toBeFocused()
  const address = await link.getByLabel('One-time link').inputValue()
  expect(address).toMatch(new RegExp(`^${baseURL!}/join#`))
  // It cannot be seen again, so closing asks until it is copied.
  await link.getByRole('button', { name: 'Done' }).click()
  const ask = page.getByRole('dialog', { name: 'Close without copying the link?' })
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await link.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await link.getByRole('button', { name: 'Done' }).click()
  await expect(link).toBeHidden()
  await expect(personRow(page, 'Priya Raman')).toContainText(/Link expires in 2[34] h/)

  const context = await browser.newContext({ baseURL: baseURL! })
  const priya = await context.newPage()
  await addDevice(priya)
  await acceptInvitation(priya, address)
  await page.reload()
  await expect(personRow(page, 'Priya Raman')).toContainText('now')

  const opened = await openPerson(page, 'Priya Raman')
  await expect(opened.getByText('10 of 10 recovery codes left')).toBeVisible()
  await opened.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Host' }).click()
  await opened.getByLabel('Backstage').check()
  await expect(opened.getByText('Was Moderator')).toBeVisible()
  await opened.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Priya Raman saved')).toBeVisible()
  await opened.getByRole('button', { name: 'Close' }).click()
  await expect(personRow(page, 'Priya Raman')).toContainText('Host')
  await expect(personRow(page, 'Priya Raman')).toContainText('and 1 more')

  await page.getByRole('button', { name: 'Actions for Priya Raman' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('dialog', { name: 'Remove Priya Raman?' }).getByRole('button', { name: 'Remove person' }).click()
  await expect(personRow(page, 'Priya Raman')).toHaveCount(0)
  // The token that turned it on was entered a moment ago, so nothing was to be confirmed.
  const refused = await priya.request.get(`${baseURL!}/bff/api/chats`)
  expect(refused.status()).toBe(401)
  await context.close()
})

test('whoever turns team access on is led to a passkey, then to recovery codes @thorough', async ({ signedIn: page, account }) => {
  await addDevice(page)
  await turnTeamOn(page, account.token, 'Inês Carvalho')
  await expect(personRow(page, 'Inês Carvalho')).toContainText('None')
  await page.getByRole('button', { name: 'Register a passkey…' }).click()
  const passkeys = drawer(page, 'My passkeys')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByRole('button', { name: 'Create passkey' }).click()
  await expect(passkeys.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
  await passkeys.getByRole('button', { name: 'Close' }).click()
  await expect(personRow(page, 'Inês Carvalho')).not.toContainText('None')

  await page.getByRole('button', { name: 'Make recovery codes…' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Save recovery codes next.')).toHaveCount(0)
})

test('two Owners who change the same person are asked what wins @thorough', async ({ signedIn: page, team, enterToken }) => {
  await team.join({ name: 'Bilal Osei', role: 'moderator', chats: [team.mainStage] })
  await page.goto(to.people())
  const opened = await openPerson(page, 'Bilal Osei')
  await opened.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Host' }).click()
  await team.owner.change('Bilal Osei', { role: 'manager' })
  await opened.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: '1 value was changed elsewhere' })
  await conflict.getByLabel('Mine: Host').check()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await enterToken()
  await expect(page.getByText('Bilal Osei saved')).toBeVisible()
})

test('the list is searched, filtered and sorted, and the address keeps it @thorough', async ({ signedIn: page, team }) => {
  await team.join({ name: 'Bilal Osei', role: 'moderator', chats: [team.mainStage] })
  await team.invite({ name: 'Priya Raman', role: 'host', chats: [team.backstage] })
  await page.goto(to.people())
  await expect(people(page).getByRole('row')).toHaveCount(5)
  await page.keyboard.press('/')
  await page.keyboard.type('backstage')
  await expect(personRow(page, 'Priya Raman')).toBeVisible()
  await expect(personRow(page, 'Bilal Osei')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^No passkey/ }).click()
  await expect(people(page).getByRole('row')).toHaveCount(2)
  await expect(personRow(page, 'Inês Carvalho')).toBeVisible()
  await page.reload()
  await expect(people(page).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: /^No passkey/ }).click()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(people(page).getByRole('rowheader').first()).toContainText('Bilal Osei')
  await page.getByRole('button', { name: /^Not seen/ }).click()
  await expect(page.getByRole('heading', { name: 'No one matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(people(page).getByRole('row')).toHaveCount(5)
})

test('turning team access off says first who is signed out, and the token stays the way in @thorough', async ({
  signedIn: page,
  team,
  enterToken,
}) => {
  const bilal = await team.join({ name: 'Bilal Osei', role: 'moderator', chats: 'all' })
  await page.goto(to.people())
  await page.getByRole('button', { name: 'Turn off…' }).click()
  const ask = page.getByRole('dialog', { name: 'Turn off team access?' })
  await expect(ask).toContainText('2 people are signed out at once: Inês Carvalho and Bilal Osei.')
  await expect(ask.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await ask.getByRole('button', { name: 'Turn off team access' }).click()
  await enterToken()
  await expect(page.getByRole('heading', { name: 'Turn on team access' })).toBeVisible()
  await expect(page.getByText('2 people from before can sign in again once it is on.')).toBeVisible()
  expect((await bilal.page.request.get('/bff/api/chats')).status()).toBe(401)
})

test('the token is replaced by one of the same account only @thorough', async ({ signedIn: page, account, allowErrors }) => {
  await turnTeamOn(page, account.token, 'Inês Carvalho')
  allowErrors(/status of 4\d\d/)
  await page.goto(to.people())
  await page.getByRole('button', { name: 'Replace token…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the account token' })
  await dialog.getByLabel('New account token').fill('nonsense')
  await dialog.getByRole('button', { name: 'Replace token' }).click()
  await expect(dialog.getByText(/The token is rejected by the service/)).toBeVisible()
  await dialog.getByLabel('New account token').fill(account.token)
  await dialog.getByRole('button', { name: 'Replace token' }).click()
  await expect(page.getByText('The account token was replaced')).toBeVisible()
})

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`at ${width} px, the team has no violation, and nothing scrolls sideways @thorough`, async ({ signedIn: page, team }) => {
    await page.setViewportSize({ width, height })
    const judge = async () => {
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await team.join({ name: 'Bilal Osei', role: 'moderator', chats: [team.mainStage] })
    await team.invite({ name: 'Priya Raman', role: 'host', chats: [team.backstage] })
    await page.goto(to.people())
    await expect(page.getByText('Bilal Osei').first()).toBeVisible()
    await judge()
    await page.getByRole('button', { name: 'Bilal Osei', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
    await judge()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Invite person' }).click()
    await expect(drawer(page, 'Invite a person')).toBeVisible()
    await judge()
  })
}

test('the page of a team that is off has no violation, wide and narrow @thorough', async ({ signedIn: page }) => {
  await page.goto(to.people())
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(page.getByRole('heading', { name: 'Turn on team access' })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('a team that cannot be read says so, and can be tried again @thorough', async ({ signedIn: page, account, allowErrors }) => {
  await turnTeamOn(page, account.token, 'Inês Carvalho')
  allowErrors(/Failed to load resource|status of 503/)
  await page.route('**/bff/workspace/team', (route) => route.abort())
  await page.goto(to.people())
  await expect(page.getByText('The team could not be loaded')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/bff/workspace/team')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(personRow(page, 'Inês Carvalho')).toBeVisible()
})
