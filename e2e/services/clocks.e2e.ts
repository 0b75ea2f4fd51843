import { expect } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-foreign-service.ts'
import { addChat } from '../support/verbs/chats.ts'
import { message, openMessages, post } from '../support/verbs/messages.ts'

/** The clock of this computer, that of the gateway and that of the service differ: the page goes by that of the service, and says so. */

for (const [title, computer, service, words] of [
  ['the computer is 20 minutes ahead', 20 * 60, 0, '20 minutes ahead of the clock of the service'],
  ['the service is an hour ahead', 0, 3600, '60 minutes behind the clock of the service'],
  ['the service is an hour behind', 0, -3600, '60 minutes ahead of the clock of the service'],
  ['the service is 20 seconds behind', 0, -20, null],
] as const)
  test(`${title}: “last 15 minutes” and live messages are those of the service`, async ({ signedIn: page, account, foreign }) => {
    foreign.behave({ aheadSeconds: service })
    const chatId = await addChat(account, 'Lobby')
    await post(account, chatId, 'Already here')
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
    }, computer * 1000)
    await openMessages(page, chatId, '?range=15m')
    await expect(message(page, 'Already here')).toBeVisible()
    const notice = page.getByText(/^The clock of this computer is/)
    if (words === null) await expect(notice).toBeHidden()
    else await expect(notice).toContainText(words)
    await post(account, chatId, 'Just written')
    await page.getByRole('button', { name: /1 new message/ }).click()
    await expect(message(page, 'Just written')).toBeVisible()
  })
