import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test, type TestAccount } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { ban, choose, openBans, row } from '../support/verbs/banned-ips.ts'
import { elsewhere } from '../support/verbs/session.ts'
import { addChat, dialog, toast } from '../support/verbs/chats.ts'

import { countInBrowser, deleteRecord, keepInBrowser, storedRecords, storeRecords } from '../support/verbs/records.ts'

/** What an account remembers is there for everybody who works with it, on each of their computers. */

/** 20.0.0.0 */
const firstAddress = 20 * 2 ** 24

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

/** What a release before shared records left in this browser. */
async function holdInBrowser(page: Page, { accountId }: TestAccount, chatId: number) {
  await page.goto(to.bannedIps(chatId))
  const round = { at: 1000, before: 'reset', question: 'Tea?', answers: [{ place: 1, text: 'Yes', votes: 3 }] }
  await keepInBrowser(page, 'poll-rounds', [{ key: [accountId, chatId, 5, 1000], value: round }])
  await keepInBrowser(page, 'poll-templates', [
    { key: [accountId, 1000, 0], value: { question: 'Tea?', answer1: 'Yes', answer2: 'No', answer3: '', answer4: '' } },
  ])
  const notes = Array.from({ length: 3 }, (_, index) => ({
    key: [accountId, chatId, firstAddress + index, firstAddress + index],
    value: { note: `note ${index}`, reviewOn: '' },
  }))
  await keepInBrowser(page, 'ban-notes', notes)
}

const offerOf = (page: Page) => page.getByRole('region', { name: 'Only in this browser' })
const valuesOf = async (page: Page, kind: 'ban-notes' | 'poll-rounds' | 'poll-templates') =>
  (await storedRecords(page, kind)).map(({ value }) => value)

test('what an earlier release left in this browser is moved to the account once @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '20.0.0.0-20.0.0.2')
  await holdInBrowser(page, account, chatId)
  await page.reload()
  const offer = offerOf(page)
  await expect(offer).toContainText('Only in this browser: 1 round of a poll, 1 poll template, and 3 notes.')
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Move to the account' }).click()
  await expect(toast(page, 'Moved to the account: 1 round of a poll, 1 poll template, and 3 notes')).toBeVisible()
  await expect(offer).toBeHidden()
  expect(await valuesOf(page, 'ban-notes')).toEqual([0, 1, 2].map((index) => ({ note: `note ${index}`, reviewOn: '' })))
  expect(await valuesOf(page, 'poll-rounds')).toMatchObject([{ question: 'Tea?' }])
  for (const store of ['ban-notes', 'poll-rounds', 'poll-templates', 'record-moves']) expect(await countInBrowser(page, store)).toBe(0)
})

test('two tabs that move at once store everything once, and a move whose answer was lost is finished by the next page @thorough', async ({
  signedIn: page,
  account,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_CONNECTION_RESET|ERR_FAILED/)
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '20.0.0.1')
  await holdInBrowser(page, account, chatId)
  // The gateway stores the batch, but the answer never arrives.
  await page.route('**/record-moves/*', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.reload()
  await offerOf(page).getByRole('button', { name: 'Move to the account' }).click()
  await expect(offerOf(page)).toContainText('Not everything was moved.')
  expect(await countInBrowser(page, 'ban-notes')).toBe(3)
  // Somebody deletes one of them meanwhile: it must not come back.
  const [first] = await storedRecords(page, 'ban-notes')
  await deleteRecord(page, 'ban-notes', first!)
  await page.unroute('**/record-moves/*')
  const other = await context.newPage()
  await Promise.all([page, other].map((tab) => tab.goto(to.polls(chatId))))
  // No batch arrives before both tabs have begun: the offer disappears from a tab whose records the other has moved.
  const letArrive = await holdRequests(context, '**/record-moves/*')
  await Promise.all([page, other].map((tab) => offerOf(tab).getByRole('button', { name: 'Move to the account' }).click()))
  letArrive()
  for (const tab of [page, other]) await expect(offerOf(tab)).toBeHidden()
  expect(await valuesOf(page, 'ban-notes')).toEqual([1, 2].map((index) => ({ note: `note ${index}`, reviewOn: '' })))
  expect(await valuesOf(page, 'poll-templates')).toHaveLength(1)
  for (const store of ['ban-notes', 'poll-rounds', 'poll-templates', 'record-moves']) expect(await countInBrowser(page, store)).toBe(0)
})

test('a note that is shared with another text is decided by the person @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await ban(account, chatId, '20.0.0.1')
  await holdInBrowser(page, account, chatId)
  const theirs = [1, 2].map((index) => ({
    chatId,
    key: `${firstAddress + index}-${firstAddress + index}`,
    value: { note: `theirs ${index}`, reviewOn: '' },
  }))
  await storeRecords(page, 'ban-notes', theirs)
  await page.reload()
  await offerOf(page).getByRole('button', { name: 'Move to the account' }).click()
  const asked = dialog(page, '2 records differ from the shared ones')
  await expect(asked.getByRole('button', { name: '2 left to choose' })).toBeVisible()
  await expectAccessible(page)
  await asked.getByRole('radio', { name: 'In this browser: note 1' }).check()
  await asked.getByRole('radio', { name: 'Shared: theirs 2' }).check()
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(asked).toBeHidden()
  await expect(row(page, '20.0.0.1')).toContainText('note 1')
  expect(await valuesOf(page, 'ban-notes')).toEqual(['note 0', 'note 1', 'theirs 2'].map((note) => ({ note, reviewOn: '' })))
  expect(await countInBrowser(page, 'ban-notes')).toBe(0)
})

test('“Not now” is remembered, and the palette still moves what is held @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await holdInBrowser(page, account, chatId)
  await page.reload()
  await offerOf(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offerOf(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Banned addresses' }).or(page.getByText('No banned addresses'))).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('only in this browser')
  await page.getByRole('button', { name: /Move what is only in this browser/ }).click()
  await expect(toast(page, 'Moved to the account')).toBeVisible()
  await expect(offerOf(page)).toBeHidden()
  expect(await valuesOf(page, 'ban-notes')).toHaveLength(3)
})
