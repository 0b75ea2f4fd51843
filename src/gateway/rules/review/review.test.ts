import { afterEach, beforeEach, expect, test } from 'vitest'
import { undoMs } from '#contract/gateway/job-frame.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { identityHeader } from '#contract/session.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { maxBudget } from '#contract/gateway/standing-access.ts'
import type { HitState, ReviewDecision } from '#contract/gateway/review.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { codeOf, startGateway } from '#gateway/testing/gateway.ts'
import { member } from '#gateway/testing/members.ts'
import { linesOf } from '#gateway/audit/test-audit.ts'
import { storeHit, storeRule } from './test-hits.ts'

onEveryEngine('the review queue', (bench) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let workspace: string
  let ines: string
  let bilal: string
  const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])

  beforeEach(async () => {
    gateway = await startGateway({}, 'url' in bench.place ? bench.place : undefined)
    ;({ cookie: ines } = await gateway.signIn())
    workspace = gateway.pageHeaders(ines)[identityHeader]
    bilal = await gateway.signInAs(member('moderator', [7], { id: `bilal of ${workspace}` }))
    await storeRule(gateway.query, { workspace, id: 'scam', rule, state: 'live', since: gateway.clock.ms - 60_000 })
    await standing(gateway.clock.ms)
  })
  afterEach(() => gateway.close())

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
  const read = async (cookie: string) => gatewayApi.reviewRead.response.parse(await (await ask(cookie, 'GET', '/review')).json()).data
  const count = async (cookie: string) =>
    gatewayApi.reviewCount.response.parse(await (await ask(cookie, 'GET', '/review/count')).json()).data
  const decide = async (cookie: string, decision: ReviewDecision, ...ids: string[]) => {
    const answer = await ask(cookie, 'POST', '/review/decisions', { ids, decision })
    if (answer.status !== 200) return await codeOf(answer)
    const { data } = gatewayApi.reviewDecide.response.parse(await answer.json())
    return data.map(({ outcome, hit }) => [outcome, hit?.state, hit?.by])
  }
  let messages = 0
  const hit = (state: HitState, part: Partial<Parameters<typeof storeHit>[1]> = {}) =>
    storeHit(gateway.query, { workspace, rule_id: 'scam', chat_id: 7, message_id: ++messages, seen_at: gateway.clock.ms, state, ...part })
  const row = (id: string) => gateway.query.selectFrom('rule_hit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const inSeconds = (seconds: number) => gateway.clock.ms + seconds * 1000

  test('held messages are sorted by remaining time, marked ones newest first, and only granted chats are shown', async () => {
    // PostgreSQL has its own clock.
    const later = await hit('held', { due: inSeconds(90) })
    const sooner = await hit('held', { due: inSeconds(60) })
    const elsewhere = await hit('marked', { chat_id: 8, seen_at: inSeconds(1) })
    const older = await hit('marked')
    const seen = await read(ines)
    expect(seen.held.map(({ id }) => id)).toEqual([sooner, later])
    expect(seen.marked.map(({ id }) => id)).toEqual([elsewhere, older])
    expect(seen.held[0]).toMatchObject({ ruleName: rule.name, ruleState: 'live', precision: null, chatName: 'Chat 7', leftMs: null })
    expect(seen).toMatchObject({ stopped: null, last: null, totals: { held: 2, marked: 2 }, today: { decided: 0, right: 0 } })
    const granted = await read(bilal)
    expect(granted.marked.map(({ id }) => id)).toEqual([older])
    expect(granted.totals).toEqual({ held: 2, marked: 1 })
    expect(await count(bilal)).toMatchObject({
      held: 2,
      marked: 1,
      byChat: [{ chatId: 7, messages: 3 }],
      due: inSeconds(60),
      fellBack: 0,
    })
    const [one, other] = (await count(ines)).byChat
    expect([one, other]).toEqual([
      { chatId: 7, messages: 3 },
      { chatId: 8, messages: 1 },
    ])
  })

  test('the first decision counts, and later ones learn who decided', async () => {
    const id = await hit('held', { due: inSeconds(60) })
    expect(await decide(bilal, 'spare', id)).toEqual([['done', 'spared', 'The moderator']])
    expect(await decide(ines, 'delete', id)).toEqual([['already', 'spared', 'The moderator']])
    const { decided, today } = await read(ines)
    expect([decided.map((one) => one.id), today]).toEqual([[id], { decided: 1, right: 0 }])
  })

  test.each<[HitState, ReviewDecision, HitState]>([
    ['held', 'delete', 'held'],
    ['marked', 'delete', 'held'],
    ['held', 'spare', 'spared'],
    ['marked', 'keep', 'kept'],
    ['marked', 'spare', 'kept'],
  ])('%s, then %s: it is %s, and undo restores it', async (state, decision, then) => {
    const id = await hit(state, { due: state === 'held' ? inSeconds(100) : null })
    expect(await decide(bilal, decision, id)).toEqual([['done', then, 'The moderator']])
    const changed = await row(id)
    // The time to undo is the same as for every deletion by a person. PostgreSQL has its own clock.
    if (decision === 'delete') expect(Math.abs((changed.due ?? 0) - gateway.clock.ms - undoMs)).toBeLessThan(5000)
    else expect(changed.due).toBeNull()
    expect(await count(ines), 'what is decided waits no more').toMatchObject({ held: 0, marked: 0, byChat: [] })
    expect(await decide(bilal, 'undo', id)).toEqual([['done', state, '']])
    const undone = await row(id)
    expect(undone.left_ms).toBeNull()
    expect(undone.due === null ? null : undone.due - gateway.clock.ms > 50_000).toBe(state === 'held' ? true : null)
    expect(await decide(bilal, 'undo', id)).toEqual([['already', state, '']])
  })

  test('it is too late for messages that are deleted or being deleted, and chats outside the grant are refused', async () => {
    const deleting = await hit('deleting')
    const deleted = await hit('deleted', { by: 'Ines', before: 'held' })
    const elsewhere = await hit('marked', { chat_id: 8 })
    expect(await decide(bilal, 'spare', deleting, deleted, elsewhere, 'nothing')).toEqual([
      ['tooLate', 'deleting', ''],
      ['tooLate', 'deleted', 'Ines'],
      ['refused', undefined, undefined],
      ['refused', undefined, undefined],
    ])
    expect(await decide(bilal, 'undo', deleted)).toEqual([['tooLate', 'deleted', 'Ines']])
    expect((await row(elsewhere)).state).toBe('marked')
  })

  test('undoing a spare while all rules are stopped restores the remaining time', async () => {
    const id = await hit('held', { due: null, left_ms: 17_000 })
    await gateway.query.insertInto('rule_switch').values({ workspace, is_on: 0, at: 1, by: 'Kim' }).execute()
    expect((await read(ines)).held).toMatchObject([{ due: null, leftMs: 17_000 }])
    await decide(bilal, 'spare', id)
    await decide(bilal, 'undo', id)
    expect(await row(id)).toMatchObject({ state: 'held', due: null, left_ms: 17_000 })
    expect((await read(ines)).stopped).toEqual({ at: 1, by: 'Kim' })
  })

  test('undoing a spare marks the message if the rule is no longer live', async () => {
    const id = await hit('held', { due: inSeconds(60) })
    await decide(bilal, 'spare', id)
    await gateway.query.updateTable('rule').set({ state: 'fellBack' }).where('id', '=', 'scam').execute()
    expect(await decide(bilal, 'undo', id)).toEqual([['done', 'marked', '']])
  })

  test('deletions count towards the limit of the person, all or none', async () => {
    await gateway.setMember(bilal, member('moderator', [7], { id: `bilal of ${workspace}`, limits: { deletionsPerHour: 2 } }))
    const ids = [await hit('marked'), await hit('marked'), await hit('held', { due: inSeconds(60) })]
    expect(await decide(bilal, 'delete', ...ids)).toBe('limit_reached')
    expect((await read(bilal)).totals).toEqual({ held: 1, marked: 2 })
    expect(await decide(bilal, 'delete', ids[0]!, ids[2]!)).toEqual([
      ['done', 'held', 'The moderator'],
      ['done', 'held', 'The moderator'],
    ])
    expect(await decide(bilal, 'delete', ids[1]!)).toBe('limit_reached')
  })

  test('nothing can be deleted while standing access is off; with it, the worker is woken', async () => {
    const id = await hit('marked')
    await standing(null)
    expect(await decide(bilal, 'delete', id)).toBe('standing_off')
    expect((await row(id)).state).toBe('marked')
    await standing(1)
    await decide(bilal, 'delete', id)
    const planned = gateway.query.selectFrom('planned_action').select(['kind', 'key']).where('workspace', '=', workspace)
    expect(await planned.execute()).toEqual([{ kind: 'rules', key: 'watch' }])
  })

  test('the audit log records the person, the decision and the rule', async () => {
    const id = await hit('held', { due: inSeconds(60) })
    await decide(bilal, 'spare', id)
    const lines = (await linesOf(gateway.database as never, workspace)).map(({ text }) => JSON.parse(text) as object)
    expect(lines).toContainEqual(
      expect.objectContaining({
        action: 'reviewDecide',
        who: expect.objectContaining({ id: `bilal of ${workspace}` }),
        subject: rule.name,
        chatId: 7,
        changes: [{ name: 'decision', after: 'spare' }],
        cause: { kind: 'rule', id: 'scam', title: rule.name },
      }),
    )
  })

  test('precision is the share of decisions that agree with the rule, once there are ten', async () => {
    for (let index = 0; index < 9; index++) await hit('deleted', { by: 'Ines' })
    const id = await hit('marked')
    expect((await read(ines)).marked[0]?.precision).toBeNull()
    await decide(bilal, 'keep', id)
    await hit('marked')
    expect((await read(ines)).marked[0]?.precision).toBe(90)
    expect((await read(ines)).today).toEqual({ decided: 10, right: 9 })
  })

  test('rules that fell back are counted for people who may see them', async () => {
    const scope = { chats: { labels: [], chatIds: [8] }, hours: null }
    const fellBack = JSON.stringify({ at: 5, brake: 'perMinute', limit: 60 })
    await storeRule(gateway.query, { workspace, id: 'flood', rule: { ...rule, name: 'Link flood', scope }, state: 'fellBack', since: 5 })
    await gateway.query.updateTable('rule').set({ fell_back: fellBack }).where('id', '=', 'flood').execute()
    expect(await count(ines)).toMatchObject({
      fellBack: 1,
      fellBackRules: [{ id: 'flood', name: 'Link flood', at: 5, brake: 'perMinute', limit: 60 }],
    })
    expect(await count(bilal)).toMatchObject({ fellBack: 0, fellBackRules: [] })
  })

  test('consecutive decisions of one person about one rule are one line', async () => {
    const earlier = (seconds: number) => gateway.clock.ms - seconds * 1000
    await hit('kept', { by: 'Tom', at: earlier(40) })
    await hit('spared', { by: 'Ana', at: earlier(30) })
    await hit('deleted', { by: 'Ana', at: earlier(20) })
    await hit('deleted', { at: earlier(10) })
    await hit('deleted', { at: earlier(5), chat_id: 8 })
    await hit('marked')
    const last = async (cookie: string) =>
      gatewayApi.reviewLastList.response.parse(await (await ask(cookie, 'GET', '/review/decisions')).json()).data
    const line = { ruleName: rule.name, deleted: 0, spared: 0, kept: 0 }
    expect(await last(ines)).toEqual([
      { ...line, at: earlier(5), by: '', deleted: 2 },
      { ...line, at: earlier(20), by: 'Ana', deleted: 1, spared: 1 },
      { ...line, at: earlier(40), by: 'Tom', kept: 1 },
    ])
    expect((await last(bilal))[0]).toMatchObject({ at: earlier(10), deleted: 1 })
  })

  test('others see for half a minute what a person looks at', async () => {
    const id = await hit('marked')
    await ask(bilal, 'PUT', '/review/look', { hitId: id })
    expect((await read(ines)).people).toEqual([{ name: 'The moderator', hitId: id }])
    expect((await read(bilal)).people).toEqual([])
    gateway.clock.ms += 30_000
    expect((await read(ines)).people).toEqual([])
  })

  test('people who may not see rules see their hits without names, reasons and highlights', async () => {
    const host = await gateway.signInAs(member('host', [7], { id: `olu of ${workspace}` }))
    const told = { reasons: '[{"kind":"words","words":"cheap"}]', highlights: '[{"start":0,"end":5}]' }
    await hit('held', { due: inSeconds(60), ...told })
    await hit('kept', { by: 'Bilal', at: gateway.clock.ms, ...told })
    for (const cookie of [bilal, host]) {
      const answers = await Promise.all(
        ['/review', '/review/count', '/review/decisions', '/chats/7/hits'].map(async (path) => (await ask(cookie, 'GET', path)).text()),
      )
      const isTold = (part: string) => answers.map((answer) => answer.includes(part))
      const seesRules = cookie === bilal
      expect(isTold(JSON.stringify(rule.name))).toEqual([seesRules, false, seesRules, seesRules])
      expect(isTold('"words":"cheap"')).toEqual([seesRules, false, false, seesRules])
      expect(isTold('"start":0')).toEqual([seesRules, false, false, seesRules])
    }
  })

  test('the hits of a chat are read by the time of their messages', async () => {
    const at = Math.floor(gateway.clock.ms / 1000)
    await hit('marked', { time: at - 10 })
    const id = await hit('deleted', { time: at })
    const list = await ask(bilal, 'GET', `/chats/7/hits?from=${at - 5}&to=${at}`)
    expect(gatewayApi.chatHitList.response.parse(await list.json()).data.hits.map((one) => one.id)).toEqual([id])
    expect(await codeOf(await ask(bilal, 'GET', '/chats/8/hits'))).toBe('no_right')
  })
})
