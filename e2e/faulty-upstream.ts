import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that fails on demand: it hands requests on to a real one, except where it is told what shall go wrong. */

export type Fault =
  /** The connection is cut before the service hears of it, or after it did the work. */
  | 'reset'
  | 'reset after the work'
  | '500 JSON'
  | '502 HTML'
  | 'refused with words'
  | 'refused without words'
  | 'broken JSON'
  | 'login page'
  | '429'
  /** Says that it did the work, and did not. */
  | 'not kept'
  /** Answers nothing until heal(). */
  | 'held'

/** A service that keeps or tells something else: changes the JSON of a request, or the `data` of an answer or all of it, in place. */
export interface Rewriting {
  body?: (json: Record<string, unknown>) => void
  answer?: (data: Record<string, unknown>) => void
  whole?: (json: Record<string, unknown>) => void
}

interface Armed {
  method: string
  path: RegExp
  fault: Fault | Rewriting
  /** How many requests it still spoils. */
  times: number
}

const answers: Partial<Record<Fault, { status: number; body: string; headers?: Record<string, string> }>> = {
  '500 JSON': { status: 500, body: '{"status":false,"message":"The disk is full"}' },
  '502 HTML': { status: 502, body: '<html><h1>Bad gateway</h1></html>', headers: { 'content-type': 'text/html' } },
  'refused with words': { status: 200, body: '{"status":false,"message":"Not on a Sunday"}' },
  'refused without words': { status: 200, body: '{"status":false}' },
  'broken JSON': { status: 200, body: '{"status":true,"data":[{"id":1,' },
  'login page': { status: 302, body: '', headers: { location: '/login' } },
  '429': { status: 429, body: '{"status":false}', headers: { 'retry-after': '30' } },
  'not kept': { status: 200, body: '{"status":true}' },
}

function rewritten(text: string, change: Rewriting['body']): string {
  if (!change) return text
  const json = JSON.parse(text) as Record<string, unknown>
  change(json)
  return JSON.stringify(json)
}

export type FaultyUpstream = Awaited<ReturnType<typeof startFaultyUpstream>>

/** @param service the base address that requests are handed on to */
export async function startFaultyUpstream(service: string) {
  let armed: Armed[] = []
  let seen: string[] = []
  const held: (() => void)[] = []
  const server = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '' } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    seen.push(`${method} ${url}`)
    const rule = armed.find((one) => one.times > 0 && one.method === method && one.path.test(url))
    if (rule) rule.times -= 1
    const fault = rule?.fault
    if (fault === 'reset') return request.socket.destroy()
    if (fault === 'held') await new Promise<void>((resolve) => held.push(resolve))
    const {
      body,
      answer: change,
      whole = change && (({ data }) => change(data as Record<string, unknown>)),
    }: Rewriting = typeof fault === 'object' ? fault : {}
    const answer =
      (typeof fault === 'string' && answers[fault]) || (await handOn(request, rewritten(Buffer.concat(chunks).toString(), body)))
    if (fault === 'reset after the work') return request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(rewritten(answer.body, whole))
  }

  async function handOn({ method = '', url = '', headers: { authorization = '' } }: IncomingMessage, body: string) {
    const answer = await fetch(service + url, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === '' ? {} : { body }),
    })
    return { status: answer.status, body: await answer.text(), headers: {} }
  }

  async function listen(port: number) {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens on a host and port has an address of this shape.
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
    /** From now on requests of this method and path (with its query) go wrong, so many times. The first rule that fits counts. */
    arm: (method: string, path: RegExp, fault: Fault | Rewriting, times = Number.POSITIVE_INFINITY) =>
      void armed.push({ method, path, fault, times }),
    /** The requests that arrived since the start of the test, such as `POST /chats`. */
    seen: () => seen,
    /** From now on connections are refused. */
    refuse,
    /** All goes well again, also for what is held. */
    async heal() {
      armed = []
      for (const go of held.splice(0)) go()
      if (!server.listening) await listen(port)
    },
    forget: () => void (seen = []),
  }
}
