import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { startGateway } from './gateway.ts'
import { listenOnLoopback } from './loopback-server.ts'

/** A remote service: a real server that responds as the test says, and records the requests that reached it. */
export async function startRemoteService(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const reached: string[] = []
  const state = { answer }
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    state.answer(request, response)
  })
  const { port, close } = await listenOnLoopback(server)
  return { address: `http://127.0.0.1:${port}`, reached, state, close }
}

export const remoteAccount = {
  id: 7,
  email: 'lee@example.org',
  name: 'Lee',
  tokenKey: 'secret-key',
  company: '',
  paymentEmail: '',
  currency: null,
  countryId: null,
  address: '',
  city: '',
  state: '',
  unit: '',
  zipCode: '',
  reservedName: '',
  plan: { admins: 1, rooms: 2, users: 3, keywords: 4, usedAdmins: 0, usedKeywords: 0, usedRooms: 0, exceed: 0 },
}

export const json = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The least that a service must return so that a user can sign in. */
export const answerAccount = (_: IncomingMessage, response: ServerResponse) => json(response, { status: 1, data: remoteAccount })

/** A gateway in front of a remote service with two accounts: the token `second` belongs to account 8, any other to `remoteAccount`. */
export async function startWithTwoAccounts() {
  const remote = await startRemoteService((request, response) => {
    const id = request.headers.authorization === 'Bearer second' ? 8 : remoteAccount.id
    json(response, { status: 1, data: { ...remoteAccount, id } })
  })
  const gateway = await startGateway({ upstream: { address: remote.address } })
  const close = async () => {
    await gateway.close()
    await remote.close()
  }
  return { gateway, remote, close }
}
