import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/team.ts'

test('a removed person is told so by the open page, which sends nothing more; the next sign-in is refused', async ({
  team,
  allowErrors,
}) => {
  allowErrors(/status of 40[13]/)
  const { page } = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  await page.clock.install()
  await page.goto(to.messages(team.mainStage))
  await page.clock.runFor(3000)
  await page.getByRole('button', { name: 'Post message' }).click()
  await page.getByRole('dialog').getByLabel('Text').fill('Good evening')
  await team.owner.remove('Priya Raman')
  await page.clock.runFor(31_000)
  const told = page.getByRole('dialog', { name: 'You were removed from the team' })
  await expect(told).toContainText('ask an Owner: Inês Carvalho')
  await expect(told).toContainText('Good evening')
  await expectAccessible(page, '[role=dialog][aria-modal]')
  await told.getByRole('button', { name: 'Go to sign-in' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText(/removed|not known/)
})

test('a role that is lowered while a dialog is open: the page says so, and what was typed can be copied @thorough', async ({
  team,
  allowErrors,
}) => {
  allowErrors(/status of 403/)
  const { page } = await team.join({ name: 'Priya Raman', role: 'manager' })
  await page.clock.install()
  await page.goto(to.settings(team.mainStage))
  await page.clock.runFor(3000)
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Grand stage')
  await team.owner.change('Priya Raman', { role: 'moderator' })
  await page.clock.runFor(31_000)
  await expect(page.getByRole('heading', { name: 'You can’t open “Settings”' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What you typed' })).toContainText('Grand stage')
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
})

test('an action that was taken away meanwhile is refused, and the page then leaves it out', async ({ team, allowErrors }) => {
  allowErrors(/status of 403/)
  const { page } = await team.join({ name: 'Priya Raman', role: 'host', chats: [team.mainStage] })
  await page.goto(to.polls(team.mainStage))
  await page.getByRole('button', { name: 'New poll' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New poll' })
  await drawer.getByLabel('Question').fill('Which song?')
  await drawer.getByRole('textbox', { name: 'Answer 1' }).fill('The first')
  await drawer.getByRole('textbox', { name: 'Answer 2' }).fill('The second')
  await team.owner.change('Priya Raman', { role: 'moderator' })
  await drawer.getByRole('button', { name: /^Save/ }).first().click()
  await expect(page.getByRole('button', { name: 'New poll' })).toHaveCount(0)
  expect((await team.api('pollList', { params: { chatId: team.mainStage } })).data).toEqual([])
})
