import { join } from 'node:path'
import type { DatabaseLocation } from '#db/open.ts'
import { databaseLocation } from '#db/location.ts'
import { isLoopback } from './loopback.ts'
import { proxiesIn } from './proxies.ts'

export interface Settings {
  host: string
  /** 0 lets the system choose. */
  port: number
  database: DatabaseLocation
  keyFile: string
  /** The address of a remote service without a slash at the end; null = our own service. */
  remote: string | null
  /** Requests a minute and token of our own service; undefined = its default. */
  rateLimit: number | undefined
  /** Sign-ins a minute and address; undefined = the default. */
  signInLimit: number | undefined
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-For counts. */
  trustedProxies: string[]
  logLevel: string
  /** Who is offered the demo: nobody, who sits at this machine, or everybody who reaches the server. */
  demo: 'off' | 'local' | 'public'
}

export class BadSettings extends Error {
  override name = 'BadSettings'
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']

/**
 * The settings of the process, from its environment; an empty variable counts as none.
 * Throws BadSettings with one line for each that is wrong.
 * @param isTerminal whether a person watches the output: then only warnings are logged unless asked otherwise
 */
export function readSettings(all: NodeJS.ProcessEnv, isTerminal: boolean): Settings {
  const env = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const wrong: string[] = []

  function checked<T>(work: () => T, instead: T): T {
    try {
      return work()
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error))
      return instead
    }
  }
  const number = (name: string, least: number, most: number): number | undefined =>
    checked(() => wholeNumber(name, env[name], least, most), undefined)

  const host = checked(() => hostFrom(env.HOST ?? '127.0.0.1'), '')
  const remote = checked(() => (env.CHAT_API_URL === undefined ? null : addressFrom(env.CHAT_API_URL)), null)
  const settings: Settings = {
    host,
    port: number('PORT', 0, 65_535) ?? 4173,
    database: checked(() => databaseLocation(env), { folder: '' }),
    keyFile: env.SESSION_KEY_FILE ?? join(env.DATA_DIR ?? 'data', 'session.key'),
    remote,
    rateLimit: number('RATE_LIMIT', 1, 1_000_000),
    signInLimit: number('SIGN_IN_LIMIT', 1, 1_000_000),
    trustedProxies: checked(() => proxiesFrom(env.TRUSTED_PROXIES), []),
    logLevel: checked(() => oneOf('LOG_LEVEL', env.LOG_LEVEL ?? (isTerminal ? 'warn' : 'info'), logLevels), 'info'),
    demo: checked(() => demoFrom(env.DEMO, isLoopback(host) && env.TRUSTED_PROXIES === undefined, env.CHAT_API_URL === undefined), 'off'),
  }
  if (wrong.length) throw new BadSettings(wrong.join('\n'))
  return settings
}

function wholeNumber(name: string, value: string | undefined, least: number, most: number): number | undefined {
  if (value === undefined) return undefined
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN
  if (!(number >= least && number <= most)) throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${value}".`)
  return number
}

function oneOf(name: string, value: string, choices: string[]): string {
  if (!choices.includes(value)) throw new Error(`${name} must be one of ${choices.join(', ')}, not "${value}".`)
  return value
}

function hostFrom(value: string): string {
  if (!/^[\w.:%-]+$/.test(value)) throw new Error(`HOST must be an address or a host name without a port, not "${value}".`)
  return value
}

function addressFrom(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`CHAT_API_URL must be an address such as https://chat.example.org/api, not "${value}".`)
  if (url.username || url.password || url.search || url.hash)
    throw new Error('CHAT_API_URL must not hold a name, a password, a query or a fragment.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Error('CHAT_API_URL must be https unless the service runs on this machine: tokens would cross the network in clear text.')
  return withoutEndSlashes(url.href)
}

/** Not by an expression for slashes before the end: that tries every slash within as well, again and again. */
function withoutEndSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}

function proxiesFrom(value: string | undefined): string[] {
  const ranges = value?.split(',').map((range) => range.trim()) ?? []
  proxiesIn(ranges)
  return ranges
}

/** @param isLocal whether nothing but this machine is meant to reach the server  @param isOwn whether the service is our own */
function demoFrom(value: string | undefined, isLocal: boolean, isOwn: boolean): Settings['demo'] {
  if (value === undefined) return isLocal && isOwn ? 'local' : 'off'
  const isOn = oneOf('DEMO', value, ['on', 'off']) === 'on'
  if (isOn && !isOwn) throw new Error('DEMO=on needs our own service: leave out CHAT_API_URL.')
  return isOn ? 'public' : 'off'
}
