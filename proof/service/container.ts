import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure } from '../../src/test-figure.ts'
import { debianWith, freePort, hasCommand, isReady, makeDebian, npmEnvironment, run, until } from './deployment.ts'
import { checkSystemd } from './systemd.ts'

/**
 * Builds the image of the Containerfile with buildah and starts it as its configuration says: read-only root, its own user, no capabilities, and
 * nothing but /data to write to; namespaces of this machine's own are enough for that. Then starts the systemd unit (systemd.ts) and the compose file
 * (compose.ts), if the machine can. Needs root, buildah and debootstrap: the base is a minimal Debian with the Node and npm of this machine, unless
 * CONTAINER_BASE names another image.
 */

const repository = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-container-'))
const maxStartMs = 10_000

const buildah = (...args: string[]) =>
  run('buildah', '--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs', ...args)

/** An image of the Debian. */
async function makeBase(debian: string): Promise<string> {
  await run('tar', '--create', '--directory', debian, '--file', join(folder, 'base.tar'), '.')
  writeFileSync(join(folder, 'Base'), `FROM scratch\nADD base.tar /\nENV ${npmEnvironment}\n`)
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

async function build(debian: string): Promise<Image> {
  const base = process.env['CONTAINER_BASE'] ?? (await makeBase(debian))
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

type Within = (...command: string[]) => ReturnType<typeof ended>

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

async function checkImage(debian: string): Promise<void> {
  const image = await build(debian)
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
    startMs = await until(() => isReady({ origin: address }), server, 'the server')
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

async function checkCompose(debian: string): Promise<void> {
  const missing: string[] = []
  for (const name of ['dockerd', 'docker', 'docker-compose', 'ip']) if (!(await hasCommand(name))) missing.push(name)
  if (missing.length > 0) {
    figure('P2', true, `the compose file was not started: this machine has no ${missing.join(', ')}`)
    return
  }
  await debianWith(debian, join(folder, 'postgres'), ['postgresql-15'])
  await debianWith(debian, join(folder, 'caddy'), ['caddy', 'libcap2-bin'])
  await buildah('push', 'roomkeeper', `docker-archive:${join(folder, 'roomkeeper.tar')}:roomkeeper:latest`)
  const script = [process.execPath, ...process.execArgv, join(import.meta.dirname, 'compose.ts'), folder]
  // Mounts and networks end with the process.
  const namespaces = ['--mount', '--net', 'sh', '-c', `mount -t tmpfs tmpfs /run && exec "$@"`, 'sh', ...script]
  const [code] = (await once(spawn('unshare', namespaces, { stdio: 'inherit' }), 'close')) as [number | null]
  assert.equal(code, 0)
}

try {
  const debian = join(folder, 'debian')
  await makeDebian(debian)
  await checkImage(debian)
  await checkSystemd(folder, debian)
  await checkCompose(debian)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
