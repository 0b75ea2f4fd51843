import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { identityHeader, pageHeader } from '#contract/session.ts'
import type { Heard } from './test-oracle.ts'
import type { Shot } from './test-requests.ts'

/** One of the two ways to call the product: programs send a token, our page has a session. */
export interface Way {
  mount: '/api' | '/bff/api'
  headers: Record<string, string>
}

/** Both ways to call the product at an address, for the account of a token. */
export async function waysInto(address: string, token: string): Promise<Way[]> {
  const page = { [pageHeader.name]: pageHeader.value, origin: address, 'content-type': 'application/json' }
  const answer = await fetch(`${address}/bff/session`, { method: 'POST', headers: page, body: JSON.stringify({ token }) })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { identity } = (await answer.json()) as { identity: string }
  return [
    { mount: '/api', headers: { authorization: `Bearer ${token}` } },
    { mount: '/bff/api', headers: { ...page, cookie, [identityHeader]: identity } },
  ]
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends a request with Node's own client, which normalises nothing. Rejects when no response arrives. */
export function send(address: string, path: string, { method, headers, body }: Omit<Shot, 'path' | 'bent'>): Promise<Heard> {
  const { hostname, port } = new URL(address)
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request({ agent, hostname, port, path, method, headers: { ...headers, ...length } }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text, took: performance.now() - start }))
      incoming.on('error', reject)
    })
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('no answer in 20 s')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Bytes that no HTTP client would send. */
export const brokenHttp = [
  'GET /api/chats\r\n\r\n',
  'get /api/chats HTTP/1.1\r\nhost: x\r\n\r\n',
  'BREW /api/chats HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/chats HTTP/9.9\r\nhost: x\r\n\r\n',
  'GET /api/chats HTTP/1.1\r\n\r\n',
  'GET /api/chats HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
  'GET http://[::1/api/chats HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET * HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET \\api\\chats HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/chats HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a\0b\r\n\r\n',
  'GET /api/chats HTTP/1.1\r\nhost: x\r\nno colon\r\n\r\n',
  'GET /api/chats HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n\r\n',
  'GET /api/chats HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  'CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: x\r\n\r\n',
  'POST /api/chats HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  'POST /api/chats HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999\r\n\r\n{}',
  'POST /api/chats HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
  'POST /api/chats HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
  'POST /api/chats HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n',
  'POST /api/chats HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"na',
  'POST /api/chats HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{"na',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\0\0\0\0',
]

/** Sends such bytes and ends the stream. Resolves to the status of the response, or to 0 where the connection is closed without one. */
export function sendBroken(address: string, bytes: string): Promise<number> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'))
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0)))
  })
}
