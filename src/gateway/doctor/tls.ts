import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Settings } from '../env.ts'
import { isLoopback } from '../server/loopback.ts'
import { checkOf, type Check, type InstallationFinding } from './check.ts'

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
  if (problem !== null)
    return [
      {
        text: `The certificate of ${host} is not accepted: ${problem}.`,
        fix: 'Renew it for this name. For a private authority, set NODE_EXTRA_CA_CERTS to its certificate.',
      },
    ]
  return days < minDays
    ? [
        {
          text: `The certificate of ${host} ends on ${new Date(endsMs).toISOString().slice(0, 10)}.`,
          fix: 'Renew it, and check why it was not renewed automatically.',
        },
      ]
    : []
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
