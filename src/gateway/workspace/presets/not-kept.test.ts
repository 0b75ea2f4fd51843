import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { startPresets, statesOf, type TestPresets } from './test-presets.ts'

onEveryEngine('presets and a service that does not keep what is written', (bench) => {
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
    ignoreWrites(false)
    expect(statesOf(await on.end(turnedOn!.id))).toEqual(['ended'])
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
})
