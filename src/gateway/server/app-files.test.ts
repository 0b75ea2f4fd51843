import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { maxRequestBytes } from '#contract/values.ts'
import { staticHeaders } from './security-headers.ts'
import { listen, stop } from './serve.ts'
import { fromPage, startGateway, temporaryFolder } from '../testing/gateway.ts'
import { rawRequest } from '../testing/raw-request.ts'

const script = 'console.log("Roomkeeper")\n'.repeat(50)
const index =
  '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style><script type="module" src="/assets/app-1.js"></script>'

let gateway: Awaited<ReturnType<typeof startGateway>>
let temporary: ReturnType<typeof temporaryFolder>
let server: Server
let address: string

beforeAll(async () => {
  temporary = temporaryFolder()
  const write = (name: string, content: string | Buffer) => writeFileSync(join(temporary.folder, name), content)
  for (const folder of ['assets', '.vite', 'other']) mkdirSync(join(temporary.folder, folder))
  write('index.html', index)
  write('assets/app-1.js', script)
  write('assets/app-1.js.br', brotliCompressSync(script))
  write('assets/app-1.js.gz', gzipSync(script))
  write('assets/app-1.js.map', '{}')
  write('assets/gone-1.css', 'a{}')
  write('assets/index.html', '<b>')
  write('catalogue.json', '{}')
  write('scheme.js', ';')
  write('icon.svg', '<svg/>')
  write('secret.key', 'x')
  write('.env', 'x')
  write('.vite/manifest.json', '{}')
  gateway = await startGateway({ appFolder: temporary.folder })
  ;({ server, address } = await listen(gateway.app, '127.0.0.1', 0))
})
afterAll(async () => {
  await stop(server)
  await gateway.close()
  temporary.remove()
})

const get = (path: string, init: RequestInit = {}) => fetch(address + path, init)
const cacheOf = (answer: Response) => answer.headers.get('cache-control')

test('every page path returns the app, with this response’s nonce throughout', async () => {
  for (const path of [
    '/',
    '/chats',
    '/chats/7/settings?q=a.b',
    '/index.html',
    '/no/such/page',
    '/assets',
    '/%2eenv',
    '/index%2ehtml',
    '//chats',
  ]) {
    const answer = await get(path)
    const html = await answer.text()
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy')!)![1]!
    expect([answer.status, answer.headers.get('content-type'), cacheOf(answer)]).toEqual([200, 'text/html; charset=UTF-8', 'no-store'])
    expect(html).toBe(index.replaceAll('__CSP_NONCE__', nonce))
  }
})

test('every response has a nonce of its own', async () => {
  const nonces = new Set<string>()
  for (let times = 0; times < 1000; times++) {
    nonces.add(/'nonce-([\w+/]{22}==)'/.exec((await gateway.send('/')).headers.get('content-security-policy')!)![1]!)
  }
  expect(nonces.size).toBe(1000)
})

test('the policy of a page allows only our own files', async () => {
  const policy = (await gateway.send('/')).headers.get('content-security-policy')!
  const withoutNonce = policy.replace(/'nonce-[^']+'/, "'nonce'").split('; ')
  expect(withoutNonce.toSorted()).toEqual(
    [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].toSorted(),
  )
  expect(policy).not.toContain('unsafe')
})

test('assets are cached for a year, other files are revalidated', async () => {
  const asset = await get('/assets/app-1.js')
  expect([asset.status, asset.headers.get('content-type'), cacheOf(asset)]).toEqual([
    200,
    'text/javascript',
    'public, max-age=31536000, immutable',
  ])
  expect(await asset.text()).toBe(script)
  for (const path of ['/catalogue.json', '/scheme.js', '/icon.svg']) {
    const answer = await get(path)
    expect([answer.status, cacheOf(answer)]).toEqual([200, 'no-cache'])
  }
})

test('compressed files are served to clients that accept them', async () => {
  const sizes: Record<string, number> = {}
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await get('/assets/app-1.js', { headers: { 'accept-encoding': encoding } })
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect([answer.headers.get('vary'), answer.headers.get('content-type')]).toEqual(['Accept-Encoding', 'text/javascript'])
    sizes[encoding] = Number(answer.headers.get('content-length'))
    expect(await answer.text()).toBe(script)
  }
  expect(sizes['br']).toBeLessThan(sizes['identity']!)
})

test('an unchanged file is not sent again', async () => {
  const etag = (await get('/scheme.js')).headers.get('etag')!
  const answer = await get('/scheme.js', { headers: { 'if-none-match': etag } })
  expect([answer.status, await answer.text(), cacheOf(answer)]).toEqual([304, '', 'no-cache'])
})

test('a missing or private file is a 404 and never the app', async () => {
  const paths = [
    '/assets/none.js',
    '/assets/',
    '/assets/x',
    '/assets/app-1',
    '/none.png',
    '/favicon.ico',
    '/assets/app-1.js.map',
    '/assets/app-1.js.br',
    '/index.html.br',
    '/assets/index.html',
    '/.env',
    '/.vite/manifest.json',
    '/secret.key',
    '/chats/x.php',
    '//evil.example',
    '/assets/%2e%2e/.env',
    '/assets/..%2f.env',
    '/index.htm%6c',
    '/assets/app-1.js%00',
    '/assets/app-1.js/',
    '/scheme.js/x.js',
    '/assets/__proto__',
    '/__proto__.js',
    '/robots.txt',
  ]
  for (const path of paths) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      path,
      404,
      'text/plain; charset=UTF-8',
      'Not found',
    ])
  }
})

test('HEAD is answered like GET, without a body, and once', async () => {
  const said = vi.spyOn(console, 'error')
  for (const [path, status] of [
    ['/', 200],
    ['/assets/app-1.js', 200],
    ['/assets/none.js', 404],
  ] as const) {
    const raw = await rawRequest(Number(new URL(address).port), `HEAD ${path}`)
    expect(raw).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(raw.split('\r\n\r\n')[1]).toBe('')
  }
  expect(said).not.toHaveBeenCalled()
})

test('other methods are refused', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) expect((await get('/chats', { method })).status).toBe(405)
})

test('invalid ranges and a deleted file affect one response at most', async () => {
  for (const range of ['bytes=500-100', 'bytes=-5', 'bytes=x-y', 'bytes=0-0,5-9', 'lines=1']) {
    expect(await (await get('/assets/app-1.js', { headers: { range, 'accept-encoding': 'identity' } })).text()).toBe(script)
  }
  rmSync(join(temporary.folder, 'assets/gone-1.css'))
  await expect(get('/assets/gone-1.css').then((answer) => answer.text())).rejects.toThrow(/terminated|fetch failed/)
  expect((await get('/healthz')).status).toBe(200)
})

test('every kind of response has the security headers', async () => {
  const { cookie } = await gateway.signIn()
  const kinds: [string, Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }, number][] = [
    ['/', {}, 200],
    ['/assets/app-1.js', {}, 200],
    ['/scheme.js', { headers: { 'if-none-match': (await get('/scheme.js')).headers.get('etag')! } }, 304],
    ['/assets/none.js', {}, 404],
    ['/chats', { method: 'POST' }, 405],
    ['/bff/session', {}, 200],
    ['/bff/session', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['/bff/nothing', {}, 404],
    ['/bff/api/account', {}, 401],
    ['/bff/api/account', { headers: { cookie } }, 200],
    ['/bff/session', { method: 'POST', headers: fromPage, body: '{}' }, 400],
    ['/bff/api/chats', { method: 'POST', headers: { ...fromPage, cookie }, body: 'x'.repeat(maxRequestBytes + 1) }, 413],
    ['/api/account', {}, 401],
    ['/api/nothing', {}, 404],
    ['/api/account', { headers: { authorization: `Bearer ${gateway.token}` } }, 200],
    ['/openapi.json', {}, 200],
    ['/healthz', {}, 200],
    ['/readyz', {}, 200],
  ]
  for (const [path, init, status] of kinds) {
    const answer = await get(path, init)
    expect([path, answer.status]).toEqual([path, status])
    const { 'content-security-policy': policy, ...others } = staticHeaders
    for (const [name, value] of Object.entries(others)) expect([path, name, answer.headers.get(name)]).toEqual([path, name, value])
    expect(answer.headers.get('content-security-policy')).toContain(policy)
    expect(answer.headers.has('strict-transport-security')).toBe(false)
    if (/^\/(bff|api|healthz|readyz|openapi)/.test(path)) expect([path, cacheOf(answer)]).toEqual([path, 'no-store'])
    const secure = await get(path, { ...init, headers: { ...init.headers, 'x-forwarded-proto': 'https' } })
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
})

test('before the first build, pages say so, and everything else works', async () => {
  const bare = await startGateway()
  const page = await bare.send('/chats')
  expect([page.status, await page.text()]).toEqual([503, 'The dashboard is not built yet: npm start builds it.'])
  expect((await bare.send('/bff/session')).status).toBe(200)
  await bare.close()
})
