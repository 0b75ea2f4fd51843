import { join } from 'node:path'
import { api, apiNames } from '#contract/api.ts'
import { UsageError, parseOptions, whole } from '#db/command-line.ts'
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

/** Throws a UsageError unless `asked` is one of the names or the beginning of exactly one. */
function oneOf<T extends string>(names: readonly T[], asked: string | undefined, what: string, nameOf: (name: T) => string): T {
  if (asked === undefined) throw new UsageError(`--${what} is missing.`)
  const exact = names.find((name) => nameOf(name) === asked)
  const fitting = exact ? [exact] : names.filter((name) => nameOf(name).startsWith(asked))
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return only
  throw new UsageError(
    fitting.length === 0
      ? `There is no --${what} ${asked}. \`npm run dev:faults -- --help\` lists them.`
      : `--${what} ${asked} may be any of ${fitting.map(nameOf).join(', ')}.`,
  )
}

async function start(args: string[]): Promise<void> {
  const { kind, on, times: typedTimes } = parseOptions(args, ['kind', 'on', 'times'])
  const fault = oneOf(kinds, kind, 'kind', typed)
  const route = oneOf(apiNames, on, 'on', String)
  const times = typedTimes === undefined ? undefined : whole('--times', typedTimes)
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

const args = process.argv.slice(2)
try {
  if (args.includes('--help')) console.log(usage)
  else await start(args)
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
