import { to } from '#dashboard/platform/to.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat } from '../support/verbs/chats.ts'

test('a read that the service asks to wait says so over the skeleton, on the first page and on the next one', async ({
  signedIn: page,
  account,
  upstream,
  allowErrors,
}) => {
  allowErrors(/status of 429/)
  const chatId = await addChat(account, 'Lobby')
  const asked = page.getByText('The service asked to wait.')
  upstream.arm('GET', /\/chats$/, '429')
  await page.goto(to.chats())
  await expect(asked).toBeVisible()
  await expect(page.getByText(/^Next try in [0-3] s\.$/)).toBeVisible()
  // Other pages need nothing of what this one waits for.
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible()
  await page.goBack()
  await expect(asked).toBeVisible()
  await upstream.heal()
  await expect(page.getByRole('link', { name: 'Lobby' }).first()).toBeVisible()
  await expect(asked).toBeHidden()
  upstream.arm('GET', /\/messages\?/, '429')
  await page.goto(to.messages(chatId))
  await expect(asked).toBeVisible()
  await upstream.heal()
  await expect(page.getByText('No messages')).toBeVisible()
  await expect(asked).toBeHidden()
})
