import { expect, test } from 'vitest'
import { readSettings } from './env.ts'

const read = (env: Record<string, string>) => readSettings(env, false)

test('without variables the server listens on loopback, with its own service and the demo', () => {
  expect(read({})).toEqual({
    host: '127.0.0.1',
    port: 4173,
    database: { folder: './data' },
    keyFile: 'data/session.key',
    oldKeyFile: null,
    forgetsTeamTokens: false,
    origin: null,
    company: null,
    mail: null,
    migrationBackups: 'data/backups',
    notifyHosts: [],
    remote: null,
    rateLimit: undefined,
    signInLimit: undefined,
    trustedProxies: [],
    logLevel: 'info',
    auditMessageTexts: false,
    auditRetentionDays: null,
    demo: 'local',
    demoWave: true,
    metrics: null,
  })
  expect(readSettings({}, true).logLevel).toBe('warn')
})

test('an empty variable counts as unset', () => {
  expect(read({ PORT: '', HOST: '', CHAT_API_URL: '', DEMO: '', LOG_LEVEL: '' })).toEqual(read({}))
})

test('the demo is on by default only if no other machine can reach the server', () => {
  expect(read({ HOST: '0.0.0.0' }).demo).toBe('off')
  expect(read({ TRUSTED_PROXIES: '127.0.0.1' }).demo).toBe('off')
  expect(read({ CHAT_API_URL: 'https://chat.example.org' }).demo).toBe('off')
  expect(read({ DEMO: 'off' }).demo).toBe('off')
  for (const HOST of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) expect(read({ HOST }).demo).toBe('local')
  expect(read({ DEMO: 'on', HOST: '0.0.0.0' }).demo).toBe('public')
})

test('metrics are on a port of their own, or need a token', () => {
  const token = 'sixteen-letters!'
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1', token: null })
  expect(read({ METRICS_TOKEN: token }).metrics).toEqual({ port: null, host: '127.0.0.1', token })
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: token }).metrics).toEqual({
    port: 9464,
    host: '0.0.0.0',
    token,
  })
})

test.each([
  ['HOST'],
  ['PORT'],
  ['CHAT_API_URL'],
  ['ORIGIN'],
  ['OIDC_ISSUER'],
  ['SMTP_URL'],
  ['MAIL_FROM'],
  ['NOTIFY_HOSTS'],
  ['DATABASE_URL'],
  ['TRUSTED_PROXIES'],
  ['METRICS_PORT'],
  ['METRICS_HOST'],
  ['LOG_LEVEL'],
])('an address with a password in %s is refused without showing the password', (name) => {
  // All of what is set together, so that this one is looked at.
  const together = {
    OIDC_ISSUER: 'x',
    OIDC_CLIENT_ID: 'x',
    OIDC_CLIENT_SECRET: 'x',
    SMTP_URL: 'smtp://x',
    MAIL_FROM: 'x',
    METRICS_PORT: '1',
  }
  let message = ''
  try {
    read({ ...together, [name]: 'ftp://ann:open sesame@seed@chat.example.org' })
  } catch (error) {
    message = String(error)
  }
  expect(message).toContain(name)
  expect(message).not.toMatch(/ann:|sesame|seed/)
})

test('the URL of a remote service has no trailing slash', () => {
  expect(read({ CHAT_API_URL: 'https://chat.example.org/api/v1/' }).remote).toBe('https://chat.example.org/api/v1')
  expect(read({ CHAT_API_URL: 'http://127.0.0.1:9000' }).remote).toBe('http://127.0.0.1:9000')
})

test('the address of the dashboard has no path, and is https unless it is on this machine', () => {
  expect(read({ ORIGIN: 'https://chat.example.org' }).origin).toBe('https://chat.example.org')
  expect(read({ ORIGIN: 'https://chat.example.org:8443/' }).origin).toBe('https://chat.example.org:8443')
  expect(read({ ORIGIN: 'http://localhost:4173' }).origin).toBe('http://localhost:4173')
  for (const ORIGIN of [
    'chat.example.org',
    'https://chat.example.org/app',
    'ftp://localhost',
    'http://chat.example.org',
    'https://a:b@c.example',
  ])
    expect(() => read({ ORIGIN })).toThrow(/^ORIGIN must be/)
})

const oidc = { OIDC_ISSUER: 'https://login.example.org/acme', OIDC_CLIENT_ID: 'roomkeeper', OIDC_CLIENT_SECRET: 'hunter2' }

test('company sign-in needs an issuer over https and both parts of the client', () => {
  const client = { clientId: 'roomkeeper', clientSecret: 'hunter2' }
  expect(read(oidc).company).toEqual({ issuer: 'https://login.example.org/acme', ...client })
  expect(read({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:9000' }).company).toEqual({ issuer: 'http://127.0.0.1:9000/', ...client })
  for (const name of Object.keys(oidc)) expect(() => read({ ...oidc, [name]: '' })).toThrow(/must be set together/)
  for (const OIDC_ISSUER of [
    'login.example.org',
    'http://login.example.org',
    'https://login.example.org/.well-known/openid-configuration',
    'https://me:hunter2@login.example.org',
    'https://login.example.org?tenant=1',
  ])
    expect(() => read({ ...oidc, OIDC_ISSUER })).toThrow(/^OIDC_ISSUER must (?!.*hunter2)/)
})

test('trusted proxies are separated by commas', () => {
  expect(read({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }).trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1'])
})

test.each([
  [{ PORT: '80a' }, /PORT/],
  [{ PORT: '65536' }, /PORT/],
  [{ PORT: '-1' }, /PORT/],
  [{ PORT: '6000' }, /PORT must be a port that browsers open: they block 6000/],
  [{ CHAT_API_URL: 'https://chat.example.org:4190/api' }, /CHAT_API_URL must have a port that browsers open/],
  [{ HOST: 'http://x' }, /HOST/],
  [{ HOST: 'a b' }, /HOST/],
  [{ RATE_LIMIT: '0' }, /RATE_LIMIT/],
  [{ RATE_LIMIT: '1e3' }, /RATE_LIMIT/],
  [{ SIGN_IN_LIMIT: 'none' }, /SIGN_IN_LIMIT/],
  [{ TRUSTED_PROXIES: '127.0.0.1,' }, /TRUSTED_PROXIES/],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /TRUSTED_PROXIES/],
  [{ METRICS_PORT: '70000' }, /METRICS_PORT/],
  [{ METRICS_PORT: '4173' }, /METRICS_PORT/],
  [{ METRICS_HOST: '127.0.0.1' }, /METRICS_PORT/],
  [{ METRICS_HOST: '0.0.0.0', METRICS_PORT: '9464' }, /METRICS_TOKEN/],
  [{ METRICS_HOST: '127.0.0.1:80', METRICS_PORT: '9464' }, /METRICS_HOST/],
  [{ METRICS_TOKEN: 'fifteen-letters' }, /METRICS_TOKEN/],
  [{ METRICS_TOKEN: 'sixteen letters!' }, /METRICS_TOKEN/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  [{ DEMO: 'yes' }, /DEMO/],
  [{ DEMO: 'on', CHAT_API_URL: 'https://chat.example.org' }, /DEMO=on/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
  [{ CHAT_API_URL: 'chat.example.org' }, /CHAT_API_URL/],
  [{ CHAT_API_URL: 'ftp://chat.example.org' }, /CHAT_API_URL/],
  [{ CHAT_API_URL: 'http://chat.example.org' }, /https/],
  [{ CHAT_API_URL: 'http://127.0.0.1.evil.example' }, /https/],
  [{ CHAT_API_URL: 'https://me:secret@chat.example.org' }, /password/],
  [{ CHAT_API_URL: 'https://chat.example.org/?a=b' }, /query/],
])('%o is refused', (env, words) => {
  expect(() => read(env)).toThrow(words)
})

test('each invalid variable gets a line, and no password is shown', () => {
  const bad = { PORT: 'x', LOG_LEVEL: 'x', DATABASE_URL: 'mysql://me:hunter2@db', CHAT_API_URL: 'https://me:hunter2@chat.example.org' }
  let message = ''
  try {
    read(bad)
  } catch (error) {
    message = String(error)
  }
  expect(message.split('\n')).toHaveLength(4)
  expect(message).not.toContain('hunter2')
})
