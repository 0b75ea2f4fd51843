import { to } from '#dashboard/platform/to.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { addChat, confirm, dialog, toast } from '../support/verbs/chats.ts'
import { expect } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { jobs, receipt } from '../support/verbs/messages.ts'
import {
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

test.beforeEach(({ allowErrors }) => allowErrors(/status of (4\d\d|50\d)/))

const list = /^\/chats\/\d+\/polls$/
const posted = (seen: string[]) => seen.filter((request) => !request.startsWith('GET'))

test('an action on a poll whose answer is lost is looked up and not sent twice', async ({ signedIn: page, account, upstream }) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', send: true })
  vote(chatId, 1, 5, 3)
  await page.goto(to.polls(chatId))
  await expect(poll(page, 'Encore?')).toContainText('8votes')
  upstream.forget()
  for (const path of [/\/publish$/, /\/reset$/]) upstream.arm('POST', path, 'reset after the work')
  upstream.arm('DELETE', /\/polls\/\d+$/, 'reset after the work')

  await poll(page, 'Encore?').getByRole('button', { name: 'Publish' }).click()
  await confirm(page, 'Publish “Encore?”?', 'Publish')
  await expect(poll(page, 'Encore?')).toContainText('Published')
  await choosePollAction(page, 'Encore?', 'Reset votes…')
  await confirm(page, 'Reset the votes of “Encore?”?', 'Reset votes')
  await expectBars(page, 'Encore?', ['Yes0–', 'No0–'])
  await choosePollAction(page, 'Encore?', 'Delete…')
  await confirm(page, 'Delete “Encore?”?', 'Delete poll')
  await expect(page.getByRole('heading', { name: 'No polls in this chat yet' })).toBeVisible()
  expect(posted(upstream.seen())).toEqual([
    `POST /chats/${chatId}/polls/1/publish`,
    `POST /chats/${chatId}/polls/1/reset`,
    `DELETE /chats/${chatId}/polls/1`,
  ])
})

test('an action on a poll that did not arrive is reported, keeps one copy at most, and the dialog stays', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', send: true })
  vote(chatId, 1, 5, 3)
  await page.goto(to.polls(chatId))
  upstream.arm('POST', /\/(reset|resend)$/, 'reset')
  await choosePollAction(page, 'Encore?', 'Send again…')
  const asked = dialog(page, 'Send again: “Encore?”?')
  upstream.forget()
  await asked.getByRole('button', { name: 'Send again' }).click()
  await expect(asked.getByRole('alert')).toContainText('no new sent date')
  expect(posted(upstream.seen())).toHaveLength(1)
  await asked.getByRole('button', { name: 'Cancel' }).click()

  upstream.arm('POST', /\/publish$/, 'refused with words')
  await poll(page, 'Encore?').getByRole('button', { name: 'Publish' }).click()
  const publish = dialog(page, 'Publish “Encore?”?')
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(publish.getByRole('alert')).toContainText('Not on a Sunday')
  await expectAccessible(page)
})

test('a refused reset stores no round', async ({ signedIn: page, account, upstream }) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', send: true })
  vote(chatId, 1, 5, 3)
  await page.goto(to.polls(chatId))
  upstream.arm('POST', /\/reset$/, 'refused without words')
  await choosePollAction(page, 'Encore?', 'Reset votes…')
  const asked = dialog(page, 'Reset the votes of “Encore?”?')
  await asked.getByRole('button', { name: 'Reset votes' }).click()
  await expect(asked.getByRole('alert')).toContainText('gave no reason')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expectBars(page, 'Encore?', ['Yes Leads563 %', 'No337 %'])
  await expect(poll(page, 'Encore?').getByRole('button', { name: /Earlier rounds/ })).toBeHidden()
})

test('a new poll whose answer is lost is found; one that did not arrive keeps its text', async ({ signedIn: page, account, upstream }) => {
  const chatId = await addChat(account, 'Stage')
  await page.goto(to.polls(chatId))
  await openNewPoll(page)
  await typePoll(page, 'Tea?', 'Yes', 'No')
  upstream.arm('POST', list, 'reset')
  upstream.forget()
  const drawer = dialog(page, 'New poll')
  await drawer.getByRole('button', { name: 'Save and send' }).click()
  await expect(drawer.getByRole('alert')).toContainText('not in the list')
  await expect(drawer.getByLabel('Question')).toHaveValue('Tea?')
  await expectAccessible(page)
  await upstream.heal()
  upstream.arm('POST', list, 'reset after the work')
  await drawer.getByRole('button', { name: 'Save and send' }).click()
  await expect(toast(page, '“Tea?” was sent')).toBeVisible()
  await expect(questions(page)).toHaveText(['Tea?'])
  expect(posted(upstream.seen())).toHaveLength(2)
  expect(await storedPolls(account, chatId)).toHaveLength(1)
})

test('a poll that the service stored with a different text is reported', async ({ signedIn: page, account, upstream }) => {
  const chatId = await chatWithPolls(account, 'Tea?')
  await page.goto(to.polls(chatId))
  upstream.arm('PUT', /\/polls\/1$/, { body: (json) => Object.assign(json, { answer2: 'Cut' }) })
  await choosePollAction(page, 'Tea?', 'Edit…')
  await page.getByRole('dialog').getByLabel('Answer 2', { exact: true }).fill('Cut short by the service')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved with differences')).toBeVisible()
  await expect(bars(page, 'Tea?').last()).toHaveText('Cut0–')

  // The message stays until it is closed; it must not cover the buttons of a drawer.
  for (const width of [900, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openNewPoll(page)
    await dialog(page, 'New poll').getByRole('button', { name: 'Save and send' }).click({ trial: true, timeout: 10_000 })
    await dialog(page, 'New poll').getByRole('button', { name: 'Cancel' }).click()
  }
})

test('a list that fails keeps what was shown, says its age and recovers automatically', async ({ signedIn: page, account, upstream }) => {
  const chatId = await chatWithPolls(account, { question: 'Encore?', send: true })
  await page.goto(to.polls(chatId))
  await expect(poll(page, 'Encore?')).toBeVisible()
  upstream.arm('GET', list, 'refused with words')
  await expect(page.getByRole('alert')).toContainText(/The polls could not be refreshed.*Not on a Sunday.*As of \d\d:\d\d:\d\d/)
  await expect(poll(page, 'Encore?')).toBeVisible()
  await expectAccessible(page)
  await upstream.heal()
  await expect(page.getByRole('alert')).toBeHidden()

  upstream.arm('GET', list, '500 JSON')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The disk is full')
  await upstream.heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(poll(page, 'Encore?')).toBeVisible()
})

test('unknown statuses, zero dates, null counts and emptied answers are shown as they are', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await chatWithPolls(account, 'Odd?', 'Deleted?')
  upstream.arm('GET', list, {
    answer: (data) => {
      const [odd, deleted] = data as unknown as Record<string, unknown>[]
      Object.assign(odd!, { status: '', lastSentDate: '0000-00-00 00:00:00', publishedDate: '', answer1count: null })
      Object.assign(odd!, { answer2: '', answer2count: 3, answer3: 'Third', createDate: null })
      Object.assign(deleted!, { status: '🤷 Edit', dateDeleted: '2026-11-01 10:00:00' })
    },
  })
  await page.goto(to.polls(chatId))
  await expect(questions(page)).toHaveText(['Odd?'])
  await expect(poll(page, 'Odd?')).not.toContainText('status')
  await expectBars(page, 'Odd?', ['Yes00 %', 'Answer 2 has no text Leads3100 %', 'Third00 %'])
  await expect(poll(page, 'Odd?').getByRole('time')).toHaveCount(0)
  await page.getByRole('button', { name: 'Deleted 1' }).click()
  await expect(poll(page, 'Deleted?')).toContainText('service status: 🤷 Edit')
  await expect(poll(page, 'Deleted?')).toContainText('1 Nov 10:00')
  await expectAccessible(page)
})

test('a poll that could not be copied to a chat says why, and is tried again there once', async ({ signedIn: page, account, upstream }) => {
  const chatId = await chatWithPolls(account, 'Encore?')
  const others = [await addChat(account, 'Alpha'), await addChat(account, 'Beta')]
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Encore?', 'Copy to other chats…')
  const drawer = dialog(page, 'Copy “Encore?”')
  for (const name of ['Alpha', 'Beta']) await drawer.getByRole('checkbox', { name }).check()
  upstream.arm('POST', new RegExp(`^/chats/${others[0]}/polls$`), 'refused with words')
  await drawer.getByRole('button', { name: 'Copy to 2 chats' }).click()
  await expect(drawer).toBeHidden()
  await jobs(page).getByRole('link', { name: 'Show the chat that is left' }).click()
  const left = page.getByRole('table', { name: 'Chats that are left' }).getByRole('row').filter({ hasText: 'Alpha' })
  await expect(left).toContainText(/Not done.*Not on a Sunday/)
  await expectAccessible(page)
  const address = page.url()
  await upstream.heal()
  await page.getByRole('button', { name: 'Try again in 1 chat' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trying again in 1 chat' })).toBeVisible()
  await expect(receipt(page, 'Done in 1 chat')).toBeVisible()
  for (const other of others) expect(await storedPolls(account, other)).toHaveLength(1)
  // The page of the first job still offers it, and it is not done again.
  await page.goto(address)
  await page.getByRole('button', { name: 'Try again in 1 chat' }).click()
  await expect(page.getByRole('heading', { name: 'Done in 1 chat' })).toBeVisible()
  for (const other of others) expect(await storedPolls(account, other)).toHaveLength(1)
})
