import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount, createToken, revokeToken } from '#service/accounts/accounts.ts'
import { codeOf } from '../testing/gateway.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'
import { readPage } from '../audit/read-audit.ts'
import { planAction } from './planner.ts'
import { action } from './test-worker.ts'

let team: TestTeam
let workspace: string
let manager: TestPerson
beforeAll(async () => {
  team = await startTeam()
  const session = await team.sessionOf(team.ines.cookie)
  workspace = session.signedIn ? session.identity : ''
  const { secret } = await team.invite(team.ines, { name: 'Tom', role: 'manager', chats: [7] })
  manager = await team.join(secret)
})
afterAll(() => team.close())
beforeEach(async () => {
  for (const table of ['planned_action', 'past_action', 'standing_access'] as const) await team.query.deleteFrom(table).execute()
})

const read = async (cookie = team.ines.cookie) => (await team.get(cookie, 'standingRead')).data
/** Without the actions of drift watch. */
const presets = async () => (await read()).next.filter(({ kind }) => kind === 'preset')
const turnOn = () => team.askConfirmed(team.ines, 'standingTurnOn')
const rows = () => team.query.selectFrom('standing_access').selectAll().execute()
const newest = async () =>
  (await readPage(team.query, { workspace, member: null, who: 'token', isOwn: false, now: team.clock.ms }, { limit: 1 })).entries[0]!
const planned = async (part: Parameters<typeof action>[0] = {}) => {
  await planAction(team.query, action({ workspace, due: team.clock.ms + 60_000, ...part }))
  const [row] = await team.query.selectFrom('planned_action').selectAll().where('kind', '=', 'preset').execute()
  return { actionId: row!.id }
}

test('is off at first', async () => {
  expect(await read()).toMatchObject({ on: null, next: [], last: [], requests: [], budget: 120 })
})

test('is turned on by an Owner who confirms it, and is recorded', async () => {
  expect(await codeOf(await team.ask(team.ines.cookie, 'standingTurnOn'))).toBe('fresh_token_needed')
  expect(await rows()).toEqual([])
  expect((await turnOn()).status).toBe(200)
  expect((await read()).on).toEqual({ since: team.clock.ms, by: 'Ines', isTokenRejected: false })
  expect(await newest()).toMatchObject({ action: 'standingTurnOn', outcome: 'done', who: { name: 'Ines' } })
})

test('is turned off without a confirmation, and no token is left', async () => {
  await turnOn()
  expect((await team.get(team.ines.cookie, 'standingTurnOff')).data.on).toBeNull()
  expect(await rows()).toMatchObject([{ since: null, sealed_token: '' }])
  expect(await newest()).toMatchObject({ action: 'standingTurnOff' })
})

test('belongs to the account: it goes on when the Owner who turned it on is removed, and ends when another turns it off', async () => {
  const owner = await team.joined({ name: 'Olu', role: 'owner' })
  expect((await team.askConfirmed(owner, 'standingTurnOn')).status).toBe(200)
  const removed = await team.askConfirmed(team.ines, 'personRemove', { params: { personId: owner.id } })
  expect(await removed.json()).toMatchObject({ ended: [] })
  expect((await read()).on).toMatchObject({ by: 'Olu' })
  expect((await team.get(team.ines.cookie, 'standingTurnOff')).data.on).toBeNull()
  expect(await rows()).toMatchObject([{ since: null, sealed_token: '' }])
})

test('is not turned on by an Owner who is removed while the token is checked', async () => {
  const owner = await team.joined({ name: 'Ana', role: 'owner' })
  await team.confirmWith(owner, 'standingTurnOn')
  team.faults.answer = async () => {
    team.faults.answer = () => null
    await team.askConfirmed(team.ines, 'personRemove', { params: { personId: owner.id } })
    return null
  }
  expect(await codeOf(await team.ask(owner.cookie, 'standingTurnOn'))).toBe('no_right')
  expect(await rows()).toEqual([])
})

test('is turned on by a session with the account token', async () => {
  const { cookie } = await team.signIn()
  expect(await codeOf(await team.ask(cookie, 'standingTurnOn'))).toBe('fresh_token_needed')
  await team.confirm(cookie)
  expect((await team.get(cookie, 'standingTurnOn')).data.on).toMatchObject({ by: 'Kim' })
})

test('cannot be turned on with a rejected token', async () => {
  const { tokenId, token } = await createToken(team.database, { accountId: team.accountId })
  const { cookie } = await team.signIn({ token })
  await team.confirm(cookie, { token })
  await revokeToken(team.database, tokenId)
  expect(await codeOf(await team.ask(cookie, 'standingTurnOn'))).toBe('token_refused')
  expect(await rows()).toEqual([])
})

test('gets the new token when an Owner replaces that of the team', async () => {
  await turnOn()
  await team.query.updateTable('standing_access').set({ token_rejected: 1 }).execute()
  expect((await read()).on).toMatchObject({ isTokenRejected: true })
  const [before] = await rows()
  const { token } = await createToken(team.database, { accountId: team.accountId })
  expect((await team.askConfirmed(team.ines, 'teamTokenReplace', { body: { token } })).status).toBe(200)
  expect((await read()).on).toMatchObject({ isTokenRejected: false })
  expect((await rows())[0]!.sealed_token).not.toBe(before!.sealed_token)
})

test('stays off when the token of the team is replaced', async () => {
  const { token } = await createToken(team.database, { accountId: team.accountId })
  await team.askConfirmed(team.ines, 'teamTokenReplace', { body: { token } })
  expect((await read()).on).toBeNull()
})

test.each([[9], [601], [1.5], ['120']])('has no budget of %s', async (budget) => {
  expect((await team.ask(team.ines.cookie, 'standingBudget', { body: { budget } })).status).toBe(400)
})

test('has the budget that an Owner sets, also while it is off', async () => {
  expect((await team.get(team.ines.cookie, 'standingBudget', { body: { budget: 60 } })).data).toMatchObject({ budget: 60, on: null })
  expect(await newest()).toMatchObject({ action: 'standingBudget', changes: [{ name: 'budget', before: 120, after: 60 }] })
  await turnOn()
  expect((await read()).budget).toBe(60)
})

test('shows a person with some chats only the actions about those', async () => {
  await planned({ key: 'own', chatIds: [7, 8] })
  await planned({ key: 'other', chatIds: [8] })
  await planned({ key: 'all', chatIds: [] })
  expect((await read()).next).toHaveLength(3)
  const shown = (await read(manager.cookie)).next.map(({ chatIds }) => chatIds)
  expect(shown.toSorted((a, b) => a.length - b.length)).toEqual([[], [7]])
})

test('skips a planned action, and lists it as skipped', async () => {
  const params = await planned()
  await team.get(team.ines.cookie, 'plannedSkip', { params })
  expect(await read()).toMatchObject({ next: [], last: [{ outcome: 'skipped', title: 'End the mode “Lockdown”' }] })
  expect(await newest()).toMatchObject({ action: 'plannedSkip', subject: 'End the mode “Lockdown”' })
  expect(await codeOf(await team.ask(team.ines.cookie, 'plannedSkip', { params }))).toBe('not_found')
})

test('runs a planned action at once only while it is on', async () => {
  const params = await planned()
  expect(await codeOf(await team.ask(team.ines.cookie, 'plannedRunNow', { params }))).toBe('standing_off')
  await turnOn()
  await team.get(team.ines.cookie, 'plannedRunNow', { params })
  expect(await presets()).toMatchObject([{ due: team.clock.ms }])
})

test('neither skips nor runs again an action that is running', async () => {
  await turnOn()
  const params = await planned()
  await team.worker.tick()
  const { worker } = await read()
  await team.query.updateTable('planned_action').set({ started: worker!.number }).execute()
  expect(await presets()).toMatchObject([{ state: 'running' }])
  for (const name of ['plannedSkip', 'plannedRunNow'] as const)
    expect(await codeOf(await team.ask(team.ines.cookie, name, { params }))).toBe('action_running')
  // An action that an earlier process started is no longer running.
  await team.query
    .updateTable('planned_action')
    .set({ started: worker!.number - 1 })
    .execute()
  await team.get(team.ines.cookie, 'plannedSkip', { params })
})

test('changes no action of another account', async () => {
  const other = await createAccount(team.database, { email: 'other@example.org', name: 'Other' })
  const { token } = await createToken(team.database, { accountId: other })
  const { cookie } = await team.signIn({ token })
  const params = await planned()
  expect(await codeOf(await team.ask(cookie, 'plannedSkip', { params }))).toBe('not_found')
  expect((await read(cookie)).next).toEqual([])
  expect((await read()).next).toHaveLength(1)
})

test('shows which gateway runs the worker, or that none has run it yet', async () => {
  await team.query.deleteFrom('worker_lease').execute()
  expect((await read()).worker).toBeNull()
  team.clock.ms += 20_000
  await team.worker.tick()
  expect((await read()).worker).toMatchObject({ name: 'test', number: 1, others: 0, isRunning: true, renewed: team.clock.ms })
  await team.worker.stop()
  expect((await read()).worker).toMatchObject({ isRunning: false })
})
