import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { createClient, type Call } from '#contract/client.ts'
import { viewCookie } from '#contract/page-view.ts'
import { gatewayPaths, pageHeader } from '#contract/session.ts'
import { runAccountCommand } from '#service/accounts/account-actions.ts'
import { translate } from './translator.ts'

export { expect }

export interface TestAccount {
  accountId: number
  token: string
  email: string
  name: string
  /** Calls the API as this account, without the page. */
  api: Call
}

interface Fixtures {
  /** The number of chats that the plan of `account` includes; undefined = the usual plan. Set with test.use(). */
  maxChats: number | undefined
  /** The panel of jobs is open, as people who use it leave it. On phones it starts as a single line regardless. */
  jobsOpen: boolean
  /** The gateway draws pages that are not the first of this browser. */
  drawsPages: boolean
  /** A fresh account without chats: each test has its own, so tests run in parallel and reset nothing. */
  account: TestAccount
  /** The page, signed in to `account`. It is still blank: go somewhere first. */
  signedIn: Page
  /** A temporary folder that is removed after the test. */
  folder: string
  /** Allows an error that the test provokes, such as `/status of 409/`. Any other error that the browser reports fails the test. */
  allowErrors: (words: RegExp) => void
  /** Fills in the dialog that asks for the token again before an irreversible action. */
  enterToken: () => Promise<void>
  noBrowserErrors: void
}

export const test = base.extend<Fixtures & { browserErrors: { found: string[]; allowed: RegExp[] } }>({
  maxChats: [undefined, { option: true }],
  jobsOpen: [true, { option: true }],
  drawsPages: [false, { option: true }],

  browserErrors: async ({}, use) => {
    await use({ found: [], allowed: [] })
  },

  noBrowserErrors: [
    async ({ context, baseURL, jobsOpen, drawsPages, browserErrors: { found, allowed } }, use) => {
      if (jobsOpen)
        await context.addInitScript(() => location.protocol.startsWith('http') && localStorage.setItem('roomkeeper-jobs-open', 'yes'))
      await collectBrowserErrors(context, new URL(baseURL!).origin, found, drawsPages)
      await use()
      expect(
        found.filter((error) => !allowed.some((words) => words.test(error))),
        'errors that the browser reported',
      ).toEqual([])
    },
    { auto: true },
  ],

  allowErrors: async ({ browserErrors }, use) => {
    await use((words) => void browserErrors.allowed.push(words))
  },

  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'roomkeeper-e2e-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },

  enterToken: async ({ page, account }, use) => {
    await use(async () => {
      const asked = page.getByRole('dialog', { name: 'Confirm with the access token' })
      await asked.getByLabel('Access token').fill(account.token)
      // Enter, not a click: the pointer may stay over a link and prefetch what is being deleted.
      await asked.getByLabel('Access token').press('Enter')
      await expect(asked).toBeHidden()
    })
  },

  account: async ({ maxChats }, use, { testId, workerIndex, project }) => {
    // The address of the project: a test may open its page on another gateway, with the same service behind it.
    await use(await createAccount(project.use.baseURL!, `${testId}-${workerIndex}`, maxChats))
  },

  signedIn: async ({ page, account, baseURL }, use) => {
    await openSession(page, baseURL!, account.token)
    await use(page)
  },
})

/** Runs `npm run account -- ...args` on the database of the product under test, unless another folder is given. */
export async function accountCommand<T>(args: string[], dataFolder = process.env['E2E_DATA_DIR']): Promise<T> {
  // In this process: a process for each account took a tenth of the time of all tests. The command itself is tested beside its code.
  return (await runAccountCommand(args, { DATA_DIR: dataFolder })) as T
}

/** @param unique the first part of its e-mail address */
export async function createAccount(baseURL: string, unique: string, maxChats?: number, dataFolder?: string): Promise<TestAccount> {
  const email = `${unique}@example.org`
  const name = 'Ada Example'
  const plan = maxChats === undefined ? [] : ['--rooms', String(maxChats)]
  const args = ['create', '--email', email, '--name', name, ...plan]
  const { accountId, token } = await accountCommand<{ accountId: number; token: string }>(args, dataFolder)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { accountId, token, email, name, api: createClient((path, init) => fetch(`${baseURL}/api${path}`, { ...init, headers })) }
}

/** Sends the request of the sign-in page without opening it, so that the browser gets the cookie. Resolves to the identity that requests must name. */
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

/** Runs in the page: it tells the gateway nothing of its window, as if this browser had opened none before. */
function forgetView(name: string) {
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!
  Object.defineProperty(document, 'cookie', {
    get: () => cookie.get?.call(document) as string,
    set: (text: string) => {
      if (!text.startsWith(`${name}=`)) cookie.set?.call(document, text)
    },
  })
}

/** Collects errors, dialogs, policy violations and requests to other origins. */
export async function collectBrowserErrors(context: BrowserContext, origin: string, found: string[], drawsPages = false) {
  if (process.env['E2E_TRANSLATE']) await translate(context)
  // Nobody is as fast as a test, and what the gateway has drawn takes no keys yet.
  if (!drawsPages) await context.addInitScript(forgetView, viewCookie)
  // Signing out may overtake requests of any tab, which are then rightly refused.
  let isSignedOut = false
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`Content-Security-Policy: ${violatedDirective} blocked ${blockedURI}`)
    })
  })
  context.on('console', (message) => {
    if (message.type() !== 'error' || (isSignedOut && message.text().includes('status of 401'))) return
    found.push(`console.error: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => found.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === gatewayPaths.session && request.method() !== 'GET') isSignedOut = request.method() === 'DELETE'
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) found.push(`request to another origin: ${request.url()}`)
  })
}
