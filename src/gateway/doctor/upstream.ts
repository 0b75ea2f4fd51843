import { ask, type Answer, checkOf, type Check, type InstallationFinding } from './check.ts'
import { isObject } from '../forward/upstream.ts'
import { aheadAfter } from '#contract/clocks.ts'

/** The time of another machine, and the local times before and after reading it. All in milliseconds. */
export interface ClockReading {
  /** Whose clock it is, such as "the database". */
  source: string
  timeMs: number
  /** The resolution of the reading: the true time is up to this much later. */
  resolutionMs: number
  sentMs: number
  receivedMs: number
}

/** Larger offsets are a finding: due actions, codes and confirmations depend on the clock of this machine. */
const toleranceMs = 5000

/** From the Date header of an answer; null if it has none. */
export function readingOf(source: string, { headers, sentMs, receivedMs }: Answer): ClockReading | null {
  const timeMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(timeMs) ? null : { source, timeMs, resolutionMs: 1000, sentMs, receivedMs }
}

/** The minimum number of milliseconds by which this machine is ahead; negative: behind; 0 if both clocks may agree. */
export function offsetOf({ timeMs, resolutionMs, sentMs, receivedMs }: ClockReading): number {
  return aheadAfter(0, sentMs - timeMs - resolutionMs, receivedMs - timeMs)
}

export function checkClock(readings: readonly ClockReading[]): Check {
  const facts = [`it is ${new Date().toISOString()} on this machine`]
  const findings: InstallationFinding[] = []
  for (const reading of readings) {
    const offset = offsetOf(reading)
    const seconds = (Math.abs(offset) / 1000).toFixed(1)
    if (Math.abs(offset) <= toleranceMs) facts.push(`${reading.source} agrees${offset === 0 ? '' : ` within ${seconds} s`}`)
    else
      findings.push({
        text: `This machine is ${seconds} s ${offset > 0 ? 'ahead of' : 'behind'} ${reading.source}.`,
        fix: 'Synchronize both clocks over the network, for example with: timedatectl set-ntp true',
      })
  }
  if (readings.length === 0) facts.push('no other clock to compare with')
  return checkOf('clock', facts, findings)
}

/** Read requests; those of a chat are sent for the first chat of the account. */
const ofAccount = ['/account', '/chats', '/social']
const ofChat = ['', '/messages?fast=true&limit=1', '/polls', '/banned-ips']

/**
 * Checks what the service answers to read requests. Sends only GETs, at most eight, one after another. Resolves to the check, and to an answer whose Date
 * header has the time of the service, if there is one.
 * @param address the base address of the API
 * @param token of an account; null: only checks that the service refuses requests without a token
 */
export async function checkUpstream(address: string, token: string | null, request = ask) {
  const check = checkOf('upstream', [address])
  const anonymous = await request(`${address}/account`)
  if (typeof anonymous === 'string') {
    check.findings.push({ text: `${address} does not answer: ${anonymous}.`, fix: 'Check CHAT_API_URL, the network and the service.' })
    return { check, answer: null }
  }
  check.findings.push(...anonymousFindings(anonymous))
  if (token === null) check.facts.push('nothing else was checked without a token: use --token-file FILE or CHAT_API_TOKEN')
  else if (check.findings.length === 0) await askAll(check, (path) => request(`${address}${path}`, token))
  return { check, answer: anonymous }
}

function anonymousFindings({ status, json }: Answer): InstallationFinding[] {
  const fix = 'CHAT_API_URL must be the base address of the API, such as https://chat.example.org/api.'
  if (status >= 300 && status < 400) return [{ text: 'The service redirects, and redirects are not followed.', fix }]
  if (status === 404 || !isObject(json)) return [{ text: `The address answered ${status} and not as the chat API does.`, fix }]
  if (status < 300) return [{ text: 'The service answers without a token.', fix: 'Its operator should require one.' }]
  return status >= 500 ? [{ text: `The service answered ${status}.`, fix: 'Check its log, or ask its operator.' }] : []
}

async function askAll(check: Check, request: (path: string) => Promise<Answer | string>): Promise<void> {
  let chatId: string | null = null
  for (const path of ofAccount) {
    const answer = await request(path)
    report(check, path, answer)
    if (typeof answer !== 'string' && answer.status === 401) return
    if (path === '/chats') chatId = firstChat(answer)
  }
  if (chatId === null) check.facts.push('the account has no chat to check')
  else for (const path of ofChat) report(check, `/chats/{chatId}${path}`, await request(`/chats/${encodeURIComponent(chatId)}${path}`))
}

function report({ facts, findings }: Check, path: string, answer: Answer | string): void {
  if (typeof answer === 'string') {
    findings.push({ text: `GET ${path}: ${answer}.`, fix: 'Try again. If it keeps failing, ask the operator of the service.' })
    return
  }
  const { status, json, sentMs, receivedMs } = answer
  if (status === 200 && isObject(json)) facts.push(`GET ${path}: 200 after ${receivedMs - sentMs} ms`)
  else if (status === 401) findings.push({ text: `GET ${path}: 401, the token is not valid.`, fix: 'Use a valid token of the account.' })
  else if (status === 429) findings.push({ text: `GET ${path}: 429, too many requests.`, fix: 'Wait, and check who else uses this token.' })
  else
    findings.push({
      text: `GET ${path}: ${status}${isObject(json) ? '' : ' without a JSON object'}.`,
      fix: 'The pages that need it will not work. Check the log of the service, or ask its operator.',
    })
}

function firstChat(answer: Answer | string): string | null {
  const data = typeof answer !== 'string' && isObject(answer.json) ? answer.json['data'] : null
  const first: unknown = Array.isArray(data) ? data[0] : null
  const id = isObject(first) ? (first['chatId'] ?? first['id']) : null
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null
}
