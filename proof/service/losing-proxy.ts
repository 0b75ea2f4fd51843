import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const faultRate = 0.1

/**
 * In front of a service. While it is to misbehave it loses a tenth of all requests: before or after the work, or with an error in place of the answer. It
 * counts changes that the service accepted twice.
 */
export async function startLosingProxy(service: string, random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  let isBad = false
  const seen = { requests: 0, faults: 0, doubled: 0 }
  /** What the service accepted last, by the path of the chat. */
  const accepted = new Map<string, string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void carry(Buffer.concat(chunks).toString()).catch(() => request.socket.destroy()))
    async function carry(body: string) {
      const { method = 'GET', url = '', headers } = request
      seen.requests++
      const fault = isBad && random() < faultRate ? pick(['before', 'after', 'error'] as const) : null
      if (fault) seen.faults++
      if (fault === 'before') return void request.socket.destroy()
      const passed = Object.fromEntries(
        ['authorization', 'content-type', 'accept', 'if-match'].flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
      )
      const answer = await fetch(service + url, { method, headers: passed, ...(body && { body }) })
      const text = await answer.text()
      if (method === 'PUT' && answer.ok && /^\/api\/chats\/\d+$/.test(url)) {
        if (accepted.get(url) === body) seen.doubled++
        accepted.set(url, body)
      }
      if (method === 'POST' && answer.ok && /\/(messages|polls)$/.test(url)) {
        if (accepted.has(url)) seen.doubled++
        accepted.set(url, body)
      }
      if (fault === 'after') return void request.socket.destroy()
      if (fault === 'error') return void response.writeHead(500, { 'content-type': 'application/json' }).end('{"status":false}')
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' }).end(text)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    misbehave: (bad: boolean) => void (isBad = bad),
    requests: () => seen.requests,
    faults: () => seen.faults,
    doubled: () => seen.doubled,
    close: () => server.close(),
  }
}
