import { addChat, storedSettings } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectSaved, field, openSettings, save, saveBar } from '../support/verbs/settings.ts'

/** Two tabs of one account. */

test('edits of one chat made in two tabs and saved in each are both kept', async ({ signedIn: page, account, context }) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  const tab = await context.newPage()
  await openSettings(tab, chatId)
  await field(page, 'name').fill('Hall')
  await expect(saveBar(page)).toContainText('1 change')
  await field(tab, 'groupChatWelcomeMessage').fill('Hello')
  await expect(saveBar(tab)).toContainText('1 change')
  await expect.poll(() => tab.evaluate(() => Object.values(localStorage).join())).toContain('Hello')

  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save(page)
  // The settings came with the page, and their version too.
  expect((await sent).headers()['if-match']).toMatch(/^(W\/)?".+"$/)
  // The draft of the other tab survives the save in this one.
  await expect.poll(() => tab.evaluate(() => Object.values(localStorage).join())).toContain('Hello')
  await tab.reload()
  await tab.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
  await save(tab)
  await expectSaved(tab)
  expect(await storedSettings(account, chatId)).toMatchObject({ name: 'Hall', groupChatWelcomeMessage: 'Hello' })
})
