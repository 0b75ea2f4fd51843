import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { dataFolder } from '#db/location.ts'
import { messageOf } from '#db/errors.ts'
import type { DatabasePart } from '#db/part.ts'
import { commandLine, release } from '#db/release.ts'
import { BadSettings, type Settings, misspelled, readSettings } from '../env.ts'
import { nodeProblem } from '../node-version.mjs'
import { type Check, checkOf, ask } from './check.ts'
import { type ClockReading, checkClock, readingOf, checkUpstream } from './upstream.ts'
import { checkDatabase } from './database.ts'
import { checkDisk, checkFolder, checkKey } from './folder.ts'
import { checkProxy, checkServer, localAddress, checkTls } from './proxy.ts'

/** The command `roomkeeper doctor`. It changes nothing, and works whether or not the server is running. */

const usage = `Usage:
  ${commandLine('doctor')} [--json] [--full] [--token-file FILE]

Checks this installation with the environment variables of the server, and suggests a fix for each finding.

  --json              prints one line of JSON
  --full              checks a large database completely
  --token-file FILE   calls the service with the token in this file; CHAT_API_TOKEN does the same

Exit codes: 0 no findings, 1 findings, 2 the command could not run.`

type Env = Record<string, string | undefined>

/** Resolves to the exit code. @param parts the tables of the gateway and of the service */
export async function runDoctor(
  args: string[],
  env: Env,
  parts: readonly DatabasePart[],
  print: (text: string) => void,
  printError: (text: string) => void,
): Promise<number> {
  try {
    const options = optionsOf(args)
    if (options.help) {
      print(usage)
      return 0
    }
    const token = tokenOf(options['token-file'], env)
    const checks = await examine(env, parts, token, options.full === true)
    print(options.json ? JSON.stringify({ release, checks }) : textOf(checks))
    return checks.some(({ findings }) => findings.length > 0) ? 1 : 0
  } catch (error) {
    printError(`${messageOf(error)}\n\n${usage}`)
    return 2
  }
}

const isOn = { type: 'boolean' } as const
const optionsOf = (args: string[]) =>
  parseArgs({ args, options: { json: isOn, full: isOn, help: isOn, 'token-file': { type: 'string' } } }).values

function tokenOf(file: string | undefined, env: Env): string | null {
  if (file === undefined && !env['CHAT_API_TOKEN']) return null
  const token = (file === undefined ? (env['CHAT_API_TOKEN'] ?? '') : readFileSync(file, 'utf8')).trim()
  // A header cannot hold anything else, and the error of `fetch` would show the token.
  if (!/^[\x21-\x7E]+$/.test(token)) throw new Error(`${file ?? 'CHAT_API_TOKEN'} does not contain a token.`)
  return token
}

async function examine(env: Env, parts: readonly DatabasePart[], token: string | null, isFull: boolean): Promise<Check[]> {
  const settings = settingsOf(env)
  if (Array.isArray(settings)) {
    const fix = 'Correct the variable (docs/configuration.md). The other checks need valid settings.'
    const findings = settings.map((text) => ({ text, fix }))
    return [checkVersions(), checkOf('settings', [], findings)]
  }
  const used = parts.filter(({ name }) => settings.remote === null || name === 'gateway')
  const [server, database] = [await checkServer(settings), await checkDatabase(settings.database, used, isFull)]
  const upstream = await askUpstream(settings, server.isRunning, token)
  const readings = [database.clock, upstream.answer && readingOf('the service', upstream.answer)]
  return [
    checkVersions(),
    checkSettings(env),
    server.check,
    ...('folder' in settings.database ? [checkFolder(settings.database.folder)] : []),
    await checkDisk([dataFolder(env), ...(settings.migrationBackups === null ? [] : [settings.migrationBackups])], database.localBytes),
    checkKey(settings, database.sealed, database.tokenKeys),
    database.check,
    checkClock(readings.filter((reading): reading is ClockReading => reading !== null && reading !== undefined)),
    await checkProxy(settings),
    await checkTls(settings, Date.now()),
    upstream.check,
  ]
}

/** The settings, or the messages about invalid variables. */
function settingsOf(env: Env): Settings | string[] {
  try {
    return readSettings(env, false)
  } catch (error) {
    if (error instanceof BadSettings) return error.message.split('\n')
    throw error
  }
}

/** Variables that are valid, and those that are set and ignored. */
function checkSettings(env: Env): Check {
  const findings = misspelled(env).map(({ name, meant }) => ({
    text: `${name} is set and ignored.`,
    fix: `If ${meant} is meant, rename it.`,
  }))
  return checkOf('settings', ['valid'], findings)
}

function checkVersions(): Check {
  const problem = nodeProblem(process.versions.node)
  const facts = [`Roomkeeper ${release}`, `Node ${process.versions.node}`, `${process.platform} ${process.arch}`]
  const fix = 'Install a newer Node, such as the current LTS release.'
  return checkOf('versions', facts, problem === null ? [] : [{ text: problem, fix }])
}

async function askUpstream(settings: Settings, isRunning: boolean, token: string | null) {
  if (settings.remote !== null) return checkUpstream(settings.remote, token, (address, of) => ask(address, of, settings.maxAnswerMiB))
  // The built-in service runs in the process of the server, so their clocks are the same.
  if (isRunning) return { check: (await checkUpstream(`${localAddress(settings)}/api`, token)).check, answer: null }
  return { check: checkOf('upstream', ['the built-in service, which answers only while the server is running']), answer: null }
}

function textOf(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ name, facts, findings }) => [
    `${findings.length === 0 ? 'ok     ' : 'finding'}  ${name.padEnd(9)}  ${facts.join('; ')}`.trimEnd(),
    ...findings.flatMap(({ text, fix }) => [`         - ${text}`, `           Fix: ${fix}`]),
  ])
  const count = checks.reduce((sum, { findings }) => sum + findings.length, 0)
  return [...lines, '', count === 0 ? 'No findings.' : `${count} ${count === 1 ? 'finding' : 'findings'}.`].join('\n')
}
