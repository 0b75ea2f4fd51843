import { once } from 'node:events'
import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The network between the browser and our own server, where a connection is cut or a request delivered twice on demand. */

export type Loss = 'cut before the work' | 'cut after the work' | 'delivered twice'

/** What the server was asked, and what it answered, whether or not the browser heard of it. */
export interface Exchange {
  /** Such as `POST /bff/api/chats`. */
  line: string
  key: string | undefined
  status: number
  replayed: boolean
}

export type LossyProxy = Awaited<ReturnType<typeof startLossyProxy>>

/** @param server the address that requests are handed on to */
export async function startLossyProxy(server: string) {
  let next: { line: RegExp; loss: Loss } | null = null
  let exchanges: Exchange[] = []
  const way = createServer((request, response) => void carry(request, response))

  async function carry(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request
    const body = await whole(request)
    const line = `${method} ${url}`
    const loss = next?.line.test(line) ? next.loss : null
    if (loss) next = null
    if (loss === 'cut before the work') return request.socket.destroy()
    const deliver = () => handOn(line, method, url, headers, body)
    const [answer] = await Promise.all([deliver(), ...(loss === 'delivered twice' ? [deliver()] : [])])
    if (loss === 'cut after the work') return request.socket.destroy()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  async function handOn(line: string, method: string, url: string, headers: IncomingHttpHeaders, body: Buffer) {
    const outgoing = ask(server + url, { method, headers })
    outgoing.end(body)
    // A response is all that this event carries.
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    const status = answer.statusCode ?? 0
    const key = headers['idempotency-key']
    exchanges.push({ line, key: key?.toString(), status, replayed: answer.headers['idempotency-replayed'] === 'true' })
    return { status, headers: answer.headers, body: await whole(answer) }
  }

  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  // A server that listens on a host and port has an address of this shape.
  const { port } = way.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    /** The next request of this kind gets lost so. */
    lose: (line: RegExp, loss: Loss) => {
      next = { line, loss }
      exchanges = []
    },
    /** What reached the server since then. */
    exchanges: (line: RegExp) => exchanges.filter((exchange) => line.test(exchange.line)),
    async close() {
      way.close()
      way.closeAllConnections()
      await once(way, 'close')
    },
  }
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
