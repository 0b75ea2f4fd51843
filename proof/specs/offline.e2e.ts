import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { currency, storedAccount, openAccount, prepareCurrency, setPermanently } from '../../e2e/support/verbs/account.ts'
import { ban, banBox, choose as chooseBan, storedBans, openBans, row as banRow } from '../../e2e/support/verbs/banned-ips.ts'
import { test as faulty } from '../../e2e/support/upstreams/with-faulty-upstream.ts'
import { addChat, addChats, choose, dialog, storedNames, row, rowNames } from '../../e2e/support/verbs/chats.ts'
import { expect, openSession, test as plain } from '../../e2e/support/fixtures.ts'
import {
  deleteSelected,
  storedMessages,
  message,
  openMessages,
  post,
  rows,
  loadedStatus,
  checkbox,
} from '../../e2e/support/verbs/messages.ts'
import { chatWithPolls, choosePollAction, storedPolls, poll } from '../../e2e/support/verbs/polls.ts'

/** R13, R14 and R16: no connection, a wrong clock, and irreversible actions. Each test is named after its goal. */

const stale = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be refreshed' })

/** Browsers keep the failure of an import, so a page that lacked the code of a part while offline is loaded again once it is online. */
function ignoreReload(error: Error) {
  if (!error.message.includes('Execution context was destroyed')) throw error
}

/** Reconnects, and then advances the clock of the page by exactly five seconds. */
async function fiveSecondsAfter(page: Page, open: () => Promise<unknown>) {
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 10_000))
  await open()
  for (let passed = 0; passed < 5000; passed += 250) {
    await page.clock.runFor(250)
    // The page's clock stands still; answers to its requests arrive in real time.
    await page.evaluate(() => fetch('/healthz').catch(() => {})).catch(ignoreReload)
  }
}

faulty.describe('R13', () => {
  faulty.beforeEach(({ allowErrors }) => allowErrors(/status of 50\d|ERR_INTERNET_DISCONNECTED|Failed to load resource/))

  for (const way of ['offline', 'behind'] as const)
    for (const where of ['overview', 'chats', 'polls'] as const)
      faulty(
        `R13 ${where}, ${way}: the last data stays with its age, and is fresh within 5 s of reconnecting`,
        async ({ signedIn: page, account, upstream, context }) => {
          await page.clock.install()
          const chatId = await chatWithPolls(account, 'Lunch?')
          await page.goto({ overview: to.home(), chats: to.chats(), polls: to.polls(chatId) }[where])
          const shown = {
            overview: page.getByRole('heading', { name: 'Busiest now last 15 minutes, 1 chat' }),
            chats: page.getByRole('link', { name: 'Stage', exact: true }).first(),
            polls: poll(page, 'Lunch?'),
          }[where]
          await expect(shown).toBeVisible()
          await (way === 'offline' ? context.setOffline(true) : upstream.refuse())
          // The data on the screen is read again when the tab becomes visible.
          await page.clock.runFor(31_000)
          await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
          await page.clock.runFor(5000)
          await expect(stale(page).first()).toContainText(/As of \d\d:\d\d:\d\d/)
          await expect(shown).toBeVisible()
          await addChats(account, 'New one')
          if (where === 'polls')
            await account.api('pollCreate', { params: { chatId }, body: { question: 'Dinner?', answer1: 'Yes', answer2: 'No' } })
          await fiveSecondsAfter(page, () => (way === 'offline' ? context.setOffline(false) : upstream.heal()))
          await expect(stale(page)).toHaveCount(0)
          const fresh = {
            overview: page.getByRole('heading', { name: 'Busiest now last 15 minutes, all 2 chats' }),
            chats: page.getByRole('link', { name: 'New one', exact: true }).first(),
            polls: poll(page, 'Dinner?'),
          }[where]
          await expect(fresh).toBeVisible()
        },
      )

  faulty(
    'R13 messages, behind: loaded messages stay, and new ones arrive within 5 s of reconnecting',
    async ({ signedIn: page, account, upstream }) => {
      await page.clock.install()
      const chatId = await addChat(account, 'Stage')
      await post(account, chatId, 'One')
      await openMessages(page, chatId)
      await expect(message(page, 'One')).toBeVisible()
      await upstream.refuse()
      // The gateway may answer polls from a read of the last seconds, by its own clock.
      let isRefused = false
      page.on('response', (response) => (isRefused ||= response.url().includes('/messages?') && !response.ok()))
      await expect
        .poll(async () => {
          await page.clock.runFor(4000)
          return isRefused
        })
        .toBe(true)
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expect(message(page, 'One')).toBeVisible()
      await post(account, chatId, 'Two')
      await fiveSecondsAfter(page, () => upstream.heal())
      await expect(page.getByRole('button', { name: /1 new message/ })).toBeVisible()
    },
  )

  faulty(
    'R13 nothing irreversible disappears from the screen before the service confirmed it',
    async ({ signedIn: page, account, upstream, enterToken }) => {
      const chatId = await chatWithPolls(account, 'Lunch?')
      await post(account, chatId, 'Kept', 'Goes')
      await ban(account, chatId, '9.9.9.9')

      await page.goto(to.polls(chatId))
      upstream.arm('DELETE', /polls/, 'held')
      await choosePollAction(page, 'Lunch?', 'Delete…')
      await dialog(page, /Delete/)
        .getByRole('button', { name: /^Delete/ })
        .click()
      await expect.poll(() => upstream.seen().filter((request) => request.startsWith('DELETE')).length).toBe(1)
      await expect(poll(page, 'Lunch?')).toBeAttached()
      expect(await storedPolls(account, chatId)).toHaveLength(1)
      await upstream.heal()
      await expect(poll(page, 'Lunch?')).toHaveCount(0)

      await openBans(page, chatId)
      upstream.forget()
      upstream.arm('DELETE', /banned-ips/, 'held')
      await chooseBan(page, '9.9.9.9', 'Unban…')
      await dialog(page, /Unban/)
        .getByRole('button', { name: /^Unban/ })
        .click()
      await expect.poll(() => upstream.seen().filter((request) => request.startsWith('DELETE')).length).toBe(1)
      await expect(banRow(page, '9.9.9.9')).toBeAttached()
      await upstream.heal()
      await expect(banRow(page, '9.9.9.9')).toHaveCount(0)

      await openMessages(page, chatId)
      upstream.forget()
      upstream.arm('DELETE', /messages\/\d+$/, 'held')
      await checkbox(page, 'Goes').check()
      await deleteSelected(page)
      await expect.poll(() => upstream.seen().filter((request) => request.startsWith('DELETE')).length).toBe(1)
      await expect(message(page, 'Goes')).toBeAttached()
      await upstream.heal()
      await expect(message(page, 'Goes')).toHaveCount(0)

      await page.goto(to.chats())
      upstream.forget()
      upstream.arm('DELETE', /^\/chats\/\d+$/, 'held')
      await choose(page, 'Stage', 'Delete…')
      await dialog(page, 'Delete Stage?').getByRole('textbox').fill('Stage')
      await dialog(page, 'Delete Stage?').getByRole('button', { name: 'Delete chat' }).click()
      await enterToken()
      await expect.poll(() => upstream.seen().filter((request) => request.startsWith('DELETE')).length).toBe(1)
      await expect(row(page, 'Stage')).toBeAttached()
      await upstream.heal()
      await expect(row(page, 'Stage')).toHaveCount(0)
    },
  )
})

plain.describe('R14', () => {
  const day = 24 * 60 * 60_000

  plain(
    'R14 wrong clocks and time zones give the same order and filters, no negative age, and whole seconds',
    async ({ account, browser, baseURL }) => {
      plain.setTimeout(240_000)
      await addChats(account, 'Alpha', { name: 'Beta', offline: true }, 'Gamma')
      const chatId = await addChat(account, 'Delta')
      await post(account, chatId, 'first', 'second link https://example.org', 'third')
      const readings = []
      for (const [timezoneId, skew] of [
        ['UTC', 0],
        ['UTC', -day],
        ['UTC', day],
        ['Pacific/Kiritimati', 0],
        ['America/St_Johns', -day],
        ['Australia/Lord_Howe', day],
      ] as const) {
        const context = await browser.newContext({ baseURL: baseURL!, timezoneId })
        const page = await context.newPage()
        await page.clock.install({ time: Date.now() + skew })
        const sent: string[] = []
        page.on('request', (request) => sent.push(request.url()))
        await openSession(page, baseURL!, account.token)
        await page.goto(to.chats())
        await expect(row(page, 'Delta')).toBeVisible()
        const filters = page.getByRole('group', { name: 'Filter' }).getByRole('button')
        // The last one to appear.
        await expect(filters.getByText('Views')).toBeVisible()
        const chats = await rowNames(page).allTextContents()
        const chips = await filters.allTextContents()
        await openMessages(page, chatId)
        await expect(rows(page)).toHaveCount(3)
        const messages = (await rows(page).allTextContents()).map((text) => /first|second|third/.exec(text)?.[0])
        const all = /all \d+/.exec((await loadedStatus(page).textContent()) ?? '')?.[0]
        // A time range by the correct clock, given in the URL.
        const now = Math.floor(Date.now() / 1000)
        await openMessages(page, chatId, `?range=${now - 3600}-${now + 3600}`)
        await expect(rows(page)).toHaveCount(3)
        await openMessages(page, chatId, '?range=today')
        await expect(loadedStatus(page)).toBeVisible()
        const words = await page.locator('body').textContent()
        expect(words).not.toMatch(/-\d+ (min|h|days?) ago|NaN|Invalid/)
        const bounds = sent.flatMap((url) => ['from', 'to'].flatMap((name) => new URL(url).searchParams.getAll(name)))
        expect(bounds.length).toBeGreaterThan(1)
        expect(bounds.filter((bound) => !/^\d{1,10}$/.test(bound))).toEqual([])
        readings.push({ chats, chips, messages, all })
        await context.close()
      }
      for (const reading of readings) expect(reading).toEqual(readings[0])
      expect(readings[0]!.messages).toEqual(['third', 'second', 'first'])
    },
  )
})

faulty.describe('R16', () => {
  faulty.beforeEach(({ allowErrors }) => allowErrors(/status of 50\d/))
  const sent = (seen: string[], path: RegExp) => seen.filter((request) => path.test(request))

  for (const arrives of [true, false]) {
    const fault = arrives ? 'reset after the work' : 'reset'
    const which = arrives ? 'the answer is lost' : 'the request is lost'

    faulty(
      `R16 currency, ${which}: confirmed by typing, sent once, read back`,
      async ({ signedIn: page, account, upstream, enterToken }) => {
        upstream.arm('PUT', /^\/account\/currency$/, fault)
        await openAccount(page)
        await prepareCurrency(page, 'EUR', 'EUR · Euro', 'EUR')
        await setPermanently(page, 'EUR')
        await enterToken()
        await expect(currency(page)).toContainText(arrives ? 'EUR · Euro' : 'Not confirmed.')
        expect(sent(upstream.seen(), /^PUT \/account\/currency$/)).toHaveLength(1)
        expect(upstream.seen().at(-1)).toBe('GET /account')
        expect((await storedAccount(account)).currency).toBe(arrives ? 'EUR' : '')
      },
    )

    faulty(
      `R16 delete all, ${which}: confirmed by typing, sent once, read back`,
      async ({ signedIn: page, account, upstream, enterToken }) => {
        const chatId = await addChat(account, 'Hall')
        await post(account, chatId, 'one', 'two')
        await openMessages(page, chatId)
        upstream.arm('DELETE', /messages$/, fault)
        await page.getByRole('button', { name: 'More actions for messages' }).click()
        await page.getByRole('menuitem', { name: 'Delete all messages…' }).click()
        const asked = dialog(page, 'Delete all messages of Hall?')
        await expect(asked.getByRole('button', { name: 'Delete all messages' })).toHaveAttribute('aria-disabled', 'true')
        await asked.getByRole('textbox').fill('Hall')
        await asked.getByRole('button', { name: 'Delete all messages' }).click()
        await enterToken()
        if (arrives) await expect(asked).toBeHidden()
        else await expect(asked.getByRole('alert')).toContainText('still has 2 messages')
        expect(sent(upstream.seen(), /^DELETE/)).toHaveLength(1)
        expect(await storedMessages(account, chatId)).toHaveLength(arrives ? 0 : 2)
      },
    )

    faulty(
      `R16 delete chat, ${which}: confirmed by typing, sent once, read back`,
      async ({ signedIn: page, account, upstream, enterToken }) => {
        await addChat(account, 'Harbour')
        upstream.arm('DELETE', /^\/chats\/\d+$/, fault)
        await page.goto(to.chats())
        await choose(page, 'Harbour', 'Delete…')
        const asked = dialog(page, 'Delete Harbour?')
        await expect(asked.getByRole('button', { name: 'Delete chat' })).toHaveAttribute('aria-disabled', 'true')
        await asked.getByRole('textbox').fill('Harbour')
        await asked.getByRole('button', { name: 'Delete chat' }).click()
        await enterToken()
        if (arrives) await expect(asked).toBeHidden()
        else await expect(asked.getByRole('alert')).toBeVisible()
        expect(sent(upstream.seen(), /^DELETE/)).toHaveLength(1)
        const after = upstream.seen().slice(upstream.seen().findIndex((request) => request.startsWith('DELETE')) + 1)
        expect(after.some((request) => request.startsWith('GET /chats'))).toBe(true)
        expect(await storedNames(account)).toEqual(arrives ? [] : ['Harbour'])
      },
    )

    faulty(`R16 very wide ban, ${which}: confirmed by typing, sent once, read back`, async ({ signedIn: page, account, upstream }) => {
      const chatId = await addChat(account, 'Hall')
      await openBans(page, chatId)
      upstream.arm('POST', /banned-ips/, fault)
      await banBox(page).fill('9.8.0.0/14')
      await page.getByRole('checkbox', { name: 'Include the very wide range' }).check()
      await page.getByRole('button', { name: 'Ban 262,144 addresses' }).click()
      const asked = dialog(page, 'Ban 9.8.0.0/14?')
      await expect(asked.getByRole('button', { name: /^Ban/ })).toHaveAttribute('aria-disabled', 'true')
      await asked.getByRole('textbox').fill('9.8.0.0-9.11.255.255')
      await asked.getByRole('button', { name: /^Ban/ }).click()
      if (arrives) await expect(asked).toBeHidden()
      else await expect(asked.getByRole('alert')).toContainText('the list does not show it yet')
      expect(sent(upstream.seen(), /^POST .*banned-ips/)).toHaveLength(1)
      expect(upstream.seen().at(-1)).toMatch(/^GET .*banned-ips/)
      expect(await storedBans(account, chatId)).toEqual(arrives ? ['9.8.0.0-9.11.255.255'] : [])
    })
  }
})
