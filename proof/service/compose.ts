import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure } from '../../src/test-figure.ts'
import { createChat, hasChat, isReady, request, run, until, type Site } from './deployment.ts'

/**
 * Starts deploy/compose.yaml with Debian's Docker and docker-compose, in a network of its own, so that ports and rules of this machine stay as they are.
 * The images of PostgreSQL and Caddy contain Debian's packages, and what the compose file relies on of the official ones.
 * container.ts starts this file with unshare(1). Argument: a folder with a Debian for each of these two images, `postgres` and `caddy`, and the archive
 * `roomkeeper.tar` of the image to be tested.
 */

const [folder = ''] = process.argv.slice(2)
const deploy = join(import.meta.dirname, '../../deploy')
const socket = `unix://${folder}/docker.sock`

const postgresEntrypoint = `#!/bin/sh
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  chmod 0700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  eval 'initdb --username="$POSTGRES_USER" --pwfile=/tmp/password '"\${POSTGRES_INITDB_ARGS:-}"
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  psql --username="$POSTGRES_USER" --dbname=postgres --command="create database \\"$POSTGRES_DB\\""
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@" -c listen_addresses='*'
`

const postgresImage = `
ENV PATH=/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/data
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["/entrypoint.sh"]
CMD ["postgres"]
`

// The official image has this file capability too. Without NET_BIND_SERVICE in the bounding set, Caddy could not be started at all.
const caddyImage = `
ENV PATH=/usr/sbin:/usr/bin:/sbin:/bin XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
RUN setcap cap_net_bind_service=+ep /usr/bin/caddy
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`

const docker = (...args: string[]) => run('docker', '--host', socket, ...args)

async function buildImage(name: string, root: string, rest: string): Promise<void> {
  const context = `${root}-image`
  mkdirSync(context)
  await run('tar', '--create', '--directory', root, '--file', join(context, 'root.tar'), '.')
  writeFileSync(join(context, 'Dockerfile'), `FROM scratch\nADD root.tar /\n${rest}`)
  // Debian's Docker has the classic builder only.
  await run('env', 'DOCKER_BUILDKIT=0', 'docker', '--host', socket, 'build', '--tag', name, context)
}

async function makeImages(): Promise<void> {
  const postgres = join(folder, 'postgres')
  writeFileSync(join(postgres, 'entrypoint.sh'), postgresEntrypoint)
  chmodSync(join(postgres, 'entrypoint.sh'), 0o755)
  await buildImage('postgres:15-bookworm', postgres, postgresImage)
  await buildImage('caddy:2', join(folder, 'caddy'), caddyImage)
  await docker('load', '--input', join(folder, 'roomkeeper.tar'))
}

async function withDocker(use: (daemon: ChildProcess) => Promise<void>): Promise<void> {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const paths = ['--data-root', 'docker', '--exec-root', 'exec', '--pidfile', 'docker.pid']
  const places = paths.map((word) => (word.startsWith('--') ? word : join(folder, word)))
  const daemon = spawn('dockerd', [...places, '--host', socket], { stdio: 'ignore' })
  const closed = once(daemon, 'close')
  try {
    await until(async () => (await docker('version')) !== '', daemon, 'Docker')
    await use(daemon)
  } finally {
    daemon.kill('SIGTERM')
    await closed
  }
}

/** docker-compose 1.29 does not know the name of a project in the file. */
function prepareCompose(): (...args: string[]) => Promise<string> {
  const place = join(folder, 'deploy')
  mkdirSync(place)
  writeFileSync(join(place, 'Caddyfile'), readFileSync(join(deploy, 'Caddyfile')))
  writeFileSync(join(place, 'compose.yaml'), readFileSync(join(deploy, 'compose.yaml'), 'utf8').replace(/^name: .*$/m, ''))
  writeFileSync(join(place, '.env'), 'DOMAIN=localhost\nPOSTGRES_PASSWORD=0123456789abcdef\n')
  const settings = ['--file', join(place, 'compose.yaml'), '--env-file', join(place, '.env'), '--project-name', 'roomkeeper']
  return (...args) => run('docker-compose', '--host', socket, ...settings, ...args)
}

const exitCodes = async () =>
  (
    await docker(
      'inspect',
      '--format',
      '{{.Name}} {{.State.ExitCode}}',
      'roomkeeper_proxy_1',
      'roomkeeper_roomkeeper_1',
      'roomkeeper_database_1',
    )
  ).split('\n')

async function check(daemon: ChildProcess): Promise<string> {
  const compose = prepareCompose()
  const begun = performance.now()
  // It waits until the database is healthy, and then until Roomkeeper is.
  await compose('up', '--detach')
  const site: Site = { origin: 'https://localhost' }
  const authority = () => docker('exec', 'roomkeeper_proxy_1', 'cat', '/data/caddy/pki/authorities/local/root.crt')
  const answers = async () => {
    site.authority ??= await authority()
    return isReady(site)
  }
  await until(answers, daemon, 'the proxy')
  const startMs = performance.now() - begun
  const redirect = await request({ origin: 'http://localhost' }, '/')
  assert.deepEqual([redirect.status, redirect.headers.location], [308, 'https://localhost/'])
  const account = ['account', 'create', '--email', 'you@example.org', '--name', 'Your name']
  const created = await compose('exec', '-T', 'roomkeeper', 'node', '/app/dist/server/roomkeeper.js', ...account)
  const { token } = JSON.parse(created) as { token: string }
  await createChat(site, token)
  // A request that arrives from another address than TRUSTED_PROXIES lists is logged.
  const log = await docker('logs', 'roomkeeper_roomkeeper_1')
  assert.match(log, /"event":"sign-in"/)
  assert.doesNotMatch(log, /unlisted-proxy/)
  await compose('restart')
  // In the middle of the start.
  await compose('stop')
  const early = await exitCodes()
  assert.ok(!early.some((line) => line.endsWith(' 137')), early.join(', '))
  await compose('up', '--detach')
  await until(answers, daemon, 'the proxy after a restart')
  assert.ok(await hasChat(site, token))
  const stopBegun = performance.now()
  await compose('stop')
  const stopMs = performance.now() - stopBegun
  assert.deepEqual(await exitCodes(), ['/roomkeeper_proxy_1 0', '/roomkeeper_roomkeeper_1 0', '/roomkeeper_database_1 0'])
  await compose('down')
  await compose('up', '--detach')
  await until(answers, daemon, 'the proxy after down and up')
  assert.ok(await hasChat(site, token))
  await compose('down', '--volumes')
  assert.equal(await docker('ps', '--all', '--quiet'), '')
  const version = await docker('version', '--format', '{{.Server.Version}}')
  return `the compose file on Docker ${version.split('+')[0]}: https answers through Caddy ${(startMs / 1000).toFixed(0)} s after \`up\`, an account created and used there, nothing lost by a restart and by \`down\` and \`up\`, all three containers stopped with 0 within ${(stopMs / 1000).toFixed(1)} s`
}

await withDocker(async (daemon) => {
  await makeImages()
  figure('P2', true, await check(daemon))
})
