import { readFile } from 'node:fs/promises'
import { to } from '#dashboard/platform/to.ts'
import { addChat, dialog, toast } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { escape } from '../support/verbs/keys.ts'
import { receipt } from '../support/verbs/messages.ts'
import {
  addPoll,
  chatWithPolls,
  choosePageAction,
  choosePollAction,
  storedPolls,
  openNewPoll,
  poll,
  typePoll,
  vote,
} from '../support/verbs/polls.ts'

test('a poll is copied to two other chats and is not sent there @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', answer3: 'Maybe', send: true })
  const others = [await addChat(account, 'Café'), await addChat(account, 'Radio')]
  await addChat(account, 'Left out')
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Encore?', 'Copy to other chats…')
  const drawer = dialog(page, 'Copy “Encore?”')
  await drawer.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(drawer.getByRole('alert')).toHaveText('Choose at least one chat')
  for (const name of ['Café', 'Radio']) await drawer.getByRole('checkbox', { name }).check()
  await expect(drawer.getByRole('checkbox', { name: 'Stage' })).toBeHidden()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Copy to 2 chats' }).click()
  await expect(drawer).toBeHidden()
  await expect(receipt(page, '“Encore?” is in 2 chats')).toBeVisible()
  for (const other of others)
    expect(await storedPolls(account, other)).toMatchObject([{ question: 'Encore?', answer3: 'Maybe', status: 'draft' }])
})

test('a poll asked in several chats shows all votes together and by chat @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Stage')
  const other = await addChat(account, 'Radio')
  await addChat(account, 'Left out')
  await page.goto(to.polls(chatId))
  await choosePageAction(page, 'Ask in several chats…')
  await typePoll(page, 'Tea?', 'Yes', 'No')
  const drawer = dialog(page, 'Ask in several chats')
  await expect(drawer.getByRole('checkbox', { name: 'Stage' })).toBeChecked()
  await drawer.getByRole('checkbox', { name: 'Radio' }).check()
  await drawer.getByRole('button', { name: 'Save and send in 2 chats' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(to.polls(chatId))
  await expect(receipt(page, '“Tea?” is in 2 chats')).toBeVisible()
  await expect(poll(page, 'Tea?')).toContainText('Open')
  expect(await storedPolls(account, other)).toMatchObject([{ question: 'Tea?', status: 'sent' }])

  vote(chatId, 1, 10, 5)
  vote(other, 1, 1, 20)
  await poll(page, 'Tea?').getByRole('button', { name: 'In 2 chats, all votes together' }).click()
  const across = dialog(page, '“Tea?” in all chats')
  await expect(across.getByRole('table', { name: 'Votes of all chats' }).getByRole('row').last()).toHaveText('No Leads2569 %')
  await expect(across.getByRole('table', { name: 'Votes in Radio' }).getByRole('row').last()).toHaveText('No Leads2095 %')
  await expect(across.getByRole('table', { name: 'Votes in Stage' }).getByRole('row').nth(1)).toHaveText('Yes Leads1067 %')
  await expectAccessible(page)
  // New votes are shown here too.
  vote(other, 1, 100, 20)
  await expect(across.getByRole('table', { name: 'Votes of all chats' }).getByRole('row').nth(1)).toHaveText('Yes Leads11081 %')
})

test('polls with identical texts are matched without having been asked together @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account, 'Tea?')
  const other = await addChat(account, 'Radio')
  await addPoll(account, other, 'Tea?')
  vote(other, 1, 4)
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Tea?', 'Results across chats…')
  const across = dialog(page, '“Tea?” in all chats')
  await expect(across.getByRole('heading', { name: 'All 2 chats together' })).toBeVisible()
  await expect(across).toContainText('4 votes. “Yes” leads with 100 %.')
})

test('a poll is duplicated with other texts @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', answer3: 'Maybe' })
  vote(chatId, 1, 5)
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Encore?', 'Duplicate as new…')
  const drawer = dialog(page, 'New poll')
  await drawer.getByLabel('Question').fill('Another encore?')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(poll(page, 'Another encore?')).toContainText('0no votes')
  expect(await storedPolls(account, chatId)).toMatchObject([{ answer1count: 5 }, { question: 'Another encore?', answer3: 'Maybe' }])
})

test('a poll of another chat can be copied into an empty chat @thorough', async ({ signedIn: page, account }) => {
  await chatWithPolls(account, { question: 'Encore?', answer3: 'Maybe' })
  const empty = await addChat(account, 'Radio')
  await page.goto(to.polls(empty))
  await page.getByRole('button', { name: 'Copy from another chat' }).click()
  const from = dialog(page, 'Copy from another chat')
  await from.getByRole('combobox', { name: 'Chat' }).click()
  await page.getByRole('option', { name: 'Stage' }).click()
  await expectAccessible(page)
  await from.getByRole('button', { name: 'Use Encore?' }).click()
  await expect(dialog(page, 'New poll').getByLabel('Answer 3', { exact: true })).toHaveValue('Maybe')
  await dialog(page, 'New poll').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(poll(page, 'Encore?')).toContainText('Never sent')
  expect(await storedPolls(account, empty)).toMatchObject([{ question: 'Encore?', answer3: 'Maybe' }])
})

test('templates are stored, used, exported to a file and imported @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account, { question: 'How was the sound?', answer1: 'Clear', answer2: 'Broken' })
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'How was the sound?', 'Save as template')
  await expect(toast(page, 'The template was saved')).toBeVisible()

  await choosePageAction(page, 'Templates…')
  const templates = dialog(page, 'Templates')
  await expect(templates.getByRole('listitem')).toContainText(['How was the sound?ClearBroken'])
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await templates.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    roomkeeper: 1,
    polls: [{ question: 'How was the sound?', answers: ['Clear', 'Broken'] }],
  })
  await templates.getByRole('button', { name: 'Delete the template How was the sound?' }).click()
  await expect(templates).toContainText('None yet')
  await templates.getByLabel('Poll file').setInputFiles(file)
  await expect(templates.getByRole('listitem')).toHaveCount(1)
  await templates
    .getByLabel('Poll file')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"roomkeeper":1,"polls":[{"question":""}]}') })
  await expect(templates.getByRole('alert')).toContainText('Poll 1: has no question or no answers')

  await templates.getByRole('button', { name: 'Use How was the sound?' }).click()
  await expect(dialog(page, 'New poll').getByLabel('Answer 2', { exact: true })).toHaveValue('Broken')
  await escape(dialog(page, 'New poll'))
  await openNewPoll(page)
  await dialog(page, 'New poll').getByRole('combobox', { name: 'Start from a template' }).click()
  await page.getByRole('option', { name: 'How was the sound?' }).click()
  await expect(dialog(page, 'New poll').getByLabel('Question')).toHaveValue('How was the sound?')
})

test('polls are exported as CSV without formulas, as JSON, and as an image @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account, { question: '=1+1', answer1: 'Tea, please', send: true })
  vote(chatId, 1, 3, 1)
  await page.goto(to.polls(chatId))
  await expect(poll(page, '=1+1')).toContainText('4votes')
  const saved = async (action: () => Promise<void>) => {
    const download = page.waitForEvent('download')
    await action()
    const file = await download
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const csv = await saved(() => choosePageAction(page, 'As CSV'))
  expect(csv.name).toBe(`chat-${chatId}-polls.csv`)
  expect(csv.content.toString()).toMatch(new RegExp(String.raw`^1,${chatId},\d+,Open,sent,'=1\+1,"Tea, please",3,No,1,,0,,0,4,`, 'm'))
  const json = await saved(() => choosePageAction(page, 'As JSON'))
  expect(JSON.parse(json.content.toString())).toMatchObject({
    polls: [{ question: '=1+1', answers: ['Tea, please', 'No'], votes: [{ votes: 3 }, { votes: 1 }] }],
  })
  const picture = await saved(() => choosePollAction(page, '=1+1', 'Save bars as picture'))
  expect(picture.name).toBe('poll-1.png')
  // The signature of a PNG, then its width in pixels.
  expect(picture.content.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.content.readUInt32BE(16)).toBe(1920)
})
