import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { api, type ApiName } from '#contract/api.ts'
import { fillPath } from '#contract/endpoint.ts'
import { gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import { figure } from '../../src/test-figure.ts'
import { createAccount, expect, openSession, test as plain, type TestAccount } from '../support/fixtures.ts'
import { forge, shapes, type Target } from '../support/attacks/forged-requests.ts'
import { startProduct, type Product } from '../support/product.ts'

/**
 * S8: a moderator who is signed in, and has just entered the token, opens a page on another port of the same host (same site, so the browser sends
 * the cookie) and one on another host. Both try every endpoint in twelve shapes, with valid bodies: at the end the same requests take effect from our
 * own page.
 */

const test = plain.extend<{ gateway: Product }>({
  gateway: async ({ folder }, use) => {
    const gateway = await startProduct({ DATA_DIR: folder, LOG_LEVEL: 'info' })
    await use(gateway)
    await gateway.stop()
  },
  // Pages of other sites provoke errors here, which are counted below.
  noBrowserErrors: async ({}, use) => use(),
  account: async ({ gateway, folder }, use) => use(await createAccount(gateway.address, 'forgery', 5, folder)),
})

/** The endpoints in an order in which each has an effect on the data of the account. */
function routesOf(
  room: Awaited<ReturnType<typeof furnish>>,
): { name: ApiName; params: Record<string, unknown>; body?: unknown; query?: string }[] {
  const { chatId, spare, pollId, messageIds } = room
  const poll = { question: 'Forged?', answer1: 'Yes', answer2: 'No' }
  const [first, second, third] = messageIds
  return [
    { name: 'pollList', params: { chatId } },
    { name: 'messageList', params: { chatId }, query: '?fast=true' },
    { name: 'chatList', params: {} },
    { name: 'chatRead', params: { chatId } },
    { name: 'accountRead', params: {} },
    { name: 'banList', params: { chatId } },
    { name: 'socialRead', params: {} },
    { name: 'pollCreate', params: { chatId }, body: poll },
    { name: 'pollUpdate', params: { chatId, pollId }, body: poll },
    { name: 'pollResend', params: { chatId, pollId } },
    { name: 'pollPublish', params: { chatId, pollId } },
    { name: 'pollReset', params: { chatId, pollId } },
    { name: 'pollDelete', params: { chatId, pollId } },
    { name: 'messageSend', params: { chatId }, body: { text: 'forged' } },
    { name: 'messageDelete', params: { chatId, messageId: first } },
    { name: 'messageDeleteSome', params: { chatId }, body: [second, third] },
    { name: 'messageDeleteAll', params: { chatId } },
    { name: 'chatCreate', params: {}, body: { name: 'forged' } },
    { name: 'chatDuplicate', params: { chatId }, body: { name: 'forged too' } },
    { name: 'chatUpdate', params: { chatId }, body: { name: 'forged', offline: true } },
    { name: 'banCreate', params: { chatId }, body: { ip: '192.0.2.77' } },
    { name: 'banLift', params: { chatId, ipAddress: '192.0.2.1' } },
    { name: 'banLiftRange', params: { chatId, firstIp: '192.0.2.10', lastIp: '192.0.2.20' } },
    { name: 'socialUpdate', params: {}, body: { social: false } },
    { name: 'accountUpdate', params: {}, body: { name: 'forged', email: 'forged@example.org' } },
    { name: 'currencySet', params: {}, body: { currency: 'EUR' } },
    { name: 'chatDelete', params: { chatId: spare } },
  ]
}

async function furnish({ api: call }: TestAccount) {
  const { chatId } = await call('chatCreate', { body: { name: 'Victim' } })
  const { chatId: spare } = await call('chatCreate', { body: { name: 'Spare' } })
  const { id: pollId } = await call('pollCreate', { params: { chatId }, body: { question: 'Lunch?', answer1: 'Yes', answer2: 'No' } })
  for (const text of ['one', 'two', 'three']) await call('messageSend', { params: { chatId }, body: { text } })
  await call('banCreate', { params: { chatId }, body: { ip: '192.0.2.1' } })
  await call('banCreate', { params: { chatId }, body: { ip: '192.0.2.10', lastIp: '192.0.2.20' } })
  const { data } = await call('messageList', { params: { chatId }, query: { fast: true, limit: 10 } })
  return { chatId, spare, pollId, messageIds: data.map(({ messageId }) => messageId) }
}

/** Everything that the requests could change. */
async function state({ api: call }: TestAccount): Promise<unknown> {
  const chats = await call('chatList', {})
  const rooms = await Promise.all(
    chats.data.map(async ({ id: chatId }) => [
      await call('chatRead', { params: { chatId } }),
      await call('pollList', { params: { chatId } }),
      await call('messageList', { params: { chatId }, query: { fast: true, limit: 100 } }),
      await call('banList', { params: { chatId } }),
    ]),
  )
  return [chats, rooms, await call('accountRead', {}), await call('socialRead', {})]
}

/** Serves the page of another site. Chromium resolves every name below localhost to this machine. */
async function startElsewhere(host: string) {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<body>Free coins</body>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a TCP port has an address of this type.
  const { port } = server.address() as AddressInfo
  return { address: `http://${host}:${port}/`, close: () => void server.close() }
}

/** Beacons do not report their end, so this waits until no request is pending. */
function settled(page: Page) {
  const open = new Set<unknown>()
  page.on('request', (request) => void open.add(request))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  return () => expect.poll(() => open.size).toBe(0)
}

// A minute on an idle machine.
test.setTimeout(600_000)

test('requests forged by a page of another site have no effect', async ({ page, context, gateway, account }) => {
  const routes = routesOf(await furnish(account))
  const targets = routes.map(({ name, params, query = '', body }): Target => ({
    method: api[name].method,
    address: gateway.address + gatewayPaths.api + fillPath(api[name].path, params) + query,
    body: body === undefined ? '' : JSON.stringify(body),
  }))
  const identity = await openSession(page, gateway.address, account.token)
  const confirmed = await page.request.post(gateway.address + gatewayPaths.confirm, {
    headers: { [pageHeader.name]: pageHeader.value, [identityHeader]: identity, origin: gateway.address },
    data: { token: account.token },
  })
  expect(confirmed.status()).toBe(200)
  const before = await state(account)
  const withCookie = { 'same site': 0, 'another site': 0 }
  const read: string[] = []
  let sent = 0
  for (const [site, host] of [
    ['same site', '127.0.0.1'],
    ['another site', 'localhost'],
  ] as const) {
    const elsewhere = await startElsewhere(host)
    for (const shape of shapes) {
      const victim = await context.newPage()
      const quiet = settled(victim)
      await victim.goto(elsewhere.address)
      const counting: Promise<void>[] = []
      victim.on('request', (request) => {
        if (!request.url().startsWith(gateway.address)) return
        const headers = request.allHeaders().catch(() => ({ cookie: '' }))
        counting.push(headers.then(({ cookie }) => void (withCookie[site] += Number(cookie?.includes('roomkeeper') ?? false))))
      })
      read.push(...(await forge(victim, shape, targets, pageHeader)))
      await quiet()
      // A closed page has no headers any more.
      await Promise.all(counting)
      sent += targets.length
      await victim.close()
    }
    elsewhere.close()
  }
  const after = await state(account)
  const forgeries = gateway.output().match(/"code":"forged"/g)?.length ?? 0
  expect(after).toEqual(before)
  expect(read).toEqual([])
  expect(withCookie['same site'], 'requests that came with the cookie').toBeGreaterThan(100)
  expect(withCookie['another site']).toBe(0)

  // From our own page the same requests take effect: they were refused above because of their origin.
  await page.goto(gateway.address)
  const own = await page.evaluate(
    async ({ targets, page }) => {
      const answers: number[] = []
      for (const { method, address, body } of targets) {
        // Saving settings requires a version; any is accepted here.
        const headers = { 'content-type': 'application/json', 'if-match': '*', ...page }
        answers.push((await fetch(address, { method, headers, ...(body === '' ? {} : { body }) })).status)
      }
      return answers
    },
    { targets, page: { [pageHeader.name]: pageHeader.value, [identityHeader]: identity } },
  )
  expect(own.map((status, index) => [routes[index]!.name, status])).toEqual(routes.map(({ name }) => [name, 200]))
  expect(await state(account)).not.toEqual(before)
  figure(
    'S8',
    routes.length === 27,
    `${shapes.length} shapes × ${routes.length} routes × 2 sites from a browser: ${sent} attempts, 0 effects, 0 answers read; ${withCookie['same site']} came with the cookie, ${forgeries} were refused as forged`,
  )
})

test('a page of another site reads nothing of a page that contains data', async ({ page, context, gateway, account }) => {
  await furnish(account)
  await openSession(page, gateway.address, account.token)
  await page.goto(`${gateway.address}/chats`)
  await expect(page.getByText('Victim').first()).toBeVisible()
  for (const host of ['127.0.0.1', 'localhost']) {
    const elsewhere = await startElsewhere(host)
    const foreign = await context.newPage()
    await foreign.goto(elsewhere.address)
    const answers: Promise<string>[] = []
    foreign.on('response', (response) => {
      if (response.url().startsWith(gateway.address)) answers.push(response.text().catch(() => ''))
    })
    const read = await foreign.evaluate(async (address) => {
      const load = (element: HTMLIFrameElement | HTMLScriptElement | HTMLObjectElement) =>
        new Promise((resolve) => {
          for (const end of ['load', 'error']) element.addEventListener(end, resolve)
          document.body.append(element)
        })
      const texts: string[] = []
      for (const mode of ['cors', 'no-cors'] as const)
        texts.push(
          await fetch(address, { mode, credentials: 'include' }).then(
            (answer) => answer.text(),
            () => '',
          ),
        )
      const frame = document.createElement('iframe')
      await load(Object.assign(frame, { src: address }))
      texts.push(frame.contentDocument?.documentElement.outerHTML ?? '')
      await load(Object.assign(document.createElement('script'), { src: address }))
      return texts.join('')
    }, `${gateway.address}/chats`)
    // Not even the browser has received it, because none of these requests opens a page.
    for (const text of [read, ...(await Promise.all(answers))]) expect(text).not.toContain('Victim')
    await foreign.close()
    elsewhere.close()
  }
})
