import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, apiNames } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { identityHeader } from '#contract/session.ts'
import { codeOf, fromPage, sessionFrom } from '../testing/gateway.ts'
import { remoteAccount, startWithTwoAccounts } from '../testing/remote-service.ts'

/** Tabs that show a different account than the one that signed in last, whose cookie they share. */

let accounts: Awaited<ReturnType<typeof startWithTwoAccounts>>
/** The cookie of the account that is signed in, and the identity that an older tab shows. */
let cookie: string
let stale: string

beforeAll(async () => {
  accounts = await startWithTwoAccounts()
  const before = await sessionFrom((await accounts.gateway.signIn({ token: 'second' })).answer)
  stale = before.signedIn ? before.identity : ''
  cookie = (await accounts.gateway.signIn({ token: 'first' })).cookie
})
afterAll(() => accounts.close())
beforeEach(() => void accounts.remote.reached.splice(0))

const shapes = apiNames
  .map((name): Endpoint => api[name])
  .filter(({ deprecated }) => !deprecated)
  .map(({ method, path }): [string, string] => [
    method,
    `/bff/api${path.replaceAll(/\{\w*[iI]p\w*\}/g, '192.0.2.1').replaceAll(/\{\w+\}/g, '1')}${path.endsWith('/messages') && method === 'GET' ? '?fast=true' : ''}`,
  ])
const routes: [string, string][] = [
  ...shapes,
  ['POST', '/bff/session/confirm'],
  ['GET', '/bff/session/token-key'],
  ['DELETE', '/bff/session'],
  ['GET', '/bff/service-profile'],
  ['PUT', '/bff/service-profile'],
]

/** Not gateway.send, which would add the header of the session's own page. */
async function send(method: string, path: string, headers: Record<string, string>) {
  // As over a network, each request arrives in its own turn of the event loop; many in one would be an overload.
  await setImmediate()
  const init = { method, headers: { ...fromPage, ...headers }, ...(method !== 'GET' && { body: '{}' }) }
  return accounts.gateway.app.fetch(new Request(`http://127.0.0.1:4173${path}`, init))
}

describe.each(routes)('%s %s', (method, path) => {
  test.each([
    ['another account', 409, 'account_changed', () => ({ [identityHeader]: stale })],
    ['the same number elsewhere', 409, 'account_changed', () => ({ [identityHeader]: `${remoteAccount.id}@elsewhere` })],
    ['no account', 428, 'account_needed', () => ({})],
  ])('from a page that shows %s is refused, and does not reach the service', async (_, status, code, shown) => {
    const answer = await send(method, path, { cookie, ...shown() })
    expect([answer.status, await codeOf(answer)]).toEqual([status, code])
    expect(accounts.remote.reached).toEqual([])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('without a session is refused for the missing session, whatever the page shows', async () => {
    const answer = await send(method, path, { cookie: 'roomkeeper=x', [identityHeader]: stale })
    expect(answer.status).toBe(path === '/bff/session' ? 200 : 401)
    expect(accounts.remote.reached).toEqual([])
  })
})

test('refused requests do not end the session, and its own page still works', async () => {
  for (const [method, path] of routes) await send(method, path, { cookie, [identityHeader]: stale })
  const page = accounts.gateway.pageHeaders(cookie)
  expect((await send('PUT', '/bff/api/social', page)).status).toBe(200)
  expect((await send('GET', '/bff/api/account', page)).status).toBe(200)
  expect(accounts.remote.reached).toEqual(['PUT /social', 'GET /account'])
})

test('a typed URL needs no account header, but is refused with a wrong one', async () => {
  const read = (headers: Record<string, string>) => send('GET', '/bff/api/account', { 'sec-fetch-site': 'none', cookie, ...headers })
  expect((await read({})).status).toBe(200)
  expect((await read({ [identityHeader]: stale })).status).toBe(409)
})

test('every tab can read who is signed in', async () => {
  const answer = await send('GET', '/bff/session', { cookie, [identityHeader]: stale })
  expect(await sessionFrom(answer)).toMatchObject({ signedIn: true, account: { id: remoteAccount.id } })
})

test('nothing about the installation is revealed before the sign-in', async () => {
  expect(await (await send('GET', '/bff/session', {})).text()).not.toContain('@')
})
