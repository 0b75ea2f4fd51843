import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { codeOf } from '../testing/gateway.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'

/** What Owners do with people, also at the same moment. */

onEveryEngine('people', (bench) => {
  let team: TestTeam
  beforeEach(async () => {
    // SQLite admits one connection, so there each test has a database of its own.
    team = await startTeam({}, 'url' in bench.place ? bench.place : undefined)
  })
  afterEach(() => team.close())

  /** Invited by whoever is the Owner now, who is not Ines in every test. */
  const addOwner = async (name: string) => team.join((await team.invite(team.ines, { name, role: 'owner', chats: 'all' })).secret)
  const add = async (name: string) => team.joined({ name })
  const grantOf = async (personId: string) => {
    const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId } })
    const { name, role, chats, limits, email, revision } = data
    return { name, role, chats, limits, email, revision }
  }
  const remove = (by: TestPerson, whom: TestPerson) => team.askConfirmed(by, 'personRemove', { params: { personId: whom.id } })

  test('a removed person’s next request is refused, and so is the next sign-in', async () => {
    const tom = await add('Tom')
    expect((await team.call(tom.cookie, 'GET', '/chats')).status).toBe(200)
    expect((await remove(team.ines, tom)).status).toBe(200)
    const refused = await team.call(tom.cookie, 'GET', '/chats')
    expect([refused.status, await codeOf(refused)]).toEqual([401, 'removed'])
    expect(await team.sessionOf(tom.cookie)).toMatchObject({ signedIn: false, ended: 'removed' })
    expect(await codeOf(await team.signInAnswer(tom.device))).toBe('removed')
    expect(await codeOf(await team.ask('', 'recoverySignIn', { body: { code: tom.codes[0] } }))).toBe('recovery_code_refused')
    expect((await team.get(team.ines.cookie, 'teamRead')).data.people.map(({ name }) => name)).toEqual(['Ines'])
    expect(await codeOf(await remove(team.ines, tom))).toBe('not_found')
  })

  test('a removal holds although the session says nothing of it, as after restoring the sessions of before', async () => {
    const tom = await add('Tom')
    await remove(team.ines, tom)
    await team.query.updateTable('session').set({ ended: '' }).where('person_id', '=', tom.id).execute()
    expect(await codeOf(await team.call(tom.cookie, 'GET', '/chats'))).toBe('removed')
  })

  test('a changed grant holds from the next request', async () => {
    const tom = await add('Tom')
    const { revision, ...grant } = await grantOf(tom.id)
    const body = { ...grant, role: 'accountant', chats: [1, 2], revision }
    const changed = await team.askConfirmed(team.ines, 'personUpdate', { params: { personId: tom.id }, body })
    expect(await changed.json()).toMatchObject({ data: { role: 'accountant', chats: [], revision: 2 } })
    expect(await codeOf(await team.call(tom.cookie, 'GET', '/chats/1/messages?fast=true'))).toBe('no_right')
    expect(await team.sessionOf(tom.cookie)).toMatchObject({ team: { person: { role: 'accountant', chats: [] } } })
  })

  test('of two changes that know the same revision, one is refused', async () => {
    const tom = await add('Tom')
    const { revision, ...grant } = await grantOf(tom.id)
    await team.confirmWith(team.ines, 'personUpdate', { personId: tom.id })
    const change = (name: string) =>
      team.ask(team.ines.cookie, 'personUpdate', { params: { personId: tom.id }, body: { ...grant, name, revision } })
    const answers = await Promise.all([change('Tomas'), change('Thomas'), change('Tommy')])
    const codes = await Promise.all(answers.filter(({ ok }) => !ok).map(codeOf))
    expect(codes).toEqual(['changed_meanwhile', 'changed_meanwhile'])
    expect(await grantOf(tom.id)).toMatchObject({ revision: 2 })
  })

  test('the last Owner can be neither removed nor lowered', async () => {
    expect(await codeOf(await remove(team.ines, team.ines))).toBe('last_owner')
    const { revision, ...grant } = await grantOf(team.ines.id)
    const body = { ...grant, role: 'manager', revision }
    const lowered = await team.askConfirmed(team.ines, 'personUpdate', { params: { personId: team.ines.id }, body })
    expect(await codeOf(lowered)).toBe('last_owner')
  })

  test('of two Owners who remove or lower each other at the same moment, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const bea = await addOwner(`Bea ${round}`)
      const { revision, ...grant } = await grantOf(team.ines.id)
      await team.confirmWith(team.ines, 'personRemove', { personId: bea.id })
      const lowers = round % 2 === 1
      await team.confirmWith(bea, lowers ? 'personUpdate' : 'personRemove', { personId: team.ines.id })
      const answers = await Promise.all([
        team.ask(team.ines.cookie, 'personRemove', { params: { personId: bea.id } }),
        lowers
          ? team.ask(bea.cookie, 'personUpdate', { params: { personId: team.ines.id }, body: { ...grant, role: 'manager', revision } })
          : team.ask(bea.cookie, 'personRemove', { params: { personId: team.ines.id } }),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const owners = await team.query
        .selectFrom('person')
        .where('role', '=', 'owner')
        .where('removed', 'is', null)
        .where('id', 'in', [bea.id, team.ines.id])
        .selectAll()
        .execute()
      expect(owners).toHaveLength(1)
      // Whoever stayed goes on as the Owner.
      if (owners[0]?.id === bea.id) team.ines = bea
    }
  })

  test('sessions have the name of their device, and each can be ended by itself', async () => {
    const tom = await add('Tom')
    const phone = await team.signInWith(tom.device)
    const { data } = await team.get(tom.cookie, 'meRead')
    expect(data.sessions.map(({ device, isThisOne }) => [device, isThisOne])).toEqual(
      expect.arrayContaining([
        ['Unknown device', true],
        ['Unknown device', false],
      ]),
    )
    const other = data.sessions.find(({ isThisOne }) => !isThisOne)!
    expect(await codeOf(await team.ask(team.ines.cookie, 'mySessionEnd', { params: { sessionId: other.id } }))).toBe('not_found')
    await team.get(tom.cookie, 'mySessionEnd', { params: { sessionId: other.id } })
    expect(await team.sessionOf(phone.cookie)).toMatchObject({ signedIn: false, ended: 'session_ended' })
    expect(await team.sessionOf(tom.cookie)).toMatchObject({ signedIn: true })
    const own = (await team.get(tom.cookie, 'meRead')).data.sessions[0]!
    await team.get(team.ines.cookie, 'sessionEnd', { params: { personId: tom.id, sessionId: own.id } })
    expect(await codeOf(await team.call(tom.cookie, 'GET', '/chats'))).toBe('session_ended')
  })

  test('an Owner who removes a passkey ends the sessions of its person', async () => {
    const tom = await add('Tom')
    const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId: tom.id } })
    const params = { personId: tom.id, passkeyId: data.passkeyList[0]!.id }
    expect((await team.askConfirmed(team.ines, 'passkeyRemove', { params })).status).toBe(200)
    expect(await codeOf(await team.call(tom.cookie, 'GET', '/chats'))).toBe('session_ended')
    expect(await codeOf(await team.signInAnswer(tom.device))).toBe('passkey_refused')
    expect((await team.recover(tom.codes[0]!)).id).toBe(tom.id)
  })

  test('only Owners see people, and nobody sees those of another account', async () => {
    const tom = await add('Tom')
    for (const name of ['teamRead', 'invitationCreate', 'teamTurnOff'] as const)
      expect(await codeOf(await team.ask(tom.cookie, name)), name).toBe('no_right')
    const stranger = { ...tom, id: 'f'.repeat(32) }
    expect(await codeOf(await remove(team.ines, stranger))).toBe('not_found')
    await team.query.updateTable('person').set({ workspace: 'someone else' }).where('id', '=', tom.id).execute()
    expect(await codeOf(await remove(team.ines, tom))).toBe('not_found')
    expect(await codeOf(await team.ask(team.ines.cookie, 'personRead', { params: { personId: tom.id } }))).toBe('not_found')
  })

  test('an e-mail address belongs to one person', async () => {
    await team.invite(team.ines, { name: 'Tom', email: 'Tom@Example.org ' })
    const invited = (email: string) =>
      team.askConfirmed(team.ines, 'invitationCreate', { body: { name: 'Ada', role: 'host', chats: [], limits: {}, email } })
    expect(await codeOf(await invited('tom@example.org'))).toBe('invalid')
    expect(await codeOf(await invited('no address'))).toBe('invalid')
    expect((await invited('ada@example.org')).status).toBe(200)
  })

  test('the time of the last request is recorded at most once a minute', async () => {
    const tom = await add('Tom')
    const seen = async () => (await team.get(team.ines.cookie, 'personRead', { params: { personId: tom.id } })).data
    const begin = (await seen()).lastSeen!
    team.clock.ms += 59_000
    await team.call(tom.cookie, 'GET', '/chats')
    expect(await seen()).toMatchObject({ lastSeen: begin, isActive: true })
    team.clock.ms += 1000
    await team.call(tom.cookie, 'GET', '/chats')
    expect((await seen()).lastSeen).toBe(begin + 60)
    team.clock.ms += 121_000
    expect((await seen()).isActive).toBe(false)
  })
})
