import { afterEach, beforeEach, expect, test } from 'vitest'
import { onAnyEngine } from '#service/testing/databases.ts'
import { startPresets, type TestPresets } from './test-presets.ts'

onAnyEngine('modes, what is not kept and what is decided', (bench) => {
  let on: TestPresets
  let one: number
  beforeEach(async () => {
    on = await startPresets(bench, ['One'])
    one = on.chats[0]!
  })
  afterEach(() => on.close())

  /** Writes are confirmed and have no effect. */
  const ignoreWrites = (isIgnored: boolean) => {
    on.faults.answer = ({ method }) => (isIgnored && method === 'PUT' ? Response.json({ status: true }) : null)
  }
  const layers = async () => (await on.query.selectFrom('preset_layer').select('setting').where('chat_id', '=', one).execute()).length
  const turnOn = async () => (await on.turnOn('lockdown', [one])).on!.id

  test('the values that a chat did not take are listed', async () => {
    await on.change(one, { anonymous: false })
    ignoreWrites(true)
    const { chats } = await on.get('presetPreview', { body: { presetId: 'lockdown', chatIds: [one] } })
    const differing = chats[0]!.values.filter(({ now, set }) => now !== set).map(({ setting }) => setting)
    const [found] = await on.resultsOf(await turnOn())
    expect(found!.result!.notKept.map(({ name }) => name).toSorted()).toEqual(differing.toSorted())
    expect(differing).not.toContain('anonymous')
  })

  test('values that were not put back are put back by another try', async () => {
    const before = await on.read(one)
    const onId = await turnOn()
    ignoreWrites(true)
    const end = await on.end(onId)
    expect(await on.statesOf(end)).toEqual(['notKept'])
    const [found] = await on.resultsOf(end)
    expect(found!.result!.notKept.map(({ name }) => name)).toContain('allowLinks')
    ignoreWrites(false)
    for (const { name } of found!.result!.notKept) await on.decide(end, one, name, 'ours')
    expect(await on.statesOf(end)).toEqual(['saved'])
    expect(await on.read(one)).toEqual(before)
    expect(await layers()).toBe(0)
  })

  test('a value that a person decided to put back is not done until the service keeps it', async () => {
    const onId = await turnOn()
    await on.change(one, { groupChatWelcomeMessage: 'Back at nine' })
    const end = await on.end(onId)
    expect(await on.statesOf(end)).toEqual(['decide'])
    ignoreWrites(true)
    await on.decide(end, one, 'groupChatWelcomeMessage', 'ours')
    expect(await on.statesOf(end)).toEqual(['notKept'])
    ignoreWrites(false)
    await on.decide(end, one, 'groupChatWelcomeMessage', 'ours')
    expect(await on.statesOf(end)).toEqual(['saved'])
    expect((await on.read(one)).groupChatWelcomeMessage).toBe('')
  })

  test.each([
    ['the service refuses the change', 400],
    ['reading back shows that the change was not made', 500],
  ])('nothing is to be put back where %s', async (_, status) => {
    on.faults.answer = ({ method }) => (method === 'PUT' ? Response.json({ status: false, message: 'Not now' }, { status }) : null)
    const onId = await turnOn()
    expect(await on.statesOf(onId)).toEqual(['failed'])
    expect(await layers()).toBe(0)
    on.faults.answer = () => null
    await on.retry(onId)
    expect(await on.statesOf(onId)).toEqual(['saved'])
    expect(await layers()).toBe(6)
  })

  test('what could not be turned on is not tried again once the mode has ended', async () => {
    const before = await on.read(one)
    on.faults.answer = ({ method }) => (method === 'PUT' ? Response.json({ status: false, message: 'Not now' }, { status: 400 }) : null)
    const onId = await turnOn()
    on.faults.answer = () => null
    await on.end(onId)
    await on.retry(onId)
    expect(await on.read(one)).toEqual(before)
    expect(await layers()).toBe(0)
  })

  test.each([
    ['ours', ''],
    ['theirs', 'By hand'],
  ] as const)('a value that was changed between two modes and is decided as “%s” is what the upper one puts back', async (put, left) => {
    const values = { groupChatWelcomeMessage: 'From above' }
    const value = { name: 'Upper', description: '', values, chats: 'all', minutes: null }
    await on.get('recordsWrite', { params: { kind: 'presets' }, body: { changes: [{ chatId: null, key: 'upper', version: 0, value }] } })
    const lower = await turnOn()
    await on.change(one, { groupChatWelcomeMessage: 'By hand' })
    const { id: upper } = (await on.turnOn('upper', [one])).on!
    const end = await on.end(lower)
    const [found] = await on.resultsOf(end)
    expect(found!.result!.conflicts).toMatchObject([{ name: 'groupChatWelcomeMessage', mine: '', theirs: 'By hand' }])
    expect(found!.result!.applied.allowLinks).toEqual({ before: false, after: true })
    await on.decide(end, one, 'groupChatWelcomeMessage', put)
    expect(await on.statesOf(end)).toEqual(['saved'])
    expect((await on.read(one)).groupChatWelcomeMessage).toBe('From above')
    await on.end(upper)
    expect((await on.read(one)).groupChatWelcomeMessage).toBe(left)
  })

  test('what the service made of a value is not what the mode found, however often it is tried again', async () => {
    await on.change(one, { groupChatWelcomeMessage: 'Welcome' })
    on.faults.answer = async (request) => {
      if (request.method !== 'PUT') return null
      const body = (await request.clone().json()) as Record<string, unknown>
      const cut = { ...body, ...('groupChatWelcomeMessage' in body && { groupChatWelcomeMessage: 'Only' }) }
      const { method, url, headers } = request
      return on.upstream(new Request(url, { method, headers, body: JSON.stringify(cut) }))
    }
    const onId = await turnOn()
    expect(await on.statesOf(onId)).toEqual(['notKept'])
    await on.decide(onId, one, 'groupChatWelcomeMessage', 'ours')
    expect(await on.statesOf(onId)).toEqual(['notKept'])
    on.faults.answer = () => null
    const end = await on.end(onId)
    // Nobody knows whether it is the service's or somebody's.
    expect(await on.statesOf(end)).toEqual(['decide'])
    await on.decide(end, one, 'groupChatWelcomeMessage', 'ours')
    expect((await on.read(one)).groupChatWelcomeMessage).toBe('Welcome')
  })

  test('a mode may be turned on and ended in hundreds of chats at once', async () => {
    for (const count of [500, 501]) {
      const chatIds = Array.from({ length: count }, (_, index) => 1000 * count + index)
      const { on: turnedOn } = await on.get('presetTurnOn', {
        params: { onId: `of-${count}` },
        body: { presetId: 'lockdown', chatIds: [...chatIds, 1000 * count], until: null },
      })
      expect(turnedOn?.chats.map(({ chatId }) => chatId)).toEqual(chatIds)
      expect(await on.get('presetEnd', { params: { onId: `of-${count}`, jobId: `end-${count}` } })).toEqual({ jobId: `end-${count}` })
      expect(await on.list()).toEqual([])
    }
  })
})
