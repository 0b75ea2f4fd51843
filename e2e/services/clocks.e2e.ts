import type { Page } from '@playwright/test'
import { expect, type TestAccount } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-foreign-service.ts'
import { addChat } from '../support/verbs/chats.ts'
import { message, openMessages, post } from '../support/verbs/messages.ts'

/** The clock of this computer, that of the gateway and that of the service differ: the page goes by that of the service, and says so. */

/** “Last 15 minutes” and live messages are those of the service. @param words of the notice; null = there is none */
async function expectByService(page: Page, account: TestAccount, words: string | null) {
  const chatId = await addChat(account, 'Lobby')
  await post(account, chatId, 'Already here')
  await openMessages(page, chatId, '?range=15m')
  await expect(message(page, 'Already here')).toBeVisible()
  const notice = page.getByText(/^The clock of this computer is/)
  if (words === null) await expect(notice).toBeHidden()
  else await expect(notice).toContainText(words)
  await post(account, chatId, 'Just written')
  await page.getByRole('button', { name: /1 new message/ }).click()
  await expect(message(page, 'Just written')).toBeVisible()
}

test('where the service is ahead or behind, the page goes by its clock, and says so unless it is little', async ({
  signedIn: page,
  account,
  foreign,
}) => {
  for (const [aheadSeconds, words] of [
    [3600, '60 minutes behind the clock of the service'],
    [-3600, '60 minutes ahead of the clock of the service'],
    [-20, null],
  ] as const) {
    foreign.behave({ aheadSeconds })
    await expectByService(page, account, words)
  }
})

test('where the computer is 20 minutes ahead, the page goes by the clock of the service, and says so', async ({
  signedIn: page,
  account,
}) => {
  await page.addInitScript((ahead) => {
    const now = Date.now
    globalThis.Date = class extends Date {
      constructor(...parts: []) {
        // Without parts it is now.
        if (parts.length === 0) super(now() + ahead)
        else super(...parts)
      }
      static override now = () => now() + ahead
    } as DateConstructor
  }, 20 * 60_000)
  await expectByService(page, account, '20 minutes ahead of the clock of the service')
})
