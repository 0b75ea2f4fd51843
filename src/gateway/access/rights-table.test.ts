import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type ApiName } from '#contract/api.ts'
import { confirmScope, stepUpEndpoints } from '#contract/session.ts'
import { roleNames, type RoleName } from '#contract/gateway/role-names.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import { samples } from '#service/testing/samples.ts'
import { figure } from '../../test-figure.ts'
import { recordingService } from '../testing/recording-service.ts'
import { callNames, expectedOfCalls, expectedOfGateway, gatewayNames, requestTo } from '../testing/expected-rights.ts'
import { codeOf, fromPage } from '../testing/gateway.ts'
import { otherChat as other, ownChat as own, people } from '../testing/members.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'
import { isProof } from '../../test-runs.ts'

/** Every endpoint, as people of a real team: invited, signed in with a passkey. What is expected is in testing/expected-rights.ts. */

type PersonName = (typeof people)[number]['name']

const { reached, service } = recordingService()

let team: TestTeam
const signedIn = new Map<PersonName, TestPerson>()
beforeAll(async () => {
  // Without the log, which reads what was there before a change: only the requests themselves are counted.
  team = await startTeam({ upstream: { service }, audit: null, signInLimit: 1000 })
  signedIn.set('owner', team.ines)
  for (const { name, role, chats } of people.slice(1)) {
    const { secret } = await team.invite(team.ines, { name, role, chats: chats === 'all' ? 'all' : [...chats] })
    signedIn.set(name, await team.join(secret))
  }
})
afterAll(() => team.close())

const wrong: string[] = []
let decisions = 0
afterAll(() => {
  const all = (callNames.length * 2 + gatewayNames.length) * people.length
  if (isProof)
    figure(
      'T1',
      decisions === all && wrong.length === 0,
      `${wrong.length} of ${decisions} decisions wrong (${callNames.length} endpoints of the API × own and other chat, ${gatewayNames.length} of the gateway, 5 roles and a second Manager)`,
    )
})

/** Counts the decisions, and keeps the wrong ones for the figure. */
function count(name: string, found: readonly string[], wanted: readonly string[]) {
  for (const [index, decision] of found.entries()) {
    decisions += wanted[index]!.length
    if (decision !== wanted[index]) wrong.push(`${name} as ${people[index]!.name}: ${decision}`)
  }
}

/** Confirms with a passkey what needs it, so that nothing but the right decides. */
async function confirm({ cookie, device }: TestPerson, name: ApiName, chatId: number) {
  const scope = confirmScope(name, api[name].path, { chatId })
  const { data } = await team.get(cookie, 'confirmOptions', { body: { for: [scope] } })
  await team.get(cookie, 'confirmPasskey', { body: { credential: device.get(data) } })
}

/** Sends a call as a person: + where it reached the service, and only that; - where it was refused before. */
async function decide(who: PersonName, name: ApiName, chatId: number): Promise<string> {
  const { method, path, body } = samples(chatId).find((sample) => sample.name === name)!
  const person = signedIn.get(who)!
  if (stepUpEndpoints.some((one) => one === name)) await confirm(person, name, chatId)
  reached.length = 0
  const answer = await team.call(person.cookie, method, path, body, { 'if-match': '"1"' })
  const code = await codeOf(answer)
  if (answer.status === 403 && code === 'no_right' && reached.length === 0) return '-'
  return reached.join() === `${method} ${path}` ? '+' : `${answer.status} ${String(code)}, reached ${reached.join()}`
}

test.each(callNames)('%s is decided by role and chat before the service is asked', async (name) => {
  const found: string[] = []
  for (const { name: who } of people) found.push((await decide(who, name, own)) + (await decide(who, name, other)))
  count(name, found, expectedOfCalls[name])
  expect(found).toEqual(expectedOfCalls[name])
})

test.each(gatewayNames)('%s of the gateway is decided by role', async (name) => {
  const { method, path, body } = requestTo(name)
  const found: string[] = []
  for (const { name: who } of people) {
    const headers = { ...fromPage, cookie: signedIn.get(who)!.cookie }
    const answer = await team.send(`/bff/workspace${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    found.push((await codeOf(answer)) === 'no_right' ? '-' : '+')
  }
  count(name, found, expectedOfGateway(name))
  expect(found).toEqual(expectedOfGateway(name))
})

test('the table has all roles', () => {
  expect(new Set(people.map(({ role }) => role))).toEqual(new Set<RoleName>(roleNames))
})

test('a person whose role is lowered, whose chat is taken away or who is removed is refused with the next request', async () => {
  const { secret } = await team.invite(team.ines, { name: 'Tom', role: 'manager', chats: [own] })
  const tom = await team.join(secret)
  const read = async (path: string) => {
    const answer = await team.call(tom.cookie, 'GET', path)
    return [answer.status, await codeOf(answer)]
  }
  const change = async (grant: { role: RoleName; chats: GrantedChats }) => {
    const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId: tom.id } })
    const body = { name: 'Tom', ...grant, limits: {}, email: '', revision: data.revision }
    expect((await team.askConfirmed(team.ines, 'personUpdate', { params: { personId: tom.id }, body })).status).toBe(200)
  }
  expect(await read('/social')).toEqual([200, undefined])
  await change({ role: 'moderator', chats: [own] })
  expect([await read('/social'), await read(`/chats/${own}`)]).toEqual([
    [403, 'no_right'],
    [200, undefined],
  ])
  await change({ role: 'moderator', chats: [other] })
  expect(await read(`/chats/${own}`)).toEqual([403, 'no_right'])
  expect((await team.askConfirmed(team.ines, 'personRemove', { params: { personId: tom.id } })).status).toBe(200)
  expect(await read(`/chats/${other}`)).toEqual([401, 'removed'])
})
