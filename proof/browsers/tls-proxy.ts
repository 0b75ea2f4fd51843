import { createServer } from 'node:https'
import { request as ask } from 'node:http'
import { certificateFor } from '../../src/gateway/testing/certificate.ts'
import { listenOnLoopback } from '../../src/gateway/testing/loopback-server.ts'

/** A TLS proxy as an operator puts in front of the product (docs/operations.md), with a self-signed certificate. */
export interface TlsProxy {
  /** Without a slash at the end. */
  address: string
  /** @param address of the product, which requests are forwarded to from now on */
  forwardTo: (address: string) => void
  close: () => Promise<unknown>
}

export async function startTlsProxy(): Promise<TlsProxy> {
  let target = ''
  const server = createServer(certificateFor('localhost'), (request, response) => {
    const { method, url, headers, socket } = request
    const forwarded = { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': socket.remoteAddress }
    const outgoing = ask(target + url, { method, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    // The browser sees the connection end, as it does when the product ends it.
    outgoing.once('error', () => response.destroy())
    response.once('close', () => outgoing.destroy())
    request.pipe(outgoing)
  })
  const { port, close } = await listenOnLoopback(server)
  return { address: `https://localhost:${port}`, forwardTo: (address) => (target = address), close }
}
