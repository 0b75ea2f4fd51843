import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { addChat, dialog, toast } from '../support/verbs/chats.ts'
import { receipt } from '../support/verbs/messages.ts'
import { addPoll, choosePollAction, storedPolls, vote } from '../support/verbs/polls.ts'

/** What is done in several chats at once beside their settings: announcements and polls. */

test('an announcement goes to the chosen chats, found by label, and to each of them once', async ({ signedIn: page, account }) => {
  const here = await addChat(account, 'Stage')
  const live = [await addChat(account, 'Hall'), await addChat(account, 'Bar')]
  const other = await addChat(account, 'Office')
  await page.goto(to.chats())
  for (const name of ['Hall', 'Bar']) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await page.getByRole('button', { name: 'Labels…' }).click()
  await dialog(page, 'Labels of 2 chats').getByLabel('New label').fill('live')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The labels of 2 chats were saved')).toBeVisible()

  await page.goto(to.messages(here))
  await page.getByRole('button', { name: 'Post message' }).click()
  const drawer = dialog(page, 'Post a message')
  await drawer.getByRole('textbox', { name: 'Text' }).fill('Doors open at eight')
  await drawer.getByRole('button', { name: 'Post to several chats…' }).click()
  await expect(drawer.getByRole('checkbox', { name: 'Stage' })).toBeChecked()
  await drawer.getByRole('combobox', { name: 'Label' }).selectOption('live')
  await expect(drawer.getByRole('checkbox', { name: 'Office' })).toBeHidden()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Select the 2 matches' }).click()
  await drawer.getByRole('button', { name: 'Post to 3 chats' }).click()
  await expect(drawer).toBeHidden()
  await expect(receipt(page, 'Posted to 3 chats')).toBeVisible()
  await expect(page).toHaveURL(to.messages(here))
  const texts = async (chatId: number) =>
    (await account.api('messageList', { params: { chatId }, query: { fast: true } })).data.map(({ text }) => text)
  for (const chatId of [here, ...live]) expect(await texts(chatId)).toEqual(['Doors open at eight'])
  expect(await texts(other)).toEqual([])
})

test('a poll is published in all chats it was asked in, and its sum is shown on a full screen', async ({ signedIn: page, account }) => {
  const chats = [await addChat(account, 'Stage'), await addChat(account, 'Hall'), await addChat(account, 'Bar')] as const
  for (const chatId of chats) await addPoll(account, chatId, { question: 'Encore?', send: true })
  vote(chats[0], 1, 3, 1)
  vote(chats[1], 1, 1, 5)
  // Asked with other answers: not the same poll.
  const other = await addChat(account, 'Office')
  await addPoll(account, other, { question: 'Encore?', answer1: 'Maybe', send: true })
  await page.goto(to.polls(chats[0]))
  await choosePollAction(page, 'Encore?', 'Results across chats…')
  const across = dialog(page, '“Encore?” in all chats')
  await across.getByRole('button', { name: 'Publish in 3 chats…' }).click()
  await dialog(page, 'Publish “Encore?” in 3 chats?').getByRole('button', { name: 'Publish in 3 chats' }).click()
  await expect(receipt(page, '“Encore?” was published in 3 chats')).toBeVisible()
  for (const chatId of chats) expect(await storedPolls(account, chatId)).toMatchObject([{ status: 'published' }])
  expect(await storedPolls(account, other)).toMatchObject([{ status: 'sent' }])

  await across.getByRole('link', { name: 'Present the sum' }).click()
  await expect(page.getByText('10 votes in 3 chats')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('a')
  await expect(page.getByText('4 votes', { exact: true })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/\?of=all$/)
  vote(chats[2], 1, 90, 0)
  await expect(page.getByText('100 votes in 3 chats')).toBeVisible()

  await page.goto(to.polls(chats[0]))
  await choosePollAction(page, 'Encore?', 'Results across chats…')
  await across.getByRole('button', { name: 'Delete in 3 chats…' }).click()
  await dialog(page, 'Delete “Encore?” in 3 chats?').getByRole('button', { name: 'Delete in 3 chats' }).click()
  await expect(receipt(page, '“Encore?” is deleted in 3 chats')).toBeVisible()
  for (const chatId of chats) expect(await storedPolls(account, chatId)).toEqual([])
})
