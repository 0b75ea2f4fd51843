import { afterEach, beforeEach, expect, test } from 'vitest'
import { gatewayPaths, identityHeader } from '#contract/session.ts'
import { scopedTokens } from '#contract/gateway/scoped-tokens.ts'
import { gatewayApi, type GatewayEndpointName } from '#contract/gateway/api.ts'
import { fillPath, type Endpoint } from '#contract/endpoint.ts'
import { codeOf, fromPage, startGateway } from '../testing/gateway.ts'
import { startTeam } from '../testing/team.ts'

/** What the one place decides before a handler of `gatewayApi` runs. */

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeEach(async () => {
  gateway = await startGateway()
})
afterEach(() => gateway.close())

const names = Object.keys(gatewayApi) as GatewayEndpointName[]
const endpointOf = (name: GatewayEndpointName): Endpoint => gatewayApi[name]
const closed = names.filter((name) => endpointOf(name).right !== 'anyone')

/** By parameter, where not any text will do. */
const valueOf: Record<string, string | number> = { chatId: 1, line: 1, kind: 'poll-rounds', versionId: 'a1' }

/** A path that matches the endpoint, with ids that nothing has. */
const pathOf = (name: GatewayEndpointName) => {
  const { path } = endpointOf(name)
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key!, valueOf[key!] ?? 'nobody']))
  return `/bff/workspace${fillPath(path, params)}`
}

const ask = (name: GatewayEndpointName, headers: Record<string, string>) => {
  const { method, body } = endpointOf(name)
  return gateway.send(pathOf(name), { method, headers: { ...fromPage, ...headers }, ...(body && { body: '{}' }) })
}

test('without a session, only what anyone may ask is not refused for it', async () => {
  for (const name of closed) {
    const answer = await ask(name, {})
    expect([answer.status, await codeOf(answer)], name).toEqual([401, 'no_session'])
  }
})

test('a page that shows another account is refused before anything happens', async () => {
  const { cookie } = await gateway.signIn()
  for (const name of closed) {
    const answer = await ask(name, { cookie, [identityHeader]: 'someone else' })
    expect([answer.status, await codeOf(answer)], name).toEqual([409, 'account_changed'])
  }
})

test('what is final or grants something needs a confirmation', async () => {
  const { cookie } = await gateway.signIn()
  for (const name of closed.filter((one) => endpointOf(one).stepUp)) {
    const answer = await ask(name, { cookie })
    expect([answer.status, await codeOf(answer)], name).toEqual([403, 'fresh_token_needed'])
  }
})

test('a confirmation for one target holds for no other', async () => {
  const { cookie } = await gateway.signIn()
  await gateway.confirm(cookie, { token: gateway.token, for: ['personRemove /people/nobody'] })
  expect(await codeOf(await ask('personRemove', { cookie }))).toBe('not_found')
  const other = await gateway.send('/bff/workspace/people/somebody', { method: 'DELETE', headers: { ...fromPage, cookie } })
  expect(await codeOf(other)).toBe('fresh_token_needed')
  expect(await codeOf(await ask('personUpdate', { cookie }))).toBe('fresh_token_needed')
})

test('input that does not match is refused by field', async () => {
  const { cookie } = await gateway.signIn()
  await gateway.confirm(cookie)
  const answer = await gateway.send('/bff/workspace/invitations', {
    method: 'POST',
    headers: { ...fromPage, cookie },
    body: JSON.stringify({ name: '', role: 'king', chats: 'some', limits: {}, email: '' }),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'invalid', errors: { name: expect.anything(), role: expect.anything() } })
})

test('an unknown path and a wrong method are told apart, and only the exact path matches', async () => {
  const { cookie } = await gateway.signIn()
  const sent = async (method: string, path: string) =>
    codeOf(
      await gateway.send(`/bff/workspace${path}`, { method, headers: { ...fromPage, cookie }, ...(method !== 'GET' && { body: '{}' }) }),
    )
  expect(await sent('GET', '/nothing')).toBe('not_found')
  expect(await sent('GET', '/team/')).toBe('not_found')
  expect(await sent('GET', '/%74eam')).toBe('not_found')
  expect(await sent('GET', '/people/a%2F..%2Fteam')).toBe('invalid')
  expect(await sent('PUT', '/team')).toBe('wrong_method')
})

test('the requests of a session are limited, and those of others are not', async () => {
  const limited = await startGateway({ requestLimit: 3 })
  const [{ cookie }, other] = await Promise.all([limited.signIn(), limited.signIn()])
  const read = (by: string) => limited.send('/bff/workspace/me/limits', { headers: { cookie: by } })
  for (let count = 0; count < 3; count++) expect((await read(cookie)).status).toBe(200)
  const refused = await read(cookie)
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'busy'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await read(other.cookie)).status).toBe(200)
  await limited.close()
})

test('the requests of a token are limited, whichever way they go', async () => {
  const team = await startTeam({ requestLimit: 20 })
  const body = { label: 'report', role: 'moderator', chats: 'all', expiresInDays: 1 }
  const { data } = scopedTokens.scopedTokenCreate.response.parse(
    await (await team.askConfirmed(team.ines, 'scopedTokenCreate', { body })).json(),
  )
  const read = async (path: string) => (await team.send(path, { headers: { authorization: `Bearer ${data.secret}` } })).status
  const paths = ['/api/chats', `${gatewayPaths.programWorkspace}/me/limits`]
  const statuses = []
  for (let count = 0; count < 22; count++) statuses.push(await read(paths[count % 2]!))
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429])
  await team.close()
})
