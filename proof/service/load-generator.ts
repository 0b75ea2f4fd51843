import { request, type Agent } from 'node:http'

export interface Answer {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

export interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
}

/** One request over a persistent connection of the agent. Rejects unless a complete answer arrives. */
export function send(agent: Agent, address: string, { method = 'GET', headers, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(address, { method, agent, headers: { ...length, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Durations in milliseconds by the status of the answer; 0 = no answer. */
export type Outcomes = Map<number, number[]>

export interface Measured {
  outcomes: Outcomes
  seconds: number
}

/** A closed loop: each connection sends its next request when the last one was answered. */
export async function saturate(connections: number, seconds: number, work: () => Promise<{ status: number }>): Promise<Measured> {
  const outcomes: Outcomes = new Map()
  const start = performance.now()
  const end = start + seconds * 1000
  const sender = async () => {
    while (performance.now() < end) await noted(outcomes, work)
  }
  await Promise.all(Array.from({ length: connections }, sender))
  return { outcomes, seconds: (performance.now() - start) / 1000 }
}

/** An open loop: a fixed number of requests per second, independent of earlier answers. */
export async function paced(perSecond: number, seconds: number, work: () => Promise<{ status: number }>): Promise<Measured> {
  const outcomes: Outcomes = new Map()
  const start = performance.now()
  const open = new Set<Promise<void>>()
  let sent = 0
  while (performance.now() - start < seconds * 1000) {
    const due = Math.floor(((performance.now() - start) / 1000) * perSecond)
    for (; sent < due; sent++) {
      const one = noted(outcomes, work).finally(() => open.delete(one))
      open.add(one)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(open)
  return { outcomes, seconds: (performance.now() - start) / 1000 }
}

async function noted(outcomes: Outcomes, work: () => Promise<{ status: number }>): Promise<void> {
  const start = performance.now()
  const status = await work().then(
    (answer) => answer.status,
    () => 0,
  )
  const taken = performance.now() - start
  const times = outcomes.get(status)
  if (times) times.push(taken)
  else outcomes.set(status, [taken])
}

/** Answers with 200 per second, their durations in milliseconds, and the number of all other answers. */
export function figuresOf({ outcomes, seconds }: Measured) {
  const times = (outcomes.get(200) ?? []).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? Number.NaN) * 10) / 10
  const others = [...outcomes].filter(([status]) => status !== 200).reduce((sum, [, list]) => sum + list.length, 0)
  return { perSecond: Math.round(times.length / seconds), p50: at(0.5), p99: at(0.99), max: at(0.999_999), others }
}
