import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { ban, choose, openBans, row } from '../support/verbs/banned-ips.ts'
import { elsewhere } from '../support/verbs/session.ts'
import { addChat, dialog, toast } from '../support/verbs/chats.ts'

/** What an account remembers is there for everybody who works with it, on each of their computers. */

async function openNote(page: Page, address: string) {
  await choose(page, address, 'Note and review date…')
  return dialog(page, `Note on ${address}`)
}

test('a note that was written in one browser is there in another @thorough', async ({ signedIn: page, account, browser, baseURL }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '20.0.0.1')
  await openBans(page, chatId)
  const note = await openNote(page, '20.0.0.1')
  await expect(note).toContainText('Shared with everyone in this account')
  await note.getByLabel('Note').fill('Sells tickets')
  await note.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'The note was saved')).toBeVisible()

  const other = await elsewhere(browser, baseURL!, account)
  await openBans(other, chatId)
  await expect(row(other, '20.0.0.1')).toContainText('Sells tickets')
  await other.context().close()
})

test('two people who change the same note are asked, and what only one of them changed stays @thorough', async ({
  signedIn: page,
  account,
  browser,
  baseURL,
  allowErrors,
}) => {
  allowErrors(/status of 412/)
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '20.0.0.1')
  await openBans(page, chatId)
  const other = await elsewhere(browser, baseURL!, account)
  await openBans(other, chatId)
  const [mine, theirs] = [await openNote(page, '20.0.0.1'), await openNote(other, '20.0.0.1')]
  await theirs.getByLabel('Note').fill('Theirs')
  await theirs.getByLabel('Review on').fill('2030-01-02')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(toast(other, 'The note was saved')).toBeVisible()

  await mine.getByLabel('Note').fill('Mine')
  await mine.getByRole('button', { name: 'Save' }).click()
  const asked = dialog(page, '1 value was changed elsewhere')
  await expect(asked.getByRole('radio', { name: 'Theirs: Theirs' })).toBeVisible()
  await expectAccessible(page)
  await asked.getByRole('radio', { name: 'Mine: Mine' }).check()
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, '20.0.0.1')).toContainText('review on 2030-01-02: Mine')
  await other.context().close()
})
