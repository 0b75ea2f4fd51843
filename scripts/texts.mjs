// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'
import { root } from './prepare.mjs'

/**
 * Prints every text of the interface with its file and line, in the order in which people meet the pages, so that all wording can be read in one list.
 * `node scripts/texts.mjs` prints everything, `node scripts/texts.mjs features/polls` one part. What is put into a text is shown as {…}.
 */

/** Attributes and properties whose texts nobody reads. */
const hidden = new Set(['className', 'style', 'key', 'id', 'path', 'to', 'icon', 'name', 'd', 'viewBox', 'transform', 'keywords', 'load'])

/** The features in that order; one that is missing here comes after them. */
const known = ['home', 'inbox', 'chats', 'settings', 'messages', 'polls', 'banned-ips', 'automation', 'changes', 'people', 'account']
const features = readdirSync(join(root, inDashboard('features')))

const parts = [
  'src/contract/settings.ts',
  'src/contract/settings-doctor.ts',
  inDashboard('app'),
  ...[...known, ...features.filter((name) => !known.includes(name))].map((name) => inDashboard(`features/${name}`)),
  ...['platform', 'ui'].map(inDashboard),
]

/** @param {string} part */
function inDashboard(part) {
  return `src/dashboard/${part}`
}

const chosen = process.argv[2]
for (const part of parts.filter((name) => !chosen || name.includes(chosen))) {
  for (const file of filesOf(join(root, part))) {
    const texts = textsOf(file)
    if (texts.length > 0) console.log(`\n${relative(root, file)}\n${texts.map(({ line, text }) => `  ${line}: ${text}`).join('\n')}`)
  }
}

/** @param {string} path a file or a folder */
function filesOf(path) {
  if (/\.tsx?$/.test(path)) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)test-/.test(name))
    .map((name) => join(path, name))
    .toSorted()
}

/** @typedef {{ type: string, start: number, [name: string]: unknown }} Node */

/** @param {string} file */
function textsOf(file) {
  const source = readFileSync(file, 'utf8')
  /** @type {{ line: number, text: string }[]} */
  const found = []
  const add = (/** @type {Node} */ node, /** @type {string} */ text) => {
    const tidy = text.replaceAll(/\s+/g, ' ').trim()
    if (isForPeople(tidy)) found.push({ line: source.slice(0, node.start).split('\n').length, text: tidy })
  }

  /** @param {Node} node @param {string} within the attribute or property that it is the value of */
  function visit(node, within) {
    if (node.type.startsWith('Import') || node.type.startsWith('TS')) return
    if (node.type === 'JSXText') add(node, String(node['value']))
    if (node.type === 'Literal' && typeof node['value'] === 'string' && !hidden.has(within)) add(node, node['value'])
    if (node.type === 'TemplateLiteral' && !hidden.has(within)) {
      const quasis = /** @type {{ value: { cooked: string } }[]} */ (node['quasis'])
      add(node, quasis.map(({ value }) => value.cooked).join('{…}'))
    }
    const inner = node.type === 'JSXAttribute' || node.type === 'Property' ? nameOf(node['name'] ?? node['key']) : within
    for (const [name, value] of Object.entries(node)) {
      if (name === 'key' && node.type === 'Property') continue
      for (const child of Array.isArray(value) ? value : [value]) if (child && typeof child.type === 'string') visit(child, inner)
    }
  }

  visit(/** @type {Node} */ (/** @type {unknown} */ (parseSync(file, source).program)), '')
  return found.toSorted((one, other) => one.line - other.line)
}

/** @param {unknown} node an identifier or a literal */
function nameOf(node) {
  const { name, value } = /** @type {{ name?: string, value?: string }} */ (node ?? {})
  return name ?? value ?? ''
}

/** Words of a sentence, or one that begins with a capital: not the names of things in code. @param {string} text */
function isForPeople(text) {
  if (!/\p{L}{2}/u.test(text) || /^[#./\\@]|[=<>{};]\s|^var\(|\bpx\b|^\w+\(/.test(text.replaceAll('{…}', ''))) return false
  return /\s/.test(text)
    ? !/^[a-z-]+( [a-z-]+)* ?\{…\}$|^[\d.,\s%a-z-]*$/.test(text) || /^[a-z]+ [a-z]+ [a-z]/.test(text)
    : /^\p{Lu}\p{Ll}/u.test(text)
}
