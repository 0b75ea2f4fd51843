import { expect } from 'vitest'
import type { z } from 'zod/mini'
import type { DatabaseLocation } from '#db/open.ts'
import { fillPath, fillQuery, type Endpoint } from '#contract/endpoint.ts'
import { confirmScope, type Session } from '#contract/session.ts'
import { gatewayApi, type GatewayApi, type GatewayEndpointName } from '#contract/gateway/api.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import type { GatewayOptions } from '../gateway-options.ts'
import { Authenticator } from './authenticator.ts'
import { fromPage, startGateway } from './gateway.ts'

interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
}

interface Invited {
  name: string
  role?: RoleName
  chats?: GrantedChats
  email?: string
}

/** A person who signed in: their browser and their device. */
export interface TestPerson {
  id: string
  cookie: string
  device: Authenticator
  /** Recovery codes. */
  codes: string[]
}

/** A gateway whose account has a team. Its first Owner, Ines, has a passkey and has confirmed nothing. */
export async function startTeam(options: Partial<GatewayOptions> = {}, place?: DatabaseLocation) {
  const gateway = await startGateway(options, place)
  const { send, clock } = gateway

  /** Asks an endpoint of the workspace as the page of this cookie does; '' = nobody is signed in. */
  const ask = (cookie: string, name: GatewayEndpointName, { params = {}, query = {}, body = {} }: Input = {}) => {
    const { method, path, ...endpoint }: Endpoint = gatewayApi[name]
    return send(`/bff/workspace${fillPath(path, params)}${fillQuery(query)}`, {
      method,
      headers: { ...fromPage, ...(cookie && { cookie }) },
      ...(endpoint.body && { body: JSON.stringify(body) }),
    })
  }

  /** The answer of an endpoint that must succeed. */
  async function get<K extends GatewayEndpointName>(
    cookie: string,
    name: K,
    input: Input = {},
  ): Promise<z.output<GatewayApi[K]['response']> & object> {
    const answer = await ask(cookie, name, input)
    const body: unknown = await answer.json()
    expect([answer.status, body], name).toEqual([200, body])
    // The router has parsed it with this schema.
    return body as z.output<GatewayApi[K]['response']> & object
  }

  const scopeOf = (name: GatewayEndpointName, params: Record<string, unknown> = {}) => confirmScope(name, gatewayApi[name].path, params)

  /** Confirms one action with a passkey. */
  async function confirmWith(
    { cookie, device }: Pick<TestPerson, 'cookie' | 'device'>,
    name: GatewayEndpointName,
    params: Record<string, unknown> = {},
  ) {
    const { data } = await get(cookie, 'confirmOptions', { body: { for: [scopeOf(name, params)] } })
    return ask(cookie, 'confirmPasskey', { body: { credential: device.get(data) } })
  }

  /** Confirms and asks, as the page does. */
  async function askConfirmed(person: Pick<TestPerson, 'cookie' | 'device'>, name: GatewayEndpointName, input: Input = {}) {
    expect((await confirmWith(person, name, input.params)).status).toBe(200)
    return ask(person.cookie, name, input)
  }

  /** Turns team access on in a session with the token. Resolves to the cookie of the first Owner, who has no passkey yet. */
  async function turnOn(name = 'Ines') {
    const { cookie } = await gateway.signIn()
    expect(await get(cookie, 'teamTurnOn', { body: { token: gateway.token, name } })).toMatchObject({ signedIn: true })
    return cookie
  }

  async function registerPasskey(cookie: string, device = new Authenticator()) {
    const { data } = await get(cookie, 'myPasskeyOptions')
    const answer = await ask(cookie, 'myPasskeyCreate', { body: { name: 'Laptop', credential: device.create(data) } })
    return { answer, device }
  }

  /** A new link. */
  async function invite(owner: TestPerson, { name, role = 'moderator', chats = [1], email = '' }: Invited) {
    const answer = await askConfirmed(owner, 'invitationCreate', { body: { name, role, chats, limits: {}, email } })
    expect(answer.status).toBe(200)
    return gatewayApi.invitationCreate.response.parse(await answer.json()).data
  }

  /** Opens a link and accepts it. */
  async function join(secret: string, device = new Authenticator()): Promise<TestPerson> {
    const { data } = await get('', 'joinRead', { body: { secret } })
    const answer = await ask('', 'join', { body: { secret, credential: device.create(data.options), passkeyName: 'Laptop' } })
    const joined = gatewayApi.join.response.parse(await answer.clone().json()).data
    return { ...opened(answer, joined.session), device, codes: joined.codes }
  }

  function opened(answer: Response, session: Session) {
    const person = session.signedIn ? session.team?.person : undefined
    if (!person) throw new Error('nobody is signed in')
    return { id: person.id, cookie: gateway.openPage(answer, session) }
  }

  const signInAnswer = async (device: Authenticator) => {
    const { data } = await get('', 'passkeySignInOptions')
    return ask('', 'passkeySignIn', { body: { credential: device.get(data) } })
  }

  async function signInWith(device: Authenticator): Promise<TestPerson> {
    const answer = await signInAnswer(device)
    return { ...opened(answer, gatewayApi.passkeySignIn.response.parse(await answer.clone().json())), device, codes: [] }
  }

  async function recover(code: string): Promise<TestPerson> {
    const answer = await ask('', 'recoverySignIn', { body: { code } })
    const session = gatewayApi.recoverySignIn.response.parse(await answer.clone().json())
    return { ...opened(answer, session), device: new Authenticator(), codes: [] }
  }

  const sessionOf = async (cookie: string) => {
    const answer = await send('/bff/session', { headers: { cookie } })
    return (await answer.json()) as Session
  }

  const cookie = await turnOn()
  const { device } = await registerPasskey(cookie)
  const me = await get(cookie, 'meRead')
  // The confirmation that came with the token has expired.
  clock.ms += 6 * 60_000
  const ines: TestPerson = { id: me.data.id, cookie, device, codes: [] }
  /** A person whom Ines, the first Owner, invited. */
  const joined = async (invited: Invited, device?: Authenticator) => join((await invite(ines, invited)).secret, device)

  return {
    ...gateway,
    ines,
    ask,
    get,
    askConfirmed,
    confirmWith,
    turnOn,
    registerPasskey,
    invite,
    join,
    joined,
    signInAnswer,
    signInWith,
    recover,
    sessionOf,
  }
}

export type TestTeam = Awaited<ReturnType<typeof startTeam>>
