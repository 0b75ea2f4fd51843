import { to } from '#dashboard/platform/to.ts'
import { addChat, confirm, dialog, toast } from '../support/verbs/chats.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  addPoll,
  bars,
  chatWithPolls,
  choosePollAction,
  expectBars,
  storedPolls,
  openNewPoll,
  poll,
  questions,
  typePoll,
  vote,
} from '../support/verbs/polls.ts'

test('the first poll is created and not sent, another is sent at once; both are sent, published and deleted', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Stage')
  await page.goto(`${to.polls(chatId)}?open=edit-99`)
  await dialog(page, 'This poll no longer exists').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(to.polls(chatId))
  await expect(page.getByRole('heading', { name: 'No polls in this chat yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New poll' }).last().click()
  await typePoll(page, 'Tea or coffee?', 'Tea', 'Coffee', 'Water')
  await expectAccessible(page)
  await dialog(page, 'New poll').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, '“Tea or coffee?” was saved')).toBeVisible()
  const tea = poll(page, 'Tea or coffee?')
  await expect(tea).toContainText('Never sent')
  await expectBars(page, 'Tea or coffee?', ['Tea0–', 'Coffee0–', 'Water0–'])
  expect(await storedPolls(account, chatId)).toMatchObject([{ answer3: 'Water', answer4: '', status: 'draft' }])

  await openNewPoll(page)
  await typePoll(page, 'Encore?', 'Yes', 'No')
  await dialog(page, 'New poll').getByRole('button', { name: 'Save and send' }).click()
  const encore = poll(page, 'Encore?')
  await expect(encore).toContainText('Open')
  expect(await storedPolls(account, chatId)).toMatchObject([{}, { status: 'sent', lastSentDate: expect.any(String) as unknown }])
  await tea.getByRole('button', { name: 'Send to everyone' }).click()
  await confirm(page, 'Send to everyone: “Tea or coffee?”?', 'Send to everyone')
  await expect(tea).toContainText('Open')

  const { id } = (await storedPolls(account, chatId))[1]!
  vote(chatId, id, 2, 1)
  await choosePollAction(page, 'Encore?', 'Send again…')
  await confirm(page, 'Send again: “Encore?”?', 'Send again')
  await encore.getByRole('button', { name: 'Publish' }).click()
  await confirm(page, 'Publish “Encore?”?', 'Publish')
  await expect(encore).toContainText('Published')
  await expect(encore).not.toContainText('status')
  expect(await storedPolls(account, chatId)).toMatchObject([{}, { publishedDate: expect.any(String) as unknown }])
  await choosePollAction(page, 'Encore?', 'Delete…')
  await expect(dialog(page, 'Delete “Encore?”?')).toContainText('3 votes will be deleted')
  await confirm(page, 'Delete “Encore?”?', 'Delete poll')
  await expect(questions(page)).toHaveText(['Tea or coffee?'])
  expect(await storedPolls(account, chatId)).toHaveLength(1)
  // Its votes are kept as a round of the chat.
  await page.goto(`${to.polls(chatId)}?open=rounds`)
  await expect(dialog(page, 'Earlier rounds in this chat')).toContainText(/Encore\?.*before it was deleted/)
})

test('offline, a drawer that was never opened says so, and the page stays @thorough', async ({
  signedIn: page,
  account,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/)
  const chatId = await chatWithPolls(account, 'Tea?')
  await page.goto(to.polls(chatId))
  await expect(poll(page, 'Tea?')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'New poll' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toContainText('Check the connection and open it again.')
  const switcher = page.getByRole('button', { name: /switch to another chat$/ })
  await switcher.click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toHaveCount(2)
  await expect(switcher).toBeVisible()
  await expect(poll(page, 'Tea?')).toBeVisible()
  await context.setOffline(false)
  await openNewPoll(page)
})

test('blank, duplicate, too long and misplaced answers are reported at their fields @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Stage')
  await page.goto(to.polls(chatId))
  await openNewPoll(page)
  const drawer = dialog(page, 'New poll')
  const save = drawer.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(drawer.getByText('Write a question')).toBeVisible()
  await expect(drawer.getByText('fill this one')).toHaveCount(2)
  await typePoll(page, '  ', 'Pizza', ' pizza ', 'Soup')
  await expect(drawer.getByText('The same as answer 1')).toBeVisible()
  await drawer.getByLabel('Answer 2', { exact: true }).fill('')
  await save.click()
  await expect(drawer.getByText('Write a question')).toBeVisible()
  await expect(drawer.getByText('fill this one')).toHaveCount(1)
  await drawer.getByRole('button', { name: 'Remove answer 2' }).click()
  await expect(drawer.getByLabel('Answer 2', { exact: true })).toHaveValue('Soup')
  await drawer.getByLabel('Question').fill('x'.repeat(1001))
  await expect(drawer.getByText('Must have at most 1000 characters')).toBeVisible()
  await expectAccessible(page)
  await drawer.getByLabel('Question').fill('Lunch?')
  await drawer.getByRole('button', { name: 'Move answer 2 up' }).click()
  await save.click()
  await expectBars(page, 'Lunch?', ['Soup0–', 'Pizza0–'])
  expect(await storedPolls(account, chatId)).toMatchObject([{ answer1: 'Soup', answer2: 'Pizza', answer3: '' }])
})

test('Escape or a click outside does not lose what was typed @thorough', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Stage')
  await page.goto(to.polls(chatId))
  await openNewPoll(page)
  await typePoll(page, 'Tea?', 'Yes', 'No')
  await page.keyboard.press('Escape')
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page, 'New poll').getByLabel('Question')).toHaveValue('Tea?')
})

test('editing a poll with votes says what becomes of them, and what someone else changes meanwhile; a reset keeps them as a round', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', answer3: 'Maybe', send: true })
  vote(chatId, 1, 5, 2, 1)
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Encore?', 'Edit…')
  const drawer = dialog(page, 'Edit “Encore?”')
  await expect(drawer).toContainText('This poll has 8 votes')
  await drawer.getByRole('button', { name: 'Remove answer 2' }).click()
  await expect(drawer).toContainText('2 votes for “No” will count for this text')
  await expect(drawer).toContainText('1 vote for answer 3, “Maybe”, may be lost')
  await expectAccessible(page)
  await drawer.getByLabel('Answer 1', { exact: true }).fill('Yes!')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expectBars(page, 'Encore?', ['Yes! Leads571 %', 'Maybe229 %'])
  expect(await storedPolls(account, chatId)).toMatchObject([{ answer1: 'Yes!', answer2: 'Maybe', answer3: '', answer3count: 0 }])
  const earlier = poll(page, 'Encore?').getByRole('button', { name: /Earlier rounds.*8 votes/ })
  await earlier.click()
  const rounds = dialog(page, 'Rounds of “Encore?”')
  await expect(rounds.getByRole('region').getByRole('table')).toHaveCount(2)
  await expect(rounds).toContainText('before an edit')
  await expect(rounds.getByRole('table').last()).toContainText('Maybe112 %')
  await rounds.getByRole('button', { name: 'Close' }).click()

  await choosePollAction(page, 'Encore?', 'Reset votes…')
  const asked = dialog(page, 'Reset the votes of “Encore?”?')
  await expect(asked).toContainText('7 votes will be deleted')
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await confirm(page, 'Reset the votes of “Encore?”?', 'Reset votes')
  await expectBars(page, 'Encore?', ['Yes!0–', 'Maybe0–'])
  expect(await storedPolls(account, chatId)).toMatchObject([{ answer1count: 0, answer2count: 0, status: 'sent' }])
  await page.reload()
  await poll(page, 'Encore?')
    .getByRole('button', { name: /Earlier rounds/ })
    .click()
  await expect(rounds.getByText('before a reset')).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await rounds.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toBe(`chat-${chatId}-poll-rounds.csv`)
  const deleteRound = rounds.getByRole('button', { name: /^Delete the round/ })
  await deleteRound.first().click()
  await expect(deleteRound).toHaveCount(1)
  await deleteRound.click()
  await expect(rounds).toContainText('There are no earlier rounds')
  await rounds.getByRole('button', { name: 'Close' }).click()

  await choosePollAction(page, 'Encore?', 'Edit…')
  await expect(drawer).toBeVisible()
  await account.api('pollUpdate', { params: { chatId, pollId: 1 }, body: { question: 'Another one?', answer1: 'Aye', answer2: 'Nay' } })
  await expect(drawer).toContainText(/it now reads “Another one\?”.*“Save” changes the poll at once\./)
  await drawer.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('dialog').getByLabel('Answer 1', { exact: true })).toHaveValue('Aye')
})

test('a reset without keeping the round stores nothing @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', send: true })
  vote(chatId, 1, 3, 2)
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Encore?', 'Reset votes…')
  await page.getByRole('switch', { name: 'Keep these votes' }).uncheck()
  await confirm(page, 'Reset the votes of “Encore?”?', 'Reset votes')
  await expectBars(page, 'Encore?', ['Yes0–', 'No0–'])
  await expect(poll(page, 'Encore?').getByRole('button', { name: /Earlier rounds/ })).toBeHidden()
})

test('a poll that someone else deletes while its drawer is open can be saved as new @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', send: true }, { question: 'Other', send: true })
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Encore?', 'Edit…')
  const drawer = dialog(page, 'Edit “Encore?”')
  await drawer.getByLabel('Question').fill('Encore, please?')
  await account.api('pollDelete', { params: { chatId, pollId: 1 } })
  await expect(drawer).toContainText('Someone else has deleted this poll')
  await drawer.getByRole('button', { name: 'Save as new' }).click()
  await expect(poll(page, 'Encore, please?')).toContainText('Never sent')
})

test('search, filter and order are in the URL @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account, { question: 'Café?', send: true }, 'Bar?', { question: 'Tea?', answer2: 'Północ' })
  vote(chatId, 2, 7)
  await page.goto(to.polls(chatId))
  await expect(questions(page)).toHaveText(['Tea?', 'Bar?', 'Café?'])
  await page.keyboard.press('/')
  await page.keyboard.type('polnoc')
  await expect(questions(page)).toHaveText(['Tea?'])
  await page.reload()
  await expect(questions(page)).toHaveText(['Tea?'])
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'Nothing matches “nothing like it”' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all polls' }).click()
  await page.getByRole('button', { name: /^Never sent/ }).click()
  await expect(questions(page)).toHaveText(['Tea?'])
  await page.getByRole('button', { name: /^Never sent/ }).click()
  await page.getByRole('button', { name: 'Order: Newest first' }).click()
  await page.getByRole('menuitem', { name: 'Most votes first' }).click()
  await expect(questions(page)).toHaveText(['Bar?', 'Tea?', 'Café?'])
  await expect(page).toHaveURL(/sort=votes/)
})

test('unusual texts and counts are shown in full @thorough', async ({ signedIn: page, account }) => {
  const long = 'Donaudampfschifffahrtsgesellschaft '.repeat(9).slice(0, 300).trim()
  const chatId = await chatWithPolls(account, {
    question: 'מה נשתה? 🎉👩‍👩‍👧',
    answer1: long,
    answer2: 'קפה',
    answer3: '<b>Tea</b> 🫖',
    answer4: '‮reversed',
  })
  vote(chatId, 1, 2_000_000_000, 0, 1, 1_999_999_999)
  await page.goto(to.polls(chatId))
  await expectBars(page, 'מה נשתה? 🎉👩‍👩‍👧', [`${long} Leads2,000,000,00050 %`, 'קפה00 %', '<b>Tea</b> 🫖10 %', /1,999,999,99950 %$/])
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 700 })
    await expect(bars(page, 'מה נשתה? 🎉👩‍👩‍👧').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await expectAccessible(page)
})

test('of 500 polls only those near the viewport are rendered, and each can be found @thorough', async ({ signedIn: page, account }) => {
  const chatId = await chatWithPolls(account)
  for (let batch = 0; batch < 25; batch++)
    await Promise.all(Array.from({ length: 20 }, (_, index) => addPoll(account, chatId, `Question ${batch * 20 + index}`)))
  await page.goto(to.polls(chatId))
  await expect(page.getByRole('button', { name: /^All/ })).toHaveText('All 500')
  expect(await page.getByRole('article').count()).toBeLessThan(40)
  await page.getByRole('searchbox').fill('question 123')
  await expect(questions(page)).toHaveText(['Question 123'])
  await expect(questions(page).locator('mark')).toHaveText(['Question', '123'])
  await page.getByRole('searchbox').fill('')
  await page.keyboard.press('Escape')
  const items = page.getByRole('listitem').filter({ has: page.getByRole('article') })
  // The page grows while unmeasured rows scroll into view.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(items.last()).toHaveAttribute('aria-posinset', '500', { timeout: 1000 })
  }).toPass()
})
