import { beforeEach, describe, expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { member } from '../testing/members.ts'
import { linesOf } from '../audit/test-audit.ts'
import { chatsOfRule } from './store.ts'
import { about, deleting, onRules, Refused, rule, type RulesBench } from './test-rules.ts'

onRules('rules', (bench) => {
  const { ask, save, setState, codeOf, read, turn, backtested, live, label, hold, manages } = bench
  let { gateway, workspace, ines, bilal, manager } = {} as ReturnType<RulesBench['now']>
  beforeEach(() => void ({ gateway, workspace, ines, bilal, manager } = bench.now()))

  test('what is for chats with a label is listed, without the names of what a person may not see', async () => {
    await live({ ...deleting, scope: { chats: { labels: ['vip'], chatIds: [8, 9] }, hours: null } })
    const inShadow = { ...rule, name: 'Shadow', scope: { chats: { labels: ['vip', 'new'], chatIds: [] }, hours: null } }
    await save(ines, inShadow, 0, 'shadow')
    await save(ines, { ...inShadow, name: 'Only a draft' }, 0, 'draft')
    await setState(ines, 'shadow', 1, 'shadow')
    const preset = { name: 'Slow', description: '', values: { readOnly: true }, chats: { labels: ['vip'], chatIds: [] }, minutes: null }
    const changes = [{ chatId: null, key: 'slow', version: 0, value: preset }]
    expect((await ask(ines, 'POST', '/records/presets', { changes })).status).toBe(200)
    const uses = async (cookie: string) =>
      gatewayApi.labelUseList.response.parse(await (await ask(cookie, 'GET', '/label-uses')).json()).data
    const all = [
      { kind: 'liveRule', id: 'scam', name: deleting.name, labels: ['vip'], chatIds: [8, 9] },
      { kind: 'shadowRule', id: 'shadow', name: 'Shadow', labels: ['vip', 'new'], chatIds: [] },
      { kind: 'preset', id: 'slow', name: 'Slow', labels: ['vip'], chatIds: [] },
    ]
    expect(await uses(ines)).toEqual(all)
    // The live rule is about chat 8; none of the chats has a label yet.
    expect(await uses(manager)).toEqual([{ ...all[0], chatIds: [8] }, { ...all[1], name: 'A rule' }, all[2]])
    expect((await ask(bilal, 'GET', '/label-uses')).status).toBe(403)
  })

  describe('saving', () => {
    test('creates a draft, and each save creates a version', async () => {
      expect(await save(ines, rule)).toMatchObject({
        version: 1,
        state: 'draft',
        running: null,
        backtest: null,
        savedBy: 'Kim',
        canWrite: true,
      })
      const renamed = { ...rule, name: 'Renamed' }
      expect(await save(ines, renamed, 1)).toMatchObject({ version: 2, rule: { name: 'Renamed' } })
      const versions = gatewayApi.ruleVersionList.response.parse(await (await ask(ines, 'GET', '/rules/scam/versions')).json()).data
      expect(versions.map(({ version, rule: { name } }) => [version, name])).toEqual([
        [2, 'Renamed'],
        [1, rule.name],
      ])
    })

    test('repeating a request has no effect', async () => {
      await save(ines, rule)
      expect(await save(ines, rule)).toMatchObject({ version: 1 })
      expect(await save(ines, rule, 1)).toMatchObject({ version: 1 })
    })

    test('the second of two concurrent saves is refused', async () => {
      await save(ines, rule)
      const [one, other] = await Promise.all([
        save(ines, { ...rule, name: 'One' }, 1),
        save(manager, about({ labels: [], chatIds: [7] }), 1),
      ])
      expect([one.version, other.refused?.code]).toEqual([2, 'no_right'])
      const both = await Promise.all([save(ines, { ...rule, name: 'A' }, 2), save(ines, { ...rule, name: 'B' }, 2)])
      expect(both.map(({ refused }) => refused?.code ?? 'saved').toSorted()).toEqual(['changed_meanwhile', 'saved'])
    })

    test('a rule that was deleted is not created again by someone who edits it', async () => {
      await save(ines, rule)
      expect((await ask(ines, 'DELETE', '/rules/scam')).status).toBe(200)
      expect(await codeOf(save(ines, { ...rule, name: 'B' }, 1))).toBe('not_found')
      expect(await codeOf(setState(ines, 'shadow'))).toBe('not_found')
    })

    test('a fault is reported with its field and position', async () => {
      const fault = await save(
        ines,
        testRule([
          { kind: 'longer', than: 1 },
          { kind: 'expression', pattern: 'free (tickets' },
        ]),
      )
      expect(fault.refused?.errors).toEqual({ 'rule.groups.0.conditions.1.pattern': ['A “(” is never closed. (character 6)'] })
      const unsafe = await save(ines, testRule([{ kind: 'expression', pattern: String.raw`(a)\1` }]))
      expect(unsafe.refused?.errors?.['rule.groups.0.conditions.0.pattern']?.[0]).toMatch(/take exponential time. \(characters 4 to 5\)$/)
      const empty = await save(ines, { ...rule, groups: [] })
      expect(empty.refused?.errors).toEqual({ 'rule.groups': ['must have a condition', expect.any(String)] })
      const words = Array.from({ length: 50_000 }, (_, index) => `word ${index}`)
      const long = await save(ines, testRule([{ kind: 'words', words: words.slice(0, 5000), lists: [] }]))
      expect(long.refused?.errors).toEqual({ 'rule.groups.0.conditions.0.words': ['must have at most 500 words'] })
      const list = await ask(ines, 'POST', '/records/word-lists', {
        changes: [{ chatId: null, key: 'spam', version: 0, value: { name: 'Spam', words } }],
      })
      expect(Refused.parse(await list.json()).code).toBe('too_large')
      expect((await read(ines)).rules).toEqual([])
    })

    test('an account has at most 200 rules', async () => {
      const draft = { version: 1, state: 'draft', state_since: 1, running_version: null, running_since: null, fell_back: '' } as const
      const rows = Array.from({ length: 199 }, (_, index) => ({ workspace, id: `r${index}`, ...draft }))
      await gateway.query.insertInto('rule').values(rows).execute()
      expect((await save(ines, rule)).version).toBe(1)
      expect(await codeOf(save(ines, rule, 0, 'more'))).toBe('rule_limit')
    })
  })

  describe('rights', () => {
    test('people see the rules about any of their chats, and change only rules about no other chat', async () => {
      await label(7, 'Stage')
      await label(9, 'Stage', 'Backstage')
      await save(ines, about('all'), 0, 'all')
      await save(ines, about({ labels: [], chatIds: [7, 8] }), 0, 'own')
      await save(ines, about({ labels: ['Stage'], chatIds: [] }), 0, 'stage')
      await save(ines, about({ labels: ['Backstage'], chatIds: [] }), 0, 'backstage')
      const seen = async (cookie: string) => (await read(cookie)).rules.map(({ id, canWrite }) => [id, canWrite])
      expect(await seen(ines)).toEqual([
        ['all', true],
        ['backstage', true],
        ['own', true],
        ['stage', true],
      ])
      expect(await seen(manager)).toEqual([
        ['all', false],
        ['own', true],
        ['stage', false],
      ])
      expect(await seen(bilal)).toEqual([
        ['all', false],
        ['own', false],
        ['stage', false],
      ])
      expect(await codeOf(setState(manager, 'shadow', 1, 'all'))).toBe('no_right')
      expect(await codeOf(setState(manager, 'shadow', 1, 'backstage'))).toBe('not_found')
      expect(await codeOf(save(manager, about({ labels: [], chatIds: [7] }), 1, 'all'))).toBe('no_right')
      expect(await codeOf(save(manager, about('all'), 1, 'own'))).toBe('no_right')
      expect(await codeOf(save(manager, about({ labels: [], chatIds: [7] }), 1, 'own'))).toBeUndefined()
      expect((await ask(manager, 'DELETE', '/rules/stage')).status).toBe(403)
      expect((await ask(manager, 'GET', '/rules/backstage/versions')).status).toBe(404)
      expect(await turn(manager, false)).toBe(403)
    })

    test('a rule for a label needs the right in all chats, because any chat may get the label later', async () => {
      const empty = about({ labels: ['Nobody has this'], chatIds: [7] })
      expect(await codeOf(save(manager, empty))).toBe('no_right')
      await label(7, 'Mine')
      expect(await codeOf(save(manager, about({ labels: ['Mine'], chatIds: [] })))).toBe('no_right')
      // In the stored version, too: nobody takes over a rule that others wrote for a label.
      await save(ines, about({ labels: ['Mine'], chatIds: [] }))
      expect(await codeOf(save(manager, about({ labels: [], chatIds: [7] }), 1))).toBe('no_right')
      expect(await codeOf(setState(manager, 'shadow'))).toBe('no_right')
      expect((await ask(manager, 'DELETE', '/rules/scam')).status).toBe(403)
    })

    test('a list that a live rule uses is changed only with what the rule needs, and with another backtest before it goes live again', async () => {
      const everywhere = await gateway.signInAs(member('manager', 'all', { id: `max of ${workspace}` }))
      const write = async (cookie: string, version: number, ...words: string[]) => {
        const changes = [{ chatId: null, key: 'spam', version, value: { name: 'Spam', words } }]
        const answer = await ask(cookie, 'POST', '/records/word-lists', { changes })
        return answer.status === 200 ? gatewayApi.recordsWrite.response.parse(await answer.json()).data[0]!.version : codeIn(answer)
      }
      const codeIn = async (answer: Response) => Refused.parse(await answer.json()).code
      const first = Number(await write(ines, 0, 'cheap'))
      const listed = about('all', { ...deleting, groups: testRule([{ kind: 'words', words: [], lists: ['spam'] }]).groups })
      await save(ines, listed)
      await backtested(listed, 'scam', new Map([['spam', { version: first }]]))
      expect((await setState(ines, 'live')).state).toBe('live')

      // The right in some chats is not enough, and neither is writing rules without deleting messages.
      expect(await write(manager, first, 'cheap', 'hello')).toBe('no_right')
      const changes = { manager: { rights: { 'messages.delete': false } } }
      await gateway.setMember(everywhere, member('manager', 'all', { id: `max of ${workspace}`, changes }))
      expect(await write(everywhere, first, 'cheap', 'hello')).toBe('no_right')
      await gateway.setMember(everywhere, member('manager', 'all', { id: `max of ${workspace}` }))
      expect(await write(everywhere, first, 'cheap', 'hello')).toBeTypeOf('number')
      expect((await read(ines)).rules[0]).toMatchObject({ state: 'live', backtest: null })
      await setState(ines, 'draft')
      expect(await codeOf(setState(ines, 'live'))).toBe('rule_not_ready')
    })

    test('a rule turns a mode on only in chats that the mode is for', async () => {
      const value = { name: 'Vet evening', description: '', values: { anonymous: false }, chats: { labels: [], chatIds: [7] }, minutes: 60 }
      await ask(ines, 'POST', '/records/presets', { changes: [{ chatId: null, key: 'vet', version: 0, value }] })
      const turning = { ...rule, actions: { ...rule.actions, preset: { presetId: 'vet', minutes: 10 } } }
      const wide = about({ labels: [], chatIds: [7, 8] }, turning)
      await save(ines, wide)
      await backtested(wide)
      expect((await setState(ines, 'live')).refused?.message).toContain('is not for all chats of the rule')
      const own = about({ labels: [], chatIds: [7] }, turning)
      await save(ines, own, 1)
      await backtested(own)
      expect(await setState(ines, 'live', 2)).toMatchObject({ state: 'live' })
    })

    test('a person who may not delete messages may not put a rule live that does', async () => {
      const own = about({ labels: [], chatIds: [7] }, deleting)
      await save(manager, own)
      await backtested(own)
      const changes = { manager: { rights: { 'messages.delete': false } } }
      await gateway.setMember(manager, member('manager', [7, 8], { id: `dana of ${workspace}`, changes }))
      expect(await codeOf(setState(manager, 'live'))).toBe('no_right')
      await gateway.setMember(manager, manages([7, 8], { deletionsPerHour: 100 }))
      expect(await codeOf(setState(manager, 'live'))).toBe('limit_reached')
      await gateway.setMember(manager, manages([7, 8], { deletionsPerHour: 200 }))
      expect((await setState(manager, 'live')).state).toBe('live')
    })
  })

  test('hits and decisions of a rule are counted', async () => {
    await live()
    // PostgreSQL has a clock of its own.
    const now = (await read(ines)).rules[0]!.stateSince
    const [hour, since] = [3_600_000, now - 2 * 3_600_000]
    await hold({ seen_at: now - 1.5 * hour, state: 'deleted', by: '' })
    await hold({ seen_at: now - 0.5 * hour, state: 'kept', by: 'Bilal' })
    await hold({ seen_at: now + 1000, state: 'deleted', at: now + 2000, by: 'Bilal' })
    await hold({ seen_at: now + 1000, state: 'deleted', at: now + 3000 })
    await hold({ seen_at: now - 5 * hour })
    const answer = await ask(ines, 'GET', `/rules?since=${since}`)
    const [counted] = gatewayApi.rulesRead.response.parse(await answer.json()).data.rules
    expect(counted?.hits).toMatchObject({ today: 4, inState: 2 })
    expect(counted?.hits.byHour.slice(0, 2)).toEqual([1, 1])
    expect(counted).toMatchObject({ decided: { right: 1, wrong: 1 }, last: { kind: 'deleted', at: now + 3000, count: 2 } })
    // Those of other chats are not for people who do not see these chats.
    await hold({ chat_id: 8, seen_at: now + 1000, state: 'deleted', at: now + 4000 })
    await hold({ chat_id: 8, seen_at: now + 1000, state: 'kept', by: 'Ines', at: now + 4000 })
    expect((await read(bilal)).rules[0]).toMatchObject({
      hits: { inState: 2 },
      decided: { right: 1, wrong: 1 },
      last: { at: now + 3000, count: 2 },
    })
    expect((await read(ines)).rules[0]).toMatchObject({ hits: { inState: 4 }, decided: { right: 1, wrong: 2 } })
    expect((await read(bilal)).worker).toEqual({ state: 'stopped', last: null, unread: [] })
    // Their number is kept: it is not read from hits, which can be millions and are not kept for ever.
    await gateway.query.deleteFrom('rule_hit').execute()
    expect((await read(ines)).rules[0]).toMatchObject({ hits: { inState: 4 } })
    expect((await read(bilal)).rules[0]).toMatchObject({ hits: { inState: 2 } })
  })

  test('the audit log records the rule and what changed', async () => {
    await live()
    await save(ines, { ...deleting, brakes: { ...deleting.brakes, percent: 7 } }, 1)
    await turn(ines, false)
    await ask(ines, 'DELETE', '/rules/scam')
    const lines = (await linesOf(gateway.database as never, workspace)).map(({ text }) => JSON.parse(text) as Record<string, unknown>)
    const entries = lines.filter(({ action }) => typeof action === 'string' && action.startsWith('rule'))
    expect(entries).toMatchObject([
      { action: 'ruleSave', subject: rule.name, changes: expect.arrayContaining([{ name: 'name', after: rule.name }]) },
      {
        action: 'ruleSetState',
        subject: rule.name,
        changes: [
          { name: 'state', before: 'draft', after: 'live' },
          { name: 'version', after: 1 },
        ],
      },
      { action: 'ruleSave', changes: [{ name: 'brakes', before: expect.any(String), after: expect.stringContaining('"percent":7') }] },
      { action: 'rulesSwitch', changes: [{ name: 'isOn', before: true, after: false }] },
      {
        action: 'ruleDelete',
        subject: rule.name,
        changes: [
          { name: 'state', before: 'live' },
          { name: 'version', before: 2 },
        ],
      },
    ])
  })
})

test('the chats of a rule are those that exist, by id and by label', () => {
  const labels = new Map([
    [7, ['Stage']],
    [8, ['Stage', 'Quiet']],
    [9, ['Quiet']],
  ])
  expect(chatsOfRule(about('all'), [7, 8], labels)).toEqual([7, 8])
  expect(chatsOfRule(about({ labels: ['Stage'], chatIds: [10, 11] }), [7, 9, 10], labels)).toEqual([7, 10])
  expect(chatsOfRule(about({ labels: [], chatIds: [11] }), [7], labels)).toEqual([])
})
