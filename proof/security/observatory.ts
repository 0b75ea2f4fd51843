/**
 * The scores of MDN's HTTP Observatory (its src/grader/charts.js, with the tests for COOP and COEP of April 2026): 100 points, minus deductions;
 * extra points only from 90 points on. Stricter where it must guess: every cookie counts as a session cookie.
 */

export interface Seen {
  /** As received over https. */
  headers: Headers
  /** '' if the answer is not a page. */
  html: string
  /** The answer of the same host to plain http. */
  plainHttp: 'nothing' | 'redirect to https' | 'the same'
}

export interface Score {
  score: number
  grade: string
  /** The points that each test added or deducted, by its name. */
  parts: Record<string, number>
}

const grades = 'F F F F F D- D D D+ C- C C C+ B- B B B+ A- A A A+'.split(' ')
const halfYear = 15_768_000

export function scoreOf(seen: Seen): Score {
  const parts = {
    policy: policyPoints(seen),
    cookies: cookiePoints(seen.headers),
    sharing: seen.headers.get('access-control-allow-credentials') === 'true' ? -50 : 0,
    redirection: seen.plainHttp === 'the same' ? -20 : 0,
    referrer: referrerPoints(seen),
    transport: transportPoints(seen.headers),
    integrity: integrityPoints(seen.html),
    sniffing: seen.headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    framing: framingPoints(seen.headers),
    resource: isolationPoints(seen.headers.get('cross-origin-resource-policy'), ['same-origin', 'same-site'], ['cross-origin']),
    opener: isolationPoints(
      seen.headers.get('cross-origin-opener-policy'),
      ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'],
      ['unsafe-none'],
    ),
    embedder: isolationPoints(seen.headers.get('cross-origin-embedder-policy'), ['require-corp', 'credentialless'], ['unsafe-none']),
  }
  const points = Object.values(parts)
  const without = 100 + sum(points.filter((part) => part < 0))
  const score = Math.max(0, without >= 90 ? 100 + sum(points) : without)
  return { score, grade: grades[Math.floor(Math.min(score, 100) / 5)]!, parts }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

type Policy = Map<string, string[]>

export const parsePolicy = (text: string): Policy =>
  new Map(
    text
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]): [string, string[]] => [name.toLowerCase(), sources])
      .filter(([name]) => name !== ''),
  )

/** Both policies apply, so only what both allow is allowed. */
function together(one: Policy, other: Policy): Policy {
  const all = new Map(one)
  for (const [name, sources] of other) all.set(name, one.get(name)?.filter((source) => sources.includes(source)) ?? sources)
  return all
}

const meta = (html: string, attribute: string) =>
  (new RegExp(`<meta ${attribute}[^>]* content="([^"]*)"`, 'i').exec(html)?.[1] ?? '').replaceAll('&#39;', "'")

const broad = /^(?:ftp:|https?:|\*|https?:\/\/\*(?:\.\*)?)$/
const unsafe = (source: string) => broad.test(source) || source === 'data:'

function policyPoints({ headers, html }: Seen): number {
  const policy = together(
    parsePolicy(headers.get('content-security-policy') ?? ''),
    parsePolicy(meta(html, 'http-equiv="Content-Security-Policy"')),
  )
  if (policy.size === 0) return -25
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const inline = (list: string[]) => list.includes("'unsafe-inline'") && !list.some((source) => /^'(?:nonce|sha\d+)-/.test(source))
  const scripts = sources('script-src')
  const styles = sources('style-src')
  if (inline(scripts) || scripts.some(unsafe) || sources('object-src').some((source) => broad.test(source))) return -20
  const isPassive = (name: string) => name === 'img-src' || name === 'media-src'
  const overHttp = (passive: boolean) =>
    [...policy].some(([name, list]) => isPassive(name) === passive && list.some((source) => /^(?:http|ftp):/.test(source)))
  if (overHttp(false)) return -20
  if ([...scripts, ...styles].includes("'unsafe-eval'") || overHttp(true)) return -10
  if (inline(styles) || styles.some(unsafe)) return 0
  return policy.get('default-src')?.join(' ') === "'none'" ? 10 : 5
}

function cookiePoints(headers: Headers): number {
  const points = headers.getSetCookie().map((cookie) => {
    const flags = new Map(cookie.split(';').map((part) => part.trim().toLowerCase().split('=', 2) as [string, string | undefined]))
    if (!flags.has('secure')) return transportPoints(headers) === 0 ? -10 : -40
    if (!flags.has('httponly')) return -30
    if (!flags.has('samesite')) return 0
    return ['lax', 'strict'].includes(flags.get('samesite') ?? '') ? 5 : -20
  })
  return points.length ? Math.min(...points) : 0
}

function referrerPoints({ headers, html }: Seen): number {
  const policy = headers.get('referrer-policy') ?? meta(html, 'name="referrer"')
  if (policy === '') return 0
  return ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(policy) ? 5 : -5
}

function transportPoints(headers: Headers): number {
  const age = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? NaN)
  if (Number.isNaN(age)) return -20
  return age >= halfYear ? 0 : -10
}

function integrityPoints(html: string): number {
  const scripts = html.match(/<script\b[^>]*\bsrc=[^>]*>/g) ?? []
  const foreign = scripts.filter((script) => /\bsrc="(?:https?:)?\/\//.test(script))
  if (foreign.some((script) => !script.includes('src="https:'))) return foreign.every((script) => script.includes('integrity=')) ? -20 : -50
  if (foreign.some((script) => !script.includes('integrity='))) return -5
  return scripts.some((script) => script.includes('integrity=')) ? 5 : 0
}

function framingPoints(headers: Headers): number {
  const ancestors = parsePolicy(headers.get('content-security-policy') ?? '').get('frame-ancestors')
  if (ancestors && !ancestors.some((source) => broad.test(source))) return 5
  return /^(?:deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20
}

function isolationPoints(value: string | null, good: string[], open: string[]): number {
  if (value === null || open.includes(value)) return 0
  return good.includes(value) ? 10 : -5
}
