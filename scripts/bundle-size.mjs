// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './prepare.mjs'

/** The size limits of a cold load of /chats, in bytes after gzip -9. */
const limits = { js: 159_000, css: 22_000 }

/** What a page may need beyond the first load, in bytes after gzip -9, and in files. */
const pageLimits = { js: 187_000, css: 6_000, scripts: 8, styles: 4 }

/** Dynamically imported modules that a cold load of /chats needs. A module in the entry's own chunk may be listed too. */
const loadedAtOnce = ['src/dashboard/features/chats/list/ChatsPage.tsx']

const app = join(root, 'dist', 'app')

/** @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk */
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join(app, '.vite', 'manifest.json'), 'utf8'))

const missing = loadedAtOnce.filter((module) => !existsSync(join(root, module)))
if (missing.length) fail(`scripts/bundle-size.mjs lists modules that do not exist: ${missing.join(', ')}`)

/** All chunks that the given ones need, including themselves. @param {string[]} keys @param {Set<string>} found */
function withImports(keys, found = new Set()) {
  for (const key of keys) {
    if (found.has(key)) continue
    found.add(key)
    withImports(manifest[key]?.imports ?? [], found)
  }
  return found
}

const chunks = [...withImports(['index.html', ...loadedAtOnce.filter((module) => module in manifest)])].map(
  (key) => /** @type {Chunk} */ (manifest[key]),
)
// Scripts in index.html itself, such as the one that sets the colour scheme, are not in the manifest.
const named = [...readFileSync(join(app, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((found) =>
  String(found[1]),
)
const files = [...new Set([...chunks.flatMap(({ file, css = [] }) => [file, ...css]), ...named])]
const sizes = files
  .map((file) => ({ file, bytes: gzipSync(readFileSync(join(app, file)), { level: 9 }).length }))
  .toSorted((a, b) => b.bytes - a.bytes)

for (const kind of /** @type {const} */ (['js', 'css'])) {
  const sum = sizes.filter(({ file }) => file.endsWith(`.${kind}`)).reduce((total, { bytes }) => total + bytes, 0)
  console.log(`${kind}: ${sum.toLocaleString('en')} of ${limits[kind].toLocaleString('en')} bytes`)
  if (sum > limits[kind]) fail(`A cold load of /chats needs more than ${limits[kind].toLocaleString('en')} bytes of ${kind}.`)
}
for (const { file, bytes } of sizes.slice(0, 5)) console.log(`${bytes.toLocaleString('en').padStart(9)}  ${file}`)

/** @type {{ path: string, scripts: string[], styles: string[] }[]} */
const pages = JSON.parse(readFileSync(join(app, '.vite', 'pages.json'), 'utf8'))

/** @param {string[]} names */
const bytesOf = (names) => names.reduce((total, name) => total + gzipSync(readFileSync(join(app, name)), { level: 9 }).length, 0)

for (const { path, scripts, styles } of pages) {
  const page = { js: bytesOf(scripts), css: bytesOf(styles), scripts: scripts.length, styles: styles.length }
  console.log(
    `${path}: ${page.js.toLocaleString('en')} bytes of js in ${page.scripts} files, ${page.css.toLocaleString('en')} of css in ${page.styles}`,
  )
  for (const kind of /** @type {const} */ (['js', 'css', 'scripts', 'styles']))
    if (page[kind] > pageLimits[kind]) fail(`${path} has ${page[kind]} ${kind} beyond the first load; the limit is ${pageLimits[kind]}.`)
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exitCode = 1
}
