import { afterEach, beforeEach, expect, test } from 'vitest'
import { packOrders } from '#engine/changes/chat-result.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { member } from '../testing/members.ts'
import { startPresets, type TestPresets } from './test-presets.ts'

onEveryEngine('what is decided once a mode has ended', (bench) => {
  let on: TestPresets
  beforeEach(async () => {
    on = await startPresets(bench)
  })
  afterEach(() => on.close())

  test('what someone changed meanwhile stays until it is decided, and everything else goes back', async () => {
    const [one, two] = on.chats as [number, number]
    await on.change(two, { allowLinks: false })
    const before = await on.read(one)
    const { id } = (await on.turnOn('lockdown', on.chats)).on!
    await on.change(one, { groupChatWelcomeMessage: 'Back at nine', allowLinks: true, httpsOnly: true })

    const end = await on.end(id)
    expect(await on.statesOf(end)).toEqual(['decide', 'saved', 'saved'])
    const [ofOne, ofTwo] = await on.resultsOf(end)
    const asked = { name: 'groupChatWelcomeMessage', mine: '', theirs: 'Back at nine' }
    expect(ofOne!.result!.conflicts).toMatchObject([asked])
    expect([ofOne!.result!.applied.allowLinks, ofOne!.result!.applied.anonymous]).toEqual([
      { before: true, after: true },
      { before: false, after: true },
    ])
    // It was off in the second chat before: the preset has not set it there.
    expect([ofTwo!.order.changes.allowLinks, ofTwo!.result!.left]).toEqual([false, ['allowLinks']])
    expect(await on.read(one)).toEqual({ ...before, groupChatWelcomeMessage: 'Back at nine', httpsOnly: true })
    expect(await on.list()).toEqual([])

    // The value has changed again since the person decided about it.
    const stale = await on.resultsOf(end)
    await on.change(one, { groupChatWelcomeMessage: 'Back at ten' })
    await on.decide(end, one, 'groupChatWelcomeMessage', 'ours')
    expect(stale[0]!.result!.conflicts[0]!.theirs).toBe('Back at nine')
    expect(await on.statesOf(end)).toEqual(['decide', 'saved', 'saved'])
    expect((await on.read(one)).groupChatWelcomeMessage).toBe('Back at ten')
    await on.decide(end, one, 'groupChatWelcomeMessage', 'ours')
    expect(await on.statesOf(end)).toEqual(['saved', 'saved', 'saved'])
    expect(await on.read(one)).toEqual({ ...before, httpsOnly: true })
    expect(await on.layers()).toEqual([])
  })

  test('a decision to keep a value leaves it, and the mode is not there any more', async () => {
    const [one] = on.chats as [number]
    const { on: turnedOn } = await on.turnOn('lockdown', [one])
    await on.change(one, { groupChatWelcomeMessage: 'Back at nine' })
    const end = await on.end(turnedOn!.id)
    await on.decide(end, one, 'groupChatWelcomeMessage', 'theirs')
    expect(await on.statesOf(end)).toEqual(['saved'])
    expect((await on.read(one)).groupChatWelcomeMessage).toBe('Back at nine')
    expect(await on.layers()).toEqual([])
  })

  test('a decision puts back what the mode found, whatever it names', async () => {
    const [one] = on.chats as [number]
    const moderator = await on.signInAs(member('moderator', [one]))
    const { on: turnedOn } = await on.turnOn('lockdown', [one])
    await on.change(one, { groupChatWelcomeMessage: 'Back at nine', httpsOnly: false })
    const end = await on.end(turnedOn!.id)
    const mine = {
      chatId: one,
      chatName: '',
      base: { groupChatWelcomeMessage: 'Back at nine', httpsOnly: false },
      changes: { groupChatWelcomeMessage: 'Mine', httpsOnly: true },
      acceptedRisks: [],
    }
    const send = { title: 'Again', doneTitle: 'Done', changes: packOrders([mine]) }
    await on.get('jobDecide', { params: { jobId: end }, body: { leave: [], send } }, moderator)
    await on.carryOut()
    // Who may use presets has no right to change settings.
    expect(await on.read(one)).toMatchObject({ groupChatWelcomeMessage: '', httpsOnly: false })
  })
})
