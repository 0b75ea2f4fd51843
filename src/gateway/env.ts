import { join } from 'node:path'
import { emailPattern } from '#contract/values.ts'
import { dataFolder, databaseLocation } from '#db/location.ts'
import type { MailSettings } from './notifications/deliver.ts'
import { isBlockedPort, isLoopback } from './server/loopback.ts'
import { parseProxies } from './server/trusted-proxies.ts'

export type Settings = ReturnType<typeof readSettings>
export type MetricsSettings = NonNullable<Settings['metrics']>

export class BadSettings extends Error {
  override name = 'BadSettings'
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']

/**
 * The settings of the process from its environment; an empty variable counts as unset.
 * Throws BadSettings with one line for each invalid variable.
 * @param isTerminal whether stdout is a terminal: then only warnings are logged by default
 */
export function readSettings(all: NodeJS.ProcessEnv, isTerminal: boolean) {
  const env = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const problems: string[] = []

  function collect<T>(work: () => T, fallback: T): T {
    try {
      return work()
    } catch (error) {
      problems.push(withoutCredentials(error instanceof Error ? error.message : String(error)))
      return fallback
    }
  }
  const number = (name: string, min: number, max: number): number | undefined =>
    collect(() => wholeNumber(name, env[name], min, max), undefined)

  const host = collect(() => parseHost('HOST', env.HOST ?? '127.0.0.1'), '')
  const remote = collect(() => (env.CHAT_API_URL === undefined ? null : parseApiUrl(env.CHAT_API_URL)), null)
  const isOn = (name: string, byDefault: 'on' | 'off'): boolean =>
    collect(() => oneOf(name, env[name] ?? byDefault, ['on', 'off']), byDefault) === 'on'

  const settings = {
    host,
    /** The address at which people open the dashboard, without a trailing slash; null = at the port that it listens on. */
    origin: collect(() => parseOrigin(env.ORIGIN), null),
    /** The OpenID provider through which people of a team can sign in; null = none. */
    company: collect(() => parseCompany(env), null),
    /** How e-mail is sent; null = it is not. */
    mail: collect(() => parseMail(env), null),
    /** Hosts inside to which notifications may be sent, as `host` or `host:port`. */
    notifyHosts: collect(() => parseHosts(env.NOTIFY_HOSTS), []),
    /** 0: the operating system chooses a free port. */
    port: collect(() => browserPort(env.PORT), undefined) ?? 4173,
    database: collect(() => databaseLocation(env), { folder: '' }),
    /** Where the backup before a migration is written; null = none is made. */
    migrationBackups: isOn('MIGRATION_BACKUP', 'on') ? (env.BACKUP_DIR ?? join(dataFolder(env), 'backups')) : null,
    keyFile: env.SESSION_KEY_FILE ?? join(dataFolder(env), 'session.key'),
    /** The key file before it was changed: what it sealed still opens. */
    oldKeyFile: env.OLD_SESSION_KEY_FILE ?? null,
    /** Turns off team access where no key file opens the sealed token. */
    forgetsTeamTokens: collect(() => oneOf('FORGET_TEAM_TOKENS', env.FORGET_TEAM_TOKENS ?? '0', ['0', '1']), '0') === '1',
    /** The base URL of a remote service without a trailing slash; null = our own service. */
    remote,
    /** The largest answer of a remote service, in MiB; undefined = the default. */
    maxAnswerMiB: number('CHAT_API_MAX_MIB', 1, 512),
    /** Requests per minute and token to our own service; undefined = its default. */
    rateLimit: number('RATE_LIMIT', 1, 1_000_000),
    /** Sign-ins per minute and address; undefined = the default. */
    signInLimit: number('SIGN_IN_LIMIT', 1, 1_000_000),
    /** Addresses and CIDR ranges of the proxies whose X-Forwarded-For counts. */
    trustedProxies: collect(() => parseTrustedProxies(env.TRUSTED_PROXIES), []),
    logLevel: collect(() => oneOf('LOG_LEVEL', env.LOG_LEVEL ?? (isTerminal ? 'warn' : 'info'), logLevels), 'info'),
    /** Whether the audit log holds the texts of messages. */
    auditMessageTexts: isOn('AUDIT_MESSAGE_TEXTS', 'off'),
    /** After how many days entries of the audit log are deleted; null = never. */
    auditRetentionDays: number('AUDIT_RETENTION_DAYS', 1, 100_000) ?? null,
    /** Who is offered the demo: nobody, users on this machine, or everybody who can reach the server. */
    demo: collect(() => parseDemo(env.DEMO, isLoopback(host) && env.TRUSTED_PROXIES === undefined, env.CHAT_API_URL === undefined), 'off'),
    /** Whether a wave of spam begins in the demo a few minutes after the start. */
    demoWave: isOn('DEMO_WAVE', 'on'),
    /** Where metrics are read; null = there are none. */
    metrics: collect(() => parseMetrics(env, number('METRICS_PORT', 0, 65_535)), null),
  }
  if (problems.length) throw new BadSettings(problems.join('\n'))
  return settings
}

/** What an invalid value has before its last `@` may be a password, in whichever variable somebody has put an address. */
function withoutCredentials(problem: string): string {
  const start = problem.indexOf(' not "')
  const end = problem.lastIndexOf('@')
  return start !== -1 && start < end ? `${problem.slice(0, start)} not "…${problem.slice(end)}` : problem
}

function wholeNumber(name: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined) return undefined
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN
  if (!(number >= min && number <= max)) throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
  return number
}

function browserPort(value: string | undefined): number | undefined {
  const port = wholeNumber('PORT', value, 0, 65_535)
  if (port !== undefined && isBlockedPort(port))
    throw new Error(`PORT must be a port that browsers open: they block ${port}. Choose another, such as 4173.`)
  return port
}

function oneOf(name: string, value: string, choices: string[]): string {
  if (!choices.includes(value)) throw new Error(`${name} must be one of ${choices.join(', ')}, not "${value}".`)
  return value
}

function parseHost(name: string, value: string): string {
  if (!/^[\w.:%-]+$/.test(value)) throw new Error(`${name} must be an address or a host name without a port, not "${value}".`)
  return value
}

function parseApiUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`CHAT_API_URL must be an address such as https://chat.example.org/api, not "${value}".`)
  if (url.username || url.password || url.search || url.hash)
    throw new Error('CHAT_API_URL must not contain a user name, a password, a query or a fragment.')
  // Node refuses to connect to it, as browsers do.
  if (isBlockedPort(Number(url.port))) throw new Error(`CHAT_API_URL must have a port that browsers open: they block ${url.port}.`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Error(
      'CHAT_API_URL must be https unless the service runs on this machine: tokens would be sent over the network unencrypted.',
    )
  return trimTrailingSlashes(url.href)
}

/** Passkeys are bound to the host name, and browsers offer them only over https or on localhost. */
function parseOrigin(value: string | undefined): string | null {
  if (value === undefined) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(`ORIGIN must be an address without a path, such as https://chat.example.org, not "${value}".`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw new Error('ORIGIN must be https unless it is on this machine.')
  return url.origin
}

function parseCompany({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }: NodeJS.ProcessEnv) {
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new Error('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together, or none of them.')
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  // The address of the provider's document would not tell whose it is.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.pathname.includes('/.well-known/'))
    throw new Error('OIDC_ISSUER must be the issuer of an OpenID provider, such as https://login.example.org, without /.well-known/….')
  if (isBlockedPort(Number(url.port))) throw new Error(`OIDC_ISSUER must have a port that browsers open: they block ${url.port}.`)
  if (url.username || url.password) throw new Error('OIDC_ISSUER must not contain a user name or a password.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw new Error('OIDC_ISSUER must be https unless it is on this machine.')
  return { issuer: url.href, clientId, clientSecret }
}

/** The address of the server may hold a password, so it is not shown. */
function parseMail({ SMTP_URL: url, MAIL_FROM: from }: NodeJS.ProcessEnv): MailSettings | null {
  if (url === undefined && from === undefined) return null
  if (url === undefined || from === undefined) throw new Error('SMTP_URL and MAIL_FROM must be set together, or neither of them.')
  if (!URL.canParse(url) || !['smtp:', 'smtps:'].includes(new URL(url).protocol) || new URL(url).hostname === '')
    throw new Error('SMTP_URL must be the address of a mail server, such as smtps://user:password@mail.example.org.')
  if (!emailPattern.test(from)) throw new Error(`MAIL_FROM must be an e-mail address, not "${from}".`)
  return { url, from }
}

/** So that nobody can guess it: nothing limits tries. */
const minTokenLength = 16

function parseMetrics({ METRICS_HOST, METRICS_TOKEN: token, PORT }: NodeJS.ProcessEnv, port: number | undefined) {
  if (METRICS_HOST !== undefined && port === undefined) throw new Error('METRICS_HOST needs METRICS_PORT.')
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new Error('METRICS_TOKEN must consist of letters, digits and signs without spaces.')
  if (token !== undefined && token.length < minTokenLength)
    throw new Error(`METRICS_TOKEN must have at least ${minTokenLength} characters.`)
  if (port === undefined && token === undefined) return null
  if (port !== undefined && port !== 0 && port === Number(PORT ?? 4173)) throw new Error('METRICS_PORT must be another port than PORT.')
  const host = parseHost('METRICS_HOST', METRICS_HOST ?? '127.0.0.1')
  if (token === undefined && !isLoopback(host)) throw new Error('METRICS_HOST needs METRICS_TOKEN unless it is on this machine.')
  return {
    /** A port of their own; null = the port of everything else. */
    port: port ?? null,
    host,
    /** null: whoever reaches the port reads them. */
    token: token ?? null,
  }
}

function parseHosts(value: string | undefined): string[] {
  const hosts = value?.split(',').map((host) => host.trim().toLowerCase()) ?? []
  const wrong = hosts.find((host) => !/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/.test(host))
  if (wrong !== undefined) throw new Error(`NOTIFY_HOSTS must be hosts such as ops.internal or 10.0.0.7:8080, not "${wrong}".`)
  return hosts
}

/** Not with a regular expression, which would take quadratic time on many slashes. */
function trimTrailingSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}

function parseTrustedProxies(value: string | undefined): string[] {
  const ranges = value?.split(',').map((range) => range.trim()) ?? []
  parseProxies(ranges)
  return ranges
}

/** @param isLocal whether only this machine can reach the server  @param isOwn whether the service is our own */
function parseDemo(value: string | undefined, isLocal: boolean, isOwn: boolean): 'off' | 'local' | 'public' {
  if (value === undefined) return isLocal && isOwn ? 'local' : 'off'
  const isOn = oneOf('DEMO', value, ['on', 'off']) === 'on'
  if (isOn && !isOwn) throw new Error('DEMO=on requires the built-in service: leave CHAT_API_URL unset.')
  return isOn ? 'public' : 'off'
}

/** The variables that the server reads; docs/configuration.md explains them. */
export const variables = `HOST PORT DATA_DIR DATABASE_URL BACKUP_DIR MIGRATION_BACKUP CHAT_API_TOKEN CHAT_API_URL CHAT_API_MAX_MIB
  ORIGIN OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET SESSION_KEY_FILE OLD_SESSION_KEY_FILE FORGET_TEAM_TOKENS RATE_LIMIT SIGN_IN_LIMIT
  TRUSTED_PROXIES LOG_LEVEL AUDIT_MESSAGE_TEXTS AUDIT_RETENTION_DAYS SMTP_URL MAIL_FROM NOTIFY_HOSTS DEMO DEMO_WAVE
  METRICS_PORT METRICS_HOST METRICS_TOKEN`.split(/\s+/)

/** Variables that are set and ignored, and almost have the name of one that is read. */
export function misspelled(env: NodeJS.ProcessEnv): { name: string; meant: string }[] {
  const known = new Set(variables)
  return Object.keys(env)
    .filter((name) => !known.has(name))
    .flatMap((name) =>
      variables
        .filter((variable) => isAlmost(name, variable))
        .slice(0, 1)
        .map((meant) => ({ name, meant })),
    )
}

/** Short names are not compared: HOME is almost HOST. */
function isAlmost(name: string, variable: string): boolean {
  const most = variable.length >= 12 ? 3 : variable.length >= 7 ? 2 : 0
  return Math.abs(name.length - variable.length) <= most && distance(name, variable) <= most
}

/** The number of characters to insert, remove or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}
