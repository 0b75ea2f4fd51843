import { createEndpointClient } from '#contract/client.ts'
import { gatewayPaths, identityHeader, pageHeader, type Session } from '#contract/session.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { backtestPath, type BacktestRequest } from '#contract/gateway/rules.ts'
import { expect } from './fixtures.ts'

/**
 * A session with the gateway by requests alone, as a second browser of the same account: for what somebody else does meanwhile, and for what happens
 * while no page is open.
 */
export async function gatewaySession(address: string, token: string) {
  const headers: Record<string, string> = { [pageHeader.name]: pageHeader.value, origin: address, 'content-type': 'application/json' }
  const post = async (path: string) => {
    const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify({ token }) })
    // A confirmation replaces the cookie.
    headers['cookie'] = answer.headers.get('set-cookie')?.split(';')[0] ?? headers['cookie'] ?? ''
    return answer
  }
  const answer = await post(gatewayPaths.session)
  const session = (await answer.json()) as Session
  if (!session.signedIn) throw new TypeError('Not signed in')
  headers[identityHeader] = session.identity
  const send = (path: string, init?: RequestInit) =>
    fetch(address + gatewayPaths.workspace + path, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers },
    })
  return {
    /** Runs a stored rule on what was written in the last days, which it needs before it goes live. */
    backtest: async (request: BacktestRequest) => {
      // Few may run at a time, and other tests run them too.
      await expect(async () => {
        const answer = await send(backtestPath, { method: 'POST', body: JSON.stringify(request) })
        expect((await answer.text()).trim().split('\n').at(-1)).toContain('"done"')
      }).toPass()
    },
    /** Enters the token again, for the next action that needs it. */
    confirm: async () => expect((await post(gatewayPaths.confirm)).status).toBe(200),
    /** Calls the gateway's own endpoints. */
    call: createEndpointClient(gatewayApi, send),
  }
}
