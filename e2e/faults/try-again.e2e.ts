import type { Page } from '@playwright/test'
import type { CallName } from '#contract/client.ts'
import { to } from '#dashboard/platform/to.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { expect } from '../support/fixtures.ts'
import { chatWithPolls } from '../support/verbs/polls.ts'

/** A read fails once while a page loads. The sidebar may have read the same since: the page must come all the same, by its button. */

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name })
const search = (page: Page) => page.getByRole('searchbox').first()

const pages: [string, (chatId: number) => string, CallName[], (page: Page) => ReturnType<Page['getByRole']>][] = [
  ['Overview', to.overview, ['accountRead', 'chatList'], heading('Overview')],
  ['Chats', () => to.chats(), ['accountRead', 'chatList'], heading('Chats')],
  ['Settings', to.settings, ['chatRead', 'chatList', 'accountRead'], search],
  ['Messages', to.messages, ['chatRead', 'chatList', 'accountRead'], (page) => page.getByRole('button', { name: 'Post message' })],
  ['Polls', to.polls, ['chatRead', 'chatList', 'accountRead', 'pollList'], (page) => page.getByRole('article', { name: 'Encore?' })],
  [
    'Banned IPs',
    (chatId) => to.bannedIps(chatId),
    ['chatRead', 'chatList', 'accountRead'],
    (page) => page.getByLabel(/^Addresses/).first(),
  ],
  ['Account', to.account, ['accountRead', 'chatList'], (page) => page.getByLabel('Company')],
  ['Social', to.social, ['socialRead'], (page) => page.getByLabel('Handle')],
  ['a poll on a big screen', (chatId) => to.present(chatId, 1), ['chatRead', 'pollList'], heading('Encore?')],
]

test.beforeEach(({ allowTrouble }) => allowTrouble(/status of 500|net::ERR_FAILED/))

const isError = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })

for (const [name, path, reads, shown] of pages)
  for (const read of reads)
    test(`${name}, after one failed ${read}`, async ({ signedIn: page, account, upstream }) => {
      const chatId = await chatWithPolls(account, { question: 'Encore?', send: true })
      upstream.armRoute(read, '500 JSON', 1)
      await page.goto(path(chatId))
      await expect(isError(page)).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(shown(page)).toBeVisible()
      await expect(isError(page)).toBeHidden()
    })

test('Activity, after a catalogue that could not be loaded', async ({ signedIn: page }) => {
  // It is read three times before the page gives up.
  await page.route('/catalogue.json', (route) => route.abort(), { times: 3 })
  await page.goto(to.activity())
  await expect(isError(page)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading('Activity')(page)).toBeVisible()
  await expect(isError(page)).toBeHidden()
})
