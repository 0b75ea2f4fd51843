import { afterEach, beforeEach, vi } from 'vitest'
import { startGateway } from '#gateway/testing/gateway.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { knownSession, setSession } from './session.ts'
import { signIn } from './sign-in.ts'

/** A dashboard that is signed in with a gateway of its own, our service behind it, for tests of what requests do. */

/** Stands between the page and the gateway: answers in its place, or passes the request on, or another one. */
type Between = (request: Request, pass: (other?: Request) => Promise<Response>) => Promise<Response>

export const network = {
  between: ((_, pass) => pass()) as Between,
  /** What the service was asked, oldest first. */
  sent: [] as string[],
  /** The token of the account. */
  token: '',
}

/** Does it, but the answer never comes. */
export const lose =
  (method: string): Between =>
  async (request, pass) => {
    const answer = await pass()
    if (request.method === method) throw new TypeError('Failed to fetch')
    return answer
  }
/** It never arrives. */
export const drop =
  (method: string): Between =>
  (request, pass) =>
    request.method === method ? Promise.reject(new TypeError('Failed to fetch')) : pass()

/** Signs in before each test of the calling file, with a gateway and an account of its own. */
export function signInForEachTest() {
  // The record of changes asks it at any time, even after a test. Node has one from release 21 on.
  if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { onLine: true } })

  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeEach(async () => {
    gateway = await startGateway()
    Object.assign(network, { between: (_, pass) => pass(), token: gateway.token } satisfies Partial<typeof network>)
    let cookie = ''
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      init.signal?.throwIfAborted()
      // What a browser adds by itself.
      const headers = { ...(init.headers as Record<string, string>), cookie, 'sec-fetch-site': 'same-origin' }
      const request = new Request(`http://127.0.0.1:4173${path}`, { ...init, headers })
      if (path.startsWith('/bff/api/')) network.sent.push(`${request.method} ${path.replace('/bff/api', '')}`)
      const answer = await network.between(request, async (other = request) => gateway.app.fetch(other))
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return answer
    })
    setSession({ session: null })
    await signIn({ token: gateway.token })
    // The service of a stranger, who knows nothing beyond the API document. The gateway of the tests has ours behind it.
    setSession({ session: { ...(await knownSession()), service: { kind: 'remote', address: 'https://chat.example' } } })
    network.sent = []
  })
  afterEach(async () => {
    queryClient.clear()
    vi.unstubAllGlobals()
    await gateway.close()
  })
}
