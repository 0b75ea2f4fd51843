import type { Page } from '@playwright/test'
import type { Rule } from '#contract/rules/rule.ts'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test, type TestAccount } from '../support/fixtures.ts'
import { addChat } from '../support/verbs/chats.ts'
import { openMessages, post, storedMessages } from '../support/verbs/messages.ts'
import { startRule } from '../support/verbs/rules.ts'

/** Held and marked messages of live rules, and decisions about them. */

const held: Rule['actions'] = { mark: false, deleteAfterSeconds: 120, announce: null, preset: null, notify: false }

/** A chat with a live rule that matches messages with “cheap”. */
async function chatWithRule(account: TestAccount, address: string, actions: Rule['actions']) {
  const chatId = await addChat(account, 'Main stage')
  return { chatId, ...(await startRule(account, address, actions)) }
}

const list = (page: Page, name: 'Runs out' | 'Waiting') => page.getByRole('list', { name, exact: true })
const textsIn = async (account: TestAccount, chatId: number) => (await storedMessages(account, chatId)).map(({ text }) => text)

test('a message that a live rule holds is kept with one key and stays in the chat @thorough', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const { chatId } = await chatWithRule(account, baseURL!, held)
  await page.goto(to.inbox())
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()
  await post(account, chatId, { text: 'Good evening', username: 'Jonas' }, { text: 'cheap passes here', username: 'fairy' })

  const row = list(page, 'Runs out').getByRole('listitem').filter({ hasText: 'cheap passes here' })
  await expect(row).toContainText('Ticket scam')
  await expect(row.getByText(/^Deleted in \d+ seconds$/)).toBeAttached()
  await expect(page.getByRole('link', { name: /^Inbox.*1 to decide/ })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Good evening')
  await expectAccessible(page)

  await page.keyboard.press('k')
  await expect(row).toContainText('Kept')
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last decisions' })).toContainText(`1 keptTicket scam${account.name}`)

  await page.keyboard.press('u')
  await expect(row.getByText(/^Deleted in \d+ seconds$/)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()
  expect(await textsIn(account, chatId)).toContain('cheap passes here')
})

test('a held message is deleted on request once the time to undo is over, and no other message @thorough', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const { chatId } = await chatWithRule(account, baseURL!, held)
  await page.goto(to.inbox())
  await post(account, chatId, { text: 'Good evening', username: 'Jonas' }, { text: 'cheap passes here', username: 'fairy' })
  await expect(list(page, 'Runs out')).toContainText('cheap passes here')
  await page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(list(page, 'Runs out')).toContainText('Will be deleted')
  await expect(page.getByRole('region', { name: 'Last decisions' })).toContainText('1 deleted', { timeout: 20_000 })
  expect(await textsIn(account, chatId)).toEqual(['Good evening'])
})

test('the first decision counts: a message that someone else kept shows their name @thorough', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const { chatId, call } = await chatWithRule(account, baseURL!, held)
  await page.goto(to.inbox())
  await post(account, chatId, { text: 'cheap passes here', username: 'fairy' })
  await expect(list(page, 'Runs out')).toContainText('cheap passes here')
  const { data } = await call('reviewRead', { query: {} })
  await call('reviewDecide', { body: { ids: data.held.map(({ id }) => id), decision: 'spare' } })
  await expect(list(page, 'Runs out')).toContainText(`Kept by ${account.name}`)
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()
})

test('marked messages are shown in Messages, filtered, and kept with a key; pointing at one moves nothing to where something else was', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const { chatId } = await chatWithRule(account, baseURL!, { ...held, mark: true, deleteAfterSeconds: null })
  await post(account, chatId, { text: 'Good evening', username: 'Jonas' }, { text: 'cheap passes here', username: 'fairy' })
  await openMessages(page, chatId)
  const row = page.getByRole('row').filter({ hasText: 'cheap passes here' })
  await expect(row).toContainText('Ticket scam marked')
  const keep = row.getByRole('button', { name: 'Keep the message of fairy' })
  for (const width of [768, 1024, 1920, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openMessages(page, chatId)
    await page.mouse.move(0, 0)
    const before = (await keep.boundingBox())!
    const words = (await page.getByText('Ticket scam marked').boundingBox())!
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
    const bin = (await row.getByRole('button', { name: /^Delete message/ }).boundingBox())!
    expect(await keep.boundingBox()).toEqual(before)
    expect(bin.x).toBeGreaterThanOrEqual(Math.max(before.x + before.width, words.x + words.width))
  }
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'By rules 1' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Good evening' })).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(keep).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('k')
  await expect(keep).toBeHidden()
  await page.goto(to.inbox())
  await expect(page.getByRole('region', { name: 'Last decisions' })).toContainText('1 kept')
})

test('a group is deleted six seconds after the key, and one key undoes all of it; a key that is held down decides one entry', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const { chatId } = await chatWithRule(account, baseURL!, { ...held, mark: true, deleteAfterSeconds: null })
  await post(account, chatId, ...Array.from({ length: 4 }, (_, index) => ({ text: 'cheap passes here', username: `fairy${index}` })))
  await page.goto(to.inbox())
  const details = page.getByRole('complementary', { name: 'Details' })
  const undo = page.getByRole('group', { name: 'Undo' })
  const undone = () => page.waitForResponse((response) => response.request().postData()?.includes('"undo"') === true)
  const keep = details.getByRole('button', { name: 'Keep 4' })
  // The second time the undo is pressed before the answer to the decision can have arrived.
  for (const waits of [true, false]) {
    await expect(details.getByRole('button', { name: 'Delete 4' })).toBeEnabled()
    await page.keyboard.press('d')
    if (waits) await expect(undo).toContainText('4 messages will be deleted')
    const answer = undone()
    await page.keyboard.press('u')
    expect((await (await answer).json()) as { data: unknown }).toMatchObject({
      data: Array.from({ length: 4 }, () => ({ outcome: 'done' })),
    })
    await expect(undo).toBeHidden()
    await page.keyboard.press('ArrowDown')
    await expect(keep).toBeEnabled()
  }

  await post(account, chatId, { text: 'so cheap, what a bargain', username: 'Nuno' })
  const open = list(page, 'Waiting').getByRole('listitem').filter({ hasNotText: 'Will be deleted' })
  await expect(open).toHaveCount(2)
  await expect(details.getByRole('button', { name: /^Delete/ })).toBeEnabled()
  for (let count = 0; count < 20; count++) await page.keyboard.down('d')
  await page.keyboard.up('d')
  await expect(undo).toContainText('will be deleted')
  // The other one still waits.
  await expect(open).toHaveCount(1)
  await page.keyboard.press('u')
  await expect(undo).toBeHidden()
  await expect(open).toHaveCount(2)
  expect(await textsIn(account, chatId)).toHaveLength(5)
})

test('pending messages are decided while what else waits cannot be read, of which nothing is said before it is known', async ({
  signedIn: page,
  account,
  baseURL,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  const { chatId } = await chatWithRule(account, baseURL!, held)
  await post(account, chatId, { text: 'cheap passes here', username: 'fairy' })
  const others = '**/bff/workspace/inbox'
  await page.route(others, (route) => route.abort())
  await page.goto(to.inbox())
  await expect(page.getByRole('heading', { name: 'The other decisions could not be loaded' })).toBeVisible()
  await expect(list(page, 'Runs out')).toContainText('cheap passes here')
  await page.keyboard.press('k')
  await expect(list(page, 'Runs out')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeHidden()
  await page.unroute(others)
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()
})
