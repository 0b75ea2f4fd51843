import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { api, apiNames, type ApiName } from '#contract/api.ts'
import { faults, startFaultyUpstream, type Fault } from '../e2e/support/upstreams/faulty-upstream.ts'
import { startProduct } from '../e2e/support/product.ts'

/**
 * Failures by hand: the product in front of an upstream that fails on demand, which stands in front of the real service. The kinds and the upstream are
 * those of the e2e tests.
 */

const kinds = Object.keys(faults) as Fault[]
/** As typed: `reset-after`, or any other beginning of one name alone. */
const typed = (kind: Fault) => kind.toLowerCase().replaceAll(' ', '-')

const usage = `Usage: npm run dev:faults -- --kind KIND --on ROUTE [--times N]

Starts Roomkeeper with a service that fails: each request of ROUTE, or the next N, goes wrong as KIND says. All else goes well.
PORT and DATA_DIR are those of npm start.

KIND, or the beginning of one:
${kinds.map((kind) => `  ${typed(kind).padEnd(24)}${faults[kind]}`).join('\n')}

ROUTE:
${apiNames.map((name) => `  ${name.padEnd(24)}${api[name].method} ${api[name].path}`).join('\n')}`

class BadUsage extends Error {}

/** Throws BadUsage unless `asked` is one of the names or the beginning of exactly one. */
function oneOf<T extends string>(names: readonly T[], asked: string | undefined, what: string, nameOf: (name: T) => string): T {
  if (asked === undefined) throw new BadUsage(`--${what} is missing.`)
  const exact = names.find((name) => nameOf(name) === asked)
  const fitting = exact ? [exact] : names.filter((name) => nameOf(name).startsWith(asked))
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return only
  throw new BadUsage(
    fitting.length === 0
      ? `There is no --${what} ${asked}. \`npm run dev:faults -- --help\` lists them.`
      : `--${what} ${asked} may be any of ${fitting.map(nameOf).join(', ')}.`,
  )
}

function timesFrom(asked: string | undefined): number | undefined {
  if (asked === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(asked)) throw new BadUsage(`--times must be a whole number above 0, not ${asked}.`)
  return Number(asked)
}

function chosen(): { fault: Fault; route: ApiName; times: number | undefined } | null {
  const { kind, on, times, help } = read()
  if (help) return null
  return { fault: oneOf(kinds, kind, 'kind', typed), route: oneOf(apiNames, on, 'on', String), times: timesFrom(times) }
}

function read() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ options: { kind: text, on: text, times: text, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    throw new BadUsage(error instanceof Error ? error.message : String(error))
  }
}

async function start({ fault, route, times }: NonNullable<ReturnType<typeof chosen>>): Promise<void> {
  const folder = process.env['DATA_DIR'] || 'data'
  const port = process.env['PORT'] || '4173'
  const service = await startProduct({ DATA_DIR: folder })
  const upstream = await startFaultyUpstream(`${service.address}/api`, (request) => console.log(`${request}: ${fault}`))
  upstream.armRoute(route, fault, times)
  // The gateway needs a database of its own: the service has locked the other one.
  const gateway = await startProduct({ DATA_DIR: join(folder, 'faults'), PORT: port, CHAT_API_URL: upstream.address })
  console.log(
    `Roomkeeper with failures at ${gateway.address}\n${times ?? 'All'} × ${route}: ${faults[fault]}. Stop with Ctrl+C.\nA token to sign in with: npm run account -- create --email you@example.org`,
  )
  const stop = async () => {
    // Ctrl+C also reaches the other processes; held requests are released first.
    await upstream.heal()
    await Promise.all([gateway.stop(), service.stop()])
    await upstream.refuse()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

try {
  const work = chosen()
  if (work) await start(work)
  else console.log(usage)
} catch (error) {
  console.error(error instanceof BadUsage ? error.message : error)
  process.exitCode = error instanceof BadUsage ? 2 : 1
}
