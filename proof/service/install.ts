import { execFile, spawn } from 'node:child_process'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pageHeader } from '../../src/contract/session.ts'
import { figure } from '../../src/test-figure.ts'

/**
 * Packs the product, installs the package into an empty folder with npm, and starts it there: the package holds what is needed and nothing else, it is
 * ready within 10 s, the demo can be opened, and every command answers. Needs the npm registry. `npm run proof:install`.
 */

const root = join(import.meta.dirname, '../..')
const maxStartMs = 10_000
const commands = [
  'start',
  'account',
  'backup',
  'restore',
  'audit',
  'rules',
  'demo-data',
  'doctor',
  'chats',
  'settings',
  'messages',
  'bans',
  'polls',
  'presets',
  'mcp',
]

const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-install-'))
const place = join(folder, 'empty')
mkdirSync(place)
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], XDG_DATA_HOME: join(folder, 'home'), PORT: '0' }
const roomkeeper = join(place, 'node_modules/.bin/roomkeeper')

interface Outcome {
  code: number
  out: string
  errors: string
}

/** Runs the installed command. */
async function run(...args: string[]): Promise<Outcome> {
  const child = spawn(roomkeeper, args, { cwd: folder, env })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, errors }
}

interface Packed {
  filename: string
  size: number
  entryCount: number
  files: { path: string }[]
}

/** Built files, documents and examples of deployment: no sources, tests or source maps. */
function checkContents(files: Packed['files']): void {
  const paths = files.map(({ path }) => path)
  const allowed = /^(?:dist\/(?:app|draw|server)\/|deploy\/|docs\/[\w-]+\.md$|(?:package\.json|LICENSE|README\.md|SECURITY\.md)$)/
  assert.deepEqual(
    paths.filter((path) => !allowed.test(path) || /\.(?:map|tsx?)$|\.test\.|(?:^|\/)\.env$/.test(path)),
    [],
  )
  for (const path of [
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'dist/app/index.html',
    'dist/draw/draw.js',
    'dist/server/main.js',
    'dist/server/roomkeeper.js',
  ])
    assert.ok(paths.includes(path), `${path} is in the package`)
}

async function install(): Promise<string> {
  const execute = promisify(execFile)
  const packed = await execute('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, maxBuffer: 2 ** 26 })
  // npm 11 prints an array, later releases an object by name.
  const printed = Object.values(JSON.parse(packed.stdout) as object) as Packed[]
  const { filename, size, entryCount, files } = printed[0]!
  checkContents(files)
  const begun = performance.now()
  await execute('npm', ['install', '--no-audit', '--no-fund', join(folder, filename)], { cwd: place })
  const modules = readdirSync(join(place, 'node_modules'), { recursive: true, encoding: 'utf8' })
  const packages = modules.filter((name) => name.endsWith('package.json') && /^(@[^/]+\/)?[^/@]+\/package\.json$/.test(name)).length
  const bytes = modules.reduce((sum, name) => sum + statSync(join(place, 'node_modules', name)).size, 0)
  return `package of ${mega(size)} MB with ${entryCount} files; installed in ${seconds(performance.now() - begun)} s: ${packages} packages, ${mega(bytes)} MB`
}

const mega = (bytes: number) => (bytes / 1e6).toFixed(1)
const seconds = (ms: number) => (ms / 1000).toFixed(1)

async function start(): Promise<string> {
  const begun = performance.now()
  const child = spawn(roomkeeper, ['start'], { cwd: place, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const address = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const found = /ready at (\S+)/.exec(out)?.[1]
      if (found) resolve(found)
    })
    child.on('exit', () => reject(new Error(`It ended before it was ready: ${out}`)))
  })
  const tookMs = performance.now() - begun
  assert.equal((await fetch(`${address}/readyz`)).status, 200)
  const page = await (await fetch(address)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  assert.equal((await fetch(`${address}${script}`)).status, 200)
  const headers = { [pageHeader.name]: pageHeader.value, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const demo = await fetch(`${address}/bff/session/demo`, { method: 'POST', headers, body: '{}' })
  assert.equal(demo.status, 200)
  const cookie = demo.headers.get('set-cookie')?.split(';')[0] ?? ''
  const session = (await (await fetch(`${address}/bff/session`, { headers: { cookie } })).json()) as { signedIn: boolean }
  assert.equal(session.signedIn, true)
  child.kill('SIGTERM')
  assert.deepEqual(await closed, [0, null])
  assert.deepEqual(readdirSync(join(folder, 'home')), ['roomkeeper'])
  assert.ok(tookMs < maxStartMs, `ready after ${seconds(tookMs)} s`)
  return `ready after ${seconds(tookMs)} s, demo opened`
}

async function tryCommands(): Promise<string> {
  for (const name of commands) {
    const { code, out, errors } = await run(name, '--help')
    assert.deepEqual([name, code, errors], [name, 0, ''])
    assert.match(out, new RegExp(`^Usage:\\s+roomkeeper ${name}`))
  }
  assert.match((await run('--version')).out, /^\d+\.\d+\.\d+\n$/)
  assert.match((await run('--help')).out, /Usage: roomkeeper COMMAND/)
  const unknown = await run('strat')
  assert.deepEqual([unknown.code, unknown.out], [2, ''])
  assert.match(unknown.errors, /^There is no command "strat"/)
  const account = JSON.parse((await run('account', 'create', '--email', 'a@example.org', '--name', 'Ada')).out) as { token: string }
  assert.ok(account.token)
  const file = join(folder, 'backup.gz')
  assert.equal((await run('backup', file)).code, 0)
  assert.equal((await run('restore', file)).code, 0)
  assert.equal((await run('audit', 'verify')).code, 0)
  return `${commands.length} commands answer --help; an account, a backup, its restore and a check of the audit log succeed`
}

try {
  const words: string[] = []
  for (const step of [install, start, tryCommands]) words.push(await step())
  figure('P1', true, words.join('; '))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
