import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from '#service/testing/samples.ts'
import { recordingService } from '../testing/recording-service.ts'
import { codeOf, startGateway } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'

/** What is not decided by the declared right of an endpoint alone; that is in access/rights-table.test.ts. */

/** The chat of everyone's grant, and one outside it. The Owner and the second Manager have all chats. */
const own = 7
const other = 8

const people = {
  owner: member('owner', 'all'),
  'manager of all chats': member('manager', 'all', { id: 'manager-2' }),
  manager: member('manager', [own]),
  moderator: member('moderator', [own]),
  host: member('host', [own]),
  accountant: member('accountant', []),
}
type PersonName = keyof typeof people
const names = Object.keys(people) as PersonName[]

const { reached, service, account } = recordingService()

let gateway: Awaited<ReturnType<typeof startGateway>>
const cookies = new Map<PersonName, string>()
beforeAll(async () => {
  // Without the log, which reads what was there before a change: only the requests themselves are counted.
  gateway = await startGateway({ upstream: { service }, audit: null, signInLimit: 100 })
  for (const name of names) {
    const cookie = await gateway.signInAs(people[name])
    cookies.set(name, cookie)
    await gateway.confirm(cookie)
  }
})
afterAll(() => gateway.close())

/** The answer's status and code, and what reached the service. */
async function outcome(answer: Promise<Response>) {
  reached.length = 0
  const { status } = (await answer).clone()
  return [status, await codeOf(await answer), ...reached]
}

test('the e-mail of the account needs a right of its own, a profile with the same e-mail does not', async () => {
  const save = (who: PersonName, email: string) =>
    outcome(gateway.call(cookies.get(who)!, 'PUT', '/account', { email, name: 'Kim', company: 'Tidewater' }))
  expect(await save('manager', 'mine@example.org')).toEqual([403, 'no_right', 'GET /account'])
  expect(await save('manager', account.email)).toEqual([200, undefined, 'GET /account', 'PUT /account'])
  expect(await save('owner', 'mine@example.org')).toEqual([200, undefined, 'GET /account', 'PUT /account'])
})

test('a case that services read differently does not hide the e-mail', async () => {
  const body = '{"name":"Kim","Email":"mine@example.org","email":"kim@example.org","email":"mine@example.org"}'
  const cookie = cookies.get('manager')!
  const answer = gateway.send('/bff/api/account', { method: 'PUT', headers: gateway.pageHeaders(cookie), body })
  expect(await outcome(answer)).toEqual([403, 'no_right', 'GET /account'])
})

test('the token key is the Owner’s', async () => {
  const readKey = async (who: PersonName) =>
    (await outcome(gateway.send('/bff/session/token-key', { headers: { cookie: cookies.get(who)! } })))[0]
  const found = []
  for (const who of names) found.push(await readKey(who))
  expect(found).toEqual([200, 403, 403, 403, 403, 403])
})

test('a session that can only register a passkey reads nothing, not even the account', async () => {
  const cookie = await gateway.signInAs(member('owner', 'all', { mustRegisterPasskey: true }))
  const refused = new Set<string>()
  for (const { name, method, path, body } of samples(own))
    if (name !== 'messageListSlow') refused.add(String(await outcome(gateway.call(cookie, method, path, body))))
  expect([...refused]).toEqual(['403,passkey_needed'])
})

test('a person who is removed or loses a right is refused with the next request', async () => {
  const cookie = await gateway.signInAs(member('moderator', [own]))
  const read = () => outcome(gateway.call(cookie, 'GET', `/chats/${own}`))
  expect(await read()).toEqual([200, undefined, `GET /chats/${own}`])
  await gateway.setMember(cookie, member('moderator', [other]))
  expect(await read()).toEqual([403, 'no_right'])
  // Of a change of many chats, each has its own request.
  await gateway.setMember(cookie, member('manager', [own, other]))
  const apply = (chatId: number) => outcome(gateway.call(cookie, 'PUT', `/chats/${chatId}`, { allowLinks: false }, { 'if-match': '"1"' }))
  expect((await apply(own))[0]).toBe(200)
  await gateway.setMember(cookie, member('manager', [own]))
  expect(await apply(other)).toEqual([403, 'no_right'])
  await gateway.setMember(cookie, null)
  expect(await read()).toEqual([401, 'no_session'])
})

test('a repetition is replayed to the person who sent it, nobody else, and only while they have the right', async () => {
  const real = await startGateway()
  const { cookie: token } = await real.signIn()
  const { chatId } = (await (await real.call(token, 'POST', '/chats', { name: 'Stage' })).json()) as { chatId: number }
  const [one, two] = [
    await real.signInAs(member('moderator', [chatId], { id: 'one' })),
    await real.signInAs(member('moderator', [chatId], { id: 'two' })),
  ]
  const post = async (cookie: string) => {
    const answer = await real.call(cookie, 'POST', `/chats/${chatId}/messages`, { text: 'Hello' }, { 'idempotency-key': 'key-1' })
    return [answer.status, answer.headers.get('idempotency-replayed')]
  }
  const found = [await post(one), await post(one), await post(two)]
  await real.setMember(one, member('accountant', [], { id: 'one' }))
  found.push(await post(one))
  await real.close()
  expect(found).toEqual([
    [200, null],
    [200, 'true'],
    [200, null],
    [403, null],
  ])
})
