import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChatHours } from '#contract/hours/timetable.ts'
import { scheduleMs } from '#contract/gateway/schedule.ts'
import { dayMs, hourMs } from '#contract/hours/zone.ts'
import { planNext, writeMemory } from '../hours/plan-hours.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'
import { planAction } from './planner.ts'
import { action } from './test-worker.ts'

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
  for (const table of ['planned_action', 'standing_access', 'record', 'hours_memory'] as const) await team.query.deleteFrom(table).execute()
})

const read = async (person = team.ines) => (await team.get(person.cookie, 'scheduleRead')).data
const nightly: ChatHours = {
  isOn: true,
  zone: 'UTC',
  week: Array.from({ length: 7 }, () => [{ from: 19 * 60, to: 25 * 60, message: 'See you' }]),
  exceptions: [],
  message: 'Closed',
  showForm: false,
  openUntil: null,
}
async function addHours(chatId: number, hours: Partial<ChatHours> = {}) {
  const value = JSON.stringify({ ...nightly, ...hours })
  const record = {
    workspace,
    kind: 'chat-hours',
    chat_id: chatId,
    key: 'hours',
    value,
    version: 1,
    changed_at: 0,
    changed_by: null,
  } as const
  await team.query.insertInto('record').values(record).execute()
  await planNext(team.query, () => team.clock.ms, workspace, chatId)
}
const plan = (part: Parameters<typeof action>[0]) => planAction(team.query, action({ workspace, due: team.clock.ms + hourMs, ...part }))

test('lists what is planned, and all turns of opening hours with the first of them as the one that can be skipped', async () => {
  await addHours(7)
  await addHours(8, { isOn: false })
  await plan({ key: 'lockdown', chatIds: [7, 8] })
  await plan({ kind: 'drift', key: 'check', chatIds: [] })
  await plan({ kind: 'rules', key: 'watch', chatIds: [], due: team.clock.ms })
  await plan({ key: 'far', chatIds: [7], due: team.clock.ms + scheduleMs + 1 })
  const { at, access, actions, hours } = await read()
  expect([at, access]).toEqual([team.clock.ms, 'off'])
  expect(actions.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual(['drift planned', 'preset planned'])
  expect(hours).toHaveLength(1)
  const { turns, actionId, ...rest } = hours[0]!
  expect(rest).toMatchObject({ chatId: 7, zone: 'UTC' })
  expect([28, 29]).toContain(turns.length)
  expect(turns.every((turn) => at < turn && turn < at + scheduleMs)).toBe(true)
  const planned = await team.query.selectFrom('planned_action').select('due').where('id', '=', actionId!).executeTakeFirst()
  expect(planned?.due).toBe(turns[0])
})

test('leaves out what was skipped, and chats that are gone', async () => {
  await addHours(7)
  await addHours(8)
  const [first] = (await read()).hours
  await writeMemory(team.query, workspace, 7, { skipped: first!.turns[0]! })
  await writeMemory(team.query, workspace, 8, { question: { reason: 'gone', since: 0, values: [], sounds: [] } })
  const { hours } = await read()
  expect(hours).toMatchObject([{ chatId: 7, opensFirst: !first!.opensFirst, turns: first!.turns.slice(1) }])
})

test('what was missed is listed with its state, beside the turns that follow', async () => {
  await addHours(7)
  await plan({ kind: 'hours', key: '7@1', chatIds: [7], due: team.clock.ms - dayMs })
  const { actions, hours } = await read()
  expect(actions.map(({ due }) => due)).toContain(team.clock.ms - dayMs)
  expect(hours).toHaveLength(1)
})

test('people see their chats only, and checks of the account only with the permission to see background access', async () => {
  await addHours(7)
  await addHours(8)
  await plan({ key: 'own', chatIds: [7, 8] })
  await plan({ key: 'other', chatIds: [8] })
  await plan({ kind: 'drift', key: 'check', chatIds: [] })
  const seen = async (person: TestPerson) => {
    const { actions, hours } = await read(person)
    return [actions.map(({ kind, chatIds }) => `${kind} ${chatIds.join()}`).toSorted(), hours.map(({ chatId }) => chatId)]
  }
  expect(await seen(team.ines)).toEqual([
    ['drift ', 'preset 7,8', 'preset 8'],
    [7, 8],
  ])
  expect(await seen(manager)).toEqual([['drift ', 'preset 7'], [7]])
  expect(await seen(moderator)).toEqual([['preset 7'], [7]])
})

test('lists the turns of two thousand chats', async () => {
  const zones = ['Europe/Lisbon', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney']
  const values = Array.from({ length: 2000 }, (_, index) => ({
    workspace,
    kind: 'chat-hours' as const,
    chat_id: index + 1,
    key: 'hours',
    value: JSON.stringify({ ...nightly, zone: zones[index % 4] }),
    version: 1,
    changed_at: 0,
    changed_by: null,
  }))
  for (let start = 0; start < values.length; start += 200)
    await team.query
      .insertInto('record')
      .values(values.slice(start, start + 200))
      .execute()
  expect((await read()).hours).toHaveLength(2000)
})
