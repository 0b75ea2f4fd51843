import { once } from 'node:events'
import { STATUS_CODES, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { inTime } from '#http/event-loop.ts'
import { refusalResponse, starting, unreadable } from '../refusals.ts'
import type { Bindings } from './request-context.ts'
import { noStore, staticHeaders } from './security-headers.ts'

/** How long a stopping server waits for requests in progress: less than a shutdown may take (shutDown). */
const requestsTimeoutMs = 9_000
/** How long a client whose request could not be parsed may go on sending. */
const lingerMs = 5_000

/** Statuses for requests that Node's parser rejects, by error code; 400 for any other code. */
const parserErrorStatuses: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Listens, and resolves to the server and its URL. Rejects if the port is in use. */
export async function listen(app: Pick<Hono<Bindings>, 'fetch'>, host: string, port: number): Promise<{ server: Server; address: string }> {
  const server = createServer(
    // Checked every 5 s, so a connection that never finishes its request is closed after 15 to 20 s in the head, or 30 to 35 s in the body.
    { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 },
    getRequestListener(sendOnce(app), { errorHandler: answerUnreadable }),
  )
  answerParserErrors(server)
  server.listen(port, host)
  await once(server, 'listening')
  // A server that listens on a host and port has an address of this type.
  const { port: actualPort } = server.address() as AddressInfo
  return { server, address: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}` }
}

/** A file is sent directly to the socket (app-files.ts); for HEAD, Hono then creates a second response, which must not be sent. */
const sendOnce =
  (app: Pick<Hono<Bindings>, 'fetch'>): Parameters<typeof getRequestListener>[0] =>
  async (request, env) => {
    const answer = await app.fetch(request, env)
    return env.outgoing.headersSent ? RESPONSE_ALREADY_SENT : answer
  }

/**
 * By default Node closes the connection at once. If the client is still sending, the operating system then resets the connection, which can destroy
 * the response before it is read; so after the response, incoming data is discarded for a while (RFC 9112, 9.6).
 */
function answerParserErrors(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (incoming, outgoing) => answers.set(incoming.socket, outgoing))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Every chunk that still arrives causes the same error again.
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

/** Stops accepting connections, and resolves when the requests in progress are answered, or after 9 s, when they are cut off. */
export async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // Keep-alive connections become idle after their response; no further request will come.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const timeout = setTimeout(() => server.closeAllConnections(), requestsTimeoutMs)
  await closed
  clearInterval(idle)
  clearTimeout(timeout)
}

/** For requests that never reach the app, which handles its own errors. */
function answerUnreadable(): Response {
  const answer = refusalResponse(unreadable())
  for (const [name, value] of Object.entries(staticHeaders)) answer.headers.set(name, value)
  return answer
}

/** From the signal to the end of the process. Supervisors commonly kill after ten seconds. */
export const shutdownTimeoutMs = 9_500

/**
 * Runs the steps of a shutdown one after another, with one deadline for all: if the database or a service does not answer, the limits of the steps add
 * up to more. A step that fails is logged, and the next one runs. Resolves when all are done, or at the deadline. Never rejects.
 */
export async function shutDown(steps: readonly (() => Promise<unknown>)[], log: Logger): Promise<void> {
  const isDone = await inTime(shutdownTimeoutMs, runAll(steps, log))
  if (!isDone) log.warn({ event: 'stop' }, 'the shutdown took too long: what was in progress is cut off')
}

async function runAll(steps: readonly (() => Promise<unknown>)[], log: Logger): Promise<true> {
  for (const step of steps)
    await step().catch((error: unknown) => log.error({ err: error, event: 'stop' }, 'a step of the shutdown failed'))
  return true
}

/**
 * What the process listens with. Until its start is complete it refuses everything with 503 and a reason: a backup before a migration can take
 * minutes, in which a supervisor should see a process that is at work.
 */
export function createFront() {
  let phase: 'starting' | 'migrating' = 'starting'
  const early = new Hono<Bindings>()
  early.use(noStore)
  for (const path of ['/healthz', '/readyz']) early.get(path, () => refusalResponse(starting(phase, phase)))
  early.all('*', () => refusalResponse(starting(phase)))
  let current = early
  return {
    fetch: ((...args) => current.fetch(...args)) satisfies Hono<Bindings>['fetch'],
    /** What the process says that it is doing. */
    setPhase: (next: typeof phase) => {
      phase = next
    },
    /** From now on the app answers. */
    open: (app: Hono<Bindings>) => {
      current = app
    },
  }
}
