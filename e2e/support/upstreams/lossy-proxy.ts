import { once } from 'node:events'
import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy between the browser and our own server that cuts a connection or delivers a request twice on demand. */

export type Loss = 'cut before the work' | 'cut after the work' | 'delivered twice'

/** A request and its answer, whether or not the answer reached the browser. */
export interface Exchange {
  /** Such as `POST /bff/api/chats`. */
  line: string
  key: string | undefined
  status: number
  replayed: boolean
}

export type LossyProxy = Awaited<ReturnType<typeof startLossyProxy>>

/** @param server the address that requests are forwarded to */
export async function startLossyProxy(server: string) {
  let next: { line: RegExp; loss: Loss } | null = null
  let exchanges: Exchange[] = []
  const proxy = createServer((request, response) => void carry(request, response))

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
    // This event carries the response only.
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    const status = answer.statusCode ?? 0
    const key = headers['idempotency-key']
    exchanges.push({ line, key: key?.toString(), status, replayed: answer.headers['idempotency-replayed'] === 'true' })
    return { status, headers: answer.headers, body: await whole(answer) }
  }

  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  // A server that listens on a TCP port has an address of this type.
  const { port } = proxy.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    /** The next matching request is lost in this way. */
    lose: (line: RegExp, loss: Loss) => {
      next = { line, loss }
      exchanges = []
    },
    /** The matching exchanges since lose() was called. */
    exchanges: (line: RegExp) => exchanges.filter((exchange) => line.test(exchange.line)),
    async close() {
      proxy.close()
      proxy.closeAllConnections()
      await once(proxy, 'close')
    },
  }
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
