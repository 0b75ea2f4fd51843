import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { fillPath } from '#contract/endpoint.ts'
import { confirmScope, gatewayPaths, identityHeader, Session } from '#contract/session.ts'
import { gatewayApi, type GatewayEndpointName } from '#contract/gateway/api.ts'
import { fromPage } from './gateway.ts'
import type { TestTeam } from './team.ts'

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

const origin = 'http://localhost:4173'

/** A browser with its cookies, which goes from the dashboard to the company's provider and back. */
export function companyBrowser({ app }: Pick<TestTeam, 'app'>) {
  const cookies = new Map<string, string>()
  const providerCookies = new Map<string, string>()
  let identity = ''

  const keep = (jar: Map<string, string>, answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=')
      jar.set(name, value)
    }
    return answer
  }
  const cookieHeader = (jar: Map<string, string>, isSent: (name: string) => boolean = () => true) =>
    [...jar]
      .filter(([name]) => isSent(name))
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')

  async function request(path: string, init: Init = {}, isSent?: (name: string) => boolean): Promise<Response> {
    await setImmediate()
    const headers = { ...init.headers, cookie: cookieHeader(cookies, isSent) }
    return keep(cookies, await app.fetch(new Request(new URL(path, origin), { ...init, headers })))
  }

  /** Follows the redirects of the provider until it sends the browser back. Resolves to that address. */
  async function visitProvider(address: string): Promise<string> {
    if (address.startsWith(origin)) return address
    const answer = keep(providerCookies, await fetch(address, { redirect: 'manual', headers: { cookie: cookieHeader(providerCookies) } }))
    const to = answer.headers.get('location')
    if (to === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    return visitProvider(new URL(to, address).href)
  }

  /** Presses the button. Resolves to the address at the provider, or to that of the sign-in page. */
  async function start(query: Record<string, string> = {}): Promise<string> {
    const answer = await request(`${gatewayPaths.company}/start?${new URLSearchParams(query)}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    return answer.headers.get('location') ?? ''
  }

  /** The provider sends the browser back: a navigation from another site, with which no SameSite=Strict cookie is sent. */
  const comeBack = (address: string) =>
    request(address, { headers: { 'sec-fetch-site': 'cross-site' } }, (name) => name.endsWith('-company'))

  async function ask(name: GatewayEndpointName, body: object, params: Record<string, unknown> = {}): Promise<Response> {
    const { method, path } = gatewayApi[name]
    const headers = { ...fromPage, ...(identity && { [identityHeader]: identity }) }
    const answer = await request(gatewayPaths.workspace + fillPath(path, params), {
      method,
      headers,
      ...(['GET', 'DELETE'].includes(method) ? {} : { body: JSON.stringify(body) }),
    })
    const session = Session.safeParse(await answer.clone().json())
    if (session.success && session.data.signedIn) identity = session.data.identity
    return answer
  }

  const finish = (ticket: string, more: object = {}) => ask('companySignIn', { ticket, ...more })

  /** The whole way. Resolves to the last answer. */
  async function signIn(query: Record<string, string> = {}): Promise<Response> {
    const address = await start(query)
    return finish(address.startsWith('/') ? ticketIn(address) : await ticketOf(await comeBack(await visitProvider(address))))
  }

  /** Confirms an endpoint in a second window. Resolves to the last answer. */
  async function confirm(name: GatewayEndpointName, params: Record<string, unknown> = {}): Promise<Response> {
    const { data } = gatewayApi.confirmCompanyOptions.response.parse(
      await (await ask('confirmCompanyOptions', { for: [confirmScope(name, gatewayApi[name].path, params)] })).json(),
    )
    await comeBack(await visitProvider(data.address))
    return ask('confirmCompany', { ticket: data.ticket })
  }

  /** Signs out at the provider. */
  const leaveProvider = () => providerCookies.clear()

  return { cookies, leaveProvider, request, start, visitProvider, comeBack, ask, finish, signIn, confirm }
}

/** In the address of the sign-in page. */
export const ticketIn = (path: string): string => new URL(path, origin).searchParams.get('company') ?? ''

/** The small page continues at the sign-in page. */
export async function ticketOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200)
  const path = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(await answer.text())?.[1] ?? ''
  return ticketIn(path.replaceAll('&amp;', '&'))
}
