import { afterAll, beforeAll, expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import { identityHeader } from '#contract/session.ts'
import { recordKinds, recordKindNames, type RecordKind } from '#contract/gateway/record-kinds.ts'
import { maxBudget } from '#contract/gateway/standing-access.ts'
import { figure } from '../../test-figure.ts'
import { isProof } from '../../test-runs.ts'
import { codeOf, startGateway } from '../testing/gateway.ts'
import { member, otherChat as other, ownChat as own, people, type ForEveryone } from '../testing/members.ts'
import { digestOf } from '../rules/cost.ts'

/**
 * Everything that an account shares × every role × one's own chat, a chat of others, and chats that something reaches later. Who may is written out here,
 * so that a mistake in a declaration does not decide what is right. A new kind of record does not compile until it is here.
 */

const places = ['own', 'other', 'future'] as const
type Place = (typeof places)[number]

/** `-`: may not. In own, other and future chats; a place that a kind does not have is left out. */
type Decision = string
type Row = ForEveryone<Decision>

/** Chats as rules and presets name them: by id, and by a label that no chat has yet. */
const chatsAt: Record<Place, { labels: string[]; chatIds: number[] }> = {
  own: { labels: [], chatIds: [own] },
  other: { labels: [], chatIds: [own, other] },
  future: { labels: ['later'], chatIds: [own] },
}

interface Shared {
  /** What is written, by place; undefined: the kind does not have that place. */
  at: (place: Place) => unknown
  //            owner, managers: all, own, moderator, host, accountant
  expected: Row
}

const ofChat = (value: unknown) => (place: Place) => (place === 'future' ? undefined : value)
/** It is of the account, and acts nowhere. */
const nowhere = (value: unknown) => (place: Place) => (place === 'own' ? value : undefined)
const hours = {
  isOn: false,
  zone: 'UTC',
  week: [[], [], [], [], [], [], []],
  exceptions: [],
  message: '',
  showForm: false,
  openUntil: null,
}
const groups: Record<Place, unknown> = {
  own: [
    { chatId: own, pollId: 1 },
    { chatId: own, pollId: 2 },
  ],
  other: [
    { chatId: own, pollId: 1 },
    { chatId: other, pollId: 2 },
  ],
  future: undefined,
}

const records: Record<RecordKind, Shared> = {
  'poll-rounds': {
    at: ofChat({ at: 1, before: 'reset', question: 'Tea?', answers: [] }),
    expected: ['++', '++', '+-', '--', '+-', '--'],
  },
  'poll-templates': {
    at: nowhere({ question: 'Tea?', answer1: 'Yes', answer2: '', answer3: '', answer4: '' }),
    expected: ['+', '+', '+', '-', '+', '-'],
  },
  'poll-groups': { at: (place) => groups[place], expected: ['++', '++', '+-', '--', '+-', '--'] },
  'ban-notes': { at: ofChat({ note: 'spam', reviewOn: '' }), expected: ['++', '++', '+-', '+-', '--', '--'] },
  'post-texts': { at: nowhere('Back at nine'), expected: ['+', '+', '+', '+', '+', '-'] },
  'chat-labels': { at: ofChat({ labels: ['Sport'] }), expected: ['++', '++', '+-', '--', '--', '--'] },
  'chat-hours': { at: ofChat(hours), expected: ['++', '++', '+-', '--', '--', '--'] },
  'saved-views': { at: nowhere({ name: 'Offline', page: 'chats', query: '' }), expected: ['+', '+', '+', '-', '-', '-'] },
  // A rule of any chat may use it, today or later.
  'word-lists': {
    at: (place) => (place === 'future' ? { name: 'Scam', words: ['cheap'] } : undefined),
    expected: ['+', '+', '-', '-', '-', '-'],
  },
  presets: {
    at: (place) => ({ name: 'Vet', description: '', values: { anonymous: false }, chats: chatsAt[place], minutes: null }),
    expected: ['+++', '+++', '+--', '---', '---', '---'],
  },
}

const rule = testRule([{ kind: 'longer', than: 5 }])
const ruleAt = (place: Place) => ({ ...rule, scope: { chats: chatsAt[place], hours: null } })
const liveAt = (place: Place) => ({ ...ruleAt(place), actions: { ...rule.actions, deleteAfterSeconds: 20 } })

let gateway: Awaited<ReturnType<typeof startGateway>>
let workspace: string
const cookies = new Map<string, string>()
beforeAll(async () => {
  gateway = await startGateway({ signInLimit: 1000 })
  const { cookie } = await gateway.signIn()
  workspace = gateway.pageHeaders(cookie)[identityHeader]
  cookies.set('token', cookie)
  for (const { name, role, chats } of people) cookies.set(name, await gateway.signInAs(member(role, chats, { id: name })))
  const on = { since: 1, turned_on_by: 'Ines', sealed_token: '', token_rejected: 0, budget: maxBudget, paused_until: 0 }
  await gateway.query
    .insertInto('standing_access')
    .values({ workspace, account_id: gateway.accountId, ...on })
    .execute()
})
afterAll(() => gateway.close())

const ask = (who: string, method: string, path: string, body: object) =>
  gateway.send(`/bff/workspace${path}`, { method, headers: gateway.pageHeaders(cookies.get(who)!), body: JSON.stringify(body) })

/** + where it was done, - where the right was missing. */
async function decided(answer: Promise<Response>): Promise<string> {
  const received = await answer
  if (received.status === 200) return '+'
  const code = await codeOf(received)
  return received.status === 403 && code === 'no_right' ? '-' : ` ${received.status} ${String(code)} `
}

const wrong: string[] = []
let decisions = 0
/** Counts the decisions, and keeps the wrong ones for the figure. */
function count(name: string, found: readonly string[], expected: Row) {
  for (const [index, decision] of found.entries()) {
    decisions += expected[index]!.length
    if (decision !== expected[index]) wrong.push(`${name} as ${people[index]!.name}: ${decision}`)
  }
}
afterAll(() => {
  if (isProof)
    figure(
      'T7',
      wrong.length === 0 && decisions > 150,
      `${wrong.length} of ${decisions} decisions wrong (${recordKindNames.length} kinds of records, rules saved, deleted and put live; 5 roles and a second Manager; own, other and future chats)`,
    )
})

let keys = 0
test.each(recordKindNames)('%s are written by who may do it in all chats that they reach', async (kind) => {
  const { at, expected } = records[kind]
  const found: string[] = []
  for (const { name } of people) {
    let decision = ''
    for (const place of places) {
      const value = at(place)
      if (value === undefined) continue
      const chatId = recordKinds[kind].scope === 'account' ? null : place === 'own' ? own : other
      // A chat has one record of some kinds, so each try leaves nothing behind.
      const key = `key-${++keys}`
      const answer = await ask(name, 'POST', `/records/${kind}`, { changes: [{ chatId, key, version: 0, value }] })
      decision += await decided(Promise.resolve(answer.clone()))
      if (answer.status === 200)
        await gateway.query.deleteFrom('record').where('workspace', '=', workspace).where('key', '=', key).execute()
    }
    found.push(decision)
  }
  count(kind, found, expected)
  expect(found).toEqual(expected)
})

const ofRules: Row = ['+++', '+++', '+--', '---', '---', '---']

test('rules are saved and deleted by who may do it in all chats that they reach', async () => {
  const found: string[] = []
  const deleted: string[] = []
  for (const { name } of people) {
    let [saves, deletes] = ['', '']
    for (const place of places) {
      const id = `rule-${++keys}`
      saves += await decided(ask(name, 'PUT', `/rules/${id}`, { rule: ruleAt(place), seen: 0 }))
      const stored = `rule-${++keys}`
      await ask('token', 'PUT', `/rules/${stored}`, { rule: ruleAt(place), seen: 0 })
      deletes += await decided(ask(name, 'DELETE', `/rules/${stored}`, {}))
    }
    found.push(saves)
    deleted.push(deletes)
  }
  count('ruleSave', found, ofRules)
  count('ruleDelete', deleted, ofRules)
  expect([found, deleted]).toEqual([ofRules, ofRules])
})

test('rules are put live by who may do in all chats that they reach what they do', async () => {
  const found: string[] = []
  const changes = { manager: { rights: { 'messages.delete': false } } }
  for (const withRight of [true, false]) {
    for (const { name, role, chats } of people) {
      if (!withRight) await gateway.setMember(cookies.get(name)!, member(role, chats, { id: name, changes }))
      let decision = ''
      for (const place of places) {
        const id = `live-${++keys}`
        const started = liveAt(place)
        await ask('token', 'PUT', `/rules/${id}`, { rule: started, seen: 0 })
        const tested = { workspace, rule_id: id, digest: digestOf(started), at: 1, by: '', read: 1, matched: 1, kept: 0 }
        await gateway.query.insertInto('rule_backtest').values(tested).execute()
        decision += await decided(ask(name, 'PUT', `/rules/${id}/state`, { state: 'live', version: 1 }))
      }
      found.push(decision)
      await gateway.setMember(cookies.get(name)!, member(role, chats, { id: name }))
    }
  }
  const [all, withoutDeleting] = [found.slice(0, people.length), found.slice(people.length)]
  const onlyOwner: Row = ['+++', '---', '---', '---', '---', '---']
  count('ruleSetState', all, ofRules)
  count('ruleSetState without deleting', withoutDeleting, onlyOwner)
  expect([all, withoutDeleting]).toEqual([ofRules, onlyOwner])
})

/** Only whether the right was missing: the chats exist in no service here, and there is no team to invite to. */
const mayAsk = async (answer: Promise<Response>) => ((await codeOf(await answer)) === 'no_right' ? '-' : '+')

test('people are invited by Owners only, also to own chats and as less than oneself', async () => {
  const expected: Row = ['+++', '---', '---', '---', '---', '---']
  const found: string[] = []
  for (const { name } of people) {
    let decision = ''
    for (const chats of [[own], [own, other], 'all'])
      decision += await mayAsk(ask(name, 'POST', '/invitations', { name: 'Eve', role: 'host', chats, limits: {}, email: '' }))
    found.push(decision)
  }
  count('invitationCreate', found, expected)
  expect(found).toEqual(expected)
})

/** The steps of a change of many chats, one request for each. */
const applied: Record<string, { step: (name: string, chatId: number) => Promise<Response>; expected: Row }> = {
  'settings of many chats': {
    step: async (name, chatId) => gateway.call(cookies.get(name)!, 'PUT', `/chats/${chatId}`, { allowLinks: false }, { 'if-match': '"1"' }),
    expected: ['++', '++', '+-', '--', '--', '--'],
  },
  'stored values of a preset': {
    step: (name, chatId) => ask(name, 'POST', '/preset-previews', { presetId: 'lockdown', chatIds: [chatId] }),
    expected: ['++', '++', '+-', '+-', '--', '--'],
  },
  'own values of a preset': {
    step: (name, chatId) =>
      ask(name, 'PUT', `/presets-on/on-${++keys}`, { presetId: 'lockdown', chatIds: [chatId], until: null, values: { allowLinks: false } }),
    expected: ['++', '++', '+-', '--', '--', '--'],
  },
  'a preset in own chats and others at once': {
    step: (name, chatId) => ask(name, 'PUT', `/presets-on/on-${++keys}`, { presetId: 'event', chatIds: [own, chatId], until: null }),
    expected: ['++', '++', '+-', '+-', '--', '--'],
  },
  'messages to many chats': {
    step: (name, chatId) => gateway.call(cookies.get(name)!, 'POST', `/chats/${chatId}/messages`, { text: 'Back at nine' }),
    expected: ['++', '++', '+-', '+-', '+-', '--'],
  },
}

test.each(Object.keys(applied))('%s are decided for each chat', async (what) => {
  const { step, expected } = applied[what]!
  const found: string[] = []
  for (const { name } of people) found.push((await mayAsk(step(name, own))) + (await mayAsk(step(name, other))))
  count(what, found, expected)
  expect(found).toEqual(expected)
})

test('what a Manager of one chat is refused changes nothing, and its entry in the audit log names nothing that they may not see', async () => {
  const tables = ['record', 'rule', 'rule_version', 'invitation', 'preset_on', 'preset_chat', 'job'] as const
  const rows = () => Promise.all(tables.map(async (table) => (await gateway.query.selectFrom(table).selectAll().execute()).length))
  const chats = { labels: [], chatIds: [other] }
  const hidden = { ...rule, name: 'Canary', description: 'Canary', scope: { chats, hours: null } }
  await ask('token', 'PUT', '/rules/hidden', { rule: hidden, seen: 0 })
  await ask('token', 'POST', '/records/presets', {
    changes: [
      {
        chatId: null,
        key: 'hidden',
        version: 0,
        value: { name: 'Canary', description: '', values: { anonymous: false }, chats, minutes: null },
      },
    ],
  })
  await ask('token', 'PUT', '/presets-on/hidden', { presetId: 'hidden', chatIds: [other], until: null })
  const before = await rows()
  const changes = [own, other].map((chatId) => ({ chatId, key: 'labels', version: 0, value: { labels: ['A'] } }))
  const list = { name: 'Scam', words: ['cheap'] }
  const refused = [
    ask('manager', 'POST', '/invitations', { name: 'Eve', role: 'host', chats: [own], limits: {}, email: '' }),
    ask('manager', 'POST', '/records/word-lists', { changes: [{ chatId: null, key: 'scam', version: 0, value: list }] }),
    ask('manager', 'POST', '/records/chat-labels', { changes }),
    ask('manager', 'PUT', '/rules/hidden', { rule: { ...ruleAt('own'), name: 'Mine' }, seen: 1 }),
    ask('manager', 'PUT', '/rules/hidden/state', { state: 'shadow', version: 1 }),
    ask('manager', 'DELETE', '/rules/hidden', {}),
    ask('manager', 'PUT', '/presets-on/hidden/ends/end', {}),
    ask('manager', 'PUT', '/presets-on/hidden', { presetId: 'lockdown', chatIds: [own, other], until: null }),
    ...Object.values(applied).map(({ step }) => step('manager', other)),
  ]
  const statuses = await Promise.all(refused.map(async (answer) => (await answer).status))
  expect(new Set(statuses)).toEqual(new Set([403, 404]))
  expect(await rows()).toEqual(before)
  const read = await gateway.send('/bff/workspace/audit?limit=100', { headers: gateway.pageHeaders(cookies.get('manager')!) })
  const text = await read.text()
  expect(read.status).toBe(200)
  expect(text).toContain('Mine')
  expect(text).not.toContain('Canary')
})
