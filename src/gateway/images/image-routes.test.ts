import { afterEach, beforeEach, expect, test } from 'vitest'
import { gatewayPaths } from '#contract/session.ts'
import { staticHeaders } from '../server/security-headers.ts'
import { codeOf, fromPage, startGateway } from '../testing/gateway.ts'
import { hostName, networkTo, png, publicAddress, sendImage, startHost } from '../testing/image-host.ts'

let host: Awaited<ReturnType<typeof startHost>>
let gateway: Awaited<ReturnType<typeof startGateway>>
let cookie: string
let resolve: () => string[] | Promise<string[]>

beforeEach(async () => {
  host = await startHost()
  resolve = () => [publicAddress]
  gateway = await startGateway({ network: networkTo(host, () => resolve()).network })
  cookie = (await gateway.signIn()).cookie
})
afterEach(async () => {
  await gateway.close()
  await host.close()
})

/** The headers that a browser sends for `<img src>` in our page. */
const ofPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
const image = `https://${hostName}/secret-path/7.png?secret=query`
const at = (url: string) => `${gatewayPaths.image}?url=${encodeURIComponent(url)}`

const get = (headers: Record<string, string> = { ...ofPage, cookie }, url = image) => gateway.send(at(url), { headers })

test('an image is served with its actual type and without anything a document could use', async () => {
  host.state.handler = (_, response) =>
    sendImage(response, png, {
      'content-type': 'image/gif',
      'set-cookie': 'who=7',
      'access-control-allow-origin': '*',
      'x-powered-by': 'x',
    })
  const answer = await get()
  expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, png])
  const { 'content-security-policy': policy, ...others } = staticHeaders
  expect(Object.fromEntries(answer.headers)).toEqual({
    ...others,
    'content-type': 'image/png',
    'cache-control': 'private, max-age=300',
    'content-security-policy': `${policy}; sandbox`,
  })
  expect(policy).toContain("default-src 'none'")
  expect(others).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
  expect(host.reached).toEqual(['/secret-path/7.png?secret=query'])
})

test('the page may also fetch an image, to learn why it is not shown', async () => {
  host.state.handler = (_, response) => sendImage(response, '<svg/>')
  const answer = await get({ ...ofPage, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', cookie })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([502, 'no-store'])
  expect(await answer.json()).toEqual({ status: false, code: 'not_image', message: expect.stringContaining('PNG') })
})

test('nothing is fetched without an active session', async () => {
  const nobody = [{}, { cookie: 'roomkeeper=' }, { cookie: 'roomkeeper=unknown' }, { authorization: `Bearer ${gateway.token}` }]
  for (const who of nobody) {
    const answer = await get({ ...ofPage, ...who })
    expect([answer.status, await codeOf(answer), answer.headers.get('cache-control')]).toEqual([401, 'no_session', 'no-store'])
  }
  gateway.clock.ms += 31 * 60_000
  expect(await codeOf(await get())).toBe('no_session')
  expect(host.reached).toEqual([])
})

test('loading images does not extend a session', async () => {
  for (let minutes = 0; minutes < 29; minutes++) {
    gateway.clock.ms += 60_000
    expect((await get()).status).toBe(200)
  }
  gateway.clock.ms += 60_000
  expect(await codeOf(await get())).toBe('no_session')
})

const forgeries: Record<string, Record<string, string>> = {
  'another site': { ...ofPage, 'sec-fetch-site': 'cross-site' },
  'another port of this host': { ...ofPage, 'sec-fetch-site': 'same-site' },
  'a typed address': { ...ofPage, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  'a link in our page': { ...ofPage, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  'a frame in our page': { ...ofPage, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  'a script in our page': { ...ofPage, 'sec-fetch-dest': 'script' },
  'a style in our page': { ...ofPage, 'sec-fetch-dest': 'style' },
  'an embedded object in our page': { ...ofPage, 'sec-fetch-dest': 'object' },
  'a client that does not say from where': { 'sec-fetch-dest': 'image' },
  'a client that does not say what for': { 'sec-fetch-site': 'same-origin' },
  'a client that says nothing': {},
  'another site that claims two things': { ...ofPage, 'sec-fetch-site': 'same-origin, cross-site' },
  'our header in place of Sec-Fetch-Site': { 'x-roomkeeper': '1', origin: 'http://127.0.0.1:4173' },
}

test.each(Object.entries(forgeries))('a request with %s is refused', async (_, headers) => {
  const answer = await get({ ...headers, cookie })
  expect([answer.status, await codeOf(answer), answer.headers.get('cache-control')]).toEqual([403, 'forged', 'no-store'])
  expect(host.reached).toEqual([])
})

test('only GET is served, and only at this path', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await gateway.send(at(image), { method, headers: { ...fromPage, ...ofPage, cookie } })
    expect([method, answer.status, await codeOf(answer)]).toEqual([method, 404, 'not_found'])
  }
  for (const path of ['/', '/x', '//', '/%2e%2e/api'])
    expect((await gateway.send(`${gatewayPaths.image}${path}?url=${image}`, { headers: { ...ofPage, cookie } })).status).toBe(404)
  expect(host.reached).toEqual([])
})

test('a URL that is not an image’s is refused with a message, and not counted', async () => {
  for (const url of ['', 'http://pictures.example/', 'https://pictures.example:8443/', 'https://a:b@pictures.example/']) {
    const answer = await get({ ...ofPage, cookie }, url)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { status: false, code: 'invalid', message: expect.stringMatching(/ url: must /), errors: { url: [expect.any(String)] } },
    ])
  }
  expect(await codeOf(await gateway.send(gatewayPaths.image, { headers: { ...ofPage, cookie } }))).toBe('invalid')
  // Of several url parameters only the first counts.
  const twice = await gateway.send(`${at('https://127.0.0.1/')}&url=${encodeURIComponent(image)}`, { headers: { ...ofPage, cookie } })
  expect(await codeOf(twice)).toBe('not_public')
  expect(host.reached).toEqual([])
})

test('each session may load 120 images a minute', async () => {
  const other = (await gateway.signIn()).cookie
  for (let times = 0; times < 120; times++) expect((await get()).status).toBe(200)
  gateway.clock.ms += 20_000
  const refused = await get()
  expect([refused.status, refused.headers.get('retry-after'), await codeOf(refused)]).toEqual([429, '40', 'too_many_images'])
  expect((await get({ ...ofPage, cookie: other })).status).toBe(200)
  expect(host.reached).toHaveLength(121)
  gateway.clock.ms += 40_000
  expect((await get()).status).toBe(200)
})

test('at most 64 images are fetched at once', async () => {
  let letGo: (addresses: string[]) => void = () => {}
  const waiting = new Promise<string[]>((done) => {
    letGo = done
  })
  let begun = 0
  const allBegun = new Promise<void>((done) => {
    resolve = () => {
      if (++begun === 64) done()
      return waiting
    }
  })
  const underWay = Array.from({ length: 64 }, async () => (await get()).status)
  await allBegun
  const refused = await get()
  expect([refused.status, refused.headers.get('retry-after'), await codeOf(refused)]).toEqual([503, '1', 'images_busy'])
  letGo([])
  expect(new Set(await Promise.all(underWay))).toEqual(new Set([502]))
  resolve = () => [publicAddress]
  expect((await get()).status).toBe(200)
})

test('the log names the account and the host of an image, and neither the session nor the rest of the URL', async () => {
  await get()
  await get({ ...ofPage, cookie }, 'https://10.0.0.1/secret-path')
  const logged = gateway.logged.join('')
  expect(gateway.logged.map((line) => JSON.parse(line) as unknown)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event: 'image', host: hostName, type: 'image/png', bytes: png.length, account: gateway.accountId }),
      expect.objectContaining({ event: 'refusal', code: 'not_public', path: gatewayPaths.image }),
    ]),
  )
  for (const secret of [cookie.split('=')[1]!, gateway.token, 'secret-path', 'secret=query', '10.0.0.1'])
    expect(logged).not.toContain(secret)
})

test('with the real network, internal addresses are refused too', async () => {
  const plain = await startGateway()
  const headers = { ...ofPage, cookie: (await plain.signIn()).cookie }
  for (const url of [`https://127.0.0.1:443/`, 'https://0x7f.1/', 'https://[::1]/', 'https://169.254.169.254/latest/meta-data/']) {
    const answer = await plain.send(at(url), { headers })
    expect([url, answer.status, await codeOf(answer)]).toEqual([url, 403, 'not_public'])
  }
  await plain.close()
})
