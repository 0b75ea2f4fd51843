import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, apiNames } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { codeOf, fromPage, startGateway } from '../testing/gateway.ts'
import { isProof } from '../../test-runs.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>
let cookie: string
beforeAll(async () => {
  gateway = await startGateway()
  cookie = (await gateway.signIn()).cookie
})
afterAll(() => gateway.close())

const own = 'http://127.0.0.1:4173'
const { 'sec-fetch-site': _, ...withoutSite } = fromPage
const { 'x-roomkeeper': __, ...withoutHeader } = fromPage

const forgedWrites: Record<string, Record<string, string>> = {
  'no header of ours': withoutHeader,
  'another value in it': { ...fromPage, 'x-roomkeeper': '2' },
  'a form': { ...fromPage, 'content-type': 'application/x-www-form-urlencoded' },
  'a form with a file': { ...fromPage, 'content-type': 'multipart/form-data; boundary=x' },
  'plain text': { ...fromPage, 'content-type': 'text/plain' },
  'JSON in disguise': { ...fromPage, 'content-type': 'text/plain; application/json' },
  'another port of this host': { ...fromPage, 'sec-fetch-site': 'same-site' },
  'another site': { ...fromPage, 'sec-fetch-site': 'cross-site' },
  'no page at all': { ...fromPage, 'sec-fetch-site': 'none' },
  'another site that writes our origin': { ...fromPage, 'sec-fetch-site': 'cross-site', origin: own },
  'a page at another address, behind a proxy that hides it': { ...fromPage, origin: 'https://chat.example.org' },
  'the null origin of the same site': { ...fromPage, origin: 'null' },
  'neither Sec-Fetch-Site nor Origin': withoutSite,
  'an origin on another port': { ...withoutSite, origin: 'http://127.0.0.1:4174' },
  'an origin of another scheme': { ...withoutSite, origin: 'https://127.0.0.1:4173' },
  'the null origin': { ...withoutSite, origin: 'null' },
  'an origin that begins like ours': { ...withoutSite, origin: `${own}.evil.example` },
}

const changes = apiNames.map((name): Endpoint => api[name]).filter(({ method }) => method !== 'GET')
/** One middleware refuses on every route, so a quarter of them is enough; all are tried for the proof. */
const tried = isProof ? changes : changes.filter((_, index) => index % 4 === 0)
const targets: [string, string][] = [
  ['POST', '/bff/session'],
  ['POST', '/bff/session/demo'],
  ['POST', '/bff/session/confirm'],
  ['DELETE', '/bff/session'],
  ...tried.map(({ method, path }): [string, string] => [
    method,
    `/bff/api${path.replaceAll(/\{\w*[iI]p\w*\}/g, '192.0.2.1').replaceAll(/\{\w+\}/g, '1')}`,
  ]),
  ['PATCH', '/bff/api/chats'],
  ['OPTIONS', '/bff/api/chats'],
]

test.each(Object.entries(forgedWrites))('a write from %s is refused on every route', async (_, headers) => {
  for (const [method, path] of targets) {
    const answer = await gateway.send(path, {
      method,
      headers: { ...headers, cookie },
      ...(method === 'DELETE' ? {} : { body: '{"name":"forged"}' }),
    })
    expect([path, answer.status, await codeOf(answer)]).toEqual([path, 403, 'forged'])
  }
  expect(await (await gateway.call(cookie, 'GET', '/chats')).json()).toMatchObject({ count: 0 })
})

test('our own page may write, in old browsers too', async () => {
  for (const headers of [
    fromPage,
    { ...fromPage, origin: own },
    { ...withoutSite, origin: own },
    { ...fromPage, 'content-type': 'Application/JSON; charset=utf-8' },
  ]) {
    const answer = await gateway.send('/bff/api/social', { method: 'PUT', headers: { ...headers, cookie }, body: '{"social":true}' })
    expect(answer.status).toBe(200)
  }
})

test('only our page, or a URL typed by the user, may read', async () => {
  const read = async (site?: string) =>
    (await gateway.send('/bff/api/account', { headers: { cookie, ...(site === undefined ? {} : { 'sec-fetch-site': site }) } })).status
  expect(await Promise.all([read('same-origin'), read('none'), read()])).toEqual([200, 200, 200])
  expect(await Promise.all([read('same-site'), read('cross-site'), read('other')])).toEqual([403, 403, 403])
  const readFrom = async (origin: string) => (await gateway.send('/bff/api/account', { headers: { cookie, origin } })).status
  expect(await Promise.all([readFrom(own), readFrom('http://127.0.0.1:4174'), readFrom('null')])).toEqual([200, 403, 403])
})

test('a proxy may include the default port in Host', async () => {
  const headers = {
    ...fromPage,
    cookie: '',
    host: 'chat.example.org:443',
    'x-forwarded-proto': 'https',
    origin: 'https://chat.example.org',
  }
  expect(await codeOf(await gateway.send('/bff/session', { method: 'POST', headers, body: '{"token":"wrong"}' }))).toBe('token_refused')
})

test('no response allows another origin to read it', async () => {
  for (const [method, path] of [
    ['OPTIONS', '/bff/api/chats'],
    ['OPTIONS', '/api/chats'],
    ['GET', '/bff/session'],
    ['GET', '/'],
  ] as const) {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-roomkeeper',
    }
    const answer = await gateway.send(path, { method, headers })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})
