import { afterEach, beforeEach, vi } from 'vitest'
import { startGateway } from '#gateway/testing/gateway.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { knownSession } from './session.ts'
import { setSession } from './session-state.ts'
import { signIn } from './sign-in.ts'

/** Signs a page in to its own gateway with the bundled service behind it, for tests of how requests behave. */

/** Intercepts a request between the page and the gateway: it can respond itself, or pass on this request or another one. */
type Between = (request: Request, pass: (other?: Request) => Promise<Response>) => Promise<Response>

export const network = {
  between: ((_, pass) => pass()) as Between,
  /** The requests that reached the service, oldest first. */
  sent: [] as string[],
  /** The token of the account. */
  token: '',
}

/** Processes the request but loses the response. */
export const lose =
  (method: string): Between =>
  async (request, pass) => {
    const answer = await pass()
    if (request.method === method) throw new TypeError('Failed to fetch')
    return answer
  }
/** Drops the request before it arrives. */
export const drop =
  (method: string): Between =>
  (request, pass) =>
    request.method === method ? Promise.reject(new TypeError('Failed to fetch')) : pass()

/** Signs in before each test of the calling file, with a new gateway and a new account. */
export function signInForEachTest() {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeEach(async () => {
    gateway = await startGateway()
    Object.assign(network, { between: (_, pass) => pass(), token: gateway.token } satisfies Partial<typeof network>)
    let cookie = ''
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      init.signal?.throwIfAborted()
      // The headers that a browser adds itself.
      const headers = { ...(init.headers as Record<string, string>), cookie, 'sec-fetch-site': 'same-origin' }
      const request = new Request(`http://127.0.0.1:4173${path}`, { ...init, headers })
      if (path.startsWith('/bff/api/')) network.sent.push(`${request.method} ${path.replace('/bff/api', '')}`)
      const answer = await network.between(request, async (other = request) => gateway.app.fetch(other))
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return answer
    })
    setSession({ session: null })
    await signIn({ token: gateway.token })
    // The page treats the service as a remote one, about which only the API document is known. The gateway of the tests uses the bundled service.
    setSession({ session: { ...(await knownSession()), service: { kind: 'remote', address: 'https://chat.example' } } })
    network.sent = []
  })
  afterEach(async () => {
    queryClient.clear()
    vi.unstubAllGlobals()
    await gateway.close()
  })
}
