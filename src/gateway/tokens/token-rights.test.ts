import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName } from '#contract/client.ts'
import type { GatewayEndpointName } from '#contract/gateway/api.ts'
import { scopedTokens, tokenRoleNames } from '#contract/gateway/scoped-tokens.ts'
import { samples } from '#service/testing/samples.ts'
import { recordingService } from '../testing/recording-service.ts'
import { callNames, expectedOfCalls, expectedOfGateway, gatewayNames, requestTo } from '../testing/expected-rights.ts'
import { codeOf } from '../testing/gateway.ts'
import { otherChat as other, ownChat as own, people } from '../testing/members.ts'
import { json, startRemoteService } from '../testing/remote-service.ts'
import { startTeam, type TestTeam } from '../testing/team.ts'

/**
 * Every endpoint, with tokens of a real team. A token may do what a person with its role and chats may (testing/expected-rights.ts), without what is
 * named here.
 */

const tokens = people.filter((person): person is Exclude<(typeof people)[number], { role: 'owner' }> => person.role !== 'owner')

/** In the own chat and in the other one: + allowed, - no right, x what a token may not do, whatever its role includes. */
const notForTokens: ReadonlySet<CallName> = new Set(['messageDeleteAll', 'chatDelete'])

/** The gateway's own endpoints that tokens may use; every other one is refused for each of them. */
const forTokens: ReadonlySet<GatewayEndpointName> = new Set([
  'ownTokenRead',
  'limitsRead',
  'recordList',
  'presetOnList',
  'presetUseList',
  'presetPreview',
  'presetTurnOn',
  'presetExtend',
  'presetEnd',
  // What they need depends on the kind: jobs.test.ts.
  'jobRead',
  'jobResultList',
  'auditList',
  'auditCount',
  'auditRead',
])

const { reached, service, account } = recordingService()

let team: TestTeam
const secrets: string[] = []
beforeAll(async () => {
  team = await startTeam({ upstream: { service }, audit: null, signInLimit: 1000 })
  for (const { name, role, chats } of tokens) {
    const answer = await team.askConfirmed(team.ines, 'scopedTokenCreate', { body: { label: name, role, chats, expiresInDays: 1 } })
    secrets.push(scopedTokens.scopedTokenCreate.response.parse(await answer.json()).data.secret)
  }
})
afterAll(() => team.close())

const ask = (secret: string, method: string, path: string, body?: unknown) =>
  team.send(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'if-match': '"1"' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const signs: Readonly<Record<string, string>> = { no_right: '-', not_for_tokens: 'x' }

async function decide(secret: string, name: CallName, chatId: number): Promise<string> {
  const { method, path, body } = samples(chatId).find((sample) => sample.name === name)!
  reached.length = 0
  const answer = await ask(secret, method, path, body)
  const sign = signs[String(await codeOf(answer))]
  if (answer.status === 403 && sign && reached.length === 0) return sign
  return reached.at(-1) === `${method} ${path}` ? '+' : `${answer.status}, reached ${reached.join()}`
}

test.each(callNames)('%s is decided by role and chat of the token before the service is asked', async (name) => {
  const found: string[] = []
  for (const secret of secrets) found.push((await decide(secret, name, own)) + (await decide(secret, name, other)))
  const [, ...ofPeople] = expectedOfCalls[name]
  expect(found).toEqual(notForTokens.has(name) ? ofPeople.map((decision) => decision.replaceAll('+', 'x')) : ofPeople)
})

test.each(gatewayNames)('%s of the gateway is refused to tokens, or decided by role', async (name) => {
  const { method, path, body } = requestTo(name)
  const found: string[] = []
  for (const secret of secrets) {
    const answer = await ask(secret, method, `/workspace${path}`, body)
    found.push(signs[String(await codeOf(answer))] ?? '+')
  }
  expect(found).toEqual(forTokens.has(name) ? expectedOfGateway(name).slice(1) : secrets.map(() => 'x'))
})

test('a backtest is no endpoint of tokens', async () => {
  expect((await ask(secrets[0]!, 'POST', '/workspace/backtests', {})).status).toBe(404)
})

test('the e-mail of the account stays as it is, also where an Owner lets managers change it', async () => {
  const roles = { manager: { rights: { 'account.email': true } } }
  const changed = await team.askConfirmed(team.ines, 'rolesUpdate', { body: { roles, revision: 0 } })
  expect(changed.status).toBe(200)
  const answer = await ask(secrets[0]!, 'PUT', '/account', { email: 'other@example.org' })
  expect([answer.status, await codeOf(answer)]).toEqual([403, 'not_for_tokens'])
})

test('the table has all roles that a token can have', () => {
  expect(new Set(tokens.map(({ role }) => role))).toEqual(new Set<string>(tokenRoleNames))
})

test('with a remote service, /api exists for scoped tokens only, and passes on the token of the account', async () => {
  const tokensSeen: (string | undefined)[] = []
  const remote = await startRemoteService((request, answer) => {
    tokensSeen.push(request.headers.authorization)
    return json(answer, { status: true, data: request.url === '/account' ? account : [] })
  })
  const other = await startTeam({ upstream: { address: remote.address } })
  const body = { label: 'script', role: 'manager', chats: 'all', expiresInDays: 1 }
  const created = await other.askConfirmed(other.ines, 'scopedTokenCreate', { body })
  const { secret } = scopedTokens.scopedTokenCreate.response.parse(await created.json()).data
  tokensSeen.length = 0
  const read = (token: string) => other.send('/api/chats', { headers: { authorization: `Bearer ${token}` } })
  expect([(await read(secret)).status, (await read(other.token)).status]).toEqual([200, 404])
  expect(tokensSeen).toEqual([`Bearer ${other.token}`])
  await other.close()
  await remote.close()
})
