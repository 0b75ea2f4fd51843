import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/gateway.ts'
import { staticHeaders } from '../server/security-headers.ts'
import { answerAccount, json, startRemoteService } from '../testing/remote-service.ts'
import { type Answer, ask, type Check, formatBytes } from './check.ts'
import { checkClock, offsetOf, readingOf, checkUpstream } from './upstream.ts'
import { type SealPurpose, createKeys } from '../session/seal.ts'
import { checkDisk, checkFolder, checkKey } from './folder.ts'
import { checkProxy, checkServer, type Certificate, checkTls } from './proxy.ts'

let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(() => temporary.remove())

const texts = ({ findings }: Check) => findings.map(({ text }) => text)
const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: new Headers(headers),
  json: body,
  sentMs: 0,
  receivedMs: 5,
})

describe('the clock', () => {
  const date = 'Tue, 24 Nov 2026 10:00:00 GMT'
  const at = Date.parse(date)
  // The header may have been written at any time within that second.
  test.each([
    [at, at + 200, 0],
    [at + 1000, at + 1100, 0],
    [at + 9000, at + 9100, 8000],
    [at - 7000, at - 6000, -6000],
    [at - 60_000, at + 60_000, 0],
  ])('asked from %i to %i', (sentMs, receivedMs, offset) => {
    const reading = readingOf('the service', { ...answer(200, {}, { date }), sentMs, receivedMs })!
    expect(offsetOf(reading)).toBe(offset)
    expect(texts(checkClock([reading]))).toEqual(
      offset === 0 ? [] : [expect.stringContaining(`${Math.abs(offset / 1000)}.0 s ${offset > 0 ? 'ahead of' : 'behind'} the service`)],
    )
  })

  test('without a Date header there is nothing to compare', () => expect(readingOf('the service', answer(200))).toBeNull())
})

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  test('a private folder has no findings, one that others can read has one', () => {
    expect(checkFolder(temporary.folder).findings).toEqual([])
    chmodSync(temporary.folder, 0o755)
    expect(checkFolder(temporary.folder).findings).toEqual([
      { text: `Other users can read ${temporary.folder}.`, fix: `chmod -R go= ${temporary.folder}` },
    ])
  })

  test('the key file', () => {
    const keyFile = join(temporary.folder, 'session.key')
    const files = { keyFile, oldKeyFile: null }
    const sealedWith = <P extends SealPurpose>(key: Buffer, purpose: P) => {
      const keys = createKeys(key)
      return ['7@remote', '8@remote'].map((workspace) => ({ purpose, workspace, sealed_token: keys.seal(purpose, workspace, 'secret') }))
    }
    const sealed = sealedWith(Buffer.alloc(32, 1), 'workspace-token')
    const tokenKeys = sealedWith(Buffer.alloc(32, 1), 'token-key')
    expect(checkKey(files, [], []).findings).toEqual([])
    expect(texts(checkKey(files, [], tokenKeys))).toEqual([expect.stringContaining('holds token keys of 2 accounts that only it opens')])
    expect(texts(checkKey(files, sealed, tokenKeys))).toEqual([expect.stringContaining('holds tokens of 2 accounts that only it opens')])
    writeFileSync(keyFile, Buffer.alloc(31), { mode: 0o600 })
    expect(texts(checkKey(files, sealed, []))).toEqual([expect.stringContaining('must have exactly 32 bytes')])
    writeFileSync(keyFile, Buffer.alloc(32, 1))
    expect(checkKey(files, sealed, tokenKeys).findings).toEqual([])
    // As after a second gateway was started with a key file of its own.
    expect(texts(checkKey(files, sealedWith(Buffer.alloc(32, 2), 'workspace-token'), tokenKeys))).toEqual([
      expect.stringContaining('is not the one that belongs to this database'),
    ])
    // As after the key file was lost, and an account was made since.
    expect(texts(checkKey(files, sealed, [...tokenKeys, ...sealedWith(Buffer.alloc(32, 2), 'token-key').slice(1)]))).toEqual([
      'No key file here opens the token keys of 1 account, so they are not shown.',
    ])
    chmodSync(keyFile, 0o640)
    expect(texts(checkKey(files, sealed, []))).toEqual([expect.stringContaining('can be read by other users')])
  })

  test('a disk without space for a backup, for folders that do not exist yet', async () => {
    const folders = [join(temporary.folder, 'a/b'), temporary.folder]
    const enough = await checkDisk(folders, 0)
    expect(enough.facts).toHaveLength(1)
    expect(texts(await checkDisk(folders, 1e18))).toEqual([expect.stringMatching(/^Only .* are free .*1000000\.0 TB/)])
    mkdirSync(join(temporary.folder, 'a'))
    expect((await checkDisk(folders, 0)).facts).toHaveLength(2)
  })
})

describe('the proxy', () => {
  const origin = 'https://chat.example.org'
  const settings = { host: '127.0.0.1', origin, trustedProxies: ['127.0.0.1'], remote: null }
  const headers = { ...staticHeaders, 'strict-transport-security': 'max-age=31536000' }
  const through =
    (health: Answer | string, url = `${origin}/api`) =>
    (address: string) =>
      Promise.resolve(address.endsWith('/healthz') ? health : answer(200, { servers: [{ url }] }))

  test('a correct one has no findings', async () => {
    expect((await checkProxy(settings, through(answer(200, {}, headers)))).findings).toEqual([])
  })

  test('without a proxy no request is sent', async () => {
    const request = vi.fn<typeof ask>(through(''))
    expect((await checkProxy({ ...settings, origin: null, trustedProxies: [] }, request)).findings).toEqual([])
    expect(request).not.toHaveBeenCalled()
  })

  test.each([
    [{ trustedProxies: [] }, 'TRUSTED_PROXIES is not set'],
    [{ origin: null }, 'TRUSTED_PROXIES is set, and ORIGIN is not'],
    [{ origin: null, trustedProxies: [], host: '0.0.0.0' }, 'HOST=0.0.0.0 can be reached from other machines'],
  ])('the settings %j', async (changed, words) => {
    const check = await checkProxy({ ...settings, ...changed }, through(answer(200, {}, headers)))
    expect(texts(check)).toEqual([expect.stringContaining(words)])
  })

  test.each<[string, Answer | string, string | undefined, string]>([
    ['down', 'ECONNREFUSED', undefined, 'does not answer from this machine: ECONNREFUSED'],
    ['elsewhere', answer(301, {}, { location: 'https://www.example.org/' }), undefined, 'redirects to https://www.example.org/'],
    ['another program', answer(404), undefined, '/healthz answered 404'],
    ['changing headers', answer(200, {}, { ...headers, 'referrer-policy': 'origin' }), undefined, 'lost or changed: referrer-policy.'],
    ['hiding the host', answer(200, {}, headers), 'http://127.0.0.1:4173/api', 'believes that http://127.0.0.1:4173 was opened'],
  ])('a faulty one: %s', async (_, health, url, words) => {
    expect(texts(await checkProxy(settings, through(health, url)))).toEqual([expect.stringContaining(words)])
  })
})

describe('TLS', () => {
  const settings = { origin: 'https://chat.example.org', remote: 'https://api.example.org:8443/v1', company: null }
  const now = Date.UTC(2026, 10, 24)
  const day = 86_400_000

  test('each host is connected to once, with its port', async () => {
    const read = vi.fn<(host: string) => Promise<Certificate>>(async () => ({ problem: null, endsMs: now + 60 * day }))
    expect((await checkTls(settings, now, read)).findings).toEqual([])
    expect(read.mock.calls).toEqual([['chat.example.org'], ['api.example.org:8443']])
  })

  test.each([
    ['ECONNREFUSED', 'No TLS connection to chat.example.org: ECONNREFUSED.'],
    [{ problem: null, endsMs: now + 13.5 * day }, 'The certificate of chat.example.org ends on 2026-12-07.'],
    [{ problem: 'CERT_HAS_EXPIRED', endsMs: now - day }, 'The certificate of chat.example.org is not accepted: CERT_HAS_EXPIRED.'],
  ])('%j', async (certificate, words) => {
    expect(texts(await checkTls({ ...settings, remote: null }, now, async () => certificate))).toEqual([words])
  })

  test('plain http for other machines', async () => {
    expect(texts(await checkTls({ ...settings, origin: 'http://chat.example.org', remote: null }, now))).toEqual([
      expect.stringContaining('needs TLS'),
    ])
  })
})

describe('the service', () => {
  const secret = 'a-secret-token'

  test('each read request is sent once, and the report does not contain the token', async () => {
    const remote = await startRemoteService((request, response) => {
      if (request.headers.authorization !== `Bearer ${secret}`) return json(response, { status: false }, 401)
      if (request.url === '/chats') return json(response, { status: 1, data: [{ id: 5 }, { id: 6 }] })
      if (request.url === '/chats/5/polls') return json(response, { status: false, message: secret }, 500)
      return answerAccount(request, response)
    })
    const { check } = await checkUpstream(remote.address, secret)
    await remote.close()
    expect(remote.reached).toEqual([
      'GET /account',
      'GET /account',
      'GET /chats',
      'GET /social',
      'GET /chats/5',
      'GET /chats/5/messages?fast=true&limit=1',
      'GET /chats/5/polls',
      'GET /chats/5/banned-ips',
    ])
    expect(texts(check)).toEqual(['GET /chats/{chatId}/polls: 500.'])
    expect(JSON.stringify(check)).not.toContain(secret)
  })

  test('a token that is not valid is reported once', async () => {
    const remote = await startRemoteService((_, response) => json(response, { status: false }, 401))
    const { check } = await checkUpstream(remote.address, 'wrong')
    await remote.close()
    expect(texts(check)).toEqual(['GET /account: 401, the token is not valid.'])
  })

  test.each([
    ['ECONNREFUSED', 'does not answer: ECONNREFUSED'],
    [answer(302), 'The service redirects'],
    [answer(404, null), 'answered 404 and not as the chat API does'],
    [answer(200, null), 'answered 200 and not as the chat API does'],
    [answer(200, {}), 'answers without a token'],
    [answer(503, {}), 'answered 503'],
  ])('%j', async (first, words) => {
    expect(texts((await checkUpstream('https://chat.example.org', null, async () => first)).check)).toEqual([
      expect.stringContaining(words),
    ])
  })

  test('an address where nothing listens', async () => {
    const remote = await startRemoteService(answerAccount)
    await remote.close()
    expect(await ask(remote.address)).toContain('ECONNREFUSED')
  })
})

test.each([
  ['ECONNREFUSED', [], false],
  [answer(200, {}, staticHeaders), [], true],
  [answer(503, {}, staticHeaders), ['It runs at http://127.0.0.1:4173 and is not ready.'], true],
  [answer(200), ['Another program answers at http://127.0.0.1:4173.'], false],
])('at the address of the server: %j', async (found, findings, isRunning) => {
  const result = await checkServer({ host: '0.0.0.0', port: 4173 }, async () => found)
  expect([texts(result.check), result.isRunning]).toEqual([findings, isRunning])
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1500, '1.5 kB'],
  [2_000_000_000, '2.0 GB'],
])('%i bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
