import type { Locator, Page } from '@playwright/test'
import { api, apiNames } from '#contract/api.ts'
import type { CallName } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { test as behindFaults } from '../../e2e/support/upstreams/with-faulty-upstream.ts'
import { addChat } from '../../e2e/support/verbs/chats.ts'
import type { Cell, UserAction } from '../fault-matrix/action.ts'
import { userActions } from '../fault-matrix/actions.ts'
import { faultKinds, routeOf, type Fault, type FaultyUpstream } from '../../e2e/support/upstreams/faulty-upstream.ts'
import { createAccount, expect, type TestAccount } from '../../e2e/support/fixtures.ts'
import { installPageClock } from '../fault-matrix/page-clock.ts'
import { problemsOf } from '../fault-matrix/told-state.ts'
import { sessionEndedDialog, signInAgain } from '../../e2e/support/verbs/session.ts'

/**
 * R1: every endpoint under every kind of fault, as a person meets it: a cell is one test. R2: the ten actions that must not happen twice, under the six
 * faults that could double them (`--grep @R2`).
 */

const routes = apiNames.filter((name): name is CallName => name !== 'messageListSlow')
const mustNotRepeat = ({ nonIdempotent }: Endpoint) => nonIdempotent === true
const doubling = new Set<Fault>([
  'reset after the work',
  'no answer',
  'delivered twice',
  '500 JSON after the work',
  '504 JSON after the work',
  'confirmed, then no reads',
])

/** Faults with which the service refuses an action: it is known that nothing was done. */
const refusals = new Set<Fault>(['refused without words', '429'])

/** Seconds of the page's clock within which the page must report an outcome. */
const maxWaitSeconds = 15
/** A job waits and tries again by the clock of the gateway, while the page looks once in each second of its own. */
const maxJobSeconds = 2000
const maxJobMs = 100_000

type PageClock = Awaited<ReturnType<typeof installPageClock>>

const test = behindFaults.extend<{ cell: Cell & { clock: PageClock } }, { shared: TestAccount }>({
  shared: [
    async ({}, use, { workerIndex, project }) => use(await createAccount(project.use.baseURL!, `faults-${workerIndex}`)),
    { scope: 'worker' },
  ],
  account: async ({ shared }, use, { title, project, testId }) => {
    // A currency cannot be changed, and what jobs left stays listed, so each of their cells needs an account of its own.
    await use(/^(currencySet|messageDelete(Some)?):/.test(title) ? await createAccount(project.use.baseURL!, testId) : shared)
  },
  cell: async ({ signedIn: page, account }, use) => {
    await use({ page, account, clock: await installPageClock(page), chatId: await addChat(account, 'Hall') })
    for (const { id } of (await account.api('chatList', {})).data) await account.api('chatDelete', { params: { chatId: id } })
    await account.api('accountUpdate', { body: { company: '' } })
    await account.api('socialUpdate', { body: { social: true, networkTwoName: '' } })
  },
})

test.beforeEach(({ allowErrors }) => allowErrors(/the server responded with a status of|net::ERR/))

for (const route of routes)
  for (const fault of faultKinds) {
    const mayDouble = mustNotRepeat(api[route]) && doubling.has(fault)
    test(`${route}: ${fault}`, { tag: mayDouble ? ['@R1', '@R2'] : ['@R1'] }, async ({ cell, upstream, enterToken }) => {
      const action = userActions[route]
      if (action.isJob) test.setTimeout(maxJobMs + 60_000)
      const { page, clock } = cell
      await action.before?.(cell)
      await action.prepare(cell)
      upstream.forget()
      upstream.armRoute(route, fault)
      await (action.perform ? action.perform(cell) : action.button(page).click())
      if (action.needsToken) await enterToken()

      const { done, copies, unchecked, failed } = endings(action, page)
      // The gateway reads for a page that is opened: if the token is refused then, nobody is signed in any more.
      const signInPage = page.getByRole('heading', { level: 1, name: /^Sign in/ })
      await clock.settle({
        outcome: done.or(copies).or(unchecked).or(failed).first(),
        question: sessionEndedDialog(page).or(signInPage),
        ...(action.isJob ? { seconds: maxJobSeconds, timeoutMs: maxJobMs } : { seconds: maxWaitSeconds + 1 }),
        isHolding: upstream.isHolding,
        onSecond: (passed) => void (fault === 'slow' && passed >= 10 && upstream.release()),
      })
      const sends = upstream.seen().filter((request) => routeOf(request) === route).length
      if (mayDouble) expect(sends, 'how often the page sent it').toBe(1)
      if (await signInPage.isVisible()) {
        expect([isRead(route), fault]).toEqual([true, '401'])
        await upstream.heal()
        await page.getByLabel('Access token').fill(cell.account.token)
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await expect(done).toBeVisible()
      } else if (await sessionEndedDialog(page).isVisible()) {
        await action.expectKept(cell)
        await upstream.heal()
        await signInAgain(page, cell.account.token)
        await expect(sessionEndedDialog(page)).toBeHidden()
        // A job goes on in somebody's name only where somebody says so.
        if (action.isJob)
          await action
            .area(page)
            .getByRole('button', { name: /^Resume/ })
            .click()
        await expect(async () => {
          await page.clock.runFor(1000)
          await expect(done).toBeVisible({ timeout: 200 })
        }).toPass()
        if (!isRead(route)) expect(await action.countEffects(cell)).toBe(1)
      } else if (await unchecked.isVisible()) {
        expect(fault).toBe('confirmed, then no reads')
        expect(await action.countEffects(cell)).toBe(1)
      } else if (await failed.isVisible()) {
        await expectNamed(action, page)
        if (isRead(route)) await expectAnotherTry(action, cell, upstream, failed)
        else await expectTruth(action, cell, failed, fault)
      } else if (!isRead(route)) {
        expect(await action.countEffects(cell)).toBe((await copies.isVisible()) ? 2 : 1)
      }
    })
  }

const isRead = (route: CallName) => api[route].method === 'GET'

/** How an action may end, each with a text that is announced: in a live region, or in a dialog that takes the focus. */
const endings = (action: UserAction, page: Page) => ({
  done: action.done(page).first(),
  copies: page.getByRole('alert').filter({ hasText: /(is there|was created) twice/ }),
  unchecked: page.getByRole('alert').filter({ hasText: /but not checked/ }),
  failed: action
    .area(page)
    .getByRole('alert')
    .or(
      action
        .area(page)
        .getByRole('status')
        .filter({ hasText: /^0 of|retried automatically|Resume to continue/ }),
    )
    .first(),
})

/** The page says which action failed. */
async function expectNamed(action: UserAction, page: Page) {
  const area = action.area(page).first()
  const label = (await area.getAttribute('aria-label')) ?? ''
  expect(`${label} ${await area.innerText()}`.trim(), 'what was tried').toMatch(action.names)
}

/** The page says whether the action was not done or whether that is not known, which is true; it loses nothing, and there is a way to try again. */
async function expectTruth(action: UserAction, cell: Cell, failed: Locator, fault: Fault) {
  const { page } = cell
  const alerts = await action.area(page).getByRole('alert').allInnerTexts()
  const text = (alerts.length > 0 ? alerts : await failed.allInnerTexts()).join(' ')
  if (text === '') {
    // A job that was waiting has continued in the meantime.
    await expect(action.done(page).first()).toBeVisible()
    expect(await action.countEffects(cell)).toBe(1)
    return
  }
  const button = action.button(page).first()
  const canRetry = (await button.isVisible()) && (await button.isEnabled())
  expect(problemsOf(text, { effects: await action.countEffects(cell), isRefused: refusals.has(fault), canRetry })).toEqual([])
  await action.expectKept(cell)
}

/** A page that could not read says so, and nothing about changes; its button reads again. */
async function expectAnotherTry(action: UserAction, { page }: Cell, upstream: FaultyUpstream, failed: Locator) {
  expect((await failed.allInnerTexts()).join(' ')).not.toMatch(/Not (saved|done|confirmed)|may have been/)
  await upstream.heal()
  await action.button(page).click()
  await expect(action.done(page).first()).toBeVisible()
}
