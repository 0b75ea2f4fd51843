import { parseAnswer } from '#contract/answer-json.ts'
import { messageOf } from '#db/errors.ts'
import { createAnswerReader } from '../forward/answer-limits.ts'

export interface Answer {
  status: number
  headers: Headers
  /** Undefined where the body is not JSON. */
  json: unknown
  sentMs: number
  receivedMs: number
}

const timeoutMs = 15_000

/** Sends one GET without following redirects. Resolves to the reason as a string if there was no answer; never rejects. @param maxMiB of the answer */
export async function ask(address: string, token?: string, maxMiB?: number): Promise<Answer | string> {
  const sentMs = Date.now()
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const receivedMs = Date.now()
    const text = response.body ? await createAnswerReader(maxMiB)(response.body, true) : ''
    return { status: response.status, headers: response.headers, json: parseAnswer(text), sentMs, receivedMs }
  } catch (error) {
    return reasonOf(error)
  }
}

/** The cause of a failed fetch, such as ECONNREFUSED, which its message does not contain. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return messageOf(error)
  return 'code' in cause ? `${String(cause.code)}${cause.message ? ` (${cause.message})` : ''}` : cause.message
}

/** The result of one check of `roomkeeper doctor`. */
export interface Check {
  name: 'settings' | 'versions' | 'server' | 'folder' | 'disk' | 'key' | 'database' | 'clock' | 'proxy' | 'tls' | 'upstream'
  facts: string[]
  findings: InstallationFinding[]
}

export interface InstallationFinding {
  text: string
  fix: string
}

export const checkOf = (name: Check['name'], facts: string[] = [], findings: InstallationFinding[] = []): Check => ({
  name,
  facts,
  findings,
})

/** Such as "1.5 GB". */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const index = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** index).toFixed(index === 0 ? 0 : 1)} ${units[index]}`
}
