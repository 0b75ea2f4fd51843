import { to } from '#dashboard/platform/to.ts'
import { save } from '../support/verbs/account.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, choose, startNewChat, toast } from '../support/verbs/chats.ts'
import { expect } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { barButton, openSettings, saveBar, settingSwitch } from '../support/verbs/settings.ts'

test('the browser asks before leaving a page while a write is pending, and not afterwards; its failure is reported on another page', async ({
  signedIn: page,
  account,
  upstream,
  allowErrors,
}) => {
  allowErrors(/^dialog: $|status of 50\d/)
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

  await page.goto(to.social())
  await page.getByLabel('Handle').fill('roomkeeper')
  upstream.arm('PUT', /social/, 'held')
  await save(page)
  await expect.poll(() => upstream.isHolding()).toBe(true)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible()
  // The page reports the pending save, and its end.
  await expect(page.getByText('Saving…')).toBeVisible()
  await expectAccessible(page)
  await upstream.refuse()
  await expect(page.getByRole('alert').filter({ hasText: 'Social settings: not confirmed' })).toBeVisible()
  await expect(page.getByText('Saving…')).toBeHidden()
})

test('a refusal after its page was left is reported on another page @thorough', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Harbour')
  await page.goto(to.chats())
  const drawer = await startNewChat(page, 'Late show')
  // The list is read first: the drawer is left during that, and then the service refuses.
  upstream.arm('GET', /^\/chats$/, 'held', 1)
  upstream.arm('POST', /^\/chats$/, 'refused with words')
  await drawer.getByRole('button', { name: 'Create chat' }).click()
  await expect.poll(() => upstream.isHolding()).toBe(true)
  await page.goBack()
  await expect(drawer).toBeHidden()
  upstream.release()
  await expect(page.getByRole('alert').filter({ hasText: 'Not done: Create a chat' })).toContainText('Not on a Sunday')
  expect((await account.api('chatList', {})).data.map(({ id }) => id)).toEqual([chatId])
})

test('settings whose save ends after their page was left are no edits any more @thorough', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Harbour')
  await openSettings(page, chatId)
  await settingSwitch(page, 'upload').uncheck()
  const parts = page.getByRole('navigation', { name: 'Parts of this chat' })
  await expect(parts.getByRole('link', { name: 'Settings' })).toHaveText('Settings1 edit')
  upstream.arm('PUT', new RegExp(`^/chats/${chatId}$`), 'held')
  await barButton(page, 'Save').click()
  await expect.poll(() => upstream.isHolding()).toBe(true)
  await parts.getByRole('link', { name: 'Polls' }).click()
  await expect(page.getByRole('heading', { name: 'No polls in this chat yet' })).toBeVisible()
  await upstream.heal()
  await expect(parts.getByRole('link', { name: 'Settings' })).toHaveText('Settings')
  await page.goBack()
  await expect(settingSwitch(page, 'upload')).not.toBeChecked()
  await expect(saveBar(page)).toBeHidden()
})
