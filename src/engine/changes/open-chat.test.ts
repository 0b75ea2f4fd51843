import { expect, test } from 'vitest'
import { createClient, Failure } from '#contract/client.ts'
import { nothingLearned } from '#contract/service-profile.ts'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import { soundsOf } from '../saving/sounds.ts'
import type { ConflictPolicy } from './apply.ts'
import { lookUp, openChat, openChatIfThere } from './open-chat.ts'

/** A number that has no name, so a service of which nothing is known may reset this sound with every save. */
const unnamed = 9

function service(values: Partial<Settings> = {}) {
  const names = ['none', 'pop']
  const everySound = Object.fromEntries(Object.keys(defaults).flatMap((name) => (name.startsWith('sound_') ? [[name, 1]] : [])))
  const state = {
    held: { ...defaults, ...everySound, name: 'Lobby', ...values },
    sent: [] as Partial<Settings>[],
    reads: 0,
    /** Called before each request. Throwing is the failure of it. */
    before: (_method: string): void => {},
    after: (_method: string): void => {},
    status: 200,
    ids: [7],
  }
  const call = createClient(async (path, { method, body }) => {
    state.before(method)
    if (method === 'PUT') {
      const sent = JSON.parse(body!) as Partial<Settings>
      state.sent.push(sent)
      const numbers = Object.entries(sent).flatMap(([name, value]) =>
        name.startsWith('sound_') ? [[name, names.indexOf(String(value))]] : [],
      )
      state.held = { ...state.held, ...sent, ...Object.fromEntries(numbers) }
    } else state.reads++
    state.after(method)
    if (state.status !== 200) return Response.json({ status: false, message: 'no' }, { status: state.status })
    const one = { id: 7, hash: 'x', createDate: 1, lastUsed: null, registerTermsLink: '', ...state.held }
    const isList = path.endsWith('/chats')
    return Response.json({ status: true, ...(method !== 'PUT' && { data: isList ? state.ids.map((id) => ({ ...one, id })) : one }) })
  })
  const sounds = soundsOf({ profile: () => nothingLearned, nameOf: (id) => names[id], learn: () => {} })
  return { state, port: { call, sounds } }
}

test.each<[ConflictPolicy<Settings>, string, Partial<Settings>]>([
  ['ask', 'decide', { name: 'Theirs', upload: false }],
  ['mine', 'done', { name: 'Mine', upload: true }],
  ['theirs', 'done', { name: 'Theirs', upload: true }],
])('what someone else changed meanwhile: %s', async (conflicts, outcome, held) => {
  const { state, port } = service({ name: 'Theirs', upload: false })
  const chat = await openChat(port, 7)
  const applied = await chat.apply({ base: { ...chat.fresh, name: 'Before' }, changes: { name: 'Mine', upload: true }, conflicts })
  expect(applied.outcome).toBe(outcome)
  expect(applied.conflicts).toEqual([{ name: 'name', base: 'Before', mine: 'Mine', theirs: 'Theirs' }])
  expect(state.held).toMatchObject(held)
})

test('a save begins with the read that opened the chat, and is read back', async () => {
  const { state, port } = service()
  const chat = await openChat(port, 7)
  expect(await chat.apply({ changes: { name: 'Hall' }, conflicts: 'ask' })).toMatchObject({ outcome: 'done', held: { name: 'Hall' } })
  expect([state.reads, state.sent.length]).toEqual([2, 1])
})

test('what the service did not keep is said', async () => {
  const { state, port } = service()
  state.after = () => {
    state.held = { ...state.held, name: 'Lobby' }
  }
  const chat = await openChat(port, 7)
  const applied = await chat.apply({ changes: { name: 'Hall', upload: !state.held.upload }, conflicts: 'ask' })
  expect(applied).toMatchObject({ outcome: 'notKept', notKept: [{ name: 'name', intended: 'Hall', kept: 'Lobby' }] })
})

test('nothing is sent where the service may reset a sound, unless that is accepted', async () => {
  const { state, port } = service({ sound_message: unnamed })
  const chat = await openChat(port, 7)
  expect(chat.risksOf({ name: 'Hall' })).toEqual(['sound_message'])
  expect(chat.risksOf({})).toEqual([])
  expect(await chat.apply({ changes: { name: 'Hall' }, conflicts: 'ask' })).toMatchObject({ outcome: 'decide', risks: ['sound_message'] })
  expect(state.sent).toEqual([])
  const accepting = await openChat(port, 7, { acceptedRisks: 'all' })
  expect(await accepting.apply({ changes: { name: 'Hall' }, conflicts: 'ask' })).toMatchObject({ risks: [], held: { name: 'Hall' } })
})

test('where what is called before a write rejects, nothing is sent', async () => {
  const { state, port } = service()
  const chat = await openChat(port, 7)
  const stopped = new Failure('refused', { hadNoEffect: true })
  const applying = chat.apply({ changes: { name: 'Hall' }, conflicts: 'ask', onWrite: () => Promise.reject(stopped) })
  await expect(applying).rejects.toBe(stopped)
  expect(state.sent).toEqual([])
})

test('a write after which nothing can be read is unknown, and a later look tells', async () => {
  const { state, port } = service()
  const chat = await openChat(port, 7)
  let written = false
  state.before = (method) => {
    if (method === 'PUT') written = true
    else if (written) throw new TypeError('fetch failed')
  }
  const applied = await chat.apply({ changes: { name: 'Hall' }, conflicts: 'ask' })
  expect(applied).toMatchObject({ outcome: 'unknown', isConfirmed: true, changes: { name: 'Hall' } })
  if (applied.outcome !== 'unknown') throw new Error('it is known')
  state.before = () => {}
  const attempt = { ...applied, isConfirmed: false }
  expect(await lookUp(port, 7, attempt)).toMatchObject({ held: { name: 'Hall' }, notKept: [] })
  state.held = { ...state.held, name: 'Lobby' }
  expect(await lookUp(port, 7, attempt)).toBeNull()
  // As it is written down before it is sent: with the names of sounds, where the service answers with numbers.
  expect(await lookUp(port, 7, { ...attempt, expected: chat.fresh })).toBeNull()
})

test('a chat is gone where it is missing from the list too', async () => {
  const { state, port } = service()
  state.status = 404
  await expect(openChatIfThere(port, 7)).rejects.toMatchObject({ status: 404 })
  state.after = () => {
    state.status = state.reads % 2 === 1 ? 404 : 200
  }
  state.reads = 0
  await expect(openChatIfThere(port, 7)).rejects.toMatchObject({ status: 404 })
  state.reads = 0
  state.ids = [8]
  expect(await openChatIfThere(port, 7)).toBeNull()
})
