import type { Page, Request } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { addChat, addChats, beginNew, dialog, rowNames } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expectAccessible } from '../support/accessibility.ts'

const attention = (page: Page) => page.getByRole('region', { name: /^Needs you now/ })
const line = (page: Page, title: string) => attention(page).getByRole('listitem').filter({ hasText: title })

test('the overview of the demo account ranks what needs attention, shows the plan, and each line leads on', async ({ page }) => {
  await page.goto(to.signIn())
  await page.getByRole('button', { name: 'Open demo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

  const plan = page.getByRole('region', { name: 'Plan', exact: true }).first()
  for (const words of ['5 of 6', '1 left', '6 of 10', '212 of 200', '12 over', 'up to 2,000']) await expect(plan).toContainText(words)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('over plan')
  await expect(page.getByRole('region', { name: /^Busiest now/ })).toContainText('all 5 chats')

  // The count is the number of lines, and only the first line has the filled button.
  await expect(line(page, '12 keywords over the plan')).toContainText('212 of 200')
  const lines = attention(page).getByRole('list').first().locator('> li')
  // Some lines come with later answers.
  await expect(async () => {
    const count = await lines.count()
    expect(count).toBeGreaterThan(3)
    expect(await attention(page).getByRole('heading').textContent()).toBe(`Needs you now ${count}`)
  }).toPass()
  await expect(attention(page).locator('[data-variant="filled"]')).toHaveCount(1)
  await expect(lines.first().locator('[data-variant="filled"]')).toHaveCount(1)
  await expect(line(page, '1 chat is offline')).toContainText('Tango para principiantes')
  await expect(line(page, 'unused for 90 days')).toContainText('Oldest: Tango para principiantes')
  await expect(attention(page)).toContainText('Paid entry without a currency')
  expect((await page.getByRole('heading', { name: /^Busiest now/ }).boundingBox())!.y).toBeLessThan(720)

  for (const [title, filter, chat] of [
    ['1 chat is offline', 'offline', 'Tango para principiantes'],
    ['unused for 90 days', 'unused', 'Tango para principiantes'],
  ] as const) {
    await line(page, title)
      .getByRole('link', { name: /^Show chats/ })
      .click()
    await expect(page).toHaveURL(to.chats({ show: filter }))
    await expect(rowNames(page)).toHaveText([chat])
    await page.goBack()
    await expect(page).toHaveURL(to.home())
  }

  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(to.home())
    await line(page, '12 keywords over the plan')
      .getByRole('link', { name: /^See the plan/ })
      .click()
    const heading = page.getByRole('heading', { level: 2, name: /^Plan/ })
    // Not under the head of the page.
    const isUncovered = () =>
      heading.evaluate((shown) => {
        const { x, y, height } = shown.getBoundingClientRect()
        return shown.contains(document.elementFromPoint(x + 2, y + height / 2))
      })
    await expect.poll(isUncovered, `at ${width} px`).toBe(true)
  }
})

test('the first steps are a chat, its sign-in, a welcome and its public ID, and disappear after the last one', async ({
  signedIn: page,
  account,
}) => {
  await page.goto(to.home())
  const steps = page.getByRole('region', { name: 'Your first chat in four steps' })
  await expect(steps).toContainText('0 of 4 done')
  await expect(page.getByText('Nobody wrote')).toBeHidden()
  await expectAccessible(page)
  await steps.getByRole('button', { name: 'Create chat' }).click()
  await expect(steps.getByLabel('Chat name')).toHaveAccessibleDescription('Give the chat a name')
  await steps.getByLabel('Chat name').fill('Garden radio')
  const answer = await holdRequests(page, /\/account$/)
  await steps.getByRole('button', { name: 'Create chat' }).click()

  // The list has the new chat before the account is read again. The settings open all the same, at the ways to sign in.
  await expect(page.getByRole('region', { name: /^Busiest now/ })).toContainText('1 chat')
  await expect(steps).toContainText('0 of 4 done')
  answer()
  await expect(page).toHaveURL(/settings\?setting=networkOneLogin/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Garden radio')
  const [chat] = (await account.api('chatList', {})).data
  await page.goto(to.home())
  await expect(steps).toContainText('1 of 4 done')
  await expect(steps.getByRole('link', { name: 'Create a chat' })).toHaveAttribute('href', to.settings(chat!.id))
  await steps.getByRole('button', { name: 'Keep the defaults' }).click()
  await expect(steps).toContainText('2 of 4 done')
  await account.api('chatUpdate', { params: { chatId: chat!.id }, body: { name: 'Garden radio', groupChatWelcomeMessage: 'Welcome!' } })
  await page.reload()
  await expect(steps).toContainText('3 of 4 done')
  await expect(steps).toContainText(chat!.hash)
  await expect(steps.getByRole('button', { name: 'Copy the public ID' })).toBeVisible()
  await expectAccessible(page)
  await steps.getByRole('button', { name: 'Done' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible()
  await expect(steps).toBeHidden()
})

test('New leads to the forms of a chat, and of a poll and an announcement in chats that are yet to be chosen, and back', async ({
  signedIn: page,
  account,
}) => {
  await addChats(account, 'Attic', 'Bar')
  await page.goto(to.home())
  for (const [what, title, submit] of [
    ['Poll in several chats', 'Ask in several chats', 'Save and send'],
    ['Announcement', 'Post a message', 'Post'],
  ] as const) {
    await beginNew(page, what)
    const form = dialog(page, title)
    await form.getByRole('textbox', { name: /^(Question|Text)/ }).fill('Doors at seven')
    for (const chat of ['Attic', 'Bar']) await expect(form.getByRole('checkbox', { name: new RegExp(chat) })).not.toBeChecked()
    await form.getByRole('button', { name: submit, exact: true }).click()
    await expect(form).toContainText('Choose at least one chat')
    await page.keyboard.press('Escape')
    await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  }
  await beginNew(page, 'Chat')
  await expect(dialog(page, 'New chat')).toBeVisible()
})

test('Refresh shows what changed elsewhere; an account with chats gets no first steps @thorough', async ({ signedIn: page, account }) => {
  await addChats(account, 'Quiet')
  await page.goto(to.home())
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible()
  await expect(page.getByText('in four steps')).toBeHidden()
  await addChats(account, { name: 'From elsewhere', offline: true, offlineMessage: 'Back soon' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(line(page, '1 chat is offline')).toContainText('From elsewhere')
})

test('of nine chats the overview reports a spam wave, lists that could be tidied, and a poll in the least used one @thorough', async ({
  signedIn: page,
  account,
}) => {
  const names = ['Attic', 'Bar', 'Cellar', 'Deck', 'Entrance', 'Foyer', 'Gallery', 'Hall', 'Island']
  const ids: number[] = []
  for (const name of names) ids.push(await addChat(account, name))
  for (const chatId of ids) {
    const inChat = { params: { chatId } }
    if (chatId !== ids.at(-1)) await account.api('messageSend', { ...inChat, body: { text: 'Doors at seven', username: 'Crew' } })
    if (ids.indexOf(chatId) < 2) for (const ip of ['9.2.2.1', '9.2.2.2']) await account.api('banCreate', { ...inChat, body: { ip } })
  }
  await account.api('pollCreate', {
    params: { chatId: ids.at(-1)! },
    body: { question: 'Encore?', answer1: 'Yes', answer2: 'No', send: true },
  })
  for (let index = 0; index < 10; index++)
    await account.api('messageSend', {
      params: { chatId: ids[0]! },
      body: { text: `FREE TICKETS at tickets.example ${index}`, username: 'Zed' },
    })
  await page.goto(to.home())
  await expect(page.getByRole('region', { name: /^Polls open now/ })).toContainText('Encore?')
  await expect(page.getByRole('region', { name: /^Polls open now/ })).toContainText('1 in 1 of 9 chats')
  await expect(page.getByRole('region', { name: /^Busiest now/ })).toContainText('all 9 chats')
  await expect(page.getByRole('region', { name: /^Busiest now/ }).getByRole('article')).toHaveCount(6)
  await expect(page.getByRole('region', { name: /^Busiest now/ })).toContainText('Doors at seven')

  await expect(attention(page).getByRole('heading')).toHaveText('Needs you now 2')
  const wave = line(page, 'Spam wave in Attic')
  await expect(wave).toContainText('10 messages with nearly the same text by 1 author')
  const bans = line(page, '2 ban entries can be removed or merged')
  await bans.getByRole('button', { name: /^Show list/ }).click()
  await expect(bans.getByRole('listitem')).toHaveText(['Attic 1 of 2 entries', 'Bar 1 of 2 entries'])
  await expectAccessible(page)
  await bans.getByRole('link', { name: 'Bar' }).click()
  await expect(page).toHaveURL(to.bannedIps(ids[1]!))
  await page.goBack()
  await wave.getByRole('link', { name: /^Open wave/ }).click()
  await expect(page).toHaveURL(to.messages(ids[0]!))
})

test.describe('many chats', () => {
  test.use({ maxChats: 40 })

  test('eight of many chats are read, the page says so, and reads the others four at a time @thorough', async ({
    signedIn: page,
    account,
  }) => {
    await addChats(account, ...Array.from({ length: 24 }, (_, index) => `Room ${index + 1}`))
    // No chat was used yet, so the first of the list are read.
    const last = (await account.api('chatList', {})).data.at(-1)!
    await account.api('pollCreate', {
      params: { chatId: last.id },
      body: { question: 'Out of sight?', answer1: 'Yes', answer2: 'No', send: true },
    })
    let underWay = 0
    let most = 0
    const isReading = (url: string) => /\/chats\/\d+\/(messages|polls|banned-ips)/.test(url)
    page.on('request', (request) => isReading(request.url()) && (most = Math.max(most, ++underWay)))
    const onEnd = (request: Request) => void (isReading(request.url()) && underWay--)
    page.on('requestfinished', onEnd)
    page.on('requestfailed', onEnd)
    await page.goto(to.home())
    const polls = page.getByRole('region', { name: /^Polls open now/ })
    await expect(polls).toContainText('0 in 0 chats, 8 of 24 read')
    await expect(page.getByRole('region', { name: /^Busiest now/ })).toContainText('8 of 24 chats')
    await polls.getByRole('button', { name: 'Read all' }).click()
    await expect(polls).toContainText('1 in 1 of 24 chats')
    await expect(polls).toContainText('Out of sight?')
    await expect(page.getByRole('region', { name: /^Busiest now/ })).toContainText('all 24 chats')
    expect(most).toBeLessThanOrEqual(4)
  })
})
