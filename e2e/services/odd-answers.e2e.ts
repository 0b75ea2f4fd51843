import { to } from '#dashboard/platform/to.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { openAccount, save as saveProfile, storedAccount, unsavedBar } from '../support/verbs/account.ts'
import { ban, choose as chooseBan, openBans, row as banRow, search, storedBans, table } from '../support/verbs/banned-ips.ts'
import { addChats, addChat, bulkBar, confirm, dialog, row, rowNames, select, storedSettings } from '../support/verbs/chats.ts'
import { expectSaved, barButton, field, openSettings, save, settingSwitch } from '../support/verbs/settings.ts'
import { checkbox, deleteSelected, openMessages, post, receipt, storedMessages } from '../support/verbs/messages.ts'
import { chatWithPolls, choosePollAction, poll, storedPolls } from '../support/verbs/polls.ts'

/** Answers that the API document does not rule out, or that go against it in one place: what the page shows and writes is what the service holds. */

type Fields = Record<string, unknown>
const chatOrChats = /^\/chats(\/\d+)?$/
/** Changes each chat of a list, or the only one. */
const each = (change: (chat: Fields) => unknown) => ({
  whole: ({ data }: Fields) => {
    for (const one of [data].flat()) if (one) change(one as Fields)
  },
})

for (const [what, odd] of [
  [
    'is listed twice',
    { whole: (json: Fields) => void (Array.isArray(json['data']) && (json['data'] = [...json['data'], ...json['data']])) },
  ],
  ['has no date of creation', each((chat) => delete chat['createDate'])],
  ['is called reduced', each((chat) => Object.assign(chat, { isReduced: true }))],
] as const)
  test(`a chat that ${what} is shown, counted and written once${what === 'is listed twice' ? '' : ' @thorough'}`, async ({
    signedIn: page,
    account,
    upstream,
  }) => {
    await addChats(account, 'Hall', { name: 'Lobby', mentions: false })
    upstream.arm('GET', chatOrChats, odd)
    await page.goto(to.chats())
    await expect(rowNames(page)).toHaveCount(2)
    await select(page, 'Hall', 'Lobby')
    await bulkBar(page).getByRole('button', { name: 'Take offline' }).click()
    await confirm(page, 'Take 2 chats offline?', 'Take offline')
    await expect(row(page, 'Lobby')).toContainText('Offline')
    const { data } = await account.api('chatList', {})
    expect(data.map(({ name, offline, mentions }) => [name, offline, mentions])).toEqual([
      ['Hall', true, true],
      ['Lobby', true, false],
    ])
    expect(upstream.seen().filter((request) => request.startsWith('PUT'))).toHaveLength(2)
    // What differs between them is not hidden behind defaults.
    await page.goto(to.compare())
    await expect(page.getByRole('rowheader', { name: /^Mentions/ })).toBeVisible()
  })

test('texts and numbers that the service reads as null are not written back as empty ones', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, {
    name: 'Lobby',
    offlineMessage: 'Back at nine',
    filterWords: 'spam',
    groupChatWelcomeMessageDelay: 9,
  })
  const before = await storedSettings(account, chatId)
  const nulls = { name: null, offlineMessage: null, filterWords: null, groupChatWelcomeMessageDelay: null }
  upstream.arm(
    'GET',
    chatOrChats,
    each((chat) => Object.assign(chat, nulls)),
  )
  await openSettings(page, chatId)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Chat no. ${chatId}`)
  await settingSwitch(page, 'mentions').uncheck()
  await save(page)
  expect(await storedSettings(account, chatId)).toEqual({ ...before, mentions: false })
})

test('an answer of a poll that is read as null is kept when the question is changed @thorough', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await chatWithPolls(account, { question: 'Tea?', answer3: 'Maybe' })
  upstream.arm(
    'GET',
    /\/polls$/,
    each((one) => Object.assign(one, { answer3: null, answer4: null })),
  )
  await page.goto(to.polls(chatId))
  await choosePollAction(page, 'Tea?', 'Edit…')
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Question').fill('Coffee?')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(poll(page, 'Coffee?')).toBeVisible()
  await expect(drawer).toBeHidden()
  expect(await storedPolls(account, chatId)).toMatchObject([{ question: 'Coffee?', answer2: 'No', answer3: 'Maybe', answer4: '' }])
})

test('a profile of which a text is read as null keeps it when another is saved @thorough', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  await account.api('accountUpdate', { body: { company: 'Harbour Ltd', zipCode: '4000' } })
  upstream.arm(
    'GET',
    /^\/account$/,
    each((profile) => Object.assign(profile, { company: null, zipCode: null })),
  )
  await openAccount(page)
  await page.getByLabel('City').fill('Porto')
  await saveProfile(page)
  await expect(unsavedBar(page)).toBeHidden()
  expect(await storedAccount(account)).toMatchObject({ company: 'Harbour Ltd', zipCode: '4000', city: 'Porto' })
})

test('settings that the service does not show are named before the first save, and are not sent @thorough', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, { name: 'Lobby', mentions: false, offlineMessage: 'Back at nine' })
  const before = await storedSettings(account, chatId)
  upstream.arm(
    'GET',
    chatOrChats,
    each((chat) => (delete chat['mentions'], delete chat['offlineMessage'])),
  )
  const sent: Fields[] = []
  upstream.arm('PUT', chatOrChats, { body: (json) => void sent.push({ ...json }) })
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  await barButton(page, 'Save').click()
  const asked = dialog(page, 'Save without 2 settings?')
  await expect(asked).toContainText('Mentions')
  await expect(asked).toContainText('Offline message')
  expect(sent).toEqual([])
  await asked.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  expect(sent).toEqual([expect.not.objectContaining({ mentions: expect.anything() })])
  expect(await storedSettings(account, chatId)).toEqual({ ...before, name: 'Hall' })
})

test('of the banned ranges one cannot be read: the others are shown and changed, and it is not called absent', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await ban(account, chatId, '192.0.2.1', '192.0.2.7', '192.0.2.9-192.0.2.12')
  upstream.arm(
    'GET',
    /\/banned-ips$/,
    each((range) => range['firstIp'] === '192.0.2.7' && Object.assign(range, { lastIp: null })),
  )
  await openBans(page, chatId)
  await expect(page.getByText('1 banned range cannot be read.')).toBeVisible()
  await expect(table(page)).toContainText('192.0.2.9')
  await search(page).fill('192.0.2.7')
  await expect(page.getByRole('status').filter({ hasText: 'Not found.' })).toContainText('1 entry cannot be read and may ban it.')
  await search(page).fill('')
  await chooseBan(page, '192.0.2.1', 'Unban…')
  await dialog(page, 'Unban 192.0.2.1?').getByRole('button', { name: 'Unban' }).click()
  await expect(banRow(page, '192.0.2.1')).toBeHidden()
  expect(await storedBans(account, chatId)).toEqual(['192.0.2.7', '192.0.2.9-192.0.2.12'])
})

test('of the messages one cannot be read: the others are shown, and one of them is deleted and looked up @thorough', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await post(account, chatId, 'One', 'odd', 'Three')
  upstream.arm(
    'GET',
    /\/messages\?/,
    each((message) => message['text'] === 'odd' && Object.assign(message, { userId: {} })),
  )
  await openMessages(page, chatId)
  await expect(page.getByText('1 message cannot be read.')).toBeVisible()
  await checkbox(page, 'Three').check()
  await deleteSelected(page)
  await expect(receipt(page, '1 message deleted')).toBeVisible()
  expect((await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['One', 'odd'])
})

test('of the polls one cannot be read: the others are shown and published @thorough', async ({ signedIn: page, account, upstream }) => {
  const chatId = await chatWithPolls(account, { question: 'Tea?', send: true }, 'Coffee?')
  upstream.arm(
    'GET',
    /\/polls$/,
    each((one) => one['question'] === 'Coffee?' && Object.assign(one, { createDate: 7 })),
  )
  await page.goto(to.polls(chatId))
  await expect(page.getByText('1 poll cannot be read.')).toBeVisible()
  await poll(page, 'Tea?').getByRole('button', { name: 'Publish' }).click()
  await confirm(page, 'Publish “Tea?”?', 'Publish')
  await expect(poll(page, 'Tea?')).toContainText('Published')
  expect((await storedPolls(account, chatId)).map(({ status }) => status)).toEqual(['published', 'draft'])
})
