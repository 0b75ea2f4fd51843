import { expect, test } from 'vitest'
import { tokenKeyScope } from '#contract/session.ts'
import { createAccount, createToken, revokeToken } from '#service/accounts/accounts.ts'
import { codeOf, fromPage, sessionFrom, startGateway } from '../testing/gateway.ts'
import { startRemoteService, json, remoteAccount } from '../testing/remote-service.ts'
import { startTeam } from '../testing/team.ts'

/** Team access: on, off, and the token that everybody uses. */

test('a person alone notices nothing: no team, no person', async () => {
  const gateway = await startGateway()
  const { cookie, answer } = await gateway.signIn()
  const session = (await answer.json()) as object
  expect(session).not.toHaveProperty('team')
  const read = await gateway.send('/bff/workspace/team', { headers: { cookie } })
  expect(await read.json()).toEqual({ status: true, data: { on: null, people: [], invitations: [], roles: {}, rolesRevision: 0 } })
  await gateway.close()
})

test('whoever turns team access on becomes the first Owner, and their session gets a new id', async () => {
  const gateway = await startTeam()
  expect(await gateway.sessionOf(gateway.ines.cookie)).toMatchObject({
    signedIn: true,
    signIn: { passkey: true },
    team: { person: { name: 'Ines', role: 'owner', chats: 'all' }, owners: ['Ines'], isTokenRejected: false, confirmWith: 'passkey' },
  })
  const { data } = await gateway.get(gateway.ines.cookie, 'teamRead')
  expect(data).toMatchObject({
    on: { by: 'Ines', tokenEnd: gateway.token.slice(-4), isTokenRejected: false },
    people: [{ name: 'Ines', role: 'owner', passkeys: 1, revision: 1 }],
  })
  await gateway.close()
})

test('only a token of this account is sealed', async () => {
  const gateway = await startTeam()
  const other = await createAccount(gateway.database, { email: 'else@example.org', name: 'Else', rooms: 1 })
  const { token } = await createToken(gateway.database, { accountId: other })
  const replace = (typed: string) => gateway.ask(gateway.ines.cookie, 'teamTokenReplace', { body: { token: typed } })
  expect(await codeOf(await replace(token))).toBe('other_account')
  expect(await (await replace('wrong')).json()).toMatchObject({
    code: 'invalid',
    errors: { token: [expect.stringContaining('is rejected by the service')] },
  })
  expect((await gateway.call(gateway.ines.cookie, 'GET', '/account')).status).toBe(200)
  const second = await createToken(gateway.database, { accountId: gateway.accountId })
  expect((await replace(second.token)).status).toBe(200)
  await gateway.close()

  const fresh = await startGateway()
  const { cookie } = await fresh.signIn()
  const stranger = await createToken(fresh.database, {
    accountId: await createAccount(fresh.database, { email: 'x@example.org', name: 'X', rooms: 1 }),
  })
  const answer = await fresh.send('/bff/workspace/team', {
    method: 'POST',
    headers: fresh.pageHeaders(cookie),
    body: JSON.stringify({ token: stranger.token, name: 'Ines' }),
  })
  expect(await codeOf(answer)).toBe('other_account')
  await fresh.close()
})

test('without the token, turning team access on needs a fresh confirmation', async () => {
  const gateway = await startGateway()
  const { cookie } = await gateway.signIn()
  const turnOn = () =>
    gateway.send('/bff/workspace/team', { method: 'POST', headers: gateway.pageHeaders(cookie), body: JSON.stringify({ name: 'Ines' }) })
  expect(await codeOf(await turnOn())).toBe('fresh_token_needed')
  await gateway.confirm(cookie)
  expect((await turnOn()).status).toBe(200)
  expect(await codeOf(await turnOn())).toBe('team_already_on')
  await gateway.close()
})

test('a name does not make anyone another person of the team', async () => {
  const gateway = await startTeam()
  const tom = await gateway.joined({ name: 'Tom' })
  const draft = { role: 'owner', chats: 'all', limits: {}, email: '' }
  const invite = (name: string) => gateway.askConfirmed(gateway.ines, 'invitationCreate', { body: { ...draft, name } })
  for (const name of ['Tom', ' INES ']) expect(await codeOf(await invite(name))).toBe('invalid')
  const { data } = await gateway.get(gateway.ines.cookie, 'personRead', { params: { personId: tom.id } })
  const { role, chats, limits, email, revision } = data
  const rename = (name: string) =>
    gateway.askConfirmed(gateway.ines, 'personUpdate', {
      params: { personId: tom.id },
      body: { name, role, chats, limits, email, revision },
    })
  expect(await codeOf(await rename('Ines'))).toBe('invalid')
  // Whoever is invited has the name that they will join with.
  expect((await invite('Lea')).status).toBe(200)
  expect(await codeOf(await invite('lea'))).toBe('invalid')
  expect(await codeOf(await rename('Lea'))).toBe('invalid')
  expect((await rename('tom')).status).toBe(200)
  expect((await gateway.askConfirmed(gateway.ines, 'teamTurnOff')).status).toBe(200)
  const { cookie } = await gateway.signIn()
  const turnOn = (name: string) => gateway.ask(cookie, 'teamTurnOn', { body: { token: gateway.token, name } })
  for (const name of ['Ines', 'ines', 'Tom']) expect(await codeOf(await turnOn(name))).toBe('invalid')
  expect((await gateway.get(cookie, 'teamRead')).data.on).toBeNull()
  expect((await turnOn('Kim')).status).toBe(200)
  await gateway.close()
})

test('an Owner who has no passkey yet turns team access on again as the same person', async () => {
  const gateway = await startTeam()
  await gateway.query.deleteFrom('passkey').execute()
  await gateway.query.updateTable('team').set({ since: null, sealed_token: '' }).execute()
  const again = await gateway.sessionOf(await gateway.turnOn('Ines'))
  expect(again).toMatchObject({ team: { person: { id: gateway.ines.id } } })
  await gateway.close()
})

test('turning team access off signs everyone out at once and deletes the token; roles are kept', async () => {
  const gateway = await startTeam()
  const tom = await gateway.joined({ name: 'Tom' })
  expect((await gateway.askConfirmed(gateway.ines, 'teamTurnOff')).status).toBe(200)
  for (const { cookie } of [tom, gateway.ines]) {
    expect(await codeOf(await gateway.call(cookie, 'GET', '/chats'))).toBe('team_off')
    expect(await gateway.sessionOf(cookie)).toMatchObject({ signedIn: false, ended: 'team_off' })
  }
  expect(await codeOf(await gateway.signInAnswer(tom.device))).toBe('team_off')
  const { cookie } = await gateway.signIn()
  const { data } = await gateway.get(cookie, 'teamRead')
  expect(data.on).toBeNull()
  expect(data.people.map(({ name, role }) => [name, role])).toEqual([
    ['Ines', 'owner'],
    ['Tom', 'moderator'],
  ])
  expect(await gateway.query.selectFrom('team').select(['sealed_token', 'token_end']).execute()).toEqual([
    { sealed_token: '', token_end: '' },
  ])

  // Turned on again, the same people sign in, and an old session stays ended.
  await gateway.turnOn('Kim')
  expect(await codeOf(await gateway.call(tom.cookie, 'GET', '/chats'))).toBe('team_off')
  expect((await gateway.signInAnswer(tom.device)).status).toBe(200)
  expect((await gateway.get(cookie, 'teamRead')).data.people).toHaveLength(3)
  await gateway.close()
})

test('a token that the service rejects ends no session of a person; everyone is told, until an Owner replaces it', async () => {
  const gateway = await startTeam()
  const tom = await gateway.joined({ name: 'Tom' })
  const { tokenId } = await gateway.database.query
    .selectFrom('token')
    .select('id as tokenId')
    .where('account_id', '=', gateway.accountId)
    .executeTakeFirstOrThrow()
  await revokeToken(gateway.database, tokenId)
  const refused = await gateway.call(tom.cookie, 'GET', '/chats')
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'team_token_refused'])
  // Reading the token key asks the service too.
  await gateway
    .get(gateway.ines.cookie, 'confirmOptions', { body: { for: [tokenKeyScope] } })
    .then(({ data }) => gateway.get(gateway.ines.cookie, 'confirmPasskey', { body: { credential: gateway.ines.device.get(data) } }))
  const keyRefused = await gateway.send('/bff/session/token-key', { headers: { cookie: gateway.ines.cookie } })
  expect(await codeOf(keyRefused)).toBe('team_token_refused')
  for (const { cookie } of [tom, gateway.ines])
    expect(await gateway.sessionOf(cookie)).toMatchObject({ signedIn: true, team: { isTokenRejected: true, owners: ['Ines'] } })

  const next = await createToken(gateway.database, { accountId: gateway.accountId })
  await gateway.get(gateway.ines.cookie, 'teamTokenReplace', { body: { token: next.token } })
  expect((await gateway.call(tom.cookie, 'GET', '/chats')).status).toBe(200)
  expect(await gateway.sessionOf(tom.cookie)).toMatchObject({ team: { isTokenRejected: false } })
  await gateway.close()
})

test('a token that was rejected by mistake counts again with the next answer', async () => {
  let isRefusing = false
  const remote = await startRemoteService((_, response) =>
    isRefusing ? json(response, { status: false }, 401) : json(response, { status: 1, data: remoteAccount }),
  )
  const gateway = await startTeam({ upstream: { address: remote.address } })
  isRefusing = true
  expect(await codeOf(await gateway.call(gateway.ines.cookie, 'GET', '/account'))).toBe('team_token_refused')
  isRefusing = false
  expect((await gateway.call(gateway.ines.cookie, 'GET', '/account')).status).toBe(200)
  expect(await gateway.sessionOf(gateway.ines.cookie)).toMatchObject({ team: { isTokenRejected: false } })
  await gateway.close()
  await remote.close()
})

test('rights of roles are changed by compare-and-swap, and those of Owners only cannot be given away', async () => {
  const gateway = await startTeam()
  const change = async (rights: object, revision: number) =>
    gateway.askConfirmed(gateway.ines, 'rolesUpdate', { body: { roles: { moderator: { rights } }, revision } })
  const tom = await gateway.joined({ name: 'Tom' })
  expect(await codeOf(await change({ 'people.write': true }, 0))).toBe('invalid')
  expect((await change({ 'messages.delete': false, 'settings.read': true }, 0)).status).toBe(200)
  expect(await codeOf(await change({}, 0))).toBe('changed_meanwhile')
  const session = await gateway.sessionOf(tom.cookie)
  const rights = session.signedIn ? session.team?.person?.rights : undefined
  expect(rights).toContain('settings.read')
  expect(rights).not.toContain('messages.delete')
  await gateway.close()
})

test('in the demo no token is entered, and the one that is sealed outlasts its session', async () => {
  const expiries: number[] = []
  const gateway = await startGateway({
    demo: {
      isPublic: true,
      accountId: 1,
      rooms: 1,
      messages: 1,
      makeToken: async (expires) => {
        expiries.push(expires)
        return (await createToken(gateway.database, { accountId: gateway.accountId, expires })).token
      },
    },
  })
  const opened = await gateway.send('/bff/session/demo', { method: 'POST', headers: fromPage, body: '{}' })
  const cookie = gateway.openPage(opened, await sessionFrom(opened.clone()))
  expect((await gateway.confirm(cookie, {})).status).toBe(200)
  const answer = await gateway.send('/bff/workspace/team', {
    method: 'POST',
    headers: gateway.pageHeaders(cookie),
    body: JSON.stringify({ name: 'Ines' }),
  })
  expect(answer.status).toBe(200)
  expect(expiries.at(-1)).toBe(gateway.now() + 365 * 24 * 3600)
  expect((await gateway.call(cookie, 'GET', '/account')).status).toBe(200)
  await gateway.close()
})
