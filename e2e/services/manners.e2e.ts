import { to } from '#dashboard/platform/to.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat } from '../support/verbs/chats.ts'
import { deleteSelected, jobs, openMessages, post, receipt, storedMessages } from '../support/verbs/messages.ts'

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

test('a deletion whose requests are lost waits with the rest, and goes on when it is told to', async ({
  signedIn: page,
  account,
  upstream,
  allowErrors,
}) => {
  allowErrors(/status of (429|50\d)|Failed to load resource/)
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, ...Array.from({ length: 30 }, (_, index) => `Message ${index}`))
  await openMessages(page, chatId)
  await page
    .getByRole('checkbox', { name: /Select all/ })
    .first()
    .check()
  // The reads get through: nothing looks like a lost connection.
  upstream.arm('POST', /\/messages\/delete$/, 'reset')
  await deleteSelected(page)
  const again = jobs(page).getByRole('button', { name: 'Try again: Deleting 30 messages' })
  await expect(again).toBeVisible({ timeout: 30_000 })
  expect(await storedMessages(account, chatId)).toHaveLength(30)
  await upstream.heal()
  await again.click()
  await expect(receipt(page, '30 messages deleted')).toBeVisible()
  expect(await storedMessages(account, chatId)).toEqual([])
})
