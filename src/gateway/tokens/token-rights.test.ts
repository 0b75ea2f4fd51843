import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiNames } from '#contract/api.ts'
import type { CallName } from '#contract/client.ts'
import { fillPath, type Endpoint } from '#contract/endpoint.ts'
import { workspaceApi, type WorkspaceName } from '#contract/gateway/api.ts'
import { scopedTokens, tokenRoleNames, type TokenRole } from '#contract/gateway/scoped-tokens.ts'
import { samples } from '#service/testing/samples.ts'
import { recordingService } from '../testing/recording-service.ts'
import { codeOf } from '../testing/gateway.ts'
import { json, startRemoteService } from '../testing/remote-service.ts'
import { startTeam, type TestTeam } from '../testing/team.ts'

/**
 * Every endpoint, with tokens of a real team. What is expected is written out here, as in rights-table.test.ts for people, so that a mistake in a
 * declaration does not decide what is right.
 */

/** The chat of every token, and one outside their grants. The first manager's token has all chats. */
const own = 7
const other = 8

const tokens = [
  { name: 'manager of all chats', role: 'manager', chats: 'all' },
  { name: 'manager', role: 'manager', chats: [own] },
  { name: 'moderator', role: 'moderator', chats: [own] },
  { name: 'host', role: 'host', chats: [own] },
  { name: 'accountant', role: 'accountant', chats: [] },
] as const satisfies { name: string; role: TokenRole; chats: 'all' | number[] }[]

/** In the own chat and in the other one: + allowed, - no right, x what a token may not do, whatever its role includes. */
type Decision = '++' | '+-' | '--' | 'xx' | 'x-'

const expected: Record<CallName, readonly [Decision, Decision, Decision, Decision, Decision]> = {
  //           managers:all, own  moderator host accountant
  pollList: ['++', '+-', '+-', '+-', '--'],
  pollCreate: ['++', '+-', '--', '+-', '--'],
  pollUpdate: ['++', '+-', '--', '+-', '--'],
  pollDelete: ['++', '+-', '--', '+-', '--'],
  pollReset: ['++', '+-', '--', '+-', '--'],
  pollResend: ['++', '+-', '--', '+-', '--'],
  pollPublish: ['++', '+-', '--', '+-', '--'],
  messageSend: ['++', '+-', '+-', '+-', '--'],
  messageList: ['++', '+-', '+-', '+-', '--'],
  messageDelete: ['++', '+-', '+-', '--', '--'],
  messageDeleteSome: ['++', '+-', '+-', '--', '--'],
  messageDeleteAll: ['xx', 'x-', '--', '--', '--'],
  chatCreate: ['++', '--', '--', '--', '--'],
  chatDuplicate: ['++', '--', '--', '--', '--'],
  chatList: ['++', '++', '++', '++', '--'],
  chatRead: ['++', '+-', '+-', '+-', '--'],
  chatUpdate: ['++', '+-', '--', '--', '--'],
  chatDelete: ['xx', 'x-', '--', '--', '--'],
  accountRead: ['++', '++', '++', '++', '++'],
  accountUpdate: ['++', '++', '--', '--', '--'],
  currencySet: ['--', '--', '--', '--', '--'],
  banCreate: ['++', '+-', '+-', '--', '--'],
  banList: ['++', '+-', '+-', '--', '--'],
  banLift: ['++', '+-', '+-', '--', '--'],
  banLiftRange: ['++', '+-', '+-', '--', '--'],
  socialRead: ['++', '++', '--', '--', '--'],
  socialUpdate: ['++', '++', '--', '--', '--'],
}
const callNames = apiNames.filter((name): name is CallName => name !== 'messageListSlow')

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
  expect(found).toEqual(expected[name])
})

/** The gateway's own endpoints that tokens may use; every other one is refused for each of them. */
const open: Partial<Record<WorkspaceName, readonly [string, string, string, string, string]>> = {
  ownTokenRead: ['+', '+', '+', '+', '+'],
  limitsRead: ['+', '+', '+', '+', '+'],
  recordList: ['+', '+', '+', '+', '-'],
  presetOnList: ['+', '+', '+', '+', '-'],
  presetUseList: ['+', '+', '+', '-', '-'],
  presetPreview: ['+', '+', '+', '-', '-'],
  presetTurnOn: ['+', '+', '+', '-', '-'],
  presetExtend: ['+', '+', '+', '-', '-'],
  presetEnd: ['+', '+', '+', '-', '-'],
  // What they need depends on the kind: jobs.test.ts.
  jobRead: ['+', '+', '+', '+', '+'],
  jobResultList: ['+', '+', '+', '+', '+'],
  auditList: ['+', '+', '-', '-', '-'],
  auditCount: ['+', '+', '-', '-', '-'],
  auditRead: ['+', '+', '-', '-', '-'],
}

/** By parameter, where not any text will do. */
const valueOf: Record<string, string | number> = { chatId: own, line: 1, kind: 'poll-rounds', versionId: 'a1' }

test.each(Object.keys(workspaceApi) as WorkspaceName[])('%s of the gateway is refused to tokens, or decided by role', async (name) => {
  const { method, path, body }: Endpoint = workspaceApi[name]
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, valueOf[key] ?? 'nobody']))
  const found: string[] = []
  for (const secret of secrets) {
    // Input that no schema accepts, and ids that nothing has: whatever is not refused for the right changes nothing.
    const answer = await ask(secret, method, `/workspace${fillPath(path, params)}`, body && [])
    found.push(signs[String(await codeOf(answer))] ?? '+')
  }
  expect(found).toEqual(open[name] ?? secrets.map(() => 'x'))
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
