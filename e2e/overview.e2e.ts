import { to } from '#dashboard/to.ts'
import { addChat, addChats, rowNames } from './chat-verbs.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('the demo account at a glance: how full it is, and what is worth a look', async ({ page }) => {
  await page.goto(to.signIn())
  await page.getByRole('button', { name: 'Open demo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  const plan = page.getByRole('region', { name: 'Plan' })
  for (const words of ['5 of 6', '1 left', '6 of 10', '212 of 200', '12 over', 'up to 2,000']) await expect(plan).toContainText(words)
  await expect(page.getByText('12 keywords over the plan.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('over plan')

  const worth = page.getByRole('region', { name: /^Worth a look/ })
  await expect(worth.getByRole('listitem').filter({ hasText: '1 chat is offline' })).toContainText('Tango para principiantes')
  await expect(worth.getByRole('listitem').filter({ hasText: 'unused for 90 days' })).toContainText('Oldest: Tango para principiantes')
  await expect(worth.getByRole('listitem').filter({ hasText: 'Paid entry without a currency' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Used lately/ }).getByRole('listitem')).toHaveCount(5)
})

test('what is worth a look leads to the list, filtered', async ({ page }) => {
  await page.goto(to.signIn())
  await page.getByRole('button', { name: 'Open demo' }).click()
  for (const [title, filter, chat] of [
    ['1 chat is offline', 'offline', 'Tango para principiantes'],
    ['unused for 90 days', 'unused', 'Tango para principiantes'],
    ['Paid entry without a currency', 'paid', 'Aurora Live · Main stage'],
  ] as const) {
    await page.getByRole('link', { name: new RegExp(`^Show: .*${title}`) }).click()
    await expect(page).toHaveURL(to.chats({ show: filter }))
    await expect(rowNames(page)).toHaveText([chat])
    await page.goBack()
    await expect(page).toHaveURL(to.overview())
  }
  await page
    .getByRole('region', { name: /^Used lately/ })
    .getByRole('link', { name: 'Nachtcafé Köln' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nachtcafé Köln')
})

test('an empty account says what would be here, and leads to the first chat', async ({ signedIn: page }) => {
  await page.goto(to.overview())
  await expect(page.getByText('Nothing needs you now.')).toBeVisible()
  await page.getByRole('link', { name: 'New chat' }).click()
  await expect(page).toHaveURL(to.chats({ open: 'new' }))
  await expect(page.getByRole('dialog', { name: 'New chat' })).toBeVisible()
})

test('Refresh shows what changed elsewhere', async ({ signedIn: page, account }) => {
  await page.goto(to.overview())
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
  await addChats(account, { name: 'From elsewhere', offline: true })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('1 chat is offline')).toBeVisible()
  await expect(page.getByRole('link', { name: 'From elsewhere' })).toBeVisible()
})

test('a ban list that could be shorter, and a poll that is open, lead to their pages', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  const inChat = { params: { chatId } }
  for (const ip of ['192.0.2.1', '192.0.2.2']) await account.api('banCreate', { ...inChat, body: { ip } })
  await account.api('pollCreate', { ...inChat, body: { question: 'Encore?', answer1: 'Yes', answer2: 'No', send: true } })
  await account.api('messageSend', { ...inChat, body: { text: 'Doors at seven', username: 'Crew' } })
  await page.goto(to.overview())
  const shorter = page.getByRole('list', { name: 'Ban lists that could be shorter' })
  await expect(shorter).toContainText('Hall: 1 of 2 entries would ban the same addresses.')
  await expect(page.getByRole('region', { name: /^Polls open now/ })).toContainText('Encore?')
  await expect(page.getByRole('region', { name: /^Busiest now/ })).toContainText('Doors at seven')
  await expectAccessible(page)
  await shorter.getByRole('link', { name: 'Open the bans of Hall' }).click()
  await expect(page).toHaveURL(to.bannedIps(chatId))
})
