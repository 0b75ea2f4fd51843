import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { maxRequestBytes } from '#contract/values.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { readSettings } from './env.ts'
import { shutdownTimeoutMs } from './server/serve.ts'

/** What the Containerfile and the files of deploy/ name is there. */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const containerfile = read('Containerfile')
const compose = read('deploy/compose.yaml')
const unit = read('deploy/roomkeeper.service')
const caddyfile = read('deploy/Caddyfile')

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first]) => first!)
const one = (text: string, pattern: RegExp) => {
  const found = all(text, pattern)
  expect([pattern, found]).toEqual([pattern, [expect.any(String)]])
  return found[0]!
}

const environmentOf = (pairs: readonly string[]) => Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)))
const inContainer = environmentOf(one(containerfile, /^ENV (.+)$/gm).split(' '))
const inUnit = environmentOf(all(unit, /^Environment=(.+)$/gm))
/** The variables of the service of that name, with values in place of those that people set. */
const composed = Object.fromEntries(
  [...one(compose, /^ {2}roomkeeper:\n(?:.*\n)*? {4}environment:\n((?: {6}.*\n)+)/gm).matchAll(/^ {6}(\w+): (.+)$/gm)].map(
    ([, name, value]) => [name!, value!.replaceAll(/\$\{(\w+):[^}]*\}/g, 'x')],
  ),
)

test('each variable is documented, and all of them together are valid settings', () => {
  const documented = new Set(all(read('docs/configuration.md'), /`([A-Z][A-Z_]+)`/g))
  const names = [inContainer, inUnit, composed].flatMap((variables) => Object.keys(variables)).filter((name) => name !== 'NODE_ENV')
  expect(names.filter((name) => !documented.has(name))).toEqual([])
  const settings = readSettings({ ...inContainer, ...composed }, false)
  expect(settings).toMatchObject({
    host: '0.0.0.0',
    origin: 'https://x',
    database: { url: expect.any(String) },
    keyFile: '/data/session.key',
  })
  expect(readSettings(inUnit, false).database).toEqual({ folder: `/var/lib/${one(unit, /^StateDirectory=(.+)$/gm)}` })
})

test('the ports, paths and commands are those of the product', () => {
  const port = String(readSettings({}, false).port)
  expect([inContainer['PORT'], one(containerfile, /^EXPOSE (\d+)$/gm), one(caddyfile, /reverse_proxy roomkeeper:(\d+)/g)]).toEqual([
    port,
    port,
    port,
  ])
  const gateway = read('src/gateway/gateway.ts')
  for (const path of [one(containerfile, /\$\{process\.env\.PORT\}(\/\w+)/g), one(caddyfile, /health_uri (\S+)/g)])
    expect(gateway).toContain(`app.get('${path}'`)
  const [name, file] = Object.entries(packageFile.bin)[0]!
  expect(one(containerfile, /^ENTRYPOINT \["node", "\/app\/(.+)"\]$/gm)).toBe(file)
  expect(one(unit, /^ExecStart=.*\/(.+) start$/gm)).toBe(name)
  expect(one(containerfile, /^CMD \["(.+)"\]$/gm)).toBe('start')
  expect(inContainer['DATA_DIR']).toBe(one(containerfile, /^VOLUME (.+)$/gm))
  expect(one(compose, /'data:(\/\w+)'/g).startsWith('/data')).toBe(true)
})

test('what is copied into the image is there and not left out', () => {
  const copied = all(containerfile, /^COPY (?!--)(.+) \S+$/gm).flatMap((names) => names.split(' '))
  expect(copied).toContain('package-lock.json')
  expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([])
  const kept = all(read('.dockerignore'), /^!(.+)$/gm)
  expect(copied.filter((name) => !kept.includes(name))).toEqual([])
})

test('the compose file names the file that its image is built from', () => {
  // Docker looks for a Dockerfile where none is named.
  const [, context, file] = /^ {4}build: \{ context: (\S+), dockerfile: (\S+) \}$/m.exec(compose) ?? []
  expect(existsSync(join(root, 'deploy', context!, file!))).toBe(true)
})

test('the proxy lets every request through that the server accepts', () => {
  expect(Number(one(caddyfile, /max_size (\d+)KiB/g)) * 1024).toBeGreaterThanOrEqual(maxRequestBytes)
})

test('the proxy is the trusted one, and what runs is given more time to stop than it takes', () => {
  expect(one(compose, /ipv4_address: ([\d.]+)/g)).toBe(composed['TRUSTED_PROXIES'])
  const subnet = one(compose, /subnet: ([\d.]+)\.0\/24/g)
  expect(composed['TRUSTED_PROXIES']?.startsWith(`${subnet}.`)).toBe(true)
  // No other container is given its address.
  expect(one(compose, /ip_range: ([\d.]+)\.128\/25/g)).toBe(subnet)
  expect(Number(composed['TRUSTED_PROXIES']?.split('.')[3])).toBeLessThan(128)
  const shutdownSeconds = shutdownTimeoutMs / 1000
  expect(Number(one(unit, /^TimeoutStopSec=(\d+)$/gm))).toBeGreaterThan(shutdownSeconds)
  for (const seconds of all(compose, /stop_grace_period: (\d+)s/g)) expect(Number(seconds)).toBeGreaterThan(shutdownSeconds)
})

test('what people set for the compose file is in its example', () => {
  expect(new Set(all(read('deploy/.env.example'), /^(\w+)=/gm))).toEqual(new Set(all(compose, /\$\{(\w+):\?/g)))
})
