import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { route, type ApiName } from '#contract/api.ts'
import { malformed } from './malformed.ts'

/** A service that fails on demand: it forwards requests to a real one, except those that a rule makes fail. */

/** The nineteen kinds of faults that every endpoint is tested with. The descriptions are the help of `npm run dev:faults`. */
const kinds = {
  refused: 'the service goes away with this request: it is cut, and further connections are refused',
  reset: 'the connection is cut before the service hears of it',
  'reset after the work': 'the service does the work, then the connection is cut',
  'no answer': 'the service does the work and never answers',
  slow: 'the answer takes 10 s',
  'body cut': 'the service does the work, and half of its answer arrives',
  '500 JSON': 'an error of the service, with words',
  '502 HTML': 'an error page of a proxy',
  '429': 'too many requests, next try in 2 s',
  'refused without words': '200 with status: false and nothing else',
  'broken JSON': 'an answer that ends in the middle of a sentence',
  'fields missing': 'the service does the work, and its answer lacks fields',
  'wrong types': 'the service does the work, and its answer holds text for numbers and numbers for text',
  '401': 'the token is not accepted any more',
  'login page': 'a redirect to a page that asks to sign in',
  'delivered twice': 'the service gets it twice, and the second answer arrives',
  '500 JSON after the work': 'the service does the work, and says that it failed',
  '504 JSON after the work': 'the service does the work, and a proxy says that it took too long',
  'confirmed, then no reads': 'the service does the work and says so; from then on every read fails with an error of the service',
} as const satisfies Record<string, string>

/** Variants for single tests. */
const variants = {
  'refused with words': '200 with status: false and a reason',
  'lost, then no reads': 'the service does the work, then the connection is cut and every read fails',
  'not kept': 'says that it did the work, and did not',
  held: 'the service hears nothing and nobody gets an answer until all is well again',
} as const satisfies Record<string, string>

export const faults = { ...kinds, ...variants }
export type Fault = keyof typeof faults
export const faultKinds = Object.keys(kinds) as (keyof typeof kinds)[]

/** Changes the URL or the JSON of a request, or the `data` or all of an answer, in place. */
export interface Rewriting {
  /** With its query. */
  url?: (url: string) => string
  body?: (json: Record<string, unknown>) => void
  answer?: (data: Record<string, unknown>) => void
  whole?: (json: Record<string, unknown>) => void
}

interface Armed {
  fits: (method: string, url: string) => boolean
  fault: Fault | Rewriting
  /** How many more requests it applies to. */
  times: number
}

interface Answer {
  status: number
  body: string
  headers?: Record<string, string>
}

const answers: Partial<Record<Fault, Answer>> = {
  '500 JSON': { status: 500, body: '{"status":false,"message":"The disk is full"}' },
  '502 HTML': { status: 502, body: '<html><h1>Bad gateway</h1></html>', headers: { 'content-type': 'text/html' } },
  'refused with words': { status: 200, body: '{"status":false,"message":"Not on a Sunday"}' },
  'refused without words': { status: 200, body: '{"status":false}' },
  'broken JSON': { status: 200, body: '{"status":true,"data":[{"id":1,' },
  '401': { status: 401, body: '{"status":false}' },
  'login page': { status: 302, body: '', headers: { location: '/login' } },
  '429': { status: 429, body: '{"status":false}', headers: { 'retry-after': '2' } },
  'not kept': { status: 200, body: '{"status":true}' },
}
/** Sent instead of the real answer. */
const answersAfter: Partial<Record<Fault, Answer>> = {
  '500 JSON after the work': { status: 500, body: '{"status":false,"message":"The index is damaged"}' },
  '504 JSON after the work': { status: 504, body: '{"status":false}' },
}
const loginPage: Answer = { status: 200, body: '<html><h1>Sign in</h1></html>', headers: { 'content-type': 'text/html' } }

/** Milliseconds. */
const slowness = 10_000

function rewritten(text: string, change: Rewriting['body']): string {
  if (!change) return text
  const json = JSON.parse(text) as Record<string, unknown>
  change(json)
  return JSON.stringify(json)
}

export type FaultyUpstream = Awaited<ReturnType<typeof startFaultyUpstream>>

/**
 * @param service the base URL that requests are forwarded to
 * @param onFault called with the request and what goes wrong with it
 */
export async function startFaultyUpstream(service: string, onFault: (request: string, fault: Fault | Rewriting) => void = () => {}) {
  let armed: Armed[] = []
  let seen: string[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => void serve(request, response))

  /** Waits for heal() or release(), or for a number of milliseconds. */
  const pause = (longest?: number) =>
    new Promise<void>((resolve) => {
      const timer = longest === undefined ? undefined : setTimeout(go, longest)
      function go() {
        clearTimeout(timer)
        waiting.delete(go)
        resolve()
      }
      waiting.add(go)
    })

  function release() {
    for (const go of waiting) go()
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '' } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    seen.push(`${method} ${url}`)
    const rule = armed.find((one) => one.times > 0 && one.fits(method, url))
    if (rule) {
      rule.times -= 1
      onFault(`${method} ${url}`, rule.fault)
    }
    const body = Buffer.concat(chunks).toString()
    if (typeof rule?.fault === 'string') await fail(rule.fault, request, response, body)
    else if (url === '/login') write(response, loginPage)
    else await pass(request, response, body, rule?.fault)
  }

  async function fail(fault: Fault, request: IncomingMessage, response: ServerResponse, body: string) {
    if (fault === 'refused') return refuse()
    if (fault === 'reset') return request.socket.destroy()
    const fixed = answers[fault]
    if (fixed) return write(response, fixed)
    if (fault === 'held') await pause()
    if (fault === 'delivered twice') await handOn(request, body)
    const answer = await handOn(request, body)
    if (fault === 'slow') await pause(slowness)
    if (fault === 'no answer') await pause()
    if (fault === 'confirmed, then no reads' || fault === 'lost, then no reads')
      armed.unshift({ fits: (asked) => asked === 'GET', fault: '500 JSON', times: Number.POSITIVE_INFINITY })
    if (fault === 'reset after the work' || fault === 'no answer' || fault === 'lost, then no reads') return request.socket.destroy()
    if (fault === 'body cut') {
      response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer.body) })
      return response.write(answer.body.slice(0, answer.body.length / 2), () => request.socket.destroy())
    }
    const isMalformed = fault === 'fields missing' || fault === 'wrong types'
    write(response, answersAfter[fault] ?? (isMalformed ? { ...answer, body: malformed(answer.body, fault) } : answer))
  }

  async function pass(request: IncomingMessage, response: ServerResponse, body: string, rewriting: Rewriting = {}) {
    const {
      url = (same) => same,
      body: change,
      answer: lie,
      whole = lie && (({ data }) => lie(data as Record<string, unknown>)),
    } = rewriting
    const answer = await handOn(request, rewritten(body, change), url(request.url ?? ''))
    write(response, { ...answer, body: rewritten(answer.body, whole) })
  }

  const write = (response: ServerResponse, { status, body, headers }: Answer) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

  async function handOn(
    { method = '', url: asked = '', headers: { authorization = '' } }: IncomingMessage,
    body: string,
    url = asked,
  ): Promise<Answer> {
    const answer = await fetch(service + url, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    })
    return { status: answer.status, body: await answer.text() }
  }

  async function listen(port: number) {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens on a TCP port has an address of this type.
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)

  async function refuse() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  return {
    address: `http://127.0.0.1:${port}`,
    /** From now on requests with this method and path (with query) fail, `times` times. The first matching rule applies. */
    arm: (method: string, path: RegExp, fault: Fault | Rewriting, times = Number.POSITIVE_INFINITY) =>
      void armed.push({ fits: (asked, url) => asked === method && path.test(url), fault, times }),
    /** The same for the requests of an endpoint. */
    armRoute: (name: ApiName, fault: Fault, times = Number.POSITIVE_INFINITY) =>
      void armed.push({ fits: (method, url) => routeOf(`${method} ${url}`) === name, fault, times }),
    /** The requests that arrived since the start of the test, such as `POST /chats`. */
    seen: () => seen,
    /** Whether a request waits for release() or heal(). */
    isHolding: () => waiting.size > 0,
    /** Continues slow and held requests. */
    release,
    /** Refuses connections from now on. */
    refuse,
    /** Removes all rules, and continues held requests. */
    async heal() {
      armed = []
      release()
      if (!server.listening) await listen(port)
    },
    forget: () => void (seen = []),
  }
}

/** The endpoint of a request such as `GET /chats`, by the contract. */
export function routeOf(request: string): ApiName | null {
  const [method = '', url = ''] = request.split(' ')
  const { pathname, searchParams } = new URL(url, 'http://service.invalid')
  const found = route(method, pathname, searchParams)
  return found.kind === 'endpoint' ? found.name : null
}
