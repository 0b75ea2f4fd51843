import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { codeOf } from '../../testing/gateway.ts'
import { member } from '../../testing/members.ts'
import { startPresets, statesOf, type TestPresets } from './test-presets.ts'

/** A request that was let in before a right was taken away is refused by what it stores. */

onEveryEngine('the lender of a preset', (bench) => {
  let on: TestPresets
  let manager: string
  beforeEach(async () => {
    on = await startPresets(bench, ['One', 'Two'])
    manager = await on.signInAs(member('manager', on.chats, { id: 'dana' }))
  })
  afterEach(() => on.close())

  /** The session still has the rights from before. */
  const take = (changes: object) => on.query.updateTable('person').set(changes).where('id', '=', 'dana').execute()
  const turnOn = (more: object = {}) =>
    on.ask(manager, 'presetTurnOn', { params: { onId: 'on' }, body: { presetId: 'lockdown', chatIds: on.chats, until: null, ...more } })

  test.each([
    ['who was removed', { removed: 1 }, {}],
    ['who lost a chat', { chats: '[1]' }, {}],
    ['who may no longer use presets', { role: 'host' }, {}],
    ['who may no longer change settings, with own values', { role: 'moderator' }, { values: { allowLinks: false } }],
  ])('nothing is turned on by somebody %s meanwhile', async (_, changes, more) => {
    await take(changes)
    expect(await codeOf(await turnOn(more))).toBe('no_right')
    expect(await on.list()).toEqual([])
  })

  test('it is turned on by who has the rights', async () => {
    expect((await turnOn({ values: { allowLinks: false } })).status).toBe(200)
  })

  test('nor is it tried again', async () => {
    on.faults.answer = ({ method }) => (method === 'PUT' ? Response.json({ status: false, message: 'Not now' }, { status: 400 }) : null)
    await turnOn()
    on.faults.answer = () => null
    await take({ removed: 1 })
    expect(await codeOf(await on.ask(manager, 'presetRetry', { params: { onId: 'on' } }))).toBe('no_right')
    expect(statesOf((await on.list())[0])).toEqual(['failed', 'failed'])
  })
})
