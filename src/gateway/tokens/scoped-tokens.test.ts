import { afterEach, beforeEach, expect, test } from 'vitest'
import { scopedTokens, type ScopedTokenDraft } from '#contract/gateway/scoped-tokens.ts'
import { type Bench, onAnyEngine, onEveryEngine } from '#service/testing/databases.ts'
import { codeOf } from '../testing/gateway.ts'
import { startTeam, type TestTeam } from '../testing/team.ts'

/** Tokens for programs: how they are made, what ends them, and where they are accepted. What they may do is in token-rights.test.ts. */

const day = 24 * 60 * 60

let team: TestTeam
let chatId: number

function eachWithTeam(bench: Bench) {
  beforeEach(async () => {
    // SQLite admits one connection, so there each test has a database of its own.
    team = await startTeam({ signInLimit: 6 }, 'url' in bench.place ? bench.place : undefined)
    const created = await team.call(team.ines.cookie, 'POST', '/chats', { name: 'Lobby' })
    chatId = ((await created.json()) as { chatId: number }).chatId
  })
  afterEach(() => team.close())
}

const draft = (other: Partial<ScopedTokenDraft> = {}) =>
  ({ label: 'nightly report', role: 'moderator', chats: [chatId], expiresInDays: 30, ...other }) satisfies ScopedTokenDraft

async function create(other: Partial<ScopedTokenDraft> = {}, by = team.ines) {
  const answer = await team.askConfirmed(by, 'scopedTokenCreate', { body: draft(other) })
  expect(answer.status).toBe(200)
  return scopedTokens.scopedTokenCreate.response.parse(await answer.json()).data
}

const program = (secret: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  team.send(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const read = async (secret: string, headers: Record<string, string> = {}) => {
  const answer = await program(secret, 'GET', `/chats/${chatId}`, undefined, headers)
  return [answer.status, await codeOf(answer)]
}
const listed = async () => (await team.get(team.ines.cookie, 'scopedTokenList')).data

onEveryEngine('scoped tokens, created and expired', (bench) => {
  eachWithTeam(bench)

  test('a token is in the answer that creates it, and its creation is recorded', async () => {
    const { token, secret } = await create()
    expect(secret).toMatch(/^rk_scoped_[\w-]{43}$/)
    expect(await read(secret)).toEqual([200, undefined])
    expect(await listed()).toEqual([{ ...token, lastUsed: team.now() }])
    expect(token).toMatchObject({
      label: 'nightly report',
      role: 'moderator',
      chats: [chatId],
      createdBy: 'Ines',
      expires: team.now() + 30 * day,
    })
    const lines = await team.query.selectFrom('audit_line').select('text').execute()
    expect(lines.filter(({ text }) => text.includes('scopedTokenCreate'))).toHaveLength(1)
  })

  test('an account has at most 100, also where two are created at the same moment', async () => {
    const { token } = await create()
    const row = await team.query.selectFrom('scoped_token').selectAll().where('id', '=', token.id).executeTakeFirstOrThrow()
    for (let number = 1; number < 99; number++)
      await team.query
        .insertInto('scoped_token')
        .values({ ...row, id: `t${number}`, hash: `h${number}` })
        .execute()
    await team.confirmWith(team.ines, 'scopedTokenCreate')
    const both = await Promise.all([1, 2].map(() => team.ask(team.ines.cookie, 'scopedTokenCreate', { body: draft() })))
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
    expect(await codeOf(both.find(({ status }) => status === 409)!)).toBe('token_limit')
    await team.get(team.ines.cookie, 'scopedTokenRevoke', { params: { tokenId: token.id } })
    expect((await team.ask(team.ines.cookie, 'scopedTokenCreate', { body: draft() })).status).toBe(200)
  })

  test('it ends to the second when it expires', async () => {
    const { secret } = await create({ expiresInDays: 1 })
    team.clock.ms = (team.now() + day - 1) * 1000
    expect(await read(secret)).toEqual([200, undefined])
    team.clock.ms += 1000
    expect(await read(secret)).toEqual([401, 'scoped_token_refused'])
  })
})

onAnyEngine('scoped tokens', (bench) => {
  eachWithTeam(bench)

  test('creating one needs a confirmation, and an Owner', async () => {
    expect(await codeOf(await team.ask(team.ines.cookie, 'scopedTokenCreate', { body: draft() }))).toBe('fresh_token_needed')
    const tom = await team.joined({ name: 'Tom', role: 'manager', chats: 'all' })
    expect(await codeOf(await team.ask(tom.cookie, 'scopedTokenCreate', { body: draft() }))).toBe('no_right')
    expect(await codeOf(await team.ask(tom.cookie, 'scopedTokenList'))).toBe('no_right')
  })

  test.each([{ expiresInDays: 366 }, { expiresInDays: 0 }, { expiresInDays: undefined }, { role: 'owner' }, { label: ' ' }])(
    'not with %j',
    async (other) => {
      const answer = await team.askConfirmed(team.ines, 'scopedTokenCreate', { body: { ...draft(), ...other } })
      expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid'])
    },
  )

  test('a revoked token is refused with its next request', async () => {
    const { token, secret } = await create()
    await team.get(team.ines.cookie, 'scopedTokenRevoke', { params: { tokenId: token.id } })
    const answer = await program(secret, 'GET', '/chats')
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await answer.json()).toMatchObject({
      status: false,
      code: 'scoped_token_refused',
      message: expect.stringContaining('was revoked'),
    })
    expect(await listed()).toEqual([])
    expect(await codeOf(await team.ask(team.ines.cookie, 'scopedTokenRevoke', { params: { tokenId: token.id } }))).toBe('not_found')
  })

  test('it does no more than whoever created it may do now, and ends with their removal', async () => {
    const other = await team.joined({ name: 'Olu', role: 'owner', chats: 'all' })
    const { secret } = await create({ role: 'manager', chats: 'all' }, other)
    expect((await program(secret, 'GET', '/social')).status).toBe(200)
    const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId: other.id } })
    const grant = { name: 'Olu', role: 'moderator', chats: [chatId + 1], limits: {}, email: '', revision: data.revision }
    expect((await team.askConfirmed(team.ines, 'personUpdate', { params: { personId: other.id }, body: grant })).status).toBe(200)
    expect(await codeOf(await program(secret, 'GET', '/social'))).toBe('no_right')
    expect(await read(secret)).toEqual([403, 'no_right'])
    const own = scopedTokens.ownTokenRead.response.parse(await (await program(secret, 'GET', '/workspace/me/token')).json()).data
    expect(own.chats).toEqual([chatId + 1])
    expect(own.rights).not.toContain('settings.read')
    await team.askConfirmed(team.ines, 'personRemove', { params: { personId: other.id } })
    expect(await read(secret)).toEqual([401, 'scoped_token_refused'])
    expect(await listed()).toEqual([])
  })

  test('a changed role of the team changes its tokens', async () => {
    const { secret } = await create()
    const ban = () => program(secret, 'POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.1', lastIp: '192.0.3.255' })
    expect(await codeOf(await ban())).toBe('limit_reached')
    const roles = { moderator: { rights: { 'bans.write': false }, widestBan: 8 } }
    await team.askConfirmed(team.ines, 'rolesUpdate', { body: { roles, revision: 0 } })
    expect(await codeOf(await ban())).toBe('no_right')
  })

  test('turning team access off revokes all tokens, also for when it is turned on again', async () => {
    const { secret } = await create()
    expect((await team.askConfirmed(team.ines, 'teamTurnOff')).status).toBe(200)
    expect(await read(secret)).toEqual([401, 'scoped_token_refused'])
    await team.turnOn('Kim')
    expect(await read(secret)).toEqual([401, 'scoped_token_refused'])
  })

  test('it is accepted below /api only, without a cookie, and over a connection that nobody reads', async () => {
    const { secret } = await create()
    const authorization = `Bearer ${secret}`
    expect(await read(secret, { cookie: team.ines.cookie })).toEqual([403, 'token_misplaced'])
    const page = team.pageHeaders(team.ines.cookie)
    for (const path of ['/bff/api/chats', '/bff/workspace/me', '/bff/session', '/bff/image?url=https://example.org/a.png']) {
      expect(await codeOf(await team.send(path, { headers: { ...page, authorization } }))).toBe('token_misplaced')
      expect(await codeOf(await team.send(path, { headers: { authorization } }))).toBe('token_misplaced')
    }
    const plain = await team.send('http://chat.example.org/api/chats', { headers: { authorization, host: 'chat.example.org' } })
    expect([plain.status, await codeOf(plain)]).toEqual([403, 'insecure_transport'])
    const secure = await team.send('https://chat.example.org/api/chats', { headers: { authorization, host: 'chat.example.org' } })
    expect(secure.status).toBe(200)
    expect(secure.headers.get('access-control-allow-origin')).toBeNull()
    // The account's own token keeps its way to the service.
    expect((await program(team.token, 'GET', '/chats')).status).toBe(200)
    expect((await program(secret, 'GET', '/nothing')).status).toBe(404)
    expect(await codeOf(await program(secret, 'GET', '/workspace/nothing'))).toBe('not_found')
  })

  test('wrong tokens are limited like sign-ins, by network', async () => {
    const { secret, token } = await create()
    const wrong = async (text = `rk_scoped_${'x'.repeat(43)}`) => (await read(text))[0]
    expect([await wrong(), await wrong('rk_scoped_'), await wrong()]).toEqual([401, 401, 401])
    const limited = await program(secret, 'GET', '/chats')
    expect([limited.status, limited.headers.get('retry-after'), await codeOf(limited)]).toEqual([429, '60', 'too_many_sign_ins'])
    team.clock.ms += 60_000
    expect(await read(secret)).toEqual([200, undefined])
    // Whoever has one that was revoked has guessed nothing.
    await team.get(team.ines.cookie, 'scopedTokenRevoke', { params: { tokenId: token.id } })
    for (let attempt = 0; attempt < 5; attempt++) expect((await read(secret))[0]).toBe(401)
  })

  test('what it changes is recorded with the token as its actor', async () => {
    const { token, secret } = await create()
    expect((await program(secret, 'POST', `/chats/${chatId}/messages`, { text: 'Hello' })).status).toBe(200)
    const { data } = await team.get(team.ines.cookie, 'auditList')
    const who = { kind: 'program', id: token.id, name: 'nightly report', role: 'moderator' }
    expect(data.entries[0]).toMatchObject({ action: 'messageSend', who, from: { method: 'api' }, outcome: 'done', chatName: 'Lobby' })
    const created = data.entries.find(({ action }) => action === 'scopedTokenCreate')
    expect(created).toMatchObject({
      who: { kind: 'person', name: 'Ines' },
      subject: 'nightly report',
      changes: [
        { name: 'role', after: 'moderator' },
        { name: 'chats', after: `[${chatId}]` },
        { name: 'expiresInDays', after: 30 },
      ],
    })
    await team.get(team.ines.cookie, 'scopedTokenRevoke', { params: { tokenId: token.id } })
    const [newest] = (await team.get(team.ines.cookie, 'auditList')).data.entries
    expect(newest).toMatchObject({ action: 'scopedTokenRevoke', subject: 'nightly report', who: { name: 'Ines' } })
  })

  test('its deletions count against the limit of its role', async () => {
    const { secret } = await create()
    await team.askConfirmed(team.ines, 'rolesUpdate', { body: { roles: { moderator: { deletionsPerHour: 3 } }, revision: 0 } })
    const remove = async (ids: number[]) => codeOf(await program(secret, 'POST', `/chats/${chatId}/messages/delete`, ids))
    expect([await remove([1, 2]), await remove([3, 4]), await remove([5])]).toEqual([undefined, 'limit_reached', undefined])
  })

  test('a save names the version that it is based on, and what the role may not read is left out', async () => {
    const { secret } = await create({ role: 'manager' })
    const path = `/chats/${chatId}`
    expect(await codeOf(await program(secret, 'PUT', path, { offline: true }))).toBe('version_needed')
    const etag = (await program(secret, 'GET', path)).headers.get('etag')!
    expect((await program(secret, 'PUT', path, { offline: true }, { 'if-match': etag })).status).toBe(200)
    expect(await codeOf(await program(secret, 'PUT', path, { offline: false }, { 'if-match': etag }))).toBe('changed_meanwhile')
    const host = await create({ role: 'host' })
    const { data } = (await (await program(host.secret, 'GET', path)).json()) as { data: object }
    expect(data).toMatchObject({ isReduced: true, name: 'Lobby' })
    expect(data).not.toHaveProperty('filterWords')
  })
})
