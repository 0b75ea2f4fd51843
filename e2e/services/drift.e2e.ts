import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect } from '../support/fixtures.ts'
import { gatewaySession } from '../support/gateway.ts'
import { test } from '../support/upstreams/with-foreign-service.ts'
import { addChat, dialog, storedSettings } from '../support/verbs/chats.ts'

/** What somebody changes on the service without this gateway. The calls of `account.api` do not pass it. */

const row = (page: Page, words: string) => page.getByRole('table', { name: 'Outside changes' }).getByRole('row').filter({ hasText: words })

test('a change from outside is found, put back with one key and asked about when it was changed again', async ({
  signedIn: page,
  account,
  baseURL,
}) => {
  const chatId = await addChat(account, { name: 'Main stage', upload: true, anonymous: false })
  await page.goto(to.outside())
  await expect(page.getByRole('heading', { name: 'Outside changes are not checked' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Background access' })).toHaveAttribute('href', to.backgroundAccess())

  const { call, confirm } = await gatewaySession(baseURL!, account.token)
  await confirm()
  await call('standingTurnOn', {})
  await page.reload()
  await expect(page.getByRole('heading', { name: /^No outside changes since/ })).toBeVisible()

  await account.api('chatUpdate', { params: { chatId }, body: { name: 'Main stage', anonymous: true, groupChatWelcomeMessage: 'Theirs' } })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(row(page, 'Guests')).toContainText('OffOnOutside Roomkeeper')
  await expect(page.getByRole('link', { name: /^Inbox.*1 to decide/ })).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('p')
  // The gateway knows no names of this service's sounds.
  const asked = dialog(page, 'Put back 1 change anyway?')
  await expect(asked).toContainText('may reset a sound')
  await asked.getByRole('button', { name: 'Put back anyway' }).click()
  await expect(row(page, 'Guests')).toBeHidden()
  expect(await storedSettings(account, chatId)).toMatchObject({ anonymous: false, groupChatWelcomeMessage: 'Theirs' })

  await account.api('chatUpdate', { params: { chatId }, body: { name: 'Main stage', groupChatWelcomeMessage: 'Changed again' } })
  await page.getByRole('button', { name: 'Put back: Group welcome message, Main stage' }).click()
  await expect(asked).toContainText('now “Changed again”')
  await asked.getByRole('button', { name: 'Keep what is there now' }).click()
  expect(await storedSettings(account, chatId)).toMatchObject({ groupChatWelcomeMessage: 'Changed again' })

  await page.goto(to.inbox())
  await expect(page.getByRole('list', { name: 'Waiting' }).getByRole('listitem')).toContainText('1 outside changeMain stage')
  await expectAccessible(page)
  const details = page.getByRole('complementary', { name: 'Details' })
  const entry = page.getByRole('list', { name: 'Waiting' }).getByRole('button')
  await entry.focus()
  await page.keyboard.press('Tab')
  await expect(details.locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(entry).toBeFocused()
  await details.getByRole('button', { name: 'Accept: Group welcome message, Main stage' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()
  await page.goto(to.outside())
  await expect(page.getByRole('heading', { name: /^No outside changes since/ })).toBeVisible()
})
