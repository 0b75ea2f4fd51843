import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import { createAccount } from '../command.ts'
import { withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { startProduct } from '../../e2e/support/product.ts'
import { isRandom, mixed, patterns } from './secret-patterns.ts'

/**
 * S15: no secret in the tree, in any commit, in the built files, or in the logs at the most verbose level. Every pattern must first find a planted
 * example, in the history one that a later commit removed. Needs a build.
 */

const root = join(import.meta.dirname, '../..')

const harmless = [
  // Invented for tests of what must not be shown, and for addresses in documents.
  /^[a-z]+:\/\/[^:]+:(?:password|secret|hunter2|open-se)@$/,
  /'canary-[a-z-]+'$/,
  // Sealed with a key that is written beside them: what earlier releases sealed has to open (gateway/session/seal.test.ts).
  /^(?:oah6mbisFpvPK1iL|OO59cmOBi4xQ|qpw\/Um\+yewCQ|hU4PzhkZ7JoDFgo0|454xKCKOnp6Hb\+5l)/,
  // A picture of one pixel, some code points of a script, and the alphabet of public ids.
  /^iVBORw0KGgo/,
  /^goE-HvxHBiI9CyDeiCei3dckUj/,
  /^ABCDEFGHIJKLMNOPQRSTUVWXYZ/,
]

interface Hit {
  what: string
  text: string
}

function hitsIn(text: string): Hit[] {
  const byPattern = patterns.flatMap(({ name, shape }) =>
    [...text.matchAll(new RegExp(shape, `g${shape.flags}`))].map((found): Hit => ({ what: name, text: found[0] })),
  )
  const byChance = [...text.matchAll(mixed)]
    .filter(({ 0: word, index }) => !text.slice(0, index).endsWith('sha512-') && !word.startsWith('sha512-') && isRandom(word))
    .map((found): Hit => ({ what: 'random', text: found[0] }))
  return [...byPattern, ...byChance].filter(({ text: found }) => !harmless.some((shape) => shape.test(found)) && !isRanges(found))
}

/** Ranges of code points as variable-length numbers, of the library that analyses regular expressions: a tenth is the B of the number 1. */
const isRanges = (word: string) => /^[\w+-]+$/.test(word) && word.split('B').length - 1 > word.length / 10

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 })
const historyOf = (folder: string) => git(folder, 'log', '-p', '--all', '--format=%B', '--no-textconv', '--unified=0')

const treeOf = (folder: string) =>
  git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter((path) => path !== '')
    .map((path): [string, string] => [path, readFileSync(join(folder, path), 'latin1')])

/** The built files, except their compressed copies. */
const buildOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz|woff2)$/.test(entry.name))
    .map((entry): [string, string] => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')])

/** Places where a planted example was not found. */
async function plantedAndMissed(folder: string): Promise<string[]> {
  const all = [...patterns.map(({ example }) => example), randomWord].join('\n')
  git(folder, 'init', '-q')
  const commit = () => {
    git(folder, 'add', '.')
    git(folder, '-c', 'user.name=proof', '-c', 'user.email=proof@example.org', 'commit', '-q', '-m', 'x')
  }
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'file'), all)
  commit()
  writeFileSync(join(folder, 'file'), '')
  commit()
  writeFileSync(join(folder, 'new'), all)
  writeFileSync(join(folder, 'dist/app.js'), `const a="${patterns[0]!.example}"`)
  const history = new Set(hitsIn(historyOf(folder)).map(({ what }) => what))
  const tree = new Set(treeOf(folder).flatMap(([, text]) => hitsIn(text).map(({ what }) => what)))
  const built = new Set(buildOf(join(folder, 'dist')).flatMap(([, text]) => hitsIn(text).map(({ what }) => what)))
  const names = [...patterns.map(({ name }) => name), 'random']
  return [
    ...names.filter((name) => !history.has(name)).map((name) => `history: ${name}`),
    ...names.filter((name) => !tree.has(name)).map((name) => `tree: ${name}`),
    ...(built.has(patterns[0]!.name) ? [] : ['built files']),
  ]
}

const randomWord = ['q7Zt2VbX9kLm', '4NcR8sWd1yFh', '6JpGa3UeTo5i', 'QxMz0BvKnC'].join('')

/** Everything that the built product logs at the most verbose level while an account is created and used, and the secrets that were used. */
async function loudest(folder: string): Promise<{ said: string; secrets: string[]; firstSaid: string }> {
  const product = await startProduct({ DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'trace' })
  const { address } = product
  const firstSaid = product.output()
  const token = await createAccount({ DATA_DIR: folder })
  let identity = 'nobody'
  const headers = { [pageHeader.name]: pageHeader.value, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const send = (path: string, cookie: string, method = 'GET', body?: string) =>
    fetch(address + path, { method, headers: { ...headers, cookie, [identityHeader]: identity }, ...(body === undefined ? {} : { body }) })
  const signedIn = await send(gatewayPaths.session, '', 'POST', JSON.stringify({ token }))
  const cookieOf = (response: Response) => response.headers.getSetCookie()[0]!.split(';')[0]!
  let cookie = cookieOf(signedIn)
  identity = ((await signedIn.json()) as { identity: string }).identity
  await send(gatewayPaths.session, '', 'POST', JSON.stringify({ token: `${token}x` }))
  // The session gets another id with it.
  cookie = cookieOf(await send(gatewayPaths.confirm, cookie, 'POST', JSON.stringify({ token })))
  const key = (await (await send(gatewayPaths.tokenKey, cookie)).json()) as { data: { tokenKey: string } }
  await send(`${gatewayPaths.api}/chats`, cookie, 'POST', '{"name":"Proof"}')
  await send(`${gatewayPaths.api}/chats/1`, cookie, 'DELETE')
  await send(`${gatewayPaths.api}/chats/${token}`, cookie)
  await fetch(`${address}/api/account`, { headers: { authorization: `Bearer ${token}` } })
  await send(gatewayPaths.demo, '', 'POST', '{}')
  await send(gatewayPaths.session, cookie, 'DELETE')
  await product.stop()
  return { said: product.output(), firstSaid, secrets: [token, cookie.split('=')[1]!, key.data.tokenKey] }
}

const missed = await withFolder(plantedAndMissed)
figure(
  'S15',
  missed.length === 0,
  `${patterns.length} patterns and chance: ${missed.length ? `planted and MISSED: ${missed.join(', ')}` : 'every planted key found, in the tree and in the history'}`,
)

const tree = treeOf(root)
const history = historyOf(root)
const built = buildOf(join(root, 'dist'))
const log = await withFolder(loudest)
const found: Record<string, Hit[]> = {
  tree: tree.flatMap(([path, text]) => hitsIn(text).map(({ what, text: hit }) => ({ what, text: `${path}: ${hit}` }))),
  history: hitsIn(history),
  'built files': built.flatMap(([path, text]) => hitsIn(text).map(({ what, text: hit }) => ({ what, text: `${path}: ${hit}` }))),
  logs: [...hitsIn(log.said), ...log.secrets.filter((secret) => log.said.includes(secret)).map((text) => ({ what: 'used', text }))],
}
for (const [place, hits] of Object.entries(found))
  for (const { what, text } of hits.slice(0, 40)) console.log(`${place}: ${what}: ${text.slice(0, 160)}`)
const commits = git(root, 'rev-list', '--all', '--count').trim()
const sizes = `${tree.length} files, ${commits} commits (${Math.round(history.length / 1e6)} MB), ${built.length} built files, ${log.said.split('\n').length} lines of log at trace`
figure(
  'S15',
  Object.values(found).every((hits) => hits.length === 0),
  `${Object.values(found).flat().length} found in ${sizes}; there is no image`,
)
// The demo has no token that could be known in advance, and the command that creates an account prints its token once.
figure('S15', hitsIn(log.firstSaid).length === 0, 'no default token: the first start prints none')
