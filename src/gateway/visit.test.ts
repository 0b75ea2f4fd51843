import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityHeader } from '#contract/session.ts'
import { maxVisitChanges, type Visit } from '#contract/gateway/visit.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { rowOf, type EntryData } from './audit/line.ts'
import { entryData } from './audit/test-audit.ts'
import { startTeam, type TestPerson, type TestTeam } from './testing/team.ts'

onEveryEngine('what others did since the last visit to Home', (bench) => {
  let team: TestTeam
  let workspace: string
  let tom: TestPerson
  const chats: number[] = []
  beforeAll(async () => {
    team = await startTeam({}, 'url' in bench.place ? bench.place : undefined)
    workspace = team.pageHeaders(team.ines.cookie)[identityHeader]
    chats.length = 0
    for (const name of ['Lobby', 'Stage']) {
      const answer = await team.call(team.ines.cookie, 'POST', '/chats', { name })
      chats.push(((await answer.json()) as { chatId: number }).chatId)
    }
    tom = await team.joined({ name: 'Tom', role: 'manager', chats: [chats[0]!] })
  })
  afterAll(() => team.close())

  const read = async ({ cookie }: { cookie: string }, since?: number): Promise<Visit> =>
    (await team.get(cookie, 'visitRead', since === undefined ? {} : { query: { since } })).data
  const leave = (person: TestPerson, seen: number) => team.get(person.cookie, 'visitEnd', { body: { seen } })
  /** The end of a visit to Home, a minute before what comes next. */
  const visit = async (person: TestPerson) => {
    const { asOf } = await read(person)
    await leave(person, asOf)
    team.clock.ms += 60_000
    return asOf
  }
  let next = 1_000_000
  /** What happened, each a moment after the other. */
  const happened = async (...entries: Partial<EntryData>[]) => {
    const rows = entries.map((part) => {
      const line = next++
      const data = entryData({ chatId: chats[0]!, ...part })
      team.clock.ms += 100
      return { ...rowOf({ kind: 'entry', workspace, at: team.clock.ms - 100, data }, line), hash: '' }
    })
    await team.query.insertInto('audit_line').values(rows).execute()
  }
  const inWords = ({ lines }: Visit) =>
    lines.map(({ who, cause, kind, chats, parts }) => {
      const name = who.kind === 'roomkeeper' ? cause.kind : who.name
      return `${name} ${kind} in ${chats}: ${parts.map(({ action, outcome, count }) => `${action} ${outcome} ${count}`).join(', ')}`
    })
  const roomkeeper = { kind: 'roomkeeper', name: 'Roomkeeper' } as const

  test('the first visit lists nothing; reading ends no visit, and a late end of an earlier one moves nothing back', async () => {
    const first = await read(team.ines)
    expect(first).toEqual({ since: null, asOf: team.clock.ms, count: 0, isAtLeast: false, lines: [], outside: null })
    expect((await read(team.ines)).since).toBe(null)
    await leave(team.ines, first.asOf)
    await leave(team.ines, first.asOf - 5000)
    expect((await read(team.ines)).since).toBe(first.asOf)
    await leave(team.ines, first.asOf + 3_600_000)
    expect((await read(team.ines)).since).toBe(first.asOf)
    // Each person has visits of their own, and so has whoever knows the token.
    expect((await read(tom)).since).toBe(null)
    const { cookie } = await team.signIn()
    expect((await read({ cookie })).since).toBe(null)
  })

  test('one line for each person or cause and kind, the newest first, without own changes and sign-ins', async () => {
    const since = await visit(team.ines)
    await team.call(tom.cookie, 'POST', `/chats/${chats[0]}/banned-ips`, { ip: '9.2.2.1' })
    await happened(
      { who: { kind: 'person', id: team.ines.id, name: 'Ines', role: 'owner' } },
      { action: 'passkeySignIn', kind: 'access' },
      { count: 20 },
      { who: roomkeeper, cause: { kind: 'preset', id: 'l', title: 'Lockdown' }, action: 'chatUpdate', kind: 'settings' },
      { who: roomkeeper, cause: { kind: 'preset', id: 'e', title: 'Event' }, action: 'chatUpdate', kind: 'settings' },
      { who: roomkeeper, cause: { kind: 'rule', id: 'r1', title: 'Slurs' } },
      { who: roomkeeper, cause: { kind: 'rule', id: 'r2', title: 'Links' }, chatId: chats[1]! },
      { count: 5, chatId: chats[1]! },
    )
    const found = await read(team.ines)
    expect(inWords(found)).toEqual([
      'Bilal Osei messages in 2: messageDelete running 25',
      'rule messages in 2: messageDelete running 2',
      'preset settings in 1: chatUpdate running 1',
      'preset settings in 1: chatUpdate running 1',
      'Tom bans in 1: banCreate done 1',
    ])
    expect(found).toMatchObject({ since, count: 7, isAtLeast: false })
    const [bilal, , event] = found.lines
    expect(event).toMatchObject({ cause: { title: 'Event' }, chatId: chats[0], chatName: 'Main stage' })
    expect(bilal).toMatchObject({ to: team.clock.ms - 100, from: team.clock.ms - 600, chatId: null })
    // What was begun goes on with the same time, whatever was stored meanwhile.
    await leave(team.ines, found.asOf)
    team.clock.ms += 1000
    expect((await read(team.ines)).count).toBe(0)
    expect(inWords(await read(team.ines, since))).toHaveLength(5)
  })

  test('who has some chats sees those, and no changes of the team; who may not see the history sees nothing', async () => {
    await visit(tom)
    await happened({ chatId: chats[1]! }, { action: 'roleUpdate', kind: 'team', chatId: null }, { count: 3 })
    expect(inWords(await read(tom))).toEqual(['Bilal Osei messages in 1: messageDelete running 3'])
    const moderator = await team.joined({ name: 'Mia', chats: [chats[0]!] })
    for (const name of ['visitRead', 'visitEnd'] as const)
      expect((await team.ask(moderator.cookie, name, { body: { seen: 1 } })).status).toBe(403)
  })

  test('outside changes are counted for who may see them', async () => {
    const since = await visit(team.ines)
    await visit(tom)
    const finding = (id: string, chat: number, at: number, state: 'open' | 'over') => ({
      id,
      workspace,
      resource: 'settings' as const,
      chat_id: chat,
      chat_name: '',
      field: 'upload',
      poll_id: 0,
      subject: '',
      severity: 'minor' as const,
      before: 'true',
      after: 'false',
      since: at,
      at,
      times: 1,
      state,
      decided_at: null,
      decided_by: '',
    })
    const at = team.clock.ms - 100
    await team.query
      .insertInto('drift_finding')
      .values([
        finding('a', chats[0]!, at, 'open'),
        finding('b', chats[1]!, at - 1000, 'over'),
        finding('c', chats[1]!, since - 1000, 'open'),
      ])
      .execute()
    const outside = async (person: TestPerson) => (await read(person)).outside
    expect(await outside(team.ines)).toEqual({ count: 2, chats: 2, from: at - 1000, to: at })
    expect(await outside(tom)).toEqual({ count: 1, chats: 1, from: at, to: at })
    expect((await read(team.ines)).count).toBe(2)
  })

  test('of many changes the newest are looked at, and six lines are listed', async () => {
    await visit(team.ines)
    await happened({ who: { kind: 'person', id: 'old', name: 'Old', role: 'manager' } })
    const kinds = ['settings', 'chats', 'messages', 'polls', 'bans', 'account', 'social'] as const
    await happened(...Array.from({ length: maxVisitChanges }, (_, index) => ({ kind: kinds[index % kinds.length]! })))
    const found = await read(team.ines)
    expect(found).toMatchObject({ count: maxVisitChanges, isAtLeast: true })
    expect(found.lines.map(({ who, kind }) => `${who.name} ${kind}`)).toEqual(
      ['messages', 'chats', 'settings', 'social', 'account', 'bans'].map((kind) => `Bilal Osei ${kind}`),
    )
  })
})
