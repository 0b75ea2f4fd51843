import { to } from '#dashboard/platform/to.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat } from '../support/verbs/chats.ts'

/** A service with manners that the API document does not rule out: what the page says is what the service holds. */

test('a read that the service asks to wait says so over the skeleton, on the first page and on the next one', async ({
  signedIn: page,
  account,
  upstream,
  allowErrors,
}) => {
  allowErrors(/status of 429/)
  const chatId = await addChat(account, 'Lobby')
  const asked = page.getByText('The service asked to wait.')
  const busy = (path: RegExp) => upstream.arm('GET', path, '429', 2)
  busy(/\/chats$/)
  await page.goto(to.chats())
  await expect(asked).toBeVisible()
  await expect(page.getByText(/^Next try in [0-3] s\.$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lobby' }).first()).toBeVisible()
  await expect(asked).toBeHidden()

  busy(/\/messages\?/)
  await page.goto(to.messages(chatId))
  await expect(asked).toBeVisible()
  await expect(page.getByText('No messages')).toBeVisible()
  await expect(asked).toBeHidden()
})
