import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { identityHeader } from '#contract/session.ts'
import { workspaceApi } from '#contract/workspace/api.ts'
import type { GrantedChats } from '#contract/workspace/grant.ts'
import type { LimitChanges } from '#contract/workspace/rights.ts'
import { maxBudget } from '#contract/workspace/standing-access.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { startGateway } from '../../testing/gateway.ts'
import { member } from '../../testing/members.ts'
import { linesOf } from '../audit/test-audit.ts'
import { digestOf } from './digest.ts'
import { storeHit } from './review/test-hits.ts'
import { chatsOfRule } from './scope.ts'
import { fallBack, rulesAtWork } from './store.ts'
import { readWordLists } from './word-lists.ts'

const Refused = z.object({ code: z.string(), message: z.string(), errors: z.optional(z.record(z.string(), z.array(z.string()))) })

const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])
const deleting = { ...rule, actions: { ...rule.actions, deleteAfterSeconds: 20 } }
const about = (chats: Rule['scope']['chats'], base = rule): Rule => ({ ...base, scope: { chats, hours: null } })

onEveryEngine('rules', (bench) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let workspace: string
  let ines: string
  let bilal: string
  let manager: string

  beforeEach(async () => {
    gateway = await startGateway({}, 'url' in bench.place ? bench.place : undefined)
    ;({ cookie: ines } = await gateway.signIn())
    workspace = gateway.pageHeaders(ines)[identityHeader]
    bilal = await gateway.signInAs(member('moderator', [7], { id: `bilal of ${workspace}` }))
    manager = await gateway.signInAs(manages([7, 8]))
    await standing(gateway.clock.ms)
  })
  afterEach(() => gateway.close())

  const manages = (chats: GrantedChats, limits: LimitChanges = {}) => member('manager', chats, { id: `dana of ${workspace}`, limits })
  const standing = (since: number | null) => {
    const on = { since, turned_on_by: 'Kim', sealed_token: '', token_rejected: 0, budget: maxBudget, paused_until: 0 }
    return gateway.query
      .insertInto('standing_access')
      .values({ workspace, account_id: gateway.accountId, ...on })
      .onConflict((conflict) => conflict.column('workspace').doUpdateSet(on))
      .execute()
  }
  const ask = async (cookie: string, method: string, path: string, body?: object) =>
    gateway.send(`/bff/workspace${path}`, { method, headers: gateway.pageHeaders(cookie), ...(body && { body: JSON.stringify(body) }) })
  /** The rule as it is stored now, or why it was refused. */
  const change = async (cookie: string, path: string, body: object) => {
    const answer = await ask(cookie, 'PUT', path, body)
    const json: unknown = await answer.json()
    return answer.status === 200
      ? { ...workspaceApi.ruleSave.response.parse(json).data, refused: null }
      : { refused: Refused.parse(json), state: undefined, version: undefined }
  }
  const save = (cookie: string, saved: Rule, seen = 0, id = 'scam') => change(cookie, `/rules/${id}`, { rule: saved, seen })
  const setState = (cookie: string, state: string, version = 1, id = 'scam') => change(cookie, `/rules/${id}/state`, { state, version })
  const codeOf = async (answer: ReturnType<typeof change>) => (await answer).refused?.code
  const read = async (cookie: string) => workspaceApi.rulesRead.response.parse(await (await ask(cookie, 'GET', '/rules')).json()).data
  const turn = async (cookie: string, isOn: boolean) => (await ask(cookie, 'PUT', '/rules-switch', { isOn })).status
  const backtested = (tested: Rule, id = 'scam') =>
    gateway.query
      .insertInto('rule_backtest')
      .values({ workspace, rule_id: id, digest: digestOf(tested), at: 1, by: 'Kim', read: 20_412, matched: 84, kept: 2 })
      .execute()
  /** A live rule, as version 1. */
  const live = async (started: Rule = deleting, id = 'scam') => {
    await save(ines, started, 0, id)
    await backtested(started, id)
    expect(await setState(ines, 'live', 1, id)).toMatchObject({ state: 'live' })
  }
  const label = (chatId: number, ...labels: string[]) =>
    ask(ines, 'POST', '/records/chat-labels', { changes: [{ chatId, key: 'labels', version: 0, value: { labels } }] })
  let messages = 0
  const hold = (part: Partial<Parameters<typeof storeHit>[1]> = {}) =>
    storeHit(gateway.query, {
      workspace,
      rule_id: 'scam',
      chat_id: 7,
      message_id: ++messages,
      seen_at: gateway.clock.ms,
      state: 'held',
      due: gateway.clock.ms + 60_000,
      ...part,
    })
  const hit = (id: string) => gateway.query.selectFrom('rule_hit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const planned = () => gateway.query.selectFrom('planned_action').select(['kind', 'key']).where('workspace', '=', workspace).execute()

  describe('saving', () => {
    test('creates a draft, and each save a version', async () => {
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
      const versions = workspaceApi.ruleVersionList.response.parse(await (await ask(ines, 'GET', '/rules/scam/versions')).json()).data
      expect(versions.map(({ version, rule: { name } }) => [version, name])).toEqual([
        [2, 'Renamed'],
        [1, rule.name],
      ])
    })

    test('the same again has no effect', async () => {
      await save(ines, rule)
      expect(await save(ines, rule)).toMatchObject({ version: 1 })
      expect(await save(ines, rule, 1)).toMatchObject({ version: 1 })
    })

    test('of two people at once, the second is told', async () => {
      await save(ines, rule)
      const [one, other] = await Promise.all([
        save(ines, { ...rule, name: 'One' }, 1),
        save(manager, about({ labels: [], chatIds: [7] }), 1),
      ])
      expect([one.version, other.refused?.code]).toEqual([2, 'no_right'])
      const both = await Promise.all([save(ines, { ...rule, name: 'A' }, 2), save(ines, { ...rule, name: 'B' }, 2)])
      expect(both.map(({ refused }) => refused?.code ?? 'saved').toSorted()).toEqual(['changed_meanwhile', 'saved'])
    })

    test('a rule that was deleted is not created again by somebody who edits it', async () => {
      await save(ines, rule)
      expect((await ask(ines, 'DELETE', '/rules/scam')).status).toBe(200)
      expect(await codeOf(save(ines, { ...rule, name: 'B' }, 1))).toBe('not_found')
      expect(await codeOf(setState(ines, 'shadow'))).toBe('not_found')
    })

    test('what is wrong is named with its place', async () => {
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
      const rows = Array.from({ length: 199 }, (_, index) => ({
        ...{ workspace, id: `r${index}`, version: 1, state: 'draft' as const, state_since: 1 },
        ...{ running_version: null, running_since: null, fell_back: '' },
      }))
      await gateway.query.insertInto('rule').values(rows).execute()
      expect((await save(ines, rule)).version).toBe(1)
      expect(await codeOf(save(ines, rule, 0, 'more'))).toBe('rule_limit')
    })
  })

  describe('running', () => {
    test('a rule goes from draft to shadow to live, and the worker is called', async () => {
      await save(ines, deleting)
      expect(await rulesAtWork(gateway.query, workspace)).toEqual({ isOn: true, rules: [] })
      expect(await setState(ines, 'shadow')).toMatchObject({ state: 'shadow', running: { version: 1 } })
      expect(await planned()).toEqual([{ kind: 'rules', key: 'watch' }])
      await backtested(deleting)
      expect(await setState(ines, 'live')).toMatchObject({ state: 'live', backtest: { read: 20_412, matched: 84, kept: 2, by: 'Kim' } })
      const { rules } = await rulesAtWork(gateway.query, workspace)
      expect(rules).toEqual([{ id: 'scam', version: 1, rule: deleting, state: 'live', since: expect.any(Number) }])
    })

    test('live needs a backtest of just this content', async () => {
      await save(ines, deleting)
      await backtested(rule)
      expect(await setState(ines, 'live')).toMatchObject({
        refused: { code: 'rule_not_ready', message: expect.stringContaining('backtest') },
      })
      await backtested(deleting)
      await save(ines, { ...deleting, name: 'Another name', description: 'x' }, 1)
      expect(await setState(ines, 'live', 2)).toMatchObject({ state: 'live' })
    })

    test('live needs standing access', async () => {
      await save(ines, deleting)
      await backtested(deleting)
      await standing(null)
      expect(await codeOf(setState(ines, 'live'))).toBe('standing_off')
      expect(await rulesAtWork(gateway.query, workspace)).toMatchObject({ rules: [] })
    })

    test('a missing word list or preset keeps a rule from starting', async () => {
      await save(ines, testRule([{ kind: 'words', words: [], lists: ['spam'] }]))
      expect(await setState(ines, 'shadow')).toMatchObject({ refused: { message: expect.stringContaining('word list') } })
      const value = { name: 'Spam', words: ['cheap'] }
      await ask(ines, 'POST', '/records/word-lists', { changes: [{ chatId: null, key: 'spam', version: 0, value }] })
      expect(await readWordLists(gateway.query, workspace)).toEqual(new Map([['spam', ['cheap']]]))
      expect(await setState(ines, 'shadow')).toMatchObject({ state: 'shadow' })
      const throwing = { ...rule, actions: { ...rule.actions, preset: { presetId: 'gone', minutes: 5 } } }
      await save(ines, throwing, 0, 'other')
      await backtested(throwing, 'other')
      expect(await setState(ines, 'live', 1, 'other')).toMatchObject({ refused: { message: expect.stringContaining('preset') } })
    })

    test('an edit of a live rule is a draft beside it, until it takes its place', async () => {
      await live()
      const edited = { ...deleting, groups: testRule([{ kind: 'words', words: ['free'], lists: [] }]).groups }
      expect(await save(ines, edited, 1)).toMatchObject({
        version: 2,
        state: 'live',
        running: { version: 1, rule: deleting },
        backtest: null,
      })
      const { rules } = await rulesAtWork(gateway.query, workspace)
      expect(rules.map(({ version, state }) => [version, state])).toEqual([[1, 'live']])
      expect(await codeOf(setState(ines, 'live', 2))).toBe('rule_not_ready')
      expect(await codeOf(setState(ines, 'live', 3))).toBe('changed_meanwhile')
      await backtested(edited)
      expect(await setState(ines, 'live', 2)).toMatchObject({ state: 'live', running: { version: 2 } })
    })

    test.each([['draft'], ['shadow']])('in %s it does not delete what it held', async (state) => {
      await live()
      const [held, decided] = [await hold(), await hold({ by: 'Bilal' })]
      await setState(ines, state)
      expect(await hit(held)).toMatchObject({ state: 'dropped', due: null })
      expect(await hit(decided)).toMatchObject({ state: 'held', due: expect.any(Number) })
    })

    test('deleting a rule spares what it holds', async () => {
      await live()
      const held = await hold()
      expect((await ask(ines, 'DELETE', '/rules/scam')).status).toBe(200)
      expect(await hit(held)).toMatchObject({ state: 'spared', by: 'Kim', due: null })
      expect((await read(ines)).rules).toEqual([])
      expect((await ask(ines, 'DELETE', '/rules/scam')).status).toBe(200)
    })

    test('at a brake it falls back once, and what it holds waits for a decision', async () => {
      await live()
      const held = await hold()
      const fall = () => gateway.database.transaction((trx) => fallBack(trx as never, workspace, 'scam', 'perMinute', 20, 5000))
      expect([await fall(), await fall()]).toEqual([true, false])
      expect(await hit(held)).toMatchObject({ state: 'marked', due: null })
      const seen = await read(ines)
      expect(seen.rules).toMatchObject([{ state: 'fellBack', stateSince: 5000, fellBack: { at: 5000, brake: 'perMinute', limit: 20 } }])
      expect((await rulesAtWork(gateway.query, workspace)).rules).toMatchObject([{ state: 'shadow' }])
      expect(await setState(ines, 'live')).toMatchObject({ state: 'live', fellBack: null })
    })

    test('the switch stops all rules, and held messages keep the time that is left', async () => {
      await live()
      const held = await hold()
      const { due } = await hit(held)
      expect([await turn(ines, false), await turn(ines, false)]).toEqual([200, 200])
      const stopped = await hit(held)
      expect(stopped).toMatchObject({ state: 'held', due: null, left_ms: expect.any(Number) })
      expect(stopped.left_ms).toBeGreaterThan(50_000)
      expect(stopped.left_ms).toBeLessThanOrEqual(60_000)
      const seen = await read(ines)
      expect(seen.all).toEqual({ isOn: false, at: expect.any(Number), by: 'Kim' })
      expect((await rulesAtWork(gateway.query, workspace)).isOn).toBe(false)
      gateway.clock.ms += 600_000
      await turn(ines, true)
      expect(await hit(held)).toMatchObject({ left_ms: null, due: expect.any(Number) })
      if (!('url' in bench.place)) expect((await hit(held)).due).toBe(due! + 600_000)
      const { isOn, rules } = await rulesAtWork(gateway.query, workspace)
      expect([isOn, rules[0]?.since]).toEqual([true, (await read(ines)).all.at])
    })
  })

  describe('rights', () => {
    test('people see the rules about any of their chats, and change those about theirs only', async () => {
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

    test('who may not delete may not have a rule delete', async () => {
      const own = about({ labels: [], chatIds: [7] }, deleting)
      await save(manager, own)
      await backtested(own)
      const changes = { manager: { rights: { 'messages.delete': false } } }
      gateway.setMember(manager, member('manager', [7, 8], { id: `dana of ${workspace}`, changes }))
      expect(await codeOf(setState(manager, 'live'))).toBe('no_right')
      gateway.setMember(manager, manages([7, 8], { deletionsPerHour: 100 }))
      expect(await codeOf(setState(manager, 'live'))).toBe('limit_reached')
      gateway.setMember(manager, manages([7, 8], { deletionsPerHour: 200 }))
      expect((await setState(manager, 'live')).state).toBe('live')
    })
  })

  test('what a rule did is counted', async () => {
    await live()
    const now = gateway.clock.ms
    const [hour, since] = [3_600_000, now - 2 * 3_600_000]
    // PostgreSQL has a clock of its own.
    await hold({ seen_at: now - 1.5 * hour, state: 'deleted', by: '' })
    await hold({ seen_at: now - 0.5 * hour, state: 'kept', by: 'Bilal' })
    await hold({ seen_at: now + 1000, state: 'deleted', at: now + 2000, by: 'Bilal' })
    await hold({ seen_at: now + 1000, state: 'deleted', at: now + 3000 })
    await hold({ seen_at: now - 5 * hour })
    const answer = await ask(ines, 'GET', `/rules?since=${since}`)
    const [counted] = workspaceApi.rulesRead.response.parse(await answer.json()).data.rules
    expect(counted?.hits).toMatchObject({ today: 4, inState: 2 })
    expect(counted?.hits.byHour.slice(0, 2)).toEqual([1, 1])
    expect(counted).toMatchObject({ decided: { right: 1, wrong: 1 }, last: { kind: 'deleted', at: now + 3000, count: 2 } })
    expect(await read(bilal)).toMatchObject({
      held: 1,
      worker: { state: 'stopped', last: null, chats: 0, requests: { used: 0, budget: maxBudget } },
    })
  })

  test('the audit log names the rule and what differs', async () => {
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
