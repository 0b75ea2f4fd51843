import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxProfileBytes, nothingLearned, type ServiceProfile } from '#contract/service-profile.ts'
import { identityHeader, pageHeader } from '#contract/session.ts'
import { codeOf, fromPage, startGateway } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'
import { startWithTwoAccounts } from '../testing/remote-service.ts'
import type { Member } from '../access/member.ts'

/** What accounts have learned about a remote service: each has its own profile, which only its own page can access. */

let accounts: Awaited<ReturnType<typeof startWithTwoAccounts>>
let ada: string
let kim: string

beforeAll(async () => {
  accounts = await startWithTwoAccounts()
  ada = (await accounts.gateway.signIn({ token: 'first' })).cookie
  kim = (await accounts.gateway.signIn({ token: 'second' })).cookie
})
afterAll(() => accounts.close())

const path = '/bff/service-profile'
const learned: ServiceProfile = {
  ...nothingLearned,
  learnedAt: 1000,
  behaviours: { omittedSettings: { value: 'reset', at: 1000, from: 'tested' } },
  sounds: { readBack: [['pop', 3]], kept: [['sound_ring', 2]], resets: true },
}
const read = async (cookie: string): Promise<unknown> => (await accounts.gateway.send(path, { headers: { ...fromPage, cookie } })).json()
const write = (cookie: string, body: unknown, headers: Record<string, string> = {}) =>
  accounts.gateway.send(path, { method: 'PUT', headers: { ...fromPage, cookie, ...headers }, body: JSON.stringify(body) })

test('each account has its own profile, and only a write based on the latest revision succeeds', async () => {
  expect(await read(ada)).toEqual({ profile: null, revision: 0 })
  expect((await write(ada, { profile: learned, revision: 0 })).status).toBe(200)
  expect(await read(ada)).toEqual({ profile: learned, revision: 1 })
  expect(await read(kim)).toEqual({ profile: null, revision: 0 })

  const other: ServiceProfile = { ...learned, behaviours: { omittedSettings: { value: 'kept', at: 2000, from: 'tested' } } }
  for (const revision of [0, 2]) {
    const late = await write(ada, { profile: other, revision })
    expect([late.status, await codeOf(late)]).toEqual([409, 'profile_changed'])
  }
  expect(await read(ada)).toEqual({ profile: learned, revision: 1 })
  const both = await Promise.all([other, learned].map((profile) => write(ada, { profile, revision: 1 })))
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test.each([
  ['another account', 409, () => ({ [identityHeader]: '8@elsewhere' })],
  ['another site', 403, () => ({ 'sec-fetch-site': 'cross-site' })],
  ['another origin', 403, () => ({ origin: 'http://127.0.0.1:9999' })],
  ['a form', 403, () => ({ [pageHeader.name]: '' })],
  ['nobody', 401, () => ({ cookie: 'roomkeeper=x' })],
])('a profile sent by %s is not stored', async (_, status, headers) => {
  const before = await read(kim)
  expect((await write(kim, { profile: learned, revision: 0 }, headers())).status).toBe(status)
  expect(await read(kim)).toEqual(before)
})

test('another site cannot read a profile', async () => {
  const answer = await accounts.gateway.send(path, { headers: { cookie: ada, 'sec-fetch-site': 'cross-site' } })
  expect(answer.status).toBe(403)
})

test.each([
  ['no profile', {}, 400],
  ['of a later release', { profile: { ...learned, version: 2 }, revision: 0 }, 400],
  [
    'with an unknown value',
    { profile: { ...learned, behaviours: { omittedSettings: { value: 'lost', at: 1, from: 'tested' } } }, revision: 0 },
    400,
  ],
  [
    'with a sound that is no setting',
    { profile: { ...learned, sounds: { ...learned.sounds, kept: [['__proto__', 1]] } }, revision: 0 },
    400,
  ],
  ['oversized', { profile: { ...learned, note: 'x'.repeat(maxProfileBytes) }, revision: 0 }, 413],
])('a body that is %s is refused', async (_, body, status) => {
  const before = await read(kim)
  expect((await write(kim, body)).status).toBe(status)
  expect(await read(kim)).toEqual(before)
})

test('there are no profiles of the bundled service', async () => {
  const bundled = await startGateway()
  const { cookie } = await bundled.signIn()
  expect((await bundled.send(path, { headers: { ...fromPage, cookie } })).status).toBe(404)
  await bundled.close()
})

test('anyone signed in reads it, only who may change the settings of all chats writes it', async () => {
  const { gateway } = accounts
  const as = async (person: Member) => {
    const cookie = await gateway.signInAs(person)
    const revision = ((await read(cookie)) as { revision?: number }).revision ?? 0
    return [
      (await gateway.send(path, { headers: { ...fromPage, cookie } })).status,
      (await write(cookie, { profile: learned, revision })).status,
    ]
  }
  expect(await as(member('manager', 'all'))).toEqual([200, 200])
  expect(await as(member('manager', [7]))).toEqual([200, 403])
  expect(await as(member('accountant', []))).toEqual([200, 403])
  expect(await as(member('owner', 'all', { mustRegisterPasskey: true }))).toEqual([403, 403])
})
