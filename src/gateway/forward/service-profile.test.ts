import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityHeader, pageHeader } from '#contract/session.ts'
import { maxProfileBytes, nothingLearned, type ServiceProfile } from '#contract/service-profile.ts'
import { codeOf, remoteAccount, fromPage, json, startRemoteService, startGateway } from '../testing/gateway.ts'

/** What accounts have learned of a service that is not ours: each has its own, and only its own page reaches it. */

let foreign: Awaited<ReturnType<typeof startRemoteService>>
let gateway: Awaited<ReturnType<typeof startGateway>>
let ada: string
let kim: string

beforeAll(async () => {
  foreign = await startRemoteService((request, response) => {
    const id = request.headers.authorization === 'Bearer of-kim' ? 8 : remoteAccount.id
    json(response, { status: 1, data: { ...remoteAccount, id } })
  })
  gateway = await startGateway({ upstream: { address: foreign.address } })
  ada = (await gateway.signIn({ token: 'of-ada' })).cookie
  kim = (await gateway.signIn({ token: 'of-kim' })).cookie
})
afterAll(async () => {
  await gateway.close()
  await foreign.close()
})

const path = '/bff/service-profile'
const learned: ServiceProfile = {
  ...nothingLearned,
  learnedAt: 1000,
  behaviours: { omittedSettings: { value: 'reset', at: 1000, from: 'tested' } },
  sounds: { readBack: [['pop', 3]], kept: [['sound_ring', 2]], resets: true },
}
const read = async (cookie: string): Promise<unknown> => (await gateway.send(path, { headers: { ...fromPage, cookie } })).json()
const write = (cookie: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.send(path, { method: 'PUT', headers: { ...fromPage, cookie, ...headers }, body: JSON.stringify(body) })

test('a profile is kept by account, and written only by who has read the newest', async () => {
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
])('what %s sends is not stored', async (_, status, headers) => {
  const before = await read(kim)
  expect((await write(kim, { profile: learned, revision: 0 }, headers())).status).toBe(status)
  expect(await read(kim)).toEqual(before)
})

test('no other site reads it', async () => {
  const answer = await gateway.send(path, { headers: { cookie: ada, 'sec-fetch-site': 'cross-site' } })
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

test('of the bundled service nothing is kept: all of it is known', async () => {
  const bundled = await startGateway()
  const { cookie } = await bundled.signIn()
  expect((await bundled.send(path, { headers: { ...fromPage, cookie } })).status).toBe(404)
  await bundled.close()
})
