import { afterAll, beforeAll, expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { codeOf, fromPage } from '../testing/gateway.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'
import { AuditEntry } from '#contract/gateway/audit.ts'

/** A day of a team, as the audit log tells it. */

onEveryEngine('the audit log of a team', (bench) => {
  let team: TestTeam
  let tom: TestPerson
  let secret: string
  let chatIds: number[]
  beforeAll(async () => {
    team = await startTeam({}, 'url' in bench.place ? bench.place : undefined)
    chatIds = []
    for (const name of ['Lobby', 'Stage']) {
      const answer = await team.call(team.ines.cookie, 'POST', '/chats', { name })
      chatIds.push(((await answer.json()) as { chatId: number }).chatId)
    }
    const invited = await team.invite(team.ines, { name: 'Tom', chats: [chatIds[0]!] })
    ;({ secret } = invited)
    tom = await team.join(secret)
  })
  afterAll(() => team.close())

  const read = async (by: TestPerson, path: string): Promise<AuditEntry[]> => {
    const answer = await team.send(`/bff/workspace${path}`, { headers: { ...fromPage, cookie: by.cookie } })
    const { data } = (await answer.json()) as { data: { entries: unknown[] } }
    return data.entries.map((entry) => AuditEntry.parse(entry))
  }
  const newest = async () => (await read(team.ines, '/audit?limit=1'))[0]!

  test('names what people do with the team, from turning it on', async () => {
    const entries = (await read(team.ines, '/audit')).toReversed()
    expect(entries.map(({ action, subject, who, outcome }) => [action, subject, who.kind, who.name, outcome])).toEqual([
      ['signIn', '', 'token', 'Kim', 'done'],
      ['teamTurnOn', 'Ines', 'token', 'Kim', 'done'],
      ['myPasskeyCreate', 'Laptop', 'person', 'Ines', 'done'],
      ['chatCreate', 'Lobby', 'person', 'Ines', 'done'],
      ['chatCreate', 'Stage', 'person', 'Ines', 'done'],
      ['invitationCreate', 'Tom', 'person', 'Ines', 'done'],
      ['join', 'Tom', 'person', 'Tom', 'done'],
      ['passkeySignIn', '', 'person', 'Tom', 'done'],
    ])
    expect(entries[5]!.changes).toEqual([
      { name: 'role', after: 'moderator' },
      { name: 'chats', after: JSON.stringify([chatIds[0]]) },
    ])
  })

  test('a changed grant has its values before and after, and changed rights of a role too', async () => {
    const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId: tom.id } })
    const { name, chats, limits, email, revision } = data
    await team.askConfirmed(team.ines, 'personUpdate', {
      params: { personId: tom.id },
      body: { name, role: 'host', chats, limits, email, revision },
    })
    expect(await newest()).toMatchObject({ action: 'personUpdate', subject: 'Tom', target: { personId: tom.id } })
    expect((await newest()).changes).toEqual([{ name: 'role', before: 'moderator', after: 'host' }])
    const roles = { host: { rights: { 'bans.read': true }, deletionsPerHour: 5 } }
    const answer = await team.askConfirmed(team.ines, 'rolesUpdate', { body: { roles, revision: 0 } })
    expect(answer.status).toBe(200)
    expect((await newest()).changes).toEqual([
      { name: 'host.bans.read', before: false, after: true },
      { name: 'host.deletionsPerHour', before: null, after: 5 },
    ])
  })

  test('what is refused is recorded with the reason', async () => {
    const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId: tom.id } })
    const { name, role, chats, limits, email } = data
    await team.askConfirmed(team.ines, 'personUpdate', {
      params: { personId: tom.id },
      body: { name, role, chats, limits, email, revision: 0 },
    })
    expect(await newest()).toMatchObject({ action: 'personUpdate', outcome: 'refused' })
    expect((await newest()).message).not.toBe('')
  })

  test('a sign-in says how and from where, and one with a recovery code is told apart', async () => {
    const again = await team.recover(tom.codes[0]!)
    expect(await newest()).toMatchObject({ action: 'recoverySignIn', who: { id: again.id, name: 'Tom' }, from: { method: 'recovery' } })
    expect((await newest()).from.address).not.toBe('')
  })

  test('everyone reads their own entries, and those of others only with the right', async () => {
    await team.call(tom.cookie, 'POST', `/chats/${chatIds[0]}/messages`, { text: 'Hello' })
    expect(await codeOf(await team.send('/bff/workspace/audit', { headers: { ...fromPage, cookie: tom.cookie } }))).toBe('no_right')
    const own = await read(tom, '/me/audit')
    expect(own.map(({ action }) => action)).toEqual(['messageSend', 'recoverySignIn', 'passkeySignIn', 'join'])
    expect((await read(team.ines, `/audit?person=${tom.id}`)).map(({ action }) => action)).toEqual(own.map(({ action }) => action))
    expect((await newest()).who.name).toBe('Tom')
    const [foreign] = await read(team.ines, '/audit?action=chatCreate')
    const answer = await team.send(`/bff/workspace/me/audit/lines/${foreign!.id}`, { headers: { ...fromPage, cookie: tom.cookie } })
    expect(answer.status).toBe(404)
  })

  test('who has only some chats reads the entries of those, without sign-ins, changes of people and addresses', async () => {
    await team.call(team.ines.cookie, 'POST', `/chats/${chatIds[0]}/banned-ips`, { ip: '192.0.2.1' })
    await team.call(team.ines.cookie, 'POST', `/chats/${chatIds[1]}/banned-ips`, { ip: '192.0.2.2' })
    const maya = await team.joined({ name: 'Maya', role: 'manager', chats: [chatIds[0]!] })
    const rule = { ...testRule([{ kind: 'longer', than: 5 }]), scope: { chats: { labels: [], chatIds: [chatIds[1]!] }, hours: null } }
    await team.get(team.ines.cookie, 'ruleSave', { params: { ruleId: 'other' }, body: { rule, seen: 0 } })
    const seen = await read(maya, '/audit?limit=200')
    // A rule of another chat, with its words.
    expect(seen.map(({ action }) => action)).not.toContain('ruleSave')
    expect((await read(team.ines, '/audit?limit=200')).map(({ action }) => action)).toContain('ruleSave')
    expect(seen.filter(({ who }) => who.name !== 'Maya').map(({ kind }) => kind)).not.toContain('team')
    expect(new Set(seen.map(({ chatId }) => chatId))).toEqual(new Set([chatIds[0], null]))
    expect(seen.find(({ action }) => action === 'banCreate')).toMatchObject({ subject: '192.0.2.1', from: { address: '', device: '' } })
    expect(seen.find(({ action }) => action === 'passkeySignIn')).toMatchObject({ who: { name: 'Maya' }, from: { method: 'passkey' } })
  })

  test('nothing secret is in it', async () => {
    const lines = await team.query.selectFrom('audit_line').select(['text', 'search', 'fields']).execute()
    const all = JSON.stringify(lines)
    for (const secretText of [secret, team.token, ...tom.codes]) expect(all).not.toContain(secretText)
    expect(all).toContain('invitationCreate')
  })
})
