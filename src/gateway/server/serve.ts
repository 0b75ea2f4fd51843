import { once } from 'node:events'
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono } from 'hono'
import { staticHeaders } from './security-headers.ts'
import type { Bindings } from './request-context.ts'
import { refusalResponse, unreadable } from '../refusals.ts'

/** Longest wait for requests under way when the server stops, in milliseconds. Supervisors commonly kill after ten seconds. */
const shutdownTimeoutMs = 9_000
/** Longest time that a client whose request could not be parsed may go on sending, in milliseconds. */
const lingerMs = 5_000

/** Answers to requests that Node's parser gives up, by its code of the error; 400 to every other. */
const parserErrorStatuses: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Listens, and resolves to the server and its address as a browser writes it. Rejects when the port is taken. */
export async function listen(app: Pick<Hono<Bindings>, 'fetch'>, host: string, port: number): Promise<{ server: Server; address: string }> {
  const server = createServer(
    // Looked at so often: a connection that never finishes its request is cut off after 15 to 20 s, or 30 to 35 s in the body.
    { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 },
    getRequestListener(sendOnce(app), { errorHandler: answerUnreadable }),
  )
  answerParserErrors(server)
  server.listen(port, host)
  await once(server, 'listening')
  // A listening server on a host and port has an address of this shape.
  const { port: actualPort } = server.address() as AddressInfo
  return { server, address: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}` }
}

/** A file is sent past the app (static.ts); to HEAD the app then makes an answer of its own, which must not follow. */
const sendOnce =
  (app: Pick<Hono<Bindings>, 'fetch'>): Parameters<typeof getRequestListener>[0] =>
  async (request, env) => {
    const answer = await app.fetch(request, env)
    return env.outgoing.headersSent ? RESPONSE_ALREADY_SENT : answer
  }

/**
 * Node itself closes the connection at once. Where the client is still sending, the system answers that with a reset, which can overtake
 * the refusal; so what comes is dropped for a while after it (RFC 9112, 9.6).
 */
function answerParserErrors(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (incoming, outgoing) => answers.set(incoming.socket, outgoing))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Every part that still arrives is the same error again.
    if (socket.writableEnded) return
    const answer = answers.get(socket)
    const isAnswering = answer?.headersSent && !answer.writableFinished
    if (!socket.writable || isAnswering) {
      socket.destroy()
      return
    }
    const status = parserErrorStatuses[error.code ?? ''] ?? 400
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  })
}

/** Takes no more connections and resolves when the requests under way are answered, or are cut off after 9 s. */
export async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection is kept open after its answer in case of another request; there will be none.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const timeout = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs)
  await closed
  clearInterval(idle)
  clearTimeout(timeout)
}

/** The app answers every error of its own; this is for requests that never reach it. */
function answerUnreadable(): Response {
  const answer = refusalResponse(unreadable())
  for (const [name, value] of Object.entries(staticHeaders)) answer.headers.set(name, value)
  return answer
}
