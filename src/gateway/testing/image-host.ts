import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { openTls, type Network } from '../images/safe-fetch.ts'
import { certificateFor } from './certificate.ts'

/** A host of pictures on this machine, reached over real TLS. */

export const hostName = 'pictures.example'
export const publicAddress = '93.184.215.14'

/** One dot. */
export const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export const sendImage = (response: ServerResponse, body: Buffer | string = png, headers: Record<string, string> = {}, status = 200) => {
  response.writeHead(status, { 'content-type': 'image/png', ...headers }).end(body)
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts it. `state.handler` answers; `reached` notes the paths it was asked for. */
export async function startHost(certificate = certificateFor(hostName)) {
  const reached: string[] = []
  const state: { handler: Handler } = { handler: (_, response) => sendImage(response) }
  const server = createServer(certificate, (request, response) => {
    reached.push(request.url ?? '')
    state.handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a host and port has an address of this shape.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { reached, state, port, ca: certificate.cert, close }
}

/**
 * An network in which every name has the given addresses, and every connection that the product wants ends at one port of this machine.
 * `dialled` notes what it wanted.
 */
export function outsideTo(
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
