import { to } from '#dashboard/to.ts'
import { save } from './account-verbs.ts'
import { test } from './behind-faults.ts'
import { addChat, choose, startNewChat, toast } from './chat-verbs.ts'
import { expect, expectAccessible } from './fixtures.ts'

test('a save that fails after its page was left is told, also over another page', async ({ signedIn: page, upstream, allowTrouble }) => {
  allowTrouble(/status of 50\d/)
  await page.goto(to.social())
  await page.getByLabel('Handle').fill('roomkeeper')
  upstream.arm('PUT', /social/, 'held')
  await save(page)
  await expect.poll(() => upstream.isHolding()).toBe(true)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  // It is said while it lasts, and its end is told.
  await expect(page.getByText('Saving…')).toBeVisible()
  await expectAccessible(page)
  await upstream.refuse()
  await expect(page.getByRole('alert').filter({ hasText: 'Not confirmed: Change the social settings of all group chats' })).toBeVisible()
  await expect(page.getByText('Saving…')).toBeHidden()
})

test('the browser asks before a page is left while something is written, and not afterwards', async ({
  signedIn: page,
  account,
  upstream,
  allowTrouble,
}) => {
  allowTrouble(/^dialog: $/)
  const chatId = await addChat(account, { name: 'Harbour', offline: true })
  await page.goto(to.chats())
  upstream.arm('PUT', new RegExp(`^/chats/${chatId}$`), 'held')
  await choose(page, 'Harbour', 'Bring online')
  await expect.poll(() => upstream.isHolding()).toBe(true)
  await expect(page.getByText('Saving…')).toBeVisible()
  const question = page.waitForEvent('dialog')
  // The answer is to stay (fixtures.ts).
  void page.evaluate(() => location.reload())
  expect((await question).type()).toBe('beforeunload')
  await upstream.heal()
  await expect(toast(page, 'Harbour is online')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Harbour', exact: true }).first()).toBeVisible()
})

test('Enter pressed twice in a drawer creates one chat', async ({ signedIn: page, account }) => {
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Once')
  await drawer.getByLabel('Name').evaluate((field: HTMLInputElement) => {
    field.form!.requestSubmit()
    field.form!.requestSubmit()
  })
  await expect(toast(page, 'Once is there')).toBeVisible()
  expect((await account.api('chatList', {})).data.map(({ name }) => name)).toEqual(['Once'])
})
