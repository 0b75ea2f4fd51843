import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/team.ts'
import { dialog, toast } from '../support/verbs/chats.ts'
import { drawer, openPerson, personRow, rightBox } from '../support/verbs/people.ts'
import { saveBar } from '../support/verbs/settings.ts'

/** What goes on under the name of a person is listed before a change ends it. */

test('what an Owner lends is listed before they are made less or removed, and ends with it', async ({
  signedIn: page,
  team,
  enterToken,
}) => {
  const tom = await team.join({ name: 'Tom Baker', role: 'owner' })
  await tom.page.goto(to.people())
  await tom.page.getByRole('button', { name: 'Invite person' }).click()
  const invite = drawer(tom.page, 'Invite a person')
  await invite.getByLabel('Name').fill('Eve Moss')
  await invite.getByLabel('Main stage').check()
  await invite.getByRole('button', { name: 'Create link' }).click()
  await tom.page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(drawer(tom.page, 'Invitation for Eve Moss')).toBeVisible()

  await page.goto(to.people())
  await page.getByRole('button', { name: 'Actions for Tom Baker' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove Tom Baker?' })
  await expect(removing.getByRole('list', { name: 'What ends' })).toHaveText('The invitation of Eve Moss is revoked.')
  await removing.getByRole('button', { name: 'Cancel' }).click()

  const opened = await openPerson(page, 'Tom Baker')
  await opened.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Manager' }).click()
  await opened.getByRole('button', { name: 'Save', exact: true }).click()
  const saving = page.getByRole('dialog', { name: 'Save the changes to Tom Baker?' })
  await expect(saving.getByRole('list', { name: 'What ends' })).toHaveText('The invitation of Eve Moss is revoked.')
  await expectAccessible(page, '[role=dialog][aria-modal]')
  await saving.getByRole('button', { name: 'Cancel' }).click()
  await expect(opened.getByText('Was Owner')).toBeVisible()
  await opened.getByRole('button', { name: 'Save', exact: true }).click()
  await saving.getByRole('button', { name: 'Save changes' }).click()
  await enterToken()
  await expect(page.getByText('Tom Baker saved')).toBeVisible()
  await expect(page.getByText('The invitation of Eve Moss was revoked.')).toBeVisible()
  await opened.getByRole('button', { name: 'Close' }).click()
  await expect(personRow(page, 'Eve Moss')).toHaveCount(0)
})

test('a right that a role loses names the opening hours that end with it', async ({ signedIn: page, team, enterToken }) => {
  const dana = await team.join({ name: 'Dana Kim', role: 'manager', chats: [team.mainStage] })
  await dana.page.goto(to.hours(team.mainStage))
  await dana.page.getByRole('switch', { name: 'Follow these hours' }).click()
  await saveBar(dana.page).getByRole('button', { name: /^Save/ }).click()
  await dialog(dana.page, 'Take Main stage offline now?').getByRole('button', { name: 'Save and take offline' }).click()
  await expect(toast(dana.page, 'Opening hours saved')).toBeVisible()

  await page.goto(to.roles())
  await rightBox(page, 'Manager', 'Change settings').click()
  await saveBar(page).getByRole('button', { name: /^Save/ }).click()
  const review = page.getByRole('dialog', { name: /^Review \d change/ })
  await expect(review.getByRole('list', { name: 'What ends' })).toHaveText(/The opening hours of Main stage are turned off/)
  await review.getByRole('button', { name: /^Save \d change/ }).click()
  await enterToken()
  await expect(page.getByText('Permissions saved')).toBeVisible()
  await expect(page.getByText('The opening hours of Main stage were turned off. The chat stays as it is now.')).toBeVisible()
})
