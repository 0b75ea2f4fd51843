// @ts-check
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeProblem } from '../src/gateway/node-version.mjs'
import { withBuildLock } from './build-lock.mjs'
import { replaceBuild } from './replace-build.mjs'

// All of this runs before node_modules exists, so it uses only Node's own modules.

export const root = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {'app' | 'server' | 'draw'} Part the page, the server with its commands, or what draws the first screen of pages for it */

/**
 * Installs and builds what is missing or out of date. Ends the process with one line of explanation if that fails.
 * @param {Part[]} [parts]
 */
export async function prepare(parts) {
  try {
    await install()
    await build(parts)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Installs the packages of the lock file if they are missing or different. Rejects if Node is too old or npm fails. */
export async function install() {
  checkNode()
  if (isInstalled()) return
  await locked(async () => {
    if (!isInstalled()) await installPackages()
  })
}

async function installPackages() {
  print('Installing the packages of package-lock.json ...')
  // npm may be a script that only a shell can start; under `npm start` the path of its JavaScript file is known.
  const npm = process.env['npm_execpath']
  // With NODE_ENV=production npm would leave out what the build needs.
  const args = ['ci', '--include=dev']
  const code = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args, { shell: process.platform === 'win32' })
  if (code !== 0) throw new Error('npm ci failed: see above')
}

/** Whether npm's own record of what it installed, which it writes last, agrees with the lock file. Optional packages may be for another platform. */
function isInstalled() {
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  const locked = packagesIn(join(root, 'package-lock.json'))
  if (!installed || !locked) return false
  return Object.entries(locked).every(([path, { integrity, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.integrity === integrity : optional === true
  })
}

/** @param {string} file @returns {Record<string, { integrity?: string, optional?: boolean }> | null} null where there is no such file */
function packagesIn(file) {
  const text = read(file)
  return text ? JSON.parse(text).packages : null
}

/**
 * Builds the parts that are missing, or whose sources have changed since their last build. Rejects if a build fails: the last one is still there then.
 * @param {Part[]} [parts]
 */
export async function build(parts = ['app', 'server', 'draw']) {
  const sources = new Map(parts.map((part) => [part, hash(sourceFiles(part))]))
  const outdated = () => [...sources].filter(([part, sum]) => read(stampOf(part)) !== sum || !existsSync(join(root, 'dist', part)))
  if (outdated().length === 0) return
  await locked(async () => {
    const found = outdated()
    if (found.length === 0) return
    print('Building ...')
    const built = await Promise.all(found.map(buildPart))
    if (built.includes(false)) throw new Error('The build failed: see above')
  })
}

/** @param {[Part, string]} sources the hash of those that it is built from, or of earlier ones @returns {Promise<boolean>} whether it was built */
async function buildPart([part, sources]) {
  const [current, next] = [join(root, 'dist', part), join(root, 'dist', `${part}-next`)]
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [
    'build',
    ...(part === 'app' ? [] : ['--ssr']),
    ...(part === 'draw' ? ['--mode', 'draw'] : []),
    '--outDir',
    next,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]
  if ((await run(process.execPath, [vite, ...args])) !== 0) return false
  // A process that was started from the last build loads more of its files later.
  replaceBuild(current, next, part === 'app' ? 'assets' : 'chunks', Date.now())
  writeFileSync(stampOf(part), sources)
  return true
}

/** @param {Part} part the file with the hash of the sources of its last build */
const stampOf = (part) => join(root, 'dist', `.${part}.stamp`)

/** @param {() => Promise<unknown>} work */
const locked = (work) =>
  withBuildLock(join(root, 'dist', '.lock'), work, () => print('Waiting for another process that installs or builds ...'))

/** npm only warns. */
function checkNode() {
  const problem = nodeProblem(process.versions.node)
  if (problem) throw new Error(problem)
}

/** @param {Part} part */
function sourceFiles(part) {
  const folders = ['src', 'scripts', ...(part === 'app' ? ['public'] : [])].map((name) => join(root, name))
  const inFolders = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  const shared = ['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']
  const singles = [...shared, ...(part === 'app' ? ['index.html'] : [])].map((name) => join(root, name))
  const isSource = (/** @type {string} */ file) =>
    existsSync(file) &&
    statSync(file).isFile() &&
    !/\.test\.tsx?$/.test(file) &&
    (part !== 'server' || !file.startsWith(join(root, 'src', 'dashboard')))
  return [...inFolders, ...singles].filter(isSource).toSorted()
}

/** @param {string[]} files  @returns a hash of their names and contents */
function hash(files) {
  const sum = createHash('sha256')
  for (const file of files) sum.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return sum.digest('hex')
}

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** To stderr, because the stdout of `npm run account` is JSON. @param {string} message */
const print = (message) => console.error(message)

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} the exit code; 1 if the command could not be started or was ended by a signal
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', process.stderr, process.stderr], ...options })
    child.on('error', (error) => {
      print(error.message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}
