import { join } from 'node:path'
import { ban, choose, openBans, row } from '../support/verbs/banned-ips.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { createAccount, expect, openSession, test as plain } from '../support/fixtures.ts'
import {
  deleteSelected,
  storedMessages,
  inTimeToUndo,
  jobs,
  openMessages,
  post,
  receipt,
  checkbox,
  undoBar,
} from '../support/verbs/messages.ts'
import { startProduct } from '../support/product.ts'
import { expectSaved, field, openSettings, save, saveBar, settingSwitch } from '../support/verbs/settings.ts'

/** One browser and address, and two installations one after the other, in which accounts, chats and messages have the same ids. */

const test = plain.extend<{ folders: [string, string] }>({
  folders: ({ folder }, use) => use([join(folder, 'one'), join(folder, 'two')]),
  // Both installations need the same address, which no other test uses.
  baseURL: ({ baseURL }, use) => use(`http://127.0.0.1:${Number(new URL(baseURL!).port) + 1}`),
})

/** Starts the product at the address, with an account that owns a chat with three messages and a banned address. */
async function install(address: string, folder: string) {
  const server = await startProduct({ DATA_DIR: folder, PORT: new URL(address).port })
  const account = await createAccount(address, 'ada', undefined, folder)
  const chatId = await addChat(account, 'Lobby')
  await post(account, chatId, 'One', 'Two', 'Three')
  await ban(account, chatId, '192.0.2.1')
  return { server, account, chatId }
}

// Starts the product three times.
test.setTimeout(240_000)

test('data that a browser stored for one installation is not used for the next one at the same address @thorough', async ({
  page,
  folders,
  baseURL,
}) => {
  const first = await install(baseURL!, folders[0])
  await openSession(page, baseURL!, first.account.token)
  await openSettings(page, first.chatId)
  await settingSwitch(page, 'upload').uncheck()
  await save(page)
  await expectSaved(page)
  await field(page, 'name').fill('Typed before')
  await expect(saveBar(page)).toContainText('1 change')
  await openBans(page, first.chatId)
  await choose(page, '192.0.2.1', 'Note and review date…')
  await dialog(page, 'Note on 192.0.2.1').getByLabel('Note').fill('Noted before')
  await dialog(page, 'Note on 192.0.2.1').getByRole('button', { name: 'Save' }).click()
  await expect(row(page, '192.0.2.1')).toContainText('Noted before')
  await openMessages(page, first.chatId)
  await checkbox(page, 'One').check()
  await checkbox(page, 'Two').check()
  // The page is left while the deletion can still be undone, so it is unfinished.
  await inTimeToUndo(page, async () => {
    await page.getByRole('button', { name: /^Delete \d/ }).click()
    await expect(undoBar(page)).toBeVisible()
    await page.goto('about:blank')
  })
  await first.server.stop()

  const second = await install(baseURL!, folders[1])
  expect([second.account.accountId, second.chatId]).toEqual([first.account.accountId, first.chatId])
  await openSession(page, baseURL!, second.account.token)
  await openSettings(page, second.chatId)
  await expect(field(page, 'name')).toHaveValue('Lobby')
  await expect(page.getByRole('region', { name: 'Kept edits' })).toBeHidden()
  await openBans(page, second.chatId)
  await expect(row(page, '192.0.2.1')).toBeVisible()
  await expect(row(page, '192.0.2.1')).not.toContainText('Noted before')
  // Once the sidebar shows one job of the journal, it has read all of them.
  await openMessages(page, second.chatId)
  await checkbox(page, 'Three').check()
  await deleteSelected(page)
  await expect(receipt(page, '1 message deleted')).toBeVisible()
  await expect(jobs(page)).not.toContainText('2 messages')
  expect((await storedMessages(second.account, second.chatId)).map(({ text }) => text)).toEqual(['One', 'Two'])
  await page.goto('about:blank')
  await second.server.stop()

  // In the first installation again, everything is as it was left.
  const again = await startProduct({ DATA_DIR: folders[0], PORT: new URL(baseURL!).port })
  await openSession(page, baseURL!, first.account.token)
  await openBans(page, first.chatId)
  await expect(row(page, '192.0.2.1')).toContainText('Noted before')
  await openSettings(page, first.chatId)
  await expect(page.getByRole('region', { name: 'Kept edits' })).toBeVisible()
  await page.goto('about:blank')
  await again.stop()
})
