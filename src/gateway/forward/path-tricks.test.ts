import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleNames } from '#contract/gateway/role-names.ts'
import { figure } from '../../test-figure.ts'
import { listen, stop } from '../server/serve.ts'
import { startGateway } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { answerAccount, json, startRemoteService } from '../testing/remote-service.ts'
import { isProof } from '../../test-runs.ts'

let remote: Awaited<ReturnType<typeof startRemoteService>>
let gateway: Awaited<ReturnType<typeof startGateway>>
let server: Server
let port: number
let cookie: string
/** Of a person of each role, and of nobody in particular: the account's token. */
let cookies: string[]

beforeAll(async () => {
  remote = await startRemoteService(answerAccount)
  gateway = await startGateway({ upstream: { address: `${remote.address}/base` } })
  cookie = (await gateway.signIn({ token: 'opaque' })).cookie
  const people = roleNames.map((role) => member(role, role === 'owner' ? 'all' : [7]))
  cookies = [cookie, ...(await Promise.all(people.map((person) => gateway.signInAs(person))))]
  remote.reached.length = 0
  remote.state.answer = (_, r) => json(r, { status: true })
  const listening = await listen(gateway.app, '127.0.0.1', 0)
  server = listening.server
  port = Number(new URL(listening.address).port)
})
afterAll(async () => {
  await stop(server)
  await gateway.close()
  await remote.close()
})

const api = '/bff/api'
const tricks = [
  // A different path
  api,
  `${api}/`,
  `${api}//`,
  `${api}//chats`,
  `${api}/chats/`,
  `${api}/chats//7`,
  `${api}/Chats`,
  `${api}/admin`,
  `${api}/chats/7/`,
  `${api}/chats/7/secrets`,
  `${api}/.`,
  `${api}/..`,
  `${api}/%2e`,
  `${api}/chats/..`,
  `${api}/chats/%2e%2e/admin`,
  `${api}/chats/..%2faccount`,
  `${api}/chats/..%2Faccount`,
  `${api}/chats/%2e%2e%2faccount`,
  `${api}/chats/..%5caccount`,
  `${api}/chats/%252e%252e%252faccount`,
  `${api}/chats/..%c0%afaccount`,
  `${api}/chats/7%2f..%2f8`,
  `${api}/chats/7%00`,
  `${api}/chats/7%20`,
  `${api}/chats/7;x=1`,
  `${api}/chats/7.json`,
  `${api}/chats/7%0d%0ax-evil:%201`,
  `${api}/chats/7%0a`,
  `${api}/chats/7%23`,
  `${api}/chats/7%3fadmin=1`,
  `${api}/chats\\7`,
  `${api}\\chats`,
  `${api}/chats/%5c`,
  '/bff\\api/chats',
  `/bff/%61pi/chats`,
  `/bff%2fapi/chats`,
  `//bff/api/chats`,
  '/bff/session/../admin',
  `${api}/chats/7/messages?fast=true&limit=1%0d%0a`,
  // Ids that are not plain digits
  `${api}/chats/0`,
  `${api}/chats/-1`,
  `${api}/chats/+7`,
  `${api}/chats/07`,
  `${api}/chats/7.0`,
  `${api}/chats/7e1`,
  `${api}/chats/0x7`,
  `${api}/chats/%37`,
  `${api}/chats/7,8`,
  `${api}/chats/٧`,
  `${api}/chats/９`,
  `${api}/chats/12345678901234567`,
  `${api}/chats/NaN`,
  `${api}/chats/__proto__`,
  `${api}/chats/*`,
  `${api}/chats/{chatId}`,
  `${api}/chats/%7BchatId%7D`,
  `${api}/chats/7:8`,
  `${api}/chats/7%3A8`,
  // A different host
  `${api}@evil.example/chats`,
  `${api}/@evil.example`,
  `${api}//evil.example/chats`,
  `${api}/http://evil.example/`,
  `${api}/\\\\evil.example\\x`,
  `http://evil.example/chats`,
  `http://evil.example${api}//chats`,
  `//evil.example${api}/chats`,
  `evil.example:80`,
  '*',
  '/',
  // The deprecated read
  `${api}/chats/7/messages`,
  `${api}/chats/7/messages?slow=true`,
]

/** Dot segments and slashes in the notations that proxies, servers and languages have accepted, before a path that the service has and the API has not. */
const steps = ['..', '%2e%2e', '.%2E', '%252e%252e', '%c0%ae%c0%ae', '%u002e%u002e', '．．', '..;', '...', '..%00', '%2e%2e;']
const slashes = ['/', '//', '/./', '%2f', '%252f', '\\', '%5c', '%c0%af', '%ef%bc%8f', '/%0d%0a/', ';/']
const climbs = steps.flatMap((step) => slashes.map((slash) => `${api}/chats/7/${step}${slash}admin`))

const reachedBy: string[] = []
afterAll(() => {
  const count = tricks.length + climbs.length + addressTricks.length
  if (isProof)
    figure(
      'S9',
      count >= 200 && reachedBy.length === 0,
      `${reachedBy.length} of ${count} strings reach another path or host${reachedBy.map((path) => ` ${path}`).join('')}`,
    )
  if (isProof)
    figure('T1', reachedBy.length === 0, `${reachedBy.length} of ${count} path tricks × ${roleNames.length} roles reach the service`)
})

test.each([...tricks, ...climbs])('%s does not reach the service', async (path) => {
  for (const cookie of cookies) await rawRequest(port, `GET ${path}`, { cookie })
  const reached = remote.reached.splice(0)
  if (reached.length) reachedBy.push(path)
  expect(reached).toEqual([])
})

const addressTricks = [
  '010.0.0.1',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '1.2.3.4%2f..',
  '1.2.3.4:',
  ':1.2.3.4',
  '1.2.3.4:1.2.3.4:1.2.3.4',
  '1.2.3.4%3a',
  '::1',
  '%31.2.3.4',
  '1.2.3.4:5.6.7.x',
  '1.2.3.4%0a',
  '*',
  '1.2.3.4/../../../x',
]

test.each(addressTricks)('the address %s in a path does not reach the service', async (address) => {
  for (const cookie of cookies) await rawRequest(port, `DELETE ${api}/chats/7/banned-ips/${address}`, gateway.pageHeaders(cookie))
  const reached = remote.reached.splice(0)
  if (reached.length) reachedBy.push(address)
  expect(reached).toEqual([])
})

test.each(['HEAD', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])('%s does not reach the service', async (method) => {
  await rawRequest(port, `${method} ${api}/chats/7`, gateway.pageHeaders(cookie))
  expect(remote.reached.splice(0)).toEqual([])
})

test('a valid path over the same kind of socket reaches the service', async () => {
  expect(await rawRequest(port, `GET ${api}/chats/7`, { cookie })).toMatch(/^HTTP\/1\.1 200 /)
  // Dot segments are resolved and fragments removed before the path is routed, as in every browser.
  await rawRequest(port, `GET ${api}/chats/7/../8`, { cookie })
  await rawRequest(port, `GET ${api}/chats/9#/../../admin`, { cookie })
  await rawRequest(port, `DELETE ${api}/chats/7/banned-ips/1.2.3.4%3a1.2.3.9`, gateway.pageHeaders(cookie))
  expect(remote.reached.splice(0)).toEqual([
    'GET /base/chats/7',
    'GET /base/chats/8',
    'GET /base/chats/9',
    'DELETE /base/chats/7/banned-ips/1.2.3.4:1.2.3.9',
  ])
})

test('a path that leads out of the chats of a person is decided by where it leads', async () => {
  const [, , , moderator = ''] = cookies
  for (const path of [
    '/chats/7/../8',
    '/chats/7/messages/../../8/messages?fast=true',
    '/chats/8#/../7',
    '/chats/7/..//../8',
    '/chats/%2e%2e/chats/8',
  ])
    expect(await rawRequest(port, `GET ${api}${path}`, { cookie: moderator })).toMatch(/^HTTP\/1\.1 (?:403|404|400) /)
  expect(remote.reached.splice(0)).toEqual([])
  await rawRequest(port, `GET ${api}/chats/8/../7`, { cookie: moderator })
  expect(remote.reached.splice(0)).toEqual(['GET /base/chats/7'])
})

test('a line break in a header or a second Host is refused by the parser', async () => {
  expect(await rawRequest(port, `GET ${api}/chats/7`, { cookie, 'x-a': 'b\rc' })).toMatch(/^HTTP\/1\.1 400 /)
  expect(await rawRequest(port, 'GET /', { host: 'a b' })).toMatch(/^HTTP\/1\.1 400 [^]*content-security-policy: default-src 'none'/i)
  expect(remote.reached.splice(0)).toEqual([])
})
