import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { figure } from '../../src/test-figure.ts'
import { heldBy, type Secret } from '../../src/test-secrets.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { createAccount, expect, signIn, test, type TestAccount } from '../support/fixtures.ts'
import { keptIn } from '../support/kept-in.ts'
import { everyPath } from '../support/pages.ts'
import { startProduct } from '../support/product.ts'
import { unzip } from '../support/unzip.ts'
import { signOut } from '../support/verbs/session.ts'

/**
 * S7: searches for the token of an account, its token key and the session id after every page was used: in the browser, in the network traffic, in
 * the recordings of a test, in the server's logs at level trace, in its database and in the built files. The token may be in the requests that sign
 * in and confirm, and nowhere else; at the end all three are planted, to prove that the search finds them.
 */

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

interface Har {
  log: { entries: { request: { method: string; url: string; headers: unknown; postData?: { text?: string } }; response: unknown }[] }
}

// A minute on an idle machine.
test.setTimeout(600_000)

test('token, token key and session id do not leak', async ({ browser, folder }) => {
  const data = join(folder, 'data')
  const gateway = await startProduct({ DATA_DIR: data, LOG_LEVEL: 'trace' })
  const account = await createAccount(gateway.address, 'canary', 5, data)
  const { data: held } = (await (
    await fetch(`${gateway.address}/api/account`, { headers: { authorization: `Bearer ${account.token}` } })
  ).json()) as {
    data: { tokenKey: string }
  }
  const context = await browser.newContext({
    baseURL: gateway.address,
    recordHar: { path: join(folder, 'all.har'), mode: 'full', content: 'embed' },
  })
  const page = await context.newPage()
  const seen: [place: string, text: string][] = []
  page.on('console', (message) => seen.push(['console', message.text()]))
  page.on('pageerror', (error) => seen.push(['console', String(error.stack)]))
  page.on('framenavigated', (frame) => seen.push(['addresses', frame.url()]))

  await signIn(page, account.token)
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  const [cookie] = await context.cookies()
  const secrets = [
    { name: 'token', value: account.token },
    { name: 'token key', value: held.tokenKey },
    { name: 'session id', value: cookie!.value },
  ]
  expect(secrets.map(({ value }) => value.length > 15)).toEqual([true, true, true])
  // Recorded from here until the token is typed again: typing it is the test's own doing.
  await context.tracing.start({ snapshots: true })

  const chatId = await addChat(account, 'Canary')
  await account.api('messageSend', { params: { chatId }, body: { text: 'hello' } })
  const pages = everyPath(chatId)
  for (const path of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    seen.push(['browser', await keptIn(page)])
  }
  for (const body of await errorsOf(page, chatId)) seen.push(['error bodies', body])
  await context.tracing.stop({ path: join(folder, 'trace.zip') })
  await showTokenKey(page, account)
  seen.push(['browser', await keptIn(page)])
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()
  seen.push(['browser', await keptIn(page)])

  await plant(page, seen, secrets)
  await context.close()
  seen.push(['logs', gateway.output()])
  const stored = await Promise.all((await filesIn(data)).filter((file) => !file.endsWith('session.key')).map((file) => readFile(file)))
  await gateway.stop()
  const built = await Promise.all((await filesIn('dist')).map((file) => readFile(file)))
  const recorded = [...unzip(await readFile(join(folder, 'trace.zip'))).values()]
  const har = JSON.parse(await readFile(join(folder, 'all.har'), 'utf8')) as Har

  const hits = seen.flatMap(([place, text]) => heldBy(text, secrets).map((name) => `${place}: ${name}`))
  const planted = hits.filter((hit) => hit.startsWith('planted'))
  const inFiles = (place: string, files: Buffer[]) => files.flatMap((file) => heldBy(file, secrets).map((name) => `${place}: ${name}`))
  const leaks = [
    ...hits.filter((hit) => !hit.startsWith('planted')),
    ...inFiles('database', stored),
    ...inFiles('built files', built),
    ...inFiles('recording', recorded).filter((hit) => hit !== 'recording: session id'),
    ...leaksOf(har, secrets),
  ]
  console.log(leaks.join('\n'))
  expect(planted.toSorted()).toEqual([
    'planted in the browser: session id',
    'planted in the browser: token',
    'planted in the browser: token key',
  ])
  const requests = har.log.entries.length
  figure(
    'S7',
    leaks.length === 0,
    `${leaks.length} hits of token, token key and session id in ${pages.length} pages, ${requests} requests and answers, ${gateway.output().split('\n').length} lines of log, ${stored.length} data files, ${recorded.length} recorded files, ${built.length} built files`,
  )
  expect(leaks).toEqual([])
})

/** The answers of the gateway to invalid requests of many kinds, any of which the page may show. */
const errorsOf = (page: Page, chatId: number): Promise<string[]> =>
  page.evaluate(
    async ({ paths, chatId, header, account }) => {
      const { identity } = (await (await fetch(paths.session)).json()) as { identity: string }
      const own = { [account]: identity }
      const headers = { 'content-type': 'application/json', [header.name]: header.value, ...own }
      const answers = [
        fetch(`${paths.api}/chats/abc`, { headers: own }),
        fetch(`${paths.api}/chats/999999`, { headers: own }),
        fetch(`${paths.api}/nothing`, { headers: own }),
        fetch(`${paths.api}/chats/${chatId}`, { method: 'PUT', headers, body: '{"type":9}' }),
        fetch(`${paths.api}/chats/${chatId}`, { method: 'PUT', headers, body: '{' }),
        fetch(`${paths.api}/chats/${chatId}`, { method: 'PUT', body: '{}' }),
        fetch(`${paths.api}/account/currency`, { method: 'PUT', headers, body: '{"currency":"EUR"}' }),
        fetch(`${paths.api}/chats`, { method: 'POST', headers, body: 'x'.repeat(1024 * 1024 + 1) }),
        fetch(paths.tokenKey, { headers: own }),
        fetch(paths.session, { method: 'POST', headers, body: '{"token":"wrong"}' }),
        fetch('/api/account', { headers: { authorization: 'Bearer wrong' } }),
      ]
      return Promise.all(answers.map(async (answer) => `${(await answer).status} ${await (await answer).text()}`))
    },
    { paths: gatewayPaths, chatId, header: pageHeader, account: identityHeader },
  )

/** Enters the token again and shows the token key; the next page contains neither. */
async function showTokenKey(page: Page, { token }: TestAccount): Promise<void> {
  await page.goto(to.account())
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const asked = dialog(page, 'Confirm with the access token')
  await asked.getByLabel('Access token').fill(token)
  await asked.getByLabel('Access token').press('Enter')
  await expect(page.getByRole('button', { name: 'Copy the token key' })).toBeVisible()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Chats/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()
}

/** Plants the secrets wherever a script could put them, to prove that the search finds them. */
async function plant(page: Page, seen: [string, string][], secrets: Secret[]): Promise<void> {
  const [token, key, id] = secrets.map(({ value }) => value)
  await page.evaluate(
    async ({ token, key, id }) => {
      localStorage.setItem('planted', token!)
      history.replaceState({ key }, '')
      await new Promise<void>((resolve) => {
        const opening = indexedDB.open('planted', 1)
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('planted'))
        opening.addEventListener('success', () => {
          const storing = opening.result.transaction('planted', 'readwrite')
          storing.objectStore('planted').put({ id }, 1)
          storing.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
        })
      })
    },
    { token, key, id },
  )
  seen.push(['planted in the browser', await keptIn(page)])
}

/** Searches requests and answers: the token may be only in bodies that sign in or confirm, the session id only in cookies, the token key only where requested. */
function leaksOf(har: Har, secrets: Secret[]): string[] {
  return har.log.entries.flatMap(({ request, response }) => {
    const path = new URL(request.url).pathname
    const where = `${request.method} ${path}`
    const allowed = request.method === 'POST' && [gatewayPaths.session, gatewayPaths.confirm].some((known) => known === path)
    const { postData, headers, url } = request
    const withoutCookies = JSON.stringify([url, headers, response], (name, value: unknown) => {
      const isCookie =
        name === 'cookies' ||
        (typeof value === 'object' && value !== null && 'name' in value && /^(?:set-)?cookie$/i.test(String(value.name)))
      return isCookie ? undefined : value
    })
    return [
      ...(allowed ? [] : heldBy(postData?.text ?? '', secrets).map((name) => `body of ${where}: ${name}`)),
      ...heldBy(withoutCookies, secrets)
        .filter((name) => !(name === 'token key' && path === gatewayPaths.tokenKey))
        .map((name) => `${where}: ${name}`),
    ]
  })
}
