import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/hours/zone.ts'
import type { HoursQuestion } from '#contract/gateway/hours.ts'
import type { GatewayTables } from '../database/database.ts'
import { writeMemory } from '../hours/plan-hours.ts'
import { insertJob, startedByWorker } from '../jobs/start-job.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'
import { planAction } from '../worker/planner.ts'
import { action } from '../worker/test-worker.ts'

let team: TestTeam
let workspace: string
let manager: TestPerson
let moderator: TestPerson
beforeAll(async () => {
  team = await startTeam()
  const session = await team.sessionOf(team.ines.cookie)
  workspace = session.signedIn ? session.identity : ''
  const join = async (name: string, role: 'manager' | 'moderator') => team.joined({ name, role, chats: [7] })
  manager = await join('Tom', 'manager')
  moderator = await join('Ana', 'moderator')
})
afterAll(() => team.close())
beforeEach(async () => {
  for (const table of ['planned_action', 'standing_access', 'hours_memory', 'drift_finding', 'job'] as const)
    await team.query.deleteFrom(table).execute()
})

const read = async ({ cookie }: TestPerson) => (await team.get(cookie, 'inboxList')).data
const inShort = async (person: TestPerson) => (await read(person)).map(({ kind, id, count }) => `${kind} ${id} ${count}`).toSorted()

const storeFinding = (part: Partial<Insertable<GatewayTables['drift_finding']>>) =>
  team.query
    .insertInto('drift_finding')
    .values({
      id: randomUUID(),
      workspace,
      resource: 'settings',
      chat_id: 7,
      chat_name: 'Hall',
      field: 'upload',
      poll_id: 0,
      subject: '',
      before: 'true',
      after: 'false',
      since: 0,
      at: 1000,
      times: 1,
      severity: 'minor',
      state: 'open',
      decided_at: null,
      decided_by: '',
      ...part,
    })
    .execute()

/** An ended change of settings of Ines. */
async function storeJob(id: string, counts: object, part: Partial<Insertable<GatewayTables['job']>> = {}) {
  const words = { title: 'Saving 2 settings', done_title: '', place: 'Hall' }
  const job = { ...words, workspace, id, kind: 'settings-of-chats', chatIds: [7], total: 1, hold_ms: 0, input: {}, at: 1000 } as const
  await insertJob(team.query, job, startedByWorker(team.accountId))
  const ended = {
    phase: 'ended',
    ended_at: 2000,
    counts: JSON.stringify({ done: 1, failed: 0, unknown: 0, notTried: 0, ...counts }),
  } as const
  await team.query
    .updateTable('job')
    .set({ ...ended, person_id: team.ines.id, method: 'passkey', ...part })
    .where('id', '=', id)
    .execute()
}

const question = (reason: HoursQuestion['reason']): HoursQuestion => ({ reason, since: 5, values: [], sounds: [] })

/** @param hours how late they are */
async function planLate(part: Parameters<typeof action>[0], hours: number) {
  await planAction(team.query, action({ workspace, due: team.clock.ms - hours * hourMs, ...part }))
}

async function turnOn() {
  const standing = { workspace, account_id: team.accountId, turned_on_by: 'Ines', sealed_token: 'x', token_rejected: 0, budget: 120 }
  await team.query
    .insertInto('standing_access')
    .values({ ...standing, since: 1, paused_until: 0 })
    .execute()
}

test('lists outside changes by chat, and only where the person may decide on them', async () => {
  await storeFinding({ field: 'upload' })
  await storeFinding({ field: 'guests', severity: 'severe', at: 3000 })
  await storeFinding({ field: 'upload', state: 'accepted' })
  await storeFinding({ chat_id: 8, chat_name: 'Stage' })
  await storeFinding({ resource: 'account', chat_id: 0, chat_name: '', field: 'email' })
  expect(await inShort(team.ines)).toEqual(['outside 7 2', 'outside 8 1', 'outside account 1'])
  const [newest] = await read(manager)
  expect(newest).toMatchObject({ id: '7', place: 'Hall', chatIds: [7], isSevere: true, at: 3000 })
  expect(await inShort(manager)).toEqual(['outside 7 2'])
  expect(await inShort(moderator)).toEqual([])
  // Who may ban decides about bans, and not about who else changed them: outside changes are decided by who may change settings.
  await storeFinding({ resource: 'bans', field: 'ranges' })
  expect(await inShort(manager)).toEqual(['outside 7 3'])
  expect(await inShort(moderator)).toEqual([])
  expect((await team.ask(moderator.cookie, 'driftRead')).status).toBe(403)
})

test('lists changes of settings in which a value is disputed or was not kept, until they are decided or dismissed', async () => {
  await storeJob('disputed', { decide: 2, notKept: 1 })
  await storeJob('saved', {})
  await storeJob('failed', { failed: 1 })
  await storeJob('dismissed', { decide: 1 }, { dismissed: 1 })
  await storeJob('running', { decide: 1 }, { phase: 'running' })
  await storeJob('deletion', { decide: 1 }, { kind: 'messages-delete' })
  await storeJob('by-worker', { decide: 1 }, { kind: 'preset-end', person_id: null, method: 'standing' })
  expect(await inShort(team.ines)).toEqual(['change by-worker 1', 'change disputed 3'])
  // Who may turn modes on decides about what is left of them; not about what others save.
  expect(await inShort(moderator)).toEqual(['change by-worker 1'])
})

test('a change of several chats is about those in which somebody decides', async () => {
  await storeJob('mode', { decide: 2, notKept: 1 }, { chats: '[7,8,9,10]' })
  const outcomes = {
    7: '{"chatId":7,"applied":{"name":{"before":"\\"conflicts\\":","after":"x"}}}',
    8: '{"chatId":8,"conflicts":[{"name":"upload"}]}',
    9: '{"chatId":9,"notKept":[{"name":"upload"}]}',
    10: '{"chatId":10,"sounds":["sound_ring"]}',
  }
  const rows = Object.entries(outcomes).map(([chatId, outcome], index) => {
    return { workspace, job_id: 'mode', chat_id: Number(chatId), seq: index + 1, run: 'mode', attempt: '', outcome }
  })
  await team.query.insertInto('job_chat').values(rows).execute()
  expect((await read(team.ines))[0]?.chatIds.toSorted()).toEqual([10, 8, 9])
})

test('lists what was missed while background access is on, and questions of opening hours', async () => {
  await planLate({ key: 'lockdown', chatIds: [7, 8] }, 13)
  await planLate({ key: 'soon late', chatIds: [7] }, 11)
  await planLate({ kind: 'hours', key: '7@1', chatIds: [7] }, 1)
  await planLate({ kind: 'hours', key: '8@1', chatIds: [8] }, 1)
  expect(await read(team.ines)).toEqual([])
  await turnOn()
  const ofOwner = await read(team.ines)
  expect(ofOwner.map(({ kind, isMissed, chatIds }) => ({ kind, isMissed, chatIds }))).toEqual([
    { kind: 'hours', isMissed: true, chatIds: [7] },
    { kind: 'hours', isMissed: true, chatIds: [8] },
    { kind: 'action', isMissed: true, chatIds: [7, 8] },
  ])
  // Only Owners carry out or skip what was planned.
  expect(await inShort(manager)).toEqual(['hours 7 1'])
  expect(await inShort(moderator)).toEqual([])

  await writeMemory(team.query, workspace, 7, { question: question('changed') })
  await writeMemory(team.query, workspace, 8, { question: question('gone') })
  const [ofManager, ...others] = await read(manager)
  expect(ofManager).toMatchObject({ kind: 'hours', id: '7', isMissed: false, at: 5 })
  expect(others).toEqual([])
})

test('many questions of opening hours in chats of others hide none of one’s own', async () => {
  const far = await team.joined({ name: 'Far', role: 'manager', chats: [9000] })
  for (let chatId = 100; chatId < 600; chatId++) await writeMemory(team.query, workspace, chatId, { question: question('changed') })
  await writeMemory(team.query, workspace, 9000, { question: question('changed') })
  expect(await inShort(far)).toEqual(['hours 9000 1'])
})
