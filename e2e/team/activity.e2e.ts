import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openSession } from '../support/fixtures.ts'
import { expect, test } from '../support/team.ts'
import { banBox, openBans, storedBans, table } from '../support/verbs/banned-ips.ts'
import { confirm } from '../support/verbs/chats.ts'

/** What people of a team see of each other’s work, and undo of it. */

const entry = (page: Page, words: string | RegExp) =>
  page.getByRole('list', { name: 'Changes' }).locator('[data-index]').filter({ hasText: words })
const opened = (page: Page) => page.getByRole('complementary', { name: 'Entry' })

async function banByHand(page: Page, chatId: number, address: string) {
  await openBans(page, chatId)
  await banBox(page).fill(address)
  await page.getByRole('button', { name: /^Ban / }).click()
  await expect(table(page)).toContainText(address)
}

test('a moderator sees their own changes; a manager sees what everyone did, and undoes it @thorough', async ({ team }) => {
  const priya = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  await banByHand(priya.page, team.mainStage, '8.8.4.4')
  await priya.page.goto(to.changes())
  await expect(entry(priya.page, 'Banned')).toContainText(/Priya Raman.*Main stage.*8\.8\.4\.4.*Done/s)
  await expect(entry(priya.page, 'Banned').getByRole('button', { name: /^Undo:/ })).toBeVisible()
  // A link to everyone's activity shows what this person may see.
  await priya.page.goto(to.changes({ chatId: team.mainStage }))
  await expect(entry(priya.page, 'Banned')).toBeVisible()
  await expect(priya.page).toHaveURL(`${to.ownChanges()}?chat=${team.mainStage}`)
  await expect(priya.page.getByRole('link', { name: 'Everyone' })).toHaveCount(0)

  const rui = await team.join({ name: 'Rui Tavares', role: 'manager' })
  await rui.page.goto(to.changes())
  await expect(rui.page.getByRole('link', { name: 'Everyone' })).toHaveAttribute('aria-current', 'page')
  await rui.page.getByLabel('Person').selectOption('Priya Raman')
  await entry(rui.page, 'Banned').getByRole('button', { name: 'Banned', exact: true }).click()
  await expect(opened(rui.page)).toContainText('Priya Raman Moderator')
  // Addresses and devices are for those who may see people.
  await expect(opened(rui.page)).not.toContainText('signed in with a passkey')
  await opened(rui.page)
    .getByRole('button', { name: /^Undo: Banned/ })
    .click()
  await confirm(rui.page, 'Undo “Banned”?', 'Undo')
  await expect(opened(rui.page)).toContainText('Undone by Rui Tavares at')
  expect(await storedBans(team.account, team.mainStage)).toEqual([])

  await priya.page.goto(to.changes())
  await expect(entry(priya.page, 'Banned')).toContainText('Undone by Rui Tavares at')
  await expect(entry(priya.page, 'Banned').getByRole('button', { name: /^Undo:/ })).toHaveCount(0)
})

test('an Owner goes from a person to what they did, with sign-ins and changes of the team @thorough', async ({ team, baseURL }) => {
  await team.join({ name: 'Tom Okafor', role: 'host', chats: [team.backstage] })
  await team.owner.change('Tom Okafor', { role: 'moderator' })
  const { page } = await team.open()
  await openSession(page, baseURL!, team.account.token)
  await page.goto(to.people())
  await page.getByRole('button', { name: 'Actions for Tom Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Changes' }).click()
  await expect(entry(page, 'Signed in with a passkey')).toContainText('Tom Okafor')
  await expect(entry(page, 'Person invited')).toHaveCount(0)
  await page.getByLabel('Person').selectOption('')
  await expect(entry(page, 'Person changed')).toContainText(/Tom Okafor.*Role.*Host.*Moderator/s)
  await expect(entry(page, 'Person changed').getByRole('button', { name: /^Undo:/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('Home says what others did since the last visit, which ends when Home is left, and leads to it', async ({ team }) => {
  const priya = await team.join({ name: 'Priya Raman', role: 'moderator', chats: [team.mainStage] })
  const { page } = await team.join({ name: 'Rui Tavares', role: 'manager' })
  const visited = (method: string) =>
    page.waitForResponse((answer) => answer.url().includes('/me/visit') && answer.request().method() === method)
  const since = page.getByRole('region', { name: /^Since your last visit/ })
  const [reading, ending] = [visited('GET'), visited('PUT')]
  await page.goto(to.home())
  await reading
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Inbox' }).click()
  await ending
  await banByHand(priya.page, team.mainStage, '8.8.4.4')

  await page.goto(to.home())
  await expect(since.getByRole('heading')).toContainText('1 change by others')
  await expect(since.getByRole('link', { name: 'Priya Raman' })).toHaveText(/1 ban Main stage/)
  await expectAccessible(page)
  await since.getByRole('link', { name: 'Priya Raman' }).click()
  await expect(page).toHaveURL(/\/changes\?kind=bans&person=/)
  await expect(entry(page, 'Banned')).toContainText('8.8.4.4')
  // Whoever only looked at a line goes on where they were.
  await page.goBack()
  await expect(since.getByRole('link', { name: 'Priya Raman' })).toBeVisible()
  await page.reload()
  await expect(since.getByRole('heading')).toContainText('1 change by others')

  // Closing the page has ended it for the next visit, in another browser or after half an hour.
  await page.evaluate(() => Object.keys(localStorage).forEach((key) => key.endsWith('visit') && localStorage.removeItem(key)))
  await page.reload()
  await expect(since.getByRole('heading')).toContainText('0 changes by others')
})
