import type { Locator, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, type TestAccount } from '../support/fixtures.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { banBox, openBans, storedBans } from '../support/verbs/banned-ips.ts'
import { addChat, choose, confirm, dialog, row, rowNames, storedSettings } from '../support/verbs/chats.ts'
import { checkbox, deleteSelected, jobs, loadedStatus, openMessages, post, receipt, storedMessages } from '../support/verbs/messages.ts'
import { openNewPoll, storedPolls, typePoll } from '../support/verbs/polls.ts'
import { startRule } from '../support/verbs/rules.ts'
import { barButton, field, openSettings, save, saveBar } from '../support/verbs/settings.ts'

/** A service with manners that the API document does not rule out: what the page says is what the service holds. What its answers may hold is in odd-answers.e2e.ts. */

test('a deletion whose requests are lost waits with the rest, and goes on when it is told to', async ({
  signedIn: page,
  account,
  upstream,
  allowErrors,
}) => {
  allowErrors(/status of (429|50\d)|Failed to load resource/)
  const chatId = await addChat(account, 'Hall')
  await post(account, chatId, ...Array.from({ length: 30 }, (_, index) => `Message ${index}`))
  await openMessages(page, chatId)
  await page
    .getByRole('checkbox', { name: /Select all/ })
    .first()
    .check()
  // The reads get through: nothing looks like a lost connection.
  upstream.arm('POST', /\/messages\/delete$/, 'reset')
  await deleteSelected(page)
  const again = jobs(page).getByRole('button', { name: 'Try again: Deleting 30 messages' })
  await expect(again).toBeVisible({ timeout: 30_000 })
  expect(await storedMessages(account, chatId)).toHaveLength(30)
  await upstream.heal()
  await again.click()
  await expect(receipt(page, '30 messages deleted')).toBeVisible()
  expect(await storedMessages(account, chatId)).toEqual([])
})

interface Change {
  method: string
  path: RegExp
  /** Prepares the change. Resolves to the button that sends it. */
  prepare: (page: Page, chatId: number) => Promise<Locator>
  held: (account: TestAccount, chatId: number) => Promise<unknown>
  before: unknown
  after: unknown
  /** It is sent again by the page. */
  isRepeated?: true
}

const changes: Record<string, Change> = {
  settings: {
    method: 'PUT',
    path: /^\/chats\/\d+$/,
    prepare: async (page, chatId) => {
      await openSettings(page, chatId)
      await field(page, 'name').fill('Hall')
      return barButton(page, 'Save')
    },
    held: async (account, chatId) => (await storedSettings(account, chatId)).name,
    before: 'Lobby',
    after: 'Hall',
  },
  'the social settings': {
    method: 'PUT',
    path: /^\/social$/,
    prepare: async (page) => {
      await page.goto(to.social())
      await page.getByLabel('Handle').fill('roomkeeper')
      return barButton(page, 'Save')
    },
    held: async ({ api }) => (await api('socialRead', {})).data.networkTwoName,
    before: '',
    after: 'roomkeeper',
  },
  'a poll': {
    method: 'POST',
    path: /\/polls$/,
    prepare: async (page, chatId) => {
      await page.goto(to.polls(chatId))
      await openNewPoll(page)
      await typePoll(page, 'Tea?', 'Yes', 'No')
      return dialog(page, 'New poll').getByRole('button', { name: 'Save', exact: true })
    },
    held: async (account, chatId) => (await storedPolls(account, chatId)).map(({ question }) => question),
    before: [],
    after: ['Tea?'],
  },
  'a message': {
    method: 'POST',
    path: /\/messages$/,
    prepare: async (page, chatId) => {
      await openMessages(page, chatId)
      await page.getByRole('button', { name: 'Post message' }).click()
      const drawer = dialog(page, 'Post a message')
      await drawer.getByLabel('Text').fill('Doors at seven')
      return drawer.getByRole('button', { name: 'Post', exact: true })
    },
    held: async (account, chatId) => (await storedMessages(account, chatId)).map(({ text }) => text),
    before: [],
    after: ['Doors at seven'],
  },
  'a ban': {
    method: 'POST',
    path: /\/banned-ips$/,
    prepare: async (page, chatId) => {
      await openBans(page, chatId)
      await banBox(page).fill('9.9.9.9')
      return page.getByRole('button', { name: /^Ban [\d,]+ address/ })
    },
    held: storedBans,
    before: [],
    after: ['9.9.9.9'],
    isRepeated: true,
  },
}

for (const [what, { method, path, prepare, held, before, after, isRepeated }] of Object.entries(changes))
  test(`a change that the service asks to wait for says when to try again, and is stored once: ${what}${what === 'settings' ? '' : ' @thorough'}`, async ({
    signedIn: page,
    account,
    upstream,
    allowErrors,
  }) => {
    allowErrors(/status of 429/)
    const chatId = await addChat(account, 'Lobby')
    const button = await prepare(page, chatId)
    const sent = () => upstream.seen().filter((request) => request.startsWith(`${method} `) && path.test(request.split(' ')[1]!))
    upstream.arm(method, path, '429', 1)
    await button.click()
    if (!isRepeated) {
      await expect(
        page.getByRole('alert').filter({ hasText: 'asks to wait 2 s. Nothing was changed. Try again after that.' }),
      ).toBeVisible()
      expect([await held(account, chatId), sent()]).toEqual([before, [expect.any(String)]])
      await button.click()
    }
    await expect.poll(() => held(account, chatId)).toEqual(after)
    await expect(button).toBeHidden()
    expect(sent()).toHaveLength(2)
  })

for (const [what, following] of [
  ['the same next page again', () => () => 'again'],
  [
    'ever new next pages',
    (pages = 0) =>
      () =>
        `to ${++pages}`,
  ],
] as const)
  test(`where the service names ${what}, nothing is called complete, and reading ends${what.startsWith('ever') ? ' @thorough' : ''}`, async ({
    signedIn: page,
    account,
    upstream,
  }) => {
    const chatId = await addChat(account, 'Lobby')
    await post(account, chatId, 'One', 'Two', 'Three')
    const next = following()
    upstream.arm('GET', /\/messages\?/, {
      url: (url) => url.replace(/&next=[^&]*/, ''),
      whole: (json) => void Object.assign(json, { next: next() }),
    })
    await openMessages(page, chatId)
    await expect(page.getByText('keeps sending the same pages, so older messages can’t be read.')).toBeVisible()
    await expect(loadedStatus(page)).toContainText('3 loaded')
    await expect(page.getByText('The first message of this chat.')).toBeHidden()
    await page.getByRole('button', { name: 'Export' }).first().click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /^All in this range/ }).click()
    expect((await download).suggestedFilename()).toContain('partial')
    await expect(receipt(page, /^Export incomplete: .*The newest 3 messages are in a file marked “partial”/)).toBeVisible()
    await checkbox(page, 'Two').check()
    await deleteSelected(page)
    await expect(receipt(page, '1 message deleted')).toBeVisible()
    expect((await storedMessages(account, chatId)).map(({ text }) => text)).toEqual(['One', 'Three'])
    expect(upstream.seen().filter((request) => request.includes('/messages?')).length).toBeLessThan(60)
  })

test('9.3 MB of chats are listed and changed; an answer above the limit says what its operator can do @thorough', async ({
  signedIn: page,
  account,
  upstream,
  allowErrors,
}) => {
  const chatId = await addChat(account, 'Lobby')
  const copies = (count: number) => (json: Record<string, unknown>) => {
    const [first] = json['data'] as [object]
    const filterWords = 'spam,'.repeat(4200)
    json['data'] = [
      first,
      ...Array.from({ length: count }, (_, index) => ({ ...first, id: 900_000 + index, name: `Room ${index}`, filterWords })),
    ]
  }
  upstream.arm('GET', /^\/chats$/, { whole: copies(420) })
  await page.goto(to.chats())
  await expect(rowNames(page)).not.toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search name or hash' }).fill('Room 419')
  await expect(row(page, 'Room 419')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search name or hash' }).fill('Lobby')
  await choose(page, 'Lobby', 'Take offline…')
  await confirm(page, 'Take Lobby offline?', 'Take offline')
  await expect(row(page, 'Lobby')).toContainText('Offline')
  expect((await storedSettings(account, chatId)).offline).toBe(true)

  allowErrors(/status of 502/)
  await upstream.heal()
  upstream.arm('GET', /^\/chats$/, { whole: copies(1700) })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(
    'is larger than 32 MiB, which is the limit of this server. Its operator can raise it with CHAT_API_MAX_MIB.',
  )
})

test('a page of the network in place of an answer asks for a reload, and the edits are saved after it', async ({
  signedIn: page,
  account,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await openSettings(page, chatId)
  await field(page, 'name').fill('Hall')
  const login = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' }
  await page.route(/\/bff\/api\//, (route) => route.fulfill(login))
  await barButton(page, 'Save').click()
  await expect(saveBar(page).getByRole('alert')).toContainText(
    'may ask you to sign in. Nothing was changed. Reload the page: unsaved edits are kept.',
  )
  expect((await storedSettings(account, chatId)).name).toBe('Lobby')
  await page.unroute(/\/bff\/api\//)
  await page.reload()
  await page.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
  await save(page)
  expect((await storedSettings(account, chatId)).name).toBe('Hall')
})

test('requests that something in the browser stops: the page says so, and what it did not send is not stored @thorough', async ({
  signedIn: page,
  account,
  allowErrors,
}) => {
  allowErrors(/ERR_BLOCKED_BY_CLIENT/)
  const social = /\/bff\/api\/social/
  await page.goto(to.notifications())
  await page.route(social, (route) => route.abort('blockedbyclient'))
  await page.getByRole('link', { name: 'Social' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })
  await expect(failed).toContainText('an extension of this browser, such as a content blocker, may stop this page')
  await page.unroute(social)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Handle').fill('roomkeeper')
  await page.route(social, (route) => (route.request().method() === 'PUT' ? route.abort('blockedbyclient') : route.continue()))
  await barButton(page, 'Save').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toBeVisible()
  expect((await account.api('socialRead', {})).data.networkTwoName).toBe('')
  await page.unroute(social)
  await barButton(page, 'Save').click()
  await expect(saveBar(page)).toBeHidden()
  expect((await account.api('socialRead', {})).data.networkTwoName).toBe('roomkeeper')
})

test('a chat that the service does not let rules read is named on their page @thorough', async ({
  signedIn: page,
  account,
  upstream,
  baseURL,
}) => {
  const chatId = await addChat(account, 'Lobby')
  await addChat(account, 'Stage')
  await startRule(account, baseURL!, { mark: true, deleteAfterSeconds: null, announce: null, preset: null, notify: false })
  upstream.arm('GET', new RegExp(`^/chats/${chatId}/messages`), 'refused with words')
  await page.goto(to.rules())
  await expect(page.getByText('Rules can’t read Lobby.')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
})
