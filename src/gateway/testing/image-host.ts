import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { openTls, type Network } from '../images/safe-fetch.ts'
import { certificateFor } from './certificate.ts'
import { listenOnLoopback } from './loopback-server.ts'

/** A host of images on this machine, reached over real TLS. */

export const hostName = 'pictures.example'
export const publicAddress = '93.184.215.14'

/** One pixel. */
export const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export const sendImage = (response: ServerResponse, body: Buffer | string = png, headers: Record<string, string> = {}, status = 200) => {
  response.writeHead(status, { 'content-type': 'image/png', ...headers }).end(body)
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts the host. `state.handler` responds; `reached` records the requested paths. */
export async function startHost(certificate = certificateFor(hostName)) {
  const reached: string[] = []
  const state: { handler: Handler } = { handler: (_, response) => sendImage(response) }
  const server = createServer(certificate, (request, response) => {
    reached.push(request.url ?? '')
    state.handler(request, response)
  })
  const { port, close } = await listenOnLoopback(server)
  return { reached, state, port, ca: certificate.cert, close }
}

/**
 * A network in which every name has the given addresses, and every connection goes to one port of this machine. `dialled` records where the
 * connections were meant to go, `asked` the names that were looked up.
 */
export function networkTo(
  to: { port: number; ca?: string },
  resolve: (host: string) => string[] | Promise<string[]> = () => [publicAddress],
) {
  const dialled: { host: string; addresses: string[] }[] = []
  const asked: string[] = []
  const network: Network = {
    resolve: async (host) => {
      asked.push(host)
      return resolve(host)
    },
    connect: (host, addresses) => {
      dialled.push({ host, addresses })
      return openTls(hostName, ['127.0.0.1'], to)
    },
  }
  return { network, dialled, asked }
}
