import type { Settings } from '../env.ts'
import { isLoopback } from '../server/loopback.ts'
import { staticHeaders } from '../server/security-headers.ts'
import { type Answer, ask, type Check, type InstallationFinding, checkOf } from './check.ts'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

type ProxySettings = Pick<Settings, 'host' | 'origin' | 'trustedProxies' | 'remote'>

const forwarding = 'docs/operations.md, TLS in front, lists what the proxy must pass on.'

/** Checks the settings about the proxy, and requests through it. */
export async function checkProxy(settings: ProxySettings, request = ask): Promise<Check> {
  const { origin } = settings
  const findings = settingsFindings(settings)
  if (origin === null || isLoopback(new URL(origin).hostname))
    return checkOf('proxy', ['people open the dashboard on this machine'], findings)
  const [health, document] = await Promise.all([request(`${origin}/healthz`), request(`${origin}/openapi.json`)])
  if (typeof health === 'string')
    findings.push({
      text: `${origin} does not answer from this machine: ${health}.`,
      fix: 'Check the name, the proxy and its certificate. If machines inside your network cannot reach the public address, check it from outside.',
    })
  else findings.push(...headerFindings(origin, health))
  if (typeof document !== 'string') findings.push(...originFindings(settings, origin, document))
  return checkOf('proxy', [`people open the dashboard at ${origin}`], findings)
}

function settingsFindings({ host, origin, trustedProxies }: ProxySettings): InstallationFinding[] {
  const findings: InstallationFinding[] = []
  const isPublic = origin !== null && !isLoopback(new URL(origin).hostname)
  if (isPublic && trustedProxies.length === 0)
    findings.push({
      text: 'TRUSTED_PROXIES is not set, so everyone behind the proxy shares one limit for sign-ins, and the log shows the proxy’s address.',
      fix: 'Set TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1.',
    })
  if (!isPublic && trustedProxies.length > 0)
    findings.push({
      text: 'TRUSTED_PROXIES is set, and ORIGIN is not: passkeys would be registered for this machine, and work nowhere else.',
      fix: 'Set ORIGIN to the address that people open, such as https://chat.example.org.',
    })
  if (!isPublic && !isLoopback(host))
    findings.push({
      text: `HOST=${host} can be reached from other machines, where sign-in needs TLS, and ORIGIN names no address for them.`,
      fix: 'Put a TLS proxy in front, and set ORIGIN and TRUSTED_PROXIES; or leave HOST unset.',
    })
  return findings
}

function headerFindings(origin: string, { status, headers }: Answer): InstallationFinding[] {
  if (status >= 300 && status < 400) {
    const text = `${origin} redirects to ${headers.get('location') ?? 'another address'}.`
    return [{ text, fix: 'Set ORIGIN to the address that people end up at.' }]
  }
  if (status !== 200 && status !== 503) return [{ text: `${origin}/healthz answered ${status}.`, fix: `Is it this server? ${forwarding}` }]
  const wanted = { ...staticHeaders, ...(origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}) }
  const changed = Object.entries(wanted).flatMap(([name, value]) => (headers.get(name) === value ? [] : [name]))
  if (changed.length === 0) return []
  const text = `On the way through the proxy these headers are lost or changed: ${changed.join(', ')}.`
  return [{ text, fix: `Let the proxy set no security headers. ${forwarding}` }]
}

/** The OpenAPI document contains the address under which the server was called, as far as it knows. */
function originFindings({ remote }: ProxySettings, origin: string, { json }: Answer): InstallationFinding[] {
  const servers = (json as { servers?: { url?: unknown }[] } | undefined)?.servers
  const url = servers?.[0]?.url
  if (remote !== null || typeof url !== 'string' || url === `${origin}/api`) return []
  const text = `The server believes that ${url.slice(0, -'/api'.length)} was opened, and not ${origin}: it refuses sign-ins and writes.`
  return [{ text, fix: `Let the proxy pass on Host unchanged and set X-Forwarded-Proto: https. ${forwarding}` }]
}

/** The address at which programs on this machine reach the server. */
export const localAddress = ({ host, port }: Pick<Settings, 'host' | 'port'>): string =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`

/** Checks whether the server is running at the configured address. */
export async function checkServer(settings: Pick<Settings, 'host' | 'port'>, request = ask): Promise<{ check: Check; isRunning: boolean }> {
  const address = localAddress(settings)
  if (settings.port === 0) return { check: checkOf('server', ['the port is not known, because PORT is 0']), isRunning: false }
  const answer = await request(`${address}/readyz`)
  if (typeof answer === 'string') return { check: checkOf('server', [`it does not run at ${address}`]), isRunning: false }
  const isOurs = answer.headers.get('cross-origin-embedder-policy') === 'require-corp'
  if (!isOurs) {
    const finding = { text: `Another program answers at ${address}.`, fix: 'Stop it, or choose another port with PORT.' }
    return { check: checkOf('server', [], [finding]), isRunning: false }
  }
  if (answer.status === 503) {
    const finding = { text: `It runs at ${address} and is not ready.`, fix: 'See its log, the disk and the database.' }
    return { check: checkOf('server', [], [finding]), isRunning: true }
  }
  return { check: checkOf('server', [`it runs at ${address}${answer.status === 200 ? ' and is ready' : ''}`]), isRunning: true }
}

export interface Certificate {
  /** Why it is not valid for the name; null if it is. */
  problem: string | null
  /** Milliseconds. */
  endsMs: number
}

const timeoutMs = 10_000
const dayMs = 86_400_000
/** Automatic renewal usually happens a month before the end. */
const minDays = 14

/** Checks the certificates of the dashboard, a remote service and the company's sign-in. */
export async function checkTls(
  { origin, remote, company }: Pick<Settings, 'origin' | 'remote' | 'company'>,
  nowMs: number,
  read = readCertificate,
): Promise<Check> {
  const facts: string[] = []
  const findings: InstallationFinding[] = []
  if (origin !== null && origin.startsWith('http:') && !isLoopback(new URL(origin).hostname))
    findings.push({
      text: `ORIGIN is ${origin}, and sign-in from other machines needs TLS.`,
      fix: 'Put a TLS proxy in front, and set ORIGIN to the https address.',
    })
  const addresses = [origin, remote, company?.issuer].filter((address) => address?.startsWith('https:'))
  for (const host of new Set(addresses.map((address) => new URL(address!).host))) {
    const certificate = await read(host)
    if (typeof certificate === 'string')
      findings.push({ text: `No TLS connection to ${host}: ${certificate}.`, fix: 'Check the name, the port and the firewall.' })
    else {
      const days = Math.floor((certificate.endsMs - nowMs) / dayMs)
      facts.push(`the certificate of ${host} ends in ${days} days`)
      findings.push(...certificateFindings(host, certificate, days))
    }
  }
  if (addresses.length === 0) facts.push('no address with TLS is set')
  return checkOf('tls', facts, findings)
}

function certificateFindings(host: string, { problem, endsMs }: Certificate, days: number): InstallationFinding[] {
  if (problem !== null) {
    const fix = 'Renew it for this name. For a private authority, set NODE_EXTRA_CA_CERTS to its certificate.'
    return [{ text: `The certificate of ${host} is not accepted: ${problem}.`, fix }]
  }
  const text = `The certificate of ${host} ends on ${new Date(endsMs).toISOString().slice(0, 10)}.`
  return days < minDays ? [{ text, fix: 'Renew it, and check why it was not renewed automatically.' }] : []
}

/** Resolves to the reason as a string if there is no connection; never rejects. @param host with its port, unless that is 443 */
function readCertificate(host: string): Promise<Certificate | string> {
  const { hostname, port } = new URL(`https://${host}`)
  const name = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    // Invalid certificates must be reported. Nothing is sent over this connection.
    const socket = connect(
      { host: name, port: Number(port || 443), ...(isIP(name) ? {} : { servername: name }), rejectUnauthorized: false, timeout: timeoutMs },
      () => {
        const problem = socket.authorized ? null : String(socket.authorizationError)
        resolve({ problem, endsMs: Date.parse(socket.getPeerCertificate().valid_to) })
        socket.destroy()
      },
    )
    socket.on('timeout', () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}
