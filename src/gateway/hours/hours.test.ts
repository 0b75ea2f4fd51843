import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ChatHours } from '#contract/hours/timetable.ts'
import type { Settings } from '#contract/settings-derive.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { defaultBudget } from '#contract/gateway/standing-access.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { createKeys } from '../session/seal.ts'
import { fromPage, startGateway } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'
import { planAll } from './plan-hours.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** A Monday. */
const monday = Date.parse('2026-11-23T00:00:00Z')
const hours: ChatHours = {
  isOn: true,
  zone: 'UTC',
  week: Array.from({ length: 7 }, () => [{ from: 10 * 60, to: 20 * 60, message: '' }]),
  exceptions: [],
  message: 'We open at ten',
  showForm: true,
  openUntil: null,
}
const own = { offlineMessage: 'Own', offlineShowForm: false }

onEveryEngine('opening hours', (bench) => {
  const keys = createKeys(randomBytes(32))
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let cookie: string
  let workspace: string
  let chatId: number
  let version: number
  beforeAll(async () => {
    gateway = await startGateway({ keys }, bench.place)
    gateway.clock.ms = monday + 12 * hour
    cookie = (await gateway.signIn()).cookie
    await newChat()
    workspace = (await gateway.query.selectFrom('audit_line').select('workspace').executeTakeFirstOrThrow()).workspace
    await gateway.query
      .insertInto('standing_access')
      .values({
        workspace,
        account_id: gateway.accountId,
        since: 1,
        turned_on_by: 'Ines',
        sealed_token: keys.seal('standing-token', workspace, gateway.token),
        token_rejected: 0,
        budget: defaultBudget,
        paused_until: 0,
      })
      .execute()
  })
  afterAll(async () => {
    await Promise.all([gateway.worker.stop(), gateway.jobRunner.stop()])
    await gateway.close()
  })
  beforeEach(async () => {
    gateway.clock.ms += 7 * day - (gateway.clock.ms % day) + 12 * hour
    cookie = (await gateway.signIn()).cookie
    for (const table of ['planned_action', 'past_action', 'worker_request', 'record'] as const)
      await gateway.query.deleteFrom(table).execute()
    await deleteChat()
    await newChat()
    version = 0
  })

  const deleteChat = () => gateway.send(`/api/chats/${chatId}`, { method: 'DELETE', headers: { authorization: `Bearer ${gateway.token}` } })
  async function newChat() {
    const created = await gateway.call(cookie, 'POST', '/chats', { name: 'Café', ...own })
    chatId = ((await created.json()) as { chatId: number }).chatId
  }
  const ask = (method: string, path: string, body?: object) =>
    gateway.send(`/bff/workspace${path}`, { method, headers: { ...fromPage, cookie }, ...(body && { body: JSON.stringify(body) }) })
  async function store(value: ChatHours | null) {
    const answer = await ask('POST', '/records/chat-hours', { changes: [{ chatId, key: 'hours', version, value }] })
    expect(answer.status).toBe(200)
    version = gatewayApi.recordsWrite.response.parse(await answer.json()).data[0]?.version ?? 0
  }
  async function read(): Promise<Settings & { etag: string }> {
    const answer = await gateway.call(cookie, 'GET', `/chats/${chatId}`)
    return { ...((await answer.json()) as { data: Settings }).data, etag: answer.headers.get('etag') ?? '' }
  }
  const shown = async () => {
    const { offline, offlineMessage, offlineShowForm } = await read()
    return [offline, offlineMessage, offlineShowForm]
  }
  async function change(settings: Partial<Settings>) {
    const { etag } = await read()
    expect((await gateway.call(cookie, 'PUT', `/chats/${chatId}`, settings, { 'if-match': etag })).status).toBe(200)
  }
  /** The worker does what is due. */
  async function run() {
    cookie = (await gateway.signIn()).cookie
    await gateway.worker.tick()
    await gateway.worker.settled()
  }
  /** The same at an hour of this day, or of a later one. */
  async function at(hours: number) {
    gateway.clock.ms = gateway.clock.ms - (gateway.clock.ms % day) + hours * hour
    await run()
  }
  async function carryOutJobs() {
    await gateway.jobRunner.tick()
    await gateway.jobRunner.settled()
  }
  const planned = async () =>
    (await gateway.query.selectFrom('planned_action').select(['due', 'title']).where('kind', '=', 'hours').orderBy('due').execute()).map(
      ({ due, title }) => `${title} ${new Date(due).toISOString().slice(11, 16)}`,
    )
  const past = async () =>
    (await gateway.query.selectFrom('past_action').select(['outcome', 'note']).orderBy('at').execute()).map(({ outcome }) => outcome)
  const status = async () => gatewayApi.hoursRead.response.parse(await (await ask('GET', `/chats/${chatId}/hours`)).json()).data
  const decide = async (choice: string) => expect((await ask('POST', `/chats/${chatId}/hours/decision`, { choice })).status).toBe(200)

  it('take a chat offline and online, and put back the rest as it was', async () => {
    const before = await read()
    await store(hours)
    await run()
    expect(await planned()).toEqual(['Take offline 20:00'])
    expect(await shown()).toEqual([false, 'Own', false])
    await at(20)
    expect(await shown()).toEqual([true, 'We open at ten', true])
    expect((await status()).next).toBe(gateway.clock.ms + 14 * hour)
    await at(24 + 10)
    expect({ ...(await read()), etag: '' }).toEqual({ ...before, etag: '' })
    expect(await past()).toEqual(['done', 'done', 'done'])
    const line = await gateway.query.selectFrom('audit_line').selectAll().where('chat_id', '=', chatId).orderBy('line').execute()
    expect(JSON.stringify(line.at(-1))).toContain('Opening hours')
  })

  it('are followed at once when they are turned on or changed, and not any more when they are off', async () => {
    await store({ ...hours, week: hours.week.map(() => []) })
    await run()
    expect(await shown()).toEqual([true, 'We open at ten', true])
    await store(hours)
    await run()
    expect(await shown()).toEqual([false, 'Own', false])
    await store({ ...hours, isOn: false })
    expect(await planned()).toEqual([])
    await at(21)
    expect(await shown()).toEqual([false, 'Own', false])
  })

  it('keep a chat open until a time, and then go on', async () => {
    await at(21)
    await store(hours)
    await run()
    expect((await shown())[0]).toBe(true)
    await store({ ...hours, openUntil: gateway.clock.ms + 2 * hour })
    await run()
    expect(await shown()).toEqual([false, 'Own', false])
    await at(23)
    expect(await shown()).toEqual([true, 'We open at ten', true])
  })

  it('leave alone what someone took offline, until that person decides', async () => {
    await store(hours)
    await run()
    await change({ offline: true, offlineMessage: 'Maintenance' })
    await at(20)
    await at(24 + 10)
    expect(await shown()).toEqual([true, 'Maintenance', false])
    expect(await past()).toEqual(['done', 'decide', 'decide'])
    expect((await status()).question).toMatchObject({ reason: 'changed', values: [{ setting: 'offline', theirs: true, ours: false }] })
    await decide('follow')
    await run()
    expect(await shown()).toEqual([false, 'Maintenance', false])
    expect((await status()).question).toBeNull()
  })

  it('open at the next change what a person wants to leave until then', async () => {
    await store(hours)
    await run()
    await change({ offline: true })
    await at(20)
    await decide('keep')
    await at(24 + 10)
    expect(await shown()).toEqual([false, 'Own', false])
    expect(await past()).toEqual(['done', 'decide', 'done'])
  })

  it('do nothing late without asking; the next change is made all the same', async () => {
    await store(hours)
    await run()
    await at(2 * 24 + 15)
    expect(await shown()).toEqual([false, 'Own', false])
    await planAll(gateway.query, () => gateway.clock.ms, false)
    expect(await planned()).toEqual(['Take offline 20:00', 'Take offline 20:00'])
    expect((await status()).lateSince).toBe(gateway.clock.ms - 43 * hour)
    await at(20)
    expect((await shown())[0]).toBe(true)
    expect(await planned()).toEqual(['Bring online 10:00'])
  })

  it('go on with the change after one that was skipped', async () => {
    await store(hours)
    await run()
    const { id } = await gateway.query.selectFrom('planned_action').select('id').where('kind', '=', 'hours').executeTakeFirstOrThrow()
    expect((await ask('DELETE', `/standing-access/actions/${id}`)).status).toBe(200)
    expect(await planned()).toEqual(['Bring online 10:00'])
    await planAll(gateway.query, () => gateway.clock.ms, true)
    expect(await planned()).toEqual(['Bring online 10:00'])
    await at(21)
    expect((await shown())[0]).toBe(false)
    await at(24 + 10)
    await at(20)
    expect((await shown())[0]).toBe(true)
  })

  it('make a change before its time where someone asks for it', async () => {
    await store(hours)
    await run()
    const { id } = await gateway.query.selectFrom('planned_action').select('id').where('kind', '=', 'hours').executeTakeFirstOrThrow()
    expect((await ask('POST', `/standing-access/actions/${id}`)).status).toBe(200)
    await run()
    expect((await shown())[0]).toBe(true)
    await at(20)
    await at(24 + 10)
    expect(await shown()).toEqual([false, 'Own', false])
  })

  it('leave a chat to a mode that holds the same settings, and follow the timetable again when it ends', async () => {
    await store(hours)
    await run()
    const body = { presetId: 'lockdown', values: { offline: true, offlineMessage: 'Emergency' }, chatIds: [chatId], until: null }
    expect((await ask('PUT', '/presets-on/emergency', body)).status).toBe(200)
    await carryOutJobs()
    await at(20)
    await at(24 + 10)
    expect(await shown()).toEqual([true, 'Emergency', false])
    expect((await status()).preset).toBe('Lockdown')
    await at(20)
    expect((await ask('PUT', '/presets-on/emergency/ends/end', {})).status).toBe(200)
    await carryOutJobs()
    expect(await shown()).toEqual([false, 'Own', false])
    await run()
    expect(await shown()).toEqual([true, 'We open at ten', true])
    expect(await past()).toEqual(['done', 'done', 'done', 'done', 'done'])
  })

  it('know a change that the process did not see end', async () => {
    await store(hours)
    await run()
    const row = () => gateway.query.updateTable('hours_memory').where('chat_id', '=', chatId)
    // The process ended after the service had taken the chat offline, and before it stored that.
    await row()
      .set({
        attempt: JSON.stringify({ offline: true, offlineMessage: 'We open at ten', offlineShowForm: true }),
        before: JSON.stringify(own),
      })
      .execute()
    await change({ offline: true, offlineMessage: 'We open at ten', offlineShowForm: true })
    await at(20)
    await at(24 + 10)
    expect(await shown()).toEqual([false, 'Own', false])
    expect(await past()).toEqual(['done', 'done', 'done'])
  })

  it('change nothing once they were turned off, also where the chat has been read for a change', async () => {
    await store(hours)
    await run()
    gateway.faults.answer = async ({ method, url }) => {
      if (method !== 'GET' || !url.endsWith(`/chats/${chatId}`)) return null
      gateway.faults.answer = () => null
      await store({ ...hours, isOn: false })
      return null
    }
    await at(20)
    expect(gateway.faults.answer({} as Request)).toBeNull()
    expect(await shown()).toEqual([false, 'Own', false])
    expect(await planned()).toEqual([])
  })

  it('say that a chat was deleted, and plan nothing more for it', async () => {
    await store(hours)
    await run()
    expect((await deleteChat()).status).toBe(200)
    await at(20)
    expect(await past()).toEqual(['done', 'decide'])
    expect(await planned()).toEqual([])
  })

  it('are decided only by who may change settings in the chat', async () => {
    await store(hours)
    const kim = await gateway.signInAs(member('manager', [chatId + 1000]))
    const answers = await Promise.all(
      ['GET', 'POST'].map((method) =>
        gateway.send(`/bff/workspace/chats/${chatId}/hours${method === 'POST' ? '/decision' : ''}`, {
          method,
          headers: { ...fromPage, cookie: kim },
          ...(method === 'POST' && { body: JSON.stringify({ choice: 'follow' }) }),
        }),
      ),
    )
    expect(answers.map(({ status: code }) => code)).toEqual([403, 403])
  })
})
