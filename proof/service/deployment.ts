import assert from 'node:assert/strict'
import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { identityHeader, pageHeader } from '../../src/contract/session.ts'

/** What container.ts, systemd.ts and compose.ts share: a Debian to run things on, and a person who uses what was started. */

const execute = promisify(execFile)

/** Resolves to what the command printed; rejects unless it ended with 0. */
export async function run(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(command, args, { maxBuffer: 2 ** 26 })
  return stdout.trim()
}

export const hasCommand = (name: string): Promise<boolean> =>
  run('sh', '-c', `command -v ${name}`).then(
    () => true,
    () => false,
  )

const authorities = '/etc/ssl/certs/ca-certificates.crt'

/** Containers and machines reach the npm registry the way this machine does, also through a private authority. */
export const npmEnvironment = `NODE_EXTRA_CA_CERTS=${authorities}`

/** A minimal Debian 12 with the Node and npm of this machine, in a new folder. */
export async function makeDebian(root: string): Promise<void> {
  await run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root)
  mkdirSync(join(root, 'usr/lib/node_modules'), { recursive: true })
  cpSync(process.execPath, join(root, 'usr/bin/node'))
  cpSync(join(await run('npm', 'root', '--global'), 'npm'), join(root, 'usr/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'))
  if (existsSync(authorities)) cpSync(authorities, join(root, authorities))
}

/** Copies a Debian and installs packages in the copy. */
export async function debianWith(debian: string, root: string, packages: readonly string[]): Promise<void> {
  await run('cp', '--archive', debian, root)
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  const install = `apt-get update -qq && apt-get install --yes -qq --no-install-recommends ${packages.join(' ')}`
  await run('chroot', root, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', install)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Tries until it succeeds. @returns how many milliseconds that took */
export async function until(succeeds: () => Promise<boolean>, process: ChildProcess, what: string): Promise<number> {
  const begun = performance.now()
  while (!(await succeeds().catch(() => false))) {
    assert.ok(process.exitCode === null && performance.now() - begun < 120_000, `${what}: not within two minutes`)
    await setTimeout(50)
  }
  return performance.now() - begun
}

/** An address of the product. */
export interface Site {
  /** Without a slash at the end. */
  origin: string
  /** The certificate of the authority, in PEM, that signed the one of an https address. */
  authority?: string
}

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** fetch() of Node 20 has no setting for the authority. */
export async function request(site: Site, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Answer> {
  const { request: open } = site.origin.startsWith('https:') ? https : http
  const outgoing = open(site.origin + path, { method: body ? 'POST' : 'GET', headers, ca: site.authority, agent: false })
  outgoing.end(body ? JSON.stringify(body) : undefined)
  const [incoming] = (await once(outgoing, 'response')) as [http.IncomingMessage]
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk as string
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text }
}

export const isReady = async (site: Site): Promise<boolean> => (await request(site, '/readyz')).status === 200

/** Signs in the way the page does, and creates a chat. */
export async function createChat(site: Site, token: string): Promise<void> {
  const page = {
    [pageHeader.name]: pageHeader.value,
    origin: site.origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  }
  const signedIn = await request(site, '/bff/session', page, { token })
  assert.equal(signedIn.status, 200, signedIn.text)
  const { identity } = JSON.parse(signedIn.text) as { identity: string }
  const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const created = await request(site, '/bff/api/chats', { ...page, cookie, [identityHeader]: identity }, { name: 'Proof' })
  assert.equal(created.status, 200, created.text)
}

/** That the chat of createChat() is there. */
export async function hasChat(site: Site, token: string): Promise<boolean> {
  const { text } = await request(site, '/api/chats', { authorization: `Bearer ${token}` })
  return text.includes('"name":"Proof"')
}
