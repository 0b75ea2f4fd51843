// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, install, root } from './prepare.mjs'

/**
 * The Playwright project of the gate, without its tests marked `@thorough`, and those that run with them when all do: every kind of failure, every
 * state of every page under axe, random sessions.
 */
const e2eProjects = ['journeys']
const furtherE2eProjects = ['long-sessions', 'faults', 'access']

/**
 * The gate. With --all every e2e test but those of the proof. With --quick: types, lint, format and those tests beside the code that need no service and no process of their own.
 * Every step runs, whatever failed before it. A failed step that is not a test runner counts as one failed check.
 */
const quick = process.argv.includes('--quick')
const all = process.argv.includes('--all')
const chosenProjects = [...e2eProjects, ...(all ? furtherE2eProjects : [])]
const reports = mkdtempSync(join(tmpdir(), 'roomkeeper-test-'))
const total = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const failedSteps = []

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[], suites: Suite[] }} PlaywrightReport
 * @typedef {{ suites?: Suite[], specs: { title: string, file: string, tests: { status: string, results: { attachments: { name: string, path?: string }[] }[] }[] }[] }} Suite
 * @typedef {typeof total & { failures?: string[] }} Counts
 * @typedef {{ name: string, args: string[], env?: Record<string, string>, report?: { file: string, count: (text: string) => Counts } }} Step
 */

const types = { name: 'types', args: ['typescript/bin/tsc', '-p', '.'] }
const lint = { name: 'lint', args: ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] }
const format = { name: 'format', args: ['oxfmt/bin/oxfmt', '--check'] }
const unused = { name: 'unused code', args: ['knip/bin/knip.js', '--no-progress'] }
const size = { name: 'bundle size', args: ['../scripts/bundle-size.mjs'] }

/** @type {Step} */
const unit = {
  name: quick ? 'unit tests' : 'unit and service tests',
  args: [
    'vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'unit.json')}`,
    ...(quick ? ['--project=unit', '--project=dashboard', '--project=page', '--project=isolated'] : []),
  ],
  report: { file: join(reports, 'unit.json'), count: countUnit },
}

/** @type {Step} */
const e2e = {
  name: 'e2e tests',
  args: [
    '@playwright/test/cli.js',
    'test',
    '--reporter=list,json',
    ...chosenProjects.map((name) => `--project=${name}`),
    ...(all ? [] : ['--grep-invert=@thorough']),
  ],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json'), ...(all ? {} : { E2E_QUICK: '1' }) },
  report: { file: join(reports, 'e2e.json'), count: countE2e },
}

/** @param {string} text */
function countUnit(text) {
  const report = /** @type {VitestReport} */ (JSON.parse(text))
  // A file that could not be loaded has no tests to fail.
  const broken = report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.length).length
  // The log of a long run may be cut off before these: they are said again at its end.
  const failures = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${relative(root, file.name)}: ${fullName}\n${failureMessages.join('\n').slice(0, 2000)}`),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

/** @param {string} text */
function countE2e(text) {
  const { stats, errors, suites } = /** @type {PlaywrightReport} */ (JSON.parse(text))
  // A failure that is seen once in a hundred runs is found only by what the page showed then.
  const failures = suites.flatMap(specsIn).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .flatMap(({ results }) => results)
      .flatMap(({ attachments }) => attachments)
      .flatMap(({ name, path }) =>
        name === 'error-context' && path && existsSync(path) ? [`${file}: ${title}\n${readFileSync(path, 'utf8').slice(0, 10_000)}`] : [],
      ),
  )
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped, failures }
}

/** @param {Suite} suite @returns {Suite['specs']} */
const specsIn = ({ suites = [], specs }) => [...specs, ...suites.flatMap(specsIn)]

process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
await (quick ? quickGate() : wholeGate())
// Again at the end, where a long log is read first.
if (failedSteps.length) console.log(`\nFailed:\n${failedSteps.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed ? 1 : 0

async function quickGate() {
  if (!(await own('install', install))) return
  await Promise.all([types, lint, format, unit].map((step) => runner(step)))
}

async function wholeGate() {
  if (!(await own('install', install))) return
  // One after the other beside the build and the tests, which wait for databases and processes a quarter of their time.
  const checked = inTurn([types, lint, format, unused])
  const built = await own('build', build)
  if (built) await runner(size)
  await runner({ ...unit, env: { ...(built && { TEST_BUILD: '1' }), ...(all && { TEST_ENGINES: 'all' }) } }, 'live')
  await checked
  if (!built) console.log('\ne2e tests: not run, because there is no build')
  else if (await browser()) await runner(e2e, 'live')
}

/** @param {Step[]} steps */
async function inTurn(steps) {
  for (const step of steps) await runner(step)
}

async function browser() {
  const { ensureBrowser } = await import('./browser.mjs')
  if (ensureBrowser()) return true
  header('e2e tests', 'failed', 0, 'no browser: set CHROMIUM_PATH to a Chromium, or run `npx playwright install chromium`')
  total.failed++
  return false
}

/** A step of this process. @param {string} name @param {() => Promise<void>} work @returns {Promise<boolean>} whether it succeeded */
async function own(name, work) {
  const start = Date.now()
  try {
    await work()
    header(name, 'ok', start)
    return true
  } catch (error) {
    header(name, 'failed', start, error instanceof Error ? error.message : String(error))
    total.failed++
    return false
  }
}

/**
 * A step of its own process. Its output appears while it runs (live), or as a whole when it ended badly or is a test runner.
 * @param {Step} step  @param {'live'} [live]
 */
async function runner({ name, args: [script = '', ...args], env = {}, report }, live) {
  const start = Date.now()
  if (live) console.log(`\n${name} ...`)
  const { code, output } = await finished([join(root, 'node_modules', script), ...args], env, live)
  /** @type {Counts} */
  const counts = report ? tests(report, code) : { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += counts[key]
  const words = report ? `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped` : ''
  header(name, counts.failed ? 'failed' : 'ok', start, words)
  failedSteps.push(...(counts.failures ?? []))
  if (output.trim() && (counts.failed || script.endsWith('bundle-size.mjs'))) console.log(output.trimEnd())
}

/** @param {NonNullable<Step['report']>} report @param {number} code @returns {Counts} */
function tests({ file, count }, code) {
  try {
    const counts = count(readFileSync(file, 'utf8'))
    // A runner may fail without a failing test: an error between the tests, or no test at all.
    return code !== 0 && !counts.failed ? { ...counts, failed: 1 } : counts
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * @param {string[]} args  @param {Record<string, string>} env  @param {'live'} [live]
 * @returns {Promise<{ code: number, output: string }>}
 */
function finished(args, env, live) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** @param {string} name @param {'ok' | 'failed'} outcome @param {number} start @param {string} [words] */
function header(name, outcome, start, words = '') {
  const seconds = start ? ` (${((Date.now() - start) / 1000).toFixed(1)} s)` : ''
  const line = `${outcome === 'ok' ? '✓' : '✗'} ${name}${seconds}${words ? `: ${words}` : ''}`
  console.log(line)
  if (outcome === 'failed') failedSteps.push(line)
}
