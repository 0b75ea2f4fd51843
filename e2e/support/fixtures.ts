import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { createClient, type Call } from '#contract/client.ts'
import { gatewayPaths, pageHeader } from '#contract/session.ts'
import { runAccountCommand } from '#service/accounts/account-actions.ts'

export { expect }

export interface TestAccount {
  accountId: number
  token: string
  email: string
  name: string
  /** Calls the API as this account, past the page. */
  api: Call
}

interface Fixtures {
  /** How many rooms the plan of `account` has; undefined = the usual plan. Set with test.use(). */
  rooms: number | undefined
  /** The section of jobs is open, as whoever works with it leaves it. Phones start with a line all the same. */
  jobsOpen: boolean
  /** A fresh account without chats: each test has its own, so tests run side by side without resets. */
  account: TestAccount
  /** The page, signed in to `account`. It is still blank: go somewhere first. */
  signedIn: Page
  /** Says that the test provokes this trouble, such as `/status of 409/`. Everything else that the browser reports fails the test. */
  allowTrouble: (words: RegExp) => void
  /** Answers the dialog that asks for the token again, which comes before what cannot be undone. */
  enterToken: () => Promise<void>
  watched: void
}

export const test = base.extend<Fixtures & { troubles: { found: string[]; allowed: RegExp[] } }>({
  rooms: [undefined, { option: true }],
  jobsOpen: [true, { option: true }],

  troubles: async ({}, use) => {
    await use({ found: [], allowed: [] })
  },

  watched: [
    async ({ context, baseURL, jobsOpen, troubles: { found, allowed } }, use) => {
      if (jobsOpen)
        await context.addInitScript(() => location.protocol.startsWith('http') && localStorage.setItem('roomkeeper-jobs-open', 'yes'))
      await watch(context, new URL(baseURL!).origin, found)
      await use()
      expect(
        found.filter((trouble) => !allowed.some((words) => words.test(trouble))),
        'what the browser reported',
      ).toEqual([])
    },
    { auto: true },
  ],

  allowTrouble: async ({ troubles }, use) => {
    await use((words) => void troubles.allowed.push(words))
  },

  enterToken: async ({ page, account }, use) => {
    await use(async () => {
      const asked = page.getByRole('dialog', { name: 'Confirm with the access token' })
      await asked.getByLabel('Access token').fill(account.token)
      // By key: a pointer that is left over a link would prefetch what is just being deleted.
      await asked.getByLabel('Access token').press('Enter')
      await expect(asked).toBeHidden()
    })
  },

  account: async ({ rooms }, use, { testId, workerIndex, project }) => {
    // Of the project: a test may open its page elsewhere, with the same service behind it.
    await use(await createAccount(project.use.baseURL!, `${testId}-${workerIndex}`, rooms))
  },

  signedIn: async ({ page, account, baseURL }, use) => {
    await openSession(page, baseURL!, account.token)
    await use(page)
  },
})

/** `npm run account -- ...args`, on the database of the server under test unless another folder is given. */
export async function accountCommand<T>(args: string[], dataFolder = process.env['E2E_DATA_DIR']): Promise<T> {
  // In this process: one of its own for every account took a tenth of the time of all tests. The command itself has its tests beside it.
  return (await runAccountCommand(args, { DATA_DIR: dataFolder })) as T
}

/** @param unique tells its e-mail address from others */
export async function createAccount(baseURL: string, unique: string, rooms?: number, dataFolder?: string): Promise<TestAccount> {
  const email = `${unique}@example.org`
  const name = 'Ada Example'
  const plan = rooms === undefined ? [] : ['--rooms', String(rooms)]
  const args = ['create', '--email', email, '--name', name, ...plan]
  const { accountId, token } = await accountCommand<{ accountId: number; token: string }>(args, dataFolder)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { accountId, token, email, name, api: createClient((path, init) => fetch(`${baseURL}/api${path}`, { ...init, headers })) }
}

/** Signs in as the page itself does, without drawing it: the cookie is the browser's afterwards. Resolves to the identity that its requests name. */
export async function openSession(page: Page, baseURL: string, token: string): Promise<string> {
  const answer = await page.request.post(baseURL + gatewayPaths.session, {
    headers: { [pageHeader.name]: pageHeader.value, origin: new URL(baseURL).origin },
    data: { token },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { identity: string }).identity
}

/** Signs in through the form. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Fails on any violation of WCAG 2.2 A and AA that axe can see on the page as it is now, light and dark. @param within a selector: that part alone */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Colours that are still on their way between two schemes have no contrast of their own.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    expect(await violations(page, within, colorScheme === 'light' ? everything : colours), `${page.url()}, ${colorScheme}`).toEqual([])
  }
}

export const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules about colours. All else of a page is the same in both schemes. */
export const colours = ['color-contrast', 'link-in-text-block']

/** @param checks tags of axe's rules, or rules */
async function violations(page: Page, within: string, checks: string[]): Promise<string[]> {
  const { violations: found } = await axeResults(page, within, checks)
  return found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`)
}

/** All that axe says of the page once nothing moves: halfway, colours are none of ours. @param checks `everything`, or names of rules */
export async function axeResults(page: Page, within: string, checks: string[]) {
  await page.evaluate(() => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    return Promise.allSettled(passing.map(({ finished }) => finished))
  })
  const axe = new AxeBuilder({ page }).include(within)
  return (
    (checks === everything ? axe.withTags(checks) : axe.withRules(checks))
      // Else axe collects its results in a second, blank page.
      .setLegacyMode()
      .analyze()
  )
}

/** Notes everything that a page of ours must never do. */
export async function watch(context: BrowserContext, origin: string, found: string[]) {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`Content-Security-Policy: ${violatedDirective} blocked ${blockedURI}`)
    })
  })
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`console.error: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => found.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) found.push(`request to another origin: ${request.url()}`)
  })
}
