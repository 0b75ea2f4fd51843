import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, apiNames } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { identityHeader } from '#contract/session.ts'
import { codeOf, remoteAccount, fromPage, json, sessionFrom, startRemoteService, startGateway } from '../testing/gateway.ts'

/** Tabs that show another account than the one that signed in last: they share its cookie. */

let gateway: Awaited<ReturnType<typeof startGateway>>
let foreign: Awaited<ReturnType<typeof startRemoteService>>
/** Of the account that is signed in, and what a tab says that was loaded before. */
let cookie: string
let stale: string

beforeAll(async () => {
  foreign = await startRemoteService((request, response) => {
    const id = request.headers.authorization === 'Bearer of-b' ? 8 : remoteAccount.id
    json(response, { status: 1, data: { ...remoteAccount, id } })
  })
  gateway = await startGateway({ upstream: { address: foreign.address } })
  const before = await sessionFrom((await gateway.signIn({ token: 'of-b' })).answer)
  stale = before.signedIn ? before.identity : ''
  cookie = (await gateway.signIn({ token: 'of-c' })).cookie
})
afterAll(async () => {
  await gateway.close()
  await foreign.close()
})
beforeEach(() => void foreign.reached.splice(0))

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

/** Past gateway.send, which would add what a page of the session says. */
async function send(method: string, path: string, headers: Record<string, string>) {
  // As over a network, each request comes in a turn of its own: many in one are an overload.
  await setImmediate()
  const init = { method, headers: { ...fromPage, ...headers }, ...(method !== 'GET' && { body: '{}' }) }
  return gateway.app.fetch(new Request(`http://127.0.0.1:4173${path}`, init))
}

describe.each(routes)('%s %s', (method, path) => {
  test.each([
    ['another account', 409, 'account_changed', () => ({ [identityHeader]: stale })],
    ['the same number elsewhere', 409, 'account_changed', () => ({ [identityHeader]: `${remoteAccount.id}@elsewhere` })],
    ['nothing', 428, 'account_needed', () => ({})],
  ])('from a page that shows %s is refused, and reaches no service', async (_, status, code, shown) => {
    const answer = await send(method, path, { cookie, ...shown() })
    expect([answer.status, await codeOf(answer)]).toEqual([status, code])
    expect(foreign.reached).toEqual([])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('without a session is about the session, whatever the page shows', async () => {
    const answer = await send(method, path, { cookie: 'roomkeeper=x', [identityHeader]: stale })
    expect(answer.status).toBe(path === '/bff/session' ? 200 : 401)
    expect(foreign.reached).toEqual([])
  })
})

test('the session outlives all that was refused, and its own page works', async () => {
  for (const [method, path] of routes) await send(method, path, { cookie, [identityHeader]: stale })
  const page = gateway.pageHeaders(cookie)
  expect((await send('PUT', '/bff/api/social', page)).status).toBe(200)
  expect((await send('GET', '/bff/api/account', page)).status).toBe(200)
  expect(foreign.reached).toEqual(['PUT /social', 'GET /account'])
})

test('somebody who types the address of a read need not say the account, and gets nothing by saying a wrong one', async () => {
  const read = (headers: Record<string, string>) => send('GET', '/bff/api/account', { 'sec-fetch-site': 'none', cookie, ...headers })
  expect((await read({})).status).toBe(200)
  expect((await read({ [identityHeader]: stale })).status).toBe(409)
})

test('who is signed in is told to every tab', async () => {
  const answer = await send('GET', '/bff/session', { cookie, [identityHeader]: stale })
  expect(await sessionFrom(answer)).toMatchObject({ signedIn: true, account: { id: remoteAccount.id } })
})

test('nothing of the installation is told before the sign-in', async () => {
  expect(await (await send('GET', '/bff/session', {})).text()).not.toContain('@')
})
