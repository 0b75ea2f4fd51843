import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { figure } from '../../src/test-figure.ts'

/**
 * Builds the image of the Containerfile with buildah and starts it as its configuration says: read-only root, its own user, no capabilities, and
 * nothing but /data to write to. Needs root, buildah and, unless CONTAINER_BASE names an image to build on, debootstrap: the base is then a minimal
 * Debian with the Node and npm of this machine. Namespaces of this machine's own are enough: no container engine is used.
 */

const repository = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-container-'))
const execute = promisify(execFile)
const maxStartMs = 10_000

async function run(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(command, args, { maxBuffer: 2 ** 26 })
  return stdout.trim()
}

const buildah = (...args: string[]) =>
  run('buildah', '--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs', ...args)

/** An image with Debian, Node and npm. */
async function makeBase(): Promise<string> {
  const root = join(folder, 'base')
  await run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root)
  cpSync(process.execPath, join(root, 'usr/bin/node'))
  const npm = join(root, 'usr/lib/node_modules/npm')
  cpSync(join(await run('npm', 'root', '--global'), 'npm'), npm, { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'))
  // The build must reach the registry the way this machine does, also through a private authority.
  const authorities = '/etc/ssl/certs/ca-certificates.crt'
  if (existsSync(authorities)) cpSync(authorities, join(root, authorities))
  await run('tar', '--create', '--directory', root, '--file', join(folder, 'base.tar'), '.')
  rmSync(root, { recursive: true })
  writeFileSync(join(folder, 'Base'), `FROM scratch\nADD base.tar /\nENV NODE_EXTRA_CA_CERTS=${authorities}\n`)
  await buildah('build', '--isolation', 'chroot', '--tag', 'base', '--file', join(folder, 'Base'), folder)
  return 'localhost/base'
}

/** What the image says of itself, in Docker's format. */
interface Config {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  Volumes: Record<string, unknown>
  Healthcheck: { Test: string[] }
}

interface Image {
  config: Config
  /** Its files. */
  root: string
  tookMs: number
}

async function build(): Promise<Image> {
  const base = process.env['CONTAINER_BASE'] ?? (await makeBase())
  const begun = performance.now()
  const file = join(repository, 'Containerfile')
  await buildah(
    'build',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--build-arg',
    `BASE=${base}`,
    '--tag',
    'roomkeeper',
    '--file',
    file,
    repository,
  )
  const tookMs = performance.now() - begun
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'roomkeeper')) as { Docker: { config: Config } }
  const root = await buildah('mount', await buildah('from', 'roomkeeper'))
  return { config: Docker.config, root, tookMs }
}

const quoted = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')

/** Starts a command in the image. @param data a folder of this machine that is mounted at the image's volume */
function start({ config, root }: Image, data: string, port: number, command: readonly string[]): ChildProcess {
  const [volume = ''] = Object.keys(config.Volumes)
  const [user, group] = config.User.split(':')
  const rights = [`--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']
  const environment = ['PATH=/usr/local/bin:/usr/bin:/bin', ...config.Env, `PORT=${port}`]
  const script = [
    `mount --bind '${root}' '${root}'`,
    `mount --bind '${data}' '${root}${volume}'`,
    `mount -t proc proc '${root}/proc'`,
    `mount -o remount,bind,ro '${root}'`,
    `exec chroot '${root}' setpriv ${rights.join(' ')} -- env -i ${quoted([...environment, ...command])}`,
  ].join(' && ')
  return spawn('unshare', ['--mount', '--ipc', '--uts', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'pipe'] })
}

async function ended(child: ChildProcess): Promise<{ code: number | null; out: string; errors: string }> {
  let [out, errors] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, errors }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

type Within = (...command: string[]) => ReturnType<typeof ended>

/** Resolves to how many milliseconds it took. */
async function becomesReady(server: ChildProcess, address: string): Promise<number> {
  const begun = performance.now()
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    assert.ok(server.exitCode === null && performance.now() - begun < 60_000, 'It was not ready within a minute')
    await setTimeout(50)
  }
  return performance.now() - begun
}

async function checkRunning({ config }: Image, pid: number, address: string, within: Within): Promise<void> {
  const [user = ''] = config.User.split(':')
  // `exec` all the way down, so the process that was started is the server.
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  for (const pattern of [`^Uid:\t${user}\t${user}\t`, '^CapEff:\t0+$', '^CapBnd:\t0+$', '^NoNewPrivs:\t1$'])
    assert.match(status, new RegExp(pattern, 'm'))
  assert.equal((await within(...config.Healthcheck.Test.slice(1))).code, 0)
  for (const path of ['/app/written', '/tmp/written', '/written'])
    assert.match((await within('touch', path)).errors, /Read-only file system/)
  const account = await within(...config.Entrypoint, 'account', 'create', '--email', 'a@example.org', '--name', 'Ada')
  const { token } = JSON.parse(account.out) as { token: string }
  const answer = await fetch(`${address}/api/account`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200)
  const doctor = await within(...config.Entrypoint, 'doctor')
  // Other machines reach it, and no TLS proxy is named.
  assert.match(doctor.out, /\n1 finding\.\n$/)
}

/** No sources, tests, source maps or packages for development. */
async function checkContents(root: string): Promise<void> {
  const names = `find . -path ./node_modules -prune -o \\( -name '*.map' -o -name '*.ts' -o -name '*.test.*' \\) -print`
  assert.equal(await run('sh', '-c', `cd '${root}/app' && ${names} && ls -d node_modules/vite node_modules/react 2>/dev/null || true`), '')
}

async function main(): Promise<void> {
  const image = await build()
  const { config, root } = image
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  await run('chown', config.User, data)
  const port = await freePort()
  const within: Within = (...command) => ended(start(image, data, port, command))
  const server = start(image, data, port, [...config.Entrypoint, ...config.Cmd])
  const end = ended(server)
  const address = `http://127.0.0.1:${port}`
  let startMs: number
  try {
    startMs = await becomesReady(server, address)
    await checkRunning(image, server.pid ?? 0, address, within)
  } finally {
    server.kill('SIGTERM')
  }
  assert.equal((await end).code, 0)
  assert.notEqual((await within(...config.Healthcheck.Test.slice(1))).code, 0)
  await checkContents(root)
  const size = await run('du', '--summarize', '--block-size=1000000', `${root}/app`)
  figure(
    'P2',
    startMs < maxStartMs,
    `image built in ${(image.tookMs / 1000).toFixed(0)} s, ${size.split('\t')[0]} MB of it the product; with a read-only root, as user ${config.User}, without capabilities: ready after ${(startMs / 1000).toFixed(1)} s, healthy, an account created and used; exit code 0 after SIGTERM, unhealthy then`,
  )
}

try {
  await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
