import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { createOn } from './runs.ts'
import { startPresets, statesOf, type TestPresets } from './test-presets.ts'

onEveryEngine('presets, what is not kept and what is decided', (bench) => {
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

  test('the values that a chat did not take are listed', async () => {
    await on.change(one, { anonymous: false })
    ignoreWrites(true)
    const { chats } = await on.get('presetPreview', { body: { presetId: 'lockdown', chatIds: [one] } })
    const differing = chats[0]!.values.filter(({ now, set }) => now !== set).map(({ setting }) => setting)
    const { on: turnedOn } = await on.turnOn('lockdown', [one])
    expect(turnedOn?.chats).toMatchObject([{ state: 'on' }])
    expect(turnedOn?.chats[0]?.notKept.toSorted()).toEqual(differing.toSorted())
    expect(differing).not.toContain('anonymous')
  })

  test('a preset whose values were not put back has not ended, and can be ended again', async () => {
    const before = await on.read(one)
    const { on: turnedOn } = await on.turnOn('lockdown', [one])
    ignoreWrites(true)
    const ended = await on.end(turnedOn!.id)
    expect(statesOf(ended)).toEqual(['notEnded'])
    expect(ended.chats[0]).toMatchObject({ message: 'The service did not keep values that were put back.' })
    expect(ended.chats[0]?.notKept).toContain('allowLinks')
    const messages = new Set<string>()
    on.faults.answer = async () => {
      const { message } = await on.query.selectFrom('preset_chat').select('message').where('chat_id', '=', one).executeTakeFirstOrThrow()
      messages.add(message)
      return null
    }
    expect(statesOf(await on.end(turnedOn!.id))).toEqual(['ended'])
    expect([...messages]).toEqual([''])
    expect(await on.read(one)).toEqual(before)
  })

  test('a value that a person decided to put back stays undecided until the service keeps it', async () => {
    const { on: turnedOn } = await on.turnOn('lockdown', [one])
    const { id } = turnedOn!
    await on.change(one, { groupChatWelcomeMessage: 'Back at nine' })
    expect(statesOf(await on.end(id))).toEqual(['decide'])
    const choices = [{ chatId: one, setting: 'groupChatWelcomeMessage', seen: 'Back at nine', put: 'back' }]
    ignoreWrites(true)
    const ended = await on.end(id, { choices })
    expect(ended.chats).toMatchObject([{ state: 'decide', undecided: 1 }])
    ignoreWrites(false)
    expect(statesOf(await on.end(id, { choices }))).toEqual(['ended'])
    expect((await on.read(one)).groupChatWelcomeMessage).toBe('')
  })

  const layers = async () => (await on.query.selectFrom('preset_layer').select('setting').where('chat_id', '=', one).execute()).length

  test.each([
    ['the service refuses the change', 400],
    ['reading back shows that the change was not made', 500],
  ])('nothing is to be put back where %s', async (_, status) => {
    on.faults.answer = ({ method }) => (method === 'PUT' ? Response.json({ status: false, message: 'Not now' }, { status }) : null)
    const { on: turnedOn } = await on.turnOn('lockdown', [one])
    expect(turnedOn?.chats).toMatchObject([{ state: 'failed', name: 'One' }])
    expect(await layers()).toBe(0)
    on.faults.answer = () => null
    expect(statesOf(await on.get('presetRetry', { params: { onId: turnedOn!.id } }))).toEqual(['on'])
    expect(await layers()).toBe(6)
  })

  test.each([
    ['back', ''],
    ['keep', 'By hand'],
  ])('a value that was changed between two presets and is decided as “%s” is what the upper one puts back', async (put, left) => {
    const values = { groupChatWelcomeMessage: 'From above' }
    const value = { name: 'Upper', description: '', values, chats: 'all', minutes: null }
    await on.get('recordsWrite', { params: { kind: 'presets' }, body: { changes: [{ chatId: null, key: 'upper', version: 0, value }] } })
    const { id: lower } = (await on.turnOn('lockdown', [one])).on!
    await on.change(one, { groupChatWelcomeMessage: 'By hand' })
    const { id: upper } = (await on.turnOn('upper', [one])).on!
    const setting = 'groupChatWelcomeMessage'
    const [preview] = (await on.get('presetEndPreview', { params: { onId: lower } })).chats
    expect(preview!.values.find((one) => one.setting === setting)).toMatchObject({ kind: 'decide', now: 'By hand', over: 'Upper' })
    expect(preview!.values.find((one) => one.setting === 'allowLinks')).toMatchObject({ kind: 'back', over: '' })
    const choices = [{ chatId: one, setting, seen: 'By hand', put }]
    expect(statesOf(await on.end(lower, { choices }))).toEqual(['ended'])
    expect((await on.read(one)).groupChatWelcomeMessage).toBe('From above')
    await on.end(upper)
    expect((await on.read(one)).groupChatWelcomeMessage).toBe(left)
  })

  test('a preset may be turned on in hundreds of chats at once', async () => {
    const { workspace } = await on.workspaceOf()
    const draft = {
      workspace,
      presetId: 'lockdown',
      name: 'Lockdown',
      values: {},
      at: 1,
      by: 'Kim',
      ruleName: null,
      until: null,
      ownChatIds: [],
    }
    for (const count of [500, 501]) {
      const chatIds = Array.from({ length: count }, (_, index) => 1000 * count + index)
      const created = await createOn(
        on.database as never,
        { ...draft, id: `of ${count}`, chatIds: [...chatIds, 1000 * count] },
        async () => null,
        async () => {},
      )
      expect(created?.chats.map(({ chatId }) => chatId)).toEqual(chatIds)
    }
  })
})
