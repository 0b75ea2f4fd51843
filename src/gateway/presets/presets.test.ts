import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtInPresets } from '#contract/presets/preset.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { codeOf } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'
import { startPresets, type TestPresets } from './test-presets.ts'

const lockdown = builtInPresets.lockdown.values

onEveryEngine('presets', (bench) => {
  let on: TestPresets
  beforeEach(async () => {
    on = await startPresets(bench)
  })
  afterEach(() => on.close())

  const all = () => Promise.all(on.chats.map((chatId) => on.read(chatId)))
  /** What was changed in settings, as the audit log has it. */
  const written = async () => {
    const { workspace } = await on.workspaceOf()
    const lines = on.query.selectFrom('audit_line').select('text').where('workspace', '=', workspace).orderBy('line')
    const rows = await lines.where('kind', '=', 'entry').where('action', '=', 'chatUpdate').execute()
    return rows.map(({ text }) => JSON.parse(text) as { chatId: number; cause: object; who: object; changes: object[] })
  }

  test('turning one on sets its values in each chat, and ending it puts every chat back as it was', async () => {
    await on.change(on.chats[0]!, { allowLinks: false, groupChatWelcomeMessage: 'Welcome' })
    const before = await all()
    const preview = await on.get('presetPreview', { body: { presetId: 'lockdown', chatIds: on.chats } })
    expect(preview.chats[0]).toMatchObject({ name: 'One', alreadyOn: null, soundsAtRisk: [], cannotPutBack: [] })
    expect(preview.chats[0]!.values).toContainEqual({ setting: 'allowLinks', now: false, set: false })
    expect(preview.chats[0]!.values.map(({ setting }) => setting).toSorted()).toEqual(Object.keys(lockdown).toSorted())

    const { on: turnedOn, alreadyOn } = await on.turnOn('lockdown', on.chats)
    expect([await on.statesOf(turnedOn!.id), alreadyOn]).toEqual([['saved', 'saved', 'saved'], []])
    for (const [index, chat] of (await all()).entries()) expect(chat).toEqual({ ...before[index], ...lockdown })
    expect(await on.list()).toEqual([{ ...turnedOn, progress: 'whole' }])

    expect(await on.statesOf(await on.end(turnedOn!.id))).toEqual(['saved', 'saved', 'saved'])
    expect(await all()).toEqual(before)
    expect(await on.list()).toEqual([])
    expect(await on.get('presetUseList')).toMatchObject([{ presetId: 'lockdown', chats: 3, isOn: false }])
    expect(await on.layers()).toEqual([])
  })

  test('each change is in the audit log with the mode as its cause', async () => {
    const [one] = on.chats
    const { on: turnedOn } = await on.turnOn('lockdown', [one!])
    await on.end(turnedOn!.id)
    const cause = { kind: 'preset', id: turnedOn!.id, title: 'Lockdown' }
    const entries = await written()
    expect(entries).toMatchObject([
      { chatId: one, cause },
      { chatId: one, cause },
    ])
    expect(entries[0]!.changes).toContainEqual({ name: 'allowLinks', before: true, after: false })
    expect(entries[1]!.changes).toContainEqual({ name: 'allowLinks', before: false, after: true })
    const { workspace } = await on.workspaceOf()
    const lines = on.query.selectFrom('audit_line').select('text').where('workspace', '=', workspace).where('kind', '=', 'entry')
    const rows = await lines.where('action', 'in', ['presetTurnOn', 'presetEnd']).orderBy('line').execute()
    const own = { kind: 'settings', subject: 'Lockdown', chatId: null, cause: { kind: 'hand' } }
    expect(rows.map(({ text }) => JSON.parse(text) as object)).toMatchObject([
      { action: 'presetTurnOn', ...own },
      { action: 'presetEnd', ...own },
    ])
  })

  test.each([
    ['the lower one first', [0, 1]],
    ['the upper one first', [1, 0]],
  ])('two modes that lie on one another end with %s, and the chat is as it was', async (_, order) => {
    const [one] = on.chats
    const before = await on.read(one!)
    const presets = [(await on.turnOn('lockdown', [one!])).on!, (await on.turnOn('event', [one!])).on!]
    expect(await on.read(one!)).toEqual({ ...before, ...lockdown, ...builtInPresets.event.values })
    await on.end(presets[order[0]!]!.id)
    const left = order[0] === 0 ? builtInPresets.event.values : lockdown
    expect(await on.read(one!)).toEqual({ ...before, ...left })
    await on.end(presets[order[1]!]!.id)
    expect(await on.read(one!)).toEqual(before)
    expect(await on.list()).toEqual([])
  })

  test('two people who turn the same one on at the same moment turn it on once in each chat', async () => {
    const [one, two, three] = on.chats
    const answers = await Promise.all([
      on.turnOn('lockdown', [one!, two!]),
      on.turnOn('lockdown', [two!, three!]),
      on.turnOn('lockdown', [two!]),
    ])
    const chats = answers.flatMap(({ on: turnedOn }) => turnedOn?.chats.map(({ chatId }) => chatId) ?? [])
    expect(chats.toSorted((a, b) => a - b)).toEqual([one, two, three])
    expect(answers.flatMap(({ alreadyOn }) => alreadyOn.map(({ chatId }) => chatId))).toEqual([two, two])
  })

  test('turning on and ending are harmless when they are repeated, also at the same moment', async () => {
    const before = await all()
    const again = () => on.turnOn('lockdown', on.chats, {}, 'mine')
    await Promise.all([again(), again(), again()])
    expect(await on.statesOf('mine')).toEqual(['saved', 'saved', 'saved'])
    await on.change(on.chats[0]!, { anonymous: true })
    await again()
    expect((await on.read(on.chats[0]!)).anonymous).toBe(true)
    const ends = await Promise.all([on.end('mine', {}, 'a'), on.end('mine', {}, 'b'), on.end('mine', {}, 'a')])
    // One of the two has ended it; the other one has nothing to end.
    expect(new Set(ends.filter((jobId) => jobId !== '')).size).toBe(1)
    expect(await all()).toEqual(before)
    expect((await written()).length).toBe(7)
    await again()
    expect(await all()).toEqual(before)
    expect(await on.list()).toEqual([])
  })

  test('what can no longer be turned on is refused, unless it was turned on in time', async () => {
    const [one] = on.chats
    const until = on.clock.ms + 60_000
    const turnOn = async (onId: string, body: object) => {
      const answer = await on.ask(on.owner, 'presetTurnOn', { params: { onId }, body: { chatIds: [one], ...body } })
      return [answer.status, ((await answer.json()) as { errors?: object }).errors]
    }
    const timed = { presetId: 'lockdown', until }
    expect(await turnOn('mine', timed)).toEqual([200, undefined])
    on.clock.ms = until
    // The answer to the first request may have been lost.
    expect(await turnOn('mine', timed)).toEqual([200, undefined])
    expect(await turnOn('late', timed)).toEqual([400, { until: ['must be in the future'] }])
    const value = { name: 'Later', description: '', values: { holograms: true }, chats: 'all', minutes: null }
    const changes = [{ chatId: null, key: 'later', version: 0, value }]
    await on.get('recordsWrite', { params: { kind: 'presets' }, body: { changes } })
    const none = { presetId: ['has no setting that can be set here'] }
    expect(await turnOn('later', { presetId: 'later', until: null })).toEqual([400, none])
    expect((await turnOn('gone', { presetId: 'unknown', until: null }))[0]).toBe(404)
    expect(await on.list()).toHaveLength(1)
  })

  test('a chat that was deleted is left out, and the others are put back', async () => {
    const [one, two, three] = on.chats
    const before = await on.read(one!)
    expect((await on.confirm(on.owner)).status).toBe(200)
    await on.call(on.owner, 'DELETE', `/chats/${three}`)
    const { on: turnedOn } = await on.turnOn('lockdown', on.chats)
    expect(await on.statesOf(turnedOn!.id)).toEqual(['saved', 'saved', 'gone'])
    await on.call(on.owner, 'DELETE', `/chats/${two}`)
    expect(await on.statesOf(await on.end(turnedOn!.id))).toEqual(['saved', 'gone'])
    expect(await on.layers()).toEqual([])
    expect(await on.read(one!)).toEqual(before)
    expect(await on.list()).toEqual([])
  })

  test('a copy that was made with the settings while a mode was on is put back too; one without them is not', async () => {
    const [one] = on.chats
    const before = await on.read(one!)
    const { on: turnedOn } = await on.turnOn('lockdown', [one!])
    const duplicate = async (body: object) => {
      const answer = await on.call(on.owner, 'POST', `/chats/${one}/duplicate`, body)
      return ((await answer.json()) as { chatId: number }).chatId
    }
    const copy = await duplicate({ name: 'Copy', settings: true })
    const bare = await duplicate({ name: 'Bare' })
    const bareBefore = await on.read(bare)
    await on.change(copy, { groupChatWelcomeMessage: 'In the copy' })
    expect((await on.list())[0]?.chats).toMatchObject([
      { chatId: one, copyOf: null },
      { chatId: copy, copyOf: one },
    ])
    expect(await on.statesOf(await on.end(turnedOn!.id))).toEqual(['saved', 'saved'])
    expect(await on.read(copy)).toMatchObject({
      anonymous: before.anonymous,
      allowLinks: true,
      groupChatWelcomeMessage: 'In the copy',
    })
    expect(await on.read(bare)).toEqual(bareBefore)
  })

  test('a mode of another release sets what is known here, and says what is not', async () => {
    const [one] = on.chats
    const value = { name: 'Later', description: '', values: { anonymous: false, holograms: true }, chats: 'all', minutes: null }
    const changes = [{ chatId: null, key: 'later', version: 0, value }]
    await on.get('recordsWrite', { params: { kind: 'presets' }, body: { changes } })
    const preview = await on.get('presetPreview', { body: { presetId: 'later', chatIds: [one] } })
    expect(preview.unusable).toEqual([{ setting: 'holograms', isKnown: false }])
    expect(preview.chats[0]!.values).toEqual([{ setting: 'anonymous', now: true, set: false }])
    expect(await on.statesOf((await on.turnOn('later', [one!])).on!.id)).toEqual(['saved'])
    expect((await on.read(one!)).anonymous).toBe(false)
  })

  test('what is turned on is what the preview showed, and only where whoever wrote it had the right', async () => {
    const [one, two] = on.chats as [number, number]
    const value = { name: 'Vet', description: '', values: { anonymous: false }, chats: { labels: [], chatIds: [one] }, minutes: null }
    const write = (version: number, changed: object) =>
      on.get('recordsWrite', {
        params: { kind: 'presets' },
        body: { changes: [{ chatId: null, key: 'vet', version, value: { ...value, ...changed } }] },
      })
    const [stored] = await write(0, {})
    const moderator = await on.signInAs(member('moderator', [one, two]))
    const preview = await on.get('presetPreview', { body: { presetId: 'vet', chatIds: [one] } }, moderator)
    await write(stored!.version, { values: { anonymous: false, allowLinks: false } })
    const turnOn = async (chatId: number, version?: string) => {
      const body = { presetId: 'vet', chatIds: [chatId], until: null, ...(version && { version }) }
      return codeOf(await on.ask(moderator, 'presetTurnOn', { params: { onId: `vet-${chatId}` }, body }))
    }
    expect(await turnOn(one, preview.version)).toBe('changed_meanwhile')
    expect(await on.list()).toEqual([])
    // Chat two is not one that the preset is for: there its values would be the moderator's own.
    expect(await turnOn(two)).toBe('no_right')
    const { version } = await on.get('presetPreview', { body: { presetId: 'vet', chatIds: [one] } }, moderator)
    expect(await turnOn(one, version)).toBeUndefined()
    await on.carryOut()
    expect(await on.statesOf(`vet-${one}`)).toEqual(['saved'])
  })

  test('who may use modes in some chats uses stored values there, and sees nothing of other chats', async () => {
    const [one, two] = on.chats
    await on.turnOn('lockdown', on.chats, {}, 'all')
    const cookie = await on.signInAs(member('moderator', [one!]))
    const list = await on.get('presetOnList', {}, cookie)
    expect(list[0]).toMatchObject({ chats: [{ chatId: one }], isReduced: true })
    expect((await on.list())[0]).toMatchObject({ isReduced: false })
    const refused = async (name: 'presetPreview' | 'presetTurnOn' | 'presetExtend' | 'presetEnd', body: object, onId = 'new') => {
      const answer = await on.ask(cookie, name, { params: { onId, jobId: 'end' }, body })
      return [answer.status, await codeOf(answer)]
    }
    const no = [403, 'no_right']
    expect(await refused('presetPreview', { presetId: 'event', chatIds: [one, two] })).toEqual(no)
    expect(await refused('presetTurnOn', { presetId: 'event', chatIds: [two], until: null })).toEqual(no)
    expect(await refused('presetTurnOn', { presetId: 'event', chatIds: [one], until: null, values: { allowLinks: true } })).toEqual(no)
    expect(await refused('presetExtend', { until: null }, 'all')).toEqual(no)
    expect(await refused('presetEnd', { chatIds: [two] }, 'all')).toEqual(no)
    await on.turnOn('event', [two!], {}, 'other')
    const taken = await on.ask(cookie, 'presetTurnOn', {
      params: { onId: 'other' },
      body: { presetId: 'event', chatIds: [one], until: null },
    })
    expect([taken.status, await taken.json()]).toMatchObject([404, { message: expect.stringContaining('This mode') as string }])
    await on.end('other')
    expect(await on.get('presetEnd', { params: { onId: 'all', jobId: 'mine' } }, cookie)).toEqual({ jobId: 'mine' })
    await on.carryOut()
    expect(await on.statesOf('mine')).toEqual(['saved'])
    const chatsOn = async (as?: string) => (await on.get('presetOnList', {}, as))[0]?.chats.map(({ chatId }) => chatId)
    expect(await chatsOn()).toEqual([two, on.chats[2]])
    const host = await on.signInAs(member('host', [two!]))
    expect(await chatsOn(host)).toEqual([two])
    const stranger = await on.signInAs(member('moderator', [99]))
    expect(await on.get('presetOnList', {}, stranger)).toEqual([])
    expect((await on.ask(stranger, 'presetEnd', { params: { onId: 'all', jobId: 'theirs' } })).status).toBe(404)
  })
})
