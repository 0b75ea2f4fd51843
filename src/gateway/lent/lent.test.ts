import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { identityHeader } from '#contract/session.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { withEnded } from '#contract/gateway/lent.ts'
import { maxBudget } from '#contract/gateway/standing-access.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { codeOf } from '../testing/gateway.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'
import { planChanged } from '../hours/plan-hours.ts'
import { createRecordStore } from '../records/record-store.ts'
import { linesOf } from '../audit/test-audit.ts'
import { findLent } from './find-lent.ts'
import { requireLender } from './require-lender.ts'
import { digestOf } from '../rules/cost.ts'

/** What a person began ends when they may no longer do it, and is recorded. */

const rule = { ...testRule([{ kind: 'words', words: ['cheap'], lists: [] }]), scope: { chats: { labels: [], chatIds: [7] }, hours: null } }
const deleting: Rule = { ...rule, actions: { ...rule.actions, deleteAfterSeconds: 20 } }
const hours = {
  isOn: true,
  zone: 'UTC',
  week: [[{ from: 0, to: 60, message: '' }], [], [], [], [], [], []],
  exceptions: [],
  message: 'Closed',
  showForm: false,
  openUntil: null,
}

const Line = z.object({
  line: z.number(),
  entry: z.number(),
  action: z.optional(z.string()),
  subject: z.optional(z.string()),
  cause: z.optional(z.object({ kind: z.string() })),
  outcome: z.optional(z.string()),
})

/** What a change says that it ended. */
async function endedIn(answer: Response) {
  expect(answer.status).toBe(200)
  return withEnded(z.object({}))
    .parse(await answer.json())
    .ended.map(({ kind, name }) => [kind, name])
}

onEveryEngine('what people lend', (bench) => {
  let team: TestTeam
  let workspace: string
  beforeEach(async () => {
    team = await startTeam({ allowedHosts: ['127.0.0.1:9'] }, 'url' in bench.place ? bench.place : undefined)
    workspace = team.pageHeaders(team.ines.cookie)[identityHeader]
    const on = { since: 1, turned_on_by: 'Ines', sealed_token: '', token_rejected: 0, budget: maxBudget, paused_until: 0 }
    await team.query
      .insertInto('standing_access')
      .values({ workspace, account_id: team.accountId, ...on })
      .execute()
  })
  afterEach(() => team.close())

  const add = async (name: string, role: RoleName, chats: GrantedChats = [7]) => team.joined({ name, role, chats })
  const change = async ({ id }: TestPerson, changes: object) => {
    const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId: id } })
    const { name, role, chats, limits, email, revision } = data
    const body = { name, role, chats, limits, email, revision, ...changes }
    return endedIn(await team.askConfirmed(team.ines, 'personUpdate', { params: { personId: id }, body }))
  }
  const remove = async ({ id }: TestPerson) => endedIn(await team.askConfirmed(team.ines, 'personRemove', { params: { personId: id } }))
  const start = async ({ cookie }: Pick<TestPerson, 'cookie'>, state: 'shadow' | 'live', ruleId = 'scam', started = deleting) => {
    await team.get(cookie, 'ruleSave', { params: { ruleId }, body: { rule: started, seen: 0 } })
    await team.query
      .insertInto('rule_backtest')
      .values({ workspace, rule_id: ruleId, digest: digestOf(started), at: 1, by: 'Kim', read: 1, matched: 1, kept: 0 })
      .execute()
    await team.get(cookie, 'ruleSetState', { params: { ruleId }, body: { state, version: 1 } })
  }
  const rules = async () => (await team.get(team.ines.cookie, 'rulesRead')).data.rules
  const lent = async () => (await team.get(team.ines.cookie, 'lentList')).data
  /** The entries of what ended, each with its outcome. */
  const ended = async () => {
    const lines = (await linesOf(team.database as never, workspace)).map(({ text }) => Line.parse(JSON.parse(text)))
    return lines
      .filter(({ cause }) => cause?.kind === 'person')
      .map(({ line, action, subject }) => [action, subject, lines.find((one) => one.entry === line && one.line !== line)?.outcome])
  }

  test.each(['removed', 'demoted'])('an Owner who is %s does not come back through an invitation made before', async (how) => {
    const tom = await add('Tom', 'owner')
    const { secret } = await team.invite(tom, { name: 'Tom again', role: 'owner' })
    const { secret: mine } = await team.invite(team.ines, { name: 'Eve', role: 'host', chats: [7] })
    const ending = how === 'removed' ? remove(tom) : change(tom, { role: 'moderator', chats: [7] })
    expect(await ending).toEqual([['invitation', 'Tom again']])
    expect(await codeOf(await team.ask('', 'joinRead', { body: { secret } }))).toBe('invitation_revoked')
    expect(await ended()).toEqual([['invitationRevoke', 'Tom again', 'done']])
    expect((await team.ask('', 'joinRead', { body: { secret: mine } })).status).toBe(200)
  })

  test('a new link is an invitation of whoever made it', async () => {
    const tom = await add('Tom', 'owner')
    const { invitation } = await team.invite(tom, { name: 'Eve', role: 'host', chats: [7] })
    const renewed = await team.askConfirmed(team.ines, 'invitationRenew', { params: { invitationId: invitation.id } })
    expect(renewed.status).toBe(200)
    await remove(tom)
    expect(await lent()).toMatchObject([{ kind: 'invitation', name: 'Eve', personId: team.ines.id }])
  })

  test.each(['live', 'shadow'] as const)(
    'a %s rule stops with the rights of who started it, and another person can start it',
    async (state) => {
      const dana = await add('Dana', 'manager')
      await start(dana, state)
      expect(await lent()).toMatchObject([{ kind: 'rule', name: rule.name, personId: dana.id, reach: [7] }])
      await remove(dana)
      expect(await rules()).toMatchObject([{ state: 'draft', running: null, fellBack: { brake: 'lender' } }])
      expect(await ended()).toEqual([['ruleSetState', rule.name, 'done']])
      expect((await team.get(team.ines.cookie, 'reviewCount')).data).toMatchObject({ fellBack: 1, fellBackRules: [{ brake: 'lender' }] })
      expect(
        await team.query
          .selectFrom('notification')
          .select(['title', 'by_id'])
          .where('workspace', '=', workspace)
          .where('event', '=', 'ruleFellBack')
          .execute(),
      ).toEqual([{ title: `“${rule.name}” was stopped`, by_id: team.ines.id }])
      await team.get(team.ines.cookie, 'ruleSetState', { params: { ruleId: 'scam' }, body: { state, version: 1 } })
      expect(await rules()).toMatchObject([{ state, fellBack: null }])
      expect(await lent()).toMatchObject([{ kind: 'rule', personId: team.ines.id }])
    },
  )

  test('what a live rule does is what its starter must be allowed, and no more', async () => {
    const dana = await add('Dana', 'manager', [7, 8])
    await start(dana, 'live')
    await start(dana, 'live', 'mark', rule)
    // Another chat is not one that the rules reach.
    await change(dana, { chats: [7] })
    expect((await rules()).map(({ state }) => state)).toEqual(['live', 'live'])
    const roles = { manager: { rights: { 'messages.delete': false } } }
    const { data } = await team.get(team.ines.cookie, 'teamRead')
    const answer = await team.askConfirmed(team.ines, 'rolesUpdate', { body: { roles, revision: data.rolesRevision } })
    expect(await endedIn(answer)).toEqual([['rule', deleting.name]])
    expect((await rules()).map(({ id, state }) => [id, state])).toEqual([
      ['mark', 'live'],
      ['scam', 'draft'],
    ])
  })

  test('a live rule may not delete more in an hour than its starter may', async () => {
    const dana = await add('Dana', 'manager')
    await start(dana, 'live')
    await change(dana, { limits: { deletionsPerHour: deleting.brakes.perHour } })
    expect(await rules()).toMatchObject([{ state: 'live' }])
    await change(dana, { limits: { deletionsPerHour: deleting.brakes.perHour - 1 } })
    expect(await rules()).toMatchObject([{ state: 'draft', fellBack: { brake: 'lender' } }])
  })

  test('opening hours are turned off, and are kept', async () => {
    const dana = await add('Dana', 'manager')
    const record = { chatId: 7, key: 'hours', version: 0, value: hours }
    await team.get(dana.cookie, 'recordsWrite', { params: { kind: 'chat-hours' }, body: { changes: [record] } })
    await change(dana, { role: 'moderator' })
    const { data } = await team.get(team.ines.cookie, 'recordList', { params: { kind: 'chat-hours' } })
    expect(data).toMatchObject([{ value: { ...hours, isOn: false }, changedBy: 'Ines' }])
    expect(await team.query.selectFrom('planned_action').select('key').where('workspace', '=', workspace).execute()).toEqual([])
    expect(await ended()).toEqual([['hoursEnded', '', 'done']])
  })

  test('opening hours that are saved while the right is taken away are refused', async () => {
    const dana = await add('Dana', 'manager')
    const session = await team.sessionOf(dana.cookie)
    const person = (session.signedIn && session.team?.person) || null
    await remove(dana)
    const store = createRecordStore(team.database as never, () => 1, planChanged(Date.now))
    const changes = [{ chatId: 7, key: 'hours', version: 0, value: hours }]
    await expect(store.write({ workspace, member: person }, 'chat-hours', changes)).rejects.toMatchObject({ code: 'no_right' })
  })

  test('a channel sends nothing more, and goes on under the name of whoever turns an event on again', async () => {
    const dana = await add('Dana', 'manager', 'all')
    const channel = { kind: 'webhook', name: 'ops', shape: 'slack', address: 'https://127.0.0.1:9/hook' }
    const { data } = await team.get(dana.cookie, 'notificationChannelCreate', { body: { channel, events: ['ruleMatched', 'severeDrift'] } })
    const channelId = data.id
    expect(await lent()).toMatchObject([{ kind: 'channel', id: channelId, name: 'ops', personId: dana.id, reach: 'all' }])
    await change(dana, { chats: [7] })
    expect((await team.get(team.ines.cookie, 'notificationsRead')).data.channels).toMatchObject([{ id: channelId, events: [] }])
    expect(await ended()).toEqual([['notificationEventSet', 'ops', 'done']])
    expect(await lent()).toEqual([])
    await team.get(team.ines.cookie, 'notificationEventSet', { params: { channelId }, body: { event: 'ruleMatched', isOn: true } })
    expect(await lent()).toMatchObject([{ kind: 'channel', personId: team.ines.id }])
    expect(
      (await team.ask(dana.cookie, 'notificationEventSet', { params: { channelId }, body: { event: 'severeDrift', isOn: true } })).status,
    ).toBe(403)
  })

  test('a scoped token is revoked with its creator', async () => {
    const tom = await add('Tom', 'owner')
    const body = { label: 'Bot', role: 'moderator', chats: [7], expiresInDays: 30 }
    expect((await team.askConfirmed(tom, 'scopedTokenCreate', { body })).status).toBe(200)
    await change(tom, { role: 'manager', chats: [7] })
    // Its rights are those of its creator with each request.
    expect((await team.get(team.ines.cookie, 'scopedTokenList')).data).toHaveLength(1)
    await remove(tom)
    expect((await team.get(team.ines.cookie, 'scopedTokenList')).data).toEqual([])
    expect(await ended()).toEqual([['scopedTokenRevoke', 'Bot', 'done']])
  })

  test('turning team access off ends invitations and tokens, each with an entry; what belongs to the account goes on', async () => {
    const dana = await add('Dana', 'manager', 'all')
    await start(dana, 'live')
    const record = { chatId: 7, key: 'hours', version: 0, value: hours }
    await team.get(dana.cookie, 'recordsWrite', { params: { kind: 'chat-hours' }, body: { changes: [record] } })
    const channel = { kind: 'webhook', name: 'ops', shape: 'slack', address: 'https://127.0.0.1:9/hook' }
    await team.get(dana.cookie, 'notificationChannelCreate', { body: { channel, events: ['ruleMatched'] } })
    const { secret } = await team.invite(team.ines, { name: 'Eve', role: 'host', chats: [7] })
    const body = { label: 'Bot', role: 'moderator', chats: [7], expiresInDays: 30 }
    expect((await team.askConfirmed(team.ines, 'scopedTokenCreate', { body })).status).toBe(200)
    expect((await team.askConfirmed(team.ines, 'teamTurnOff')).status).toBe(200)
    const lines = (await linesOf(team.database as never, workspace)).map(({ text }) => Line.parse(JSON.parse(text)))
    expect(lines.filter(({ action }) => action?.endsWith('Revoke')).map(({ action, subject }) => [action, subject])).toEqual([
      ['invitationRevoke', 'Eve'],
      ['scopedTokenRevoke', 'Bot'],
    ])
    await team.turnOn('Kim')
    expect(await codeOf(await team.ask('', 'joinRead', { body: { secret } }))).toBe('invitation_revoked')
    expect((await findLent(team.query, workspace)).map(({ kind, personId }) => [kind, personId])).toEqual([
      ['rule', dana.id],
      ['hours', dana.id],
      ['channel', dana.id],
    ])
  })

  test('whoever is neither a person of the team nor one of its tokens lends nothing', async () => {
    const lend = (id: string) =>
      team.database.serializable((trx) => requireLender(trx as never, workspace, { id }, { rights: ['rules.write'], reach: [7] }))
    await expect(lend('nobody')).rejects.toMatchObject({ code: 'no_right' })
    await expect(lend(team.ines.id)).resolves.toBeUndefined()
  })

  test('nothing ends where nobody lost anything', async () => {
    const dana = await add('Dana', 'manager')
    const tom = await add('Tom', 'host')
    await start(dana, 'live')
    await change(dana, { name: 'Dana B.' })
    expect(await remove(tom)).toEqual([])
    expect(await rules()).toMatchObject([{ state: 'live' }])
    expect(await ended()).toEqual([])
  })
})
