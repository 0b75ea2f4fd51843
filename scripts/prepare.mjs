// @ts-check
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeProblem } from '../src/gateway/node-version.mjs'
import { replaceApp } from './replace-app.mjs'

// All of this runs before node_modules exists, so it uses only Node's own modules.

export const root = fileURLToPath(new URL('..', import.meta.url))

const buildStamp = join(root, 'dist', '.stamp')

/** Installs and builds what is missing or out of date. Ends the process with one line of explanation if that fails. */
export async function prepare() {
  try {
    await install()
    await build()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Installs the packages of the lock file if they are missing or different. Rejects if Node is too old or npm fails. */
export async function install() {
  checkNode()
  if (isInstalled()) return
  print('Installing the packages of package-lock.json ...')
  // npm may be a script that only a shell can start; under `npm start` the path of its JavaScript file is known.
  const npm = process.env['npm_execpath']
  const code = npm ? await run(process.execPath, [npm, 'ci']) : await run('npm', ['ci'], { shell: process.platform === 'win32' })
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

/** Builds the app and the server if a source has changed since the last build. Rejects if a build fails. */
export async function build() {
  const sources = hash(sourceFiles())
  if (read(buildStamp) === sources) return
  print('Building ...')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const codes = await Promise.all(
    [
      ['build', '--outDir', join(root, 'dist', 'next')],
      ['build', '--ssr'],
    ].map((args) => run(process.execPath, [vite, ...args, '--logLevel', 'warn'])),
  )
  if (codes.some((code) => code !== 0)) throw new Error('The build failed: see above')
  replaceApp(join(root, 'dist', 'app'), join(root, 'dist', 'next'), Date.now())
  writeFileSync(buildStamp, sources)
}

/** npm only warns. */
function checkNode() {
  const problem = nodeProblem(process.versions.node)
  if (problem) throw new Error(problem)
}

function sourceFiles() {
  const folders = ['src', 'public', 'scripts'].map((name) => join(root, name)).filter((folder) => existsSync(folder))
  const inFolders = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  const singles = ['index.html', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'].map((name) => join(root, name))
  return [...inFolders, ...singles].filter((file) => existsSync(file) && statSync(file).isFile() && !/\.test\.tsx?$/.test(file)).toSorted()
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
