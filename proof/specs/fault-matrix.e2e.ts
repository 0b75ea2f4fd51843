import type { Locator, Page } from '@playwright/test'
import { api, apiNames } from '#contract/api.ts'
import type { CallName } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { test as behindFaults } from '../../e2e/support/upstreams/with-faulty-upstream.ts'
import { addChat } from '../../e2e/support/verbs/chats.ts'
import type { UserAction, Cell } from '../fault-matrix/action.ts'
import { userActions } from '../fault-matrix/actions.ts'
import { faultKinds, routeOf, type Fault, type FaultyUpstream } from '../../e2e/support/upstreams/faulty-upstream.ts'
import { createAccount, expect, type TestAccount } from '../../e2e/support/fixtures.ts'
import { installPageClock } from '../fault-matrix/page-clock.ts'
import { sessionEndedDialog, signInAgain } from '../../e2e/support/verbs/session.ts'

/**
 * R1: every route of the API takes every kind of fault, as a person meets it: a cell is one test. R2: the ten acts that must not happen twice, with the
 * six faults that could double them (`--grep @R2`).
 */

const routes = apiNames.filter((name): name is CallName => name !== 'messageListSlow')
const isLookFirst = ({ nonIdempotent }: Endpoint) => nonIdempotent === true
const doubling = new Set<Fault>([
  'reset after the work',
  'no answer',
  'delivered twice',
  '500 JSON after the work',
  '504 JSON after the work',
  'confirmed, then no reads',
])

/** Seconds of the page's clock after which nobody may be left waiting without a word. */
const longestWait = 15

type PageTime = Awaited<ReturnType<typeof installPageClock>>

const test = behindFaults.extend<{ cell: Cell & { time: PageTime } }, { shared: TestAccount }>({
  shared: [
    async ({}, use, { workerIndex, project }) => use(await createAccount(project.use.baseURL!, `faults-${workerIndex}`)),
    { scope: 'worker' },
  ],
  account: async ({ shared }, use, { title, project, testId }) => {
    // A currency is for good, so each of its cells needs an account of its own.
    await use(title.startsWith('currencySet') ? await createAccount(project.use.baseURL!, testId) : shared)
  },
  cell: async ({ signedIn: page, account }, use) => {
    await use({ page, account, time: await installPageClock(page), chatId: await addChat(account, 'Hall') })
    for (const { id } of (await account.api('chatList', {})).data) await account.api('chatDelete', { params: { chatId: id } })
    await account.api('accountUpdate', { body: { company: '' } })
    await account.api('socialUpdate', { body: { social: true, networkTwoName: '' } })
  },
})

test.beforeEach(({ allowErrors }) => allowErrors(/the server responded with a status of|net::ERR/))

for (const route of routes)
  for (const fault of faultKinds) {
    const mayDouble = isLookFirst(api[route]) && doubling.has(fault)
    test(`${route}: ${fault}`, { tag: mayDouble ? ['@R1', '@R2'] : ['@R1'] }, async ({ cell, upstream, enterToken }) => {
      const act = userActions[route]
      const { page, time } = cell
      await act.before?.(cell)
      await act.prepare(cell)
      upstream.forget()
      upstream.armRoute(route, fault)
      await (act.act ? act.act(cell) : act.press(page).click())
      if (act.final) await enterToken()

      const { done, copies, unchecked, failed } = endings(act, page)
      await time.settle({
        told: done.or(copies).or(unchecked).or(failed).first(),
        asked: sessionEndedDialog(page),
        seconds: longestWait + 1,
        isHolding: upstream.isHolding,
        onSecond: (passed) => void (fault === 'slow' && passed >= 10 && upstream.release()),
      })
      const sends = upstream.seen().filter((request) => routeOf(request) === route).length
      if (mayDouble) expect(sends, 'how often the page sent it').toBe(1)
      if (await sessionEndedDialog(page).isVisible()) {
        await act.kept(cell)
        await upstream.heal()
        await signInAgain(page, cell.account.token)
        await expect(sessionEndedDialog(page)).toBeHidden()
        await expect(done).toBeVisible()
        if (!isRead(route)) expect(await act.effects(cell)).toBe(1)
      } else if (await unchecked.isVisible()) {
        expect(fault).toBe('confirmed, then no reads')
        expect(await act.effects(cell)).toBe(1)
      } else if (await failed.isVisible()) {
        await expectToldWell(act, cell, failed)
        if (isRead(route)) await expectAnotherTry(act, cell, upstream)
      } else if (!isRead(route)) {
        expect(await act.effects(cell)).toBe((await copies.isVisible()) ? 2 : 1)
      }
    })
  }

const isRead = (route: CallName) => api[route].method === 'GET'

/** How it may end, each in words that are announced: in a live region, or in a dialog that takes the focus. */
const endings = (act: UserAction, page: Page) => ({
  done: act.done(page).first(),
  copies: page.getByRole('alert').filter({ hasText: /is there twice/ }),
  unchecked: page.getByRole('alert').filter({ hasText: /but not checked/ }),
  failed: act
    .place(page)
    .getByRole('alert')
    .or(
      act
        .place(page)
        .getByRole('status')
        .filter({ hasText: /^0 of|by itself/ }),
    )
    .first(),
})

/** A failure names the act and what to do next, loses nothing, and does not call failed what may have been done. */
async function expectToldWell(act: UserAction, cell: Cell, failed: Locator) {
  const { page } = cell
  const place = act.place(page).first()
  const label = (await place.getAttribute('aria-label')) ?? ''
  expect(`${label} ${await place.innerText()}`, 'what was tried').toMatch(act.named)
  // A list that cannot be refreshed says so beside it.
  const alerts = await act.place(page).getByRole('alert').allInnerTexts()
  const words = (alerts.length > 0 ? alerts : await failed.allInnerTexts()).join(' ')
  if (words === '') {
    // A job that was waiting has gone on by itself meanwhile.
    await expect(act.done(page).first()).toBeVisible()
    expect(await act.effects(cell)).toBe(1)
    return
  }
  if (!/again|look|next try|by itself/i.test(words)) await expect(act.press(page), words).toBeEnabled()
  if ((await act.effects(cell)) > 0) {
    expect(words).toMatch(/may (have|be|still)|not known|look|by itself/i)
    expect(words).not.toMatch(claimsNothingWasDone)
  }
  await act.kept(cell)
}

const claimsNothingWasDone = /Not (saved|done|set|posted|all is banned)\b|Nothing was sent|shows no change|is not there|gave no reason/

async function expectAnotherTry(act: UserAction, { page }: Cell, upstream: FaultyUpstream) {
  await upstream.heal()
  await act.press(page).click()
  await expect(act.done(page).first()).toBeVisible()
}
