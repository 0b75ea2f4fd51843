import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { ifMatchHeader, staleCode } from '#contract/own-service.ts'
import { nothingLearned } from '#contract/service-profile.ts'
import { defaults, withSoundNames, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { soundsOf } from './sounds.ts'
import { settingsTarget } from './settings-target.ts'
import { saveThreeWay } from './three-way.ts'

/** Saving the settings of a service that writes sounds by name, reads them by number and resets those that an update leaves out. */

const names = ['none', 'pop', 'ding']
const nameOf = (id: number) => names[id]
/** A number that has no name, so the service resets this sound with every save. */
const unnamed = 9
const everySound = Object.fromEntries(Object.keys(defaults).flatMap((name) => (name.startsWith('sound_') ? [[name, 1]] : [])))
const base: Settings = { ...defaults, ...everySound, name: 'Lobby' }

interface Asked {
  names: SettingName[]
  sound: unknown
}

/** @param answer of the person who is asked whether the service may reset sounds */
function service(held: Settings, { answer = true, acceptedRisks = [] as SettingName[] } = {}) {
  const state = { held, sent: [] as Partial<Settings>[], reads: 0, asked: [] as Asked[] }
  const call = createClient(async (_, { method, body }) => {
    if (method === 'PUT') {
      const sent = JSON.parse(body!) as Partial<Settings>
      state.sent.push(sent)
      const numbers = Object.entries(sent).filter(([name]) => name.startsWith('sound_'))
      state.held = { ...base, ...sent, ...Object.fromEntries(numbers.map(([name, sound]) => [name, names.indexOf(String(sound))])) }
      return Response.json({ status: true })
    }
    state.reads++
    const data = { id: 7, hash: 'x', createDate: 1, lastUsed: null, registerTermsLink: '', ...state.held }
    return Response.json({ status: true, data })
  })
  const target = settingsTarget({
    call,
    chatId: 7,
    sounds: soundsOf({ profile: () => nothingLearned, nameOf, learn: () => {} }),
    acceptedRisks,
    mayReset: async (risked, fresh) => {
      state.asked.push({ names: risked, sound: fresh.sound_message })
      return answer
    },
  })
  const save = (changes: Partial<Settings>, from: Settings = held) =>
    saveThreeWay(target, { edits: { base: from, changes }, choose: () => Promise.reject(new Error('there is no conflict')) })
  return { state, save }
}

test('a sound without a name that an earlier try lost is reported; a named one that someone else changed is not', async () => {
  const before = { ...base, sound_message: unnamed }
  const { save } = service({ ...base, sound_notice: 2 })
  const saved = await save({ name: 'Hall' }, before)
  expect(saved).toMatchObject({ kind: 'checked', notKept: [{ name: 'sound_message', intended: unnamed, kept: 'pop' }] })
  expect(saved?.kind === 'checked' && saved.notKept).toHaveLength(1)
})

test('a person who does not want a sound to be reset saves nothing', async () => {
  const { state, save } = service({ ...base, sound_message: unnamed }, { answer: false })
  expect(await save({ name: 'Hall' })).toBeNull()
  expect([state.sent, state.asked]).toEqual([[], [{ names: ['sound_message'], sound: unnamed }]])
})

test('a person is asked once about each sound, and everything is read again before it is sent', async () => {
  const { state, save } = service({ ...base, sound_message: unnamed })
  const saved = await save({ name: 'Hall' })
  expect(saved).toMatchObject({ notKept: [{ name: 'sound_message', intended: unnamed, kept: 'pop' }] })
  // Before the question, after it, and after the write.
  expect([state.asked.length, state.reads, state.sent.length]).toEqual([1, 3, 1])
  expect(state.sent[0]).not.toHaveProperty('sound_message')
})

test('nobody is asked about sounds that have names, or that were accepted before', async () => {
  const named = service({ ...base, sound_message: 2 })
  expect(await named.save({ name: 'Hall' })).toMatchObject({ notKept: [] })
  expect(named.state.sent).toMatchObject([withSoundNames({ ...base, name: 'Hall', sound_message: 2 }, nameOf)])
  const accepted = service({ ...base, sound_message: unnamed }, { acceptedRisks: ['sound_message'] })
  await accepted.save({ name: 'Hall' })
  expect([named, accepted].map(({ state }) => [state.asked.length, state.reads])).toEqual([
    [0, 2],
    [0, 2],
  ])
})

test('with the answer of the version that is written nothing is read before; where someone saved since, it is read and asked about', async () => {
  const held = { id: 7, hash: 'x', createDate: 1, lastUsed: null, registerTermsLink: '', ...base }
  const state = { held, version: 1, requests: [] as string[] }
  const call = createClient(async (_, { method, body, headers }) => {
    state.requests.push(method)
    const etag = () => ({ headers: { etag: `"${state.version}"` } })
    if (method === 'GET') return Response.json({ status: true, data: state.held }, etag())
    if (headers?.[ifMatchHeader] !== `"${state.version}"`)
      return Response.json({ status: false, code: staleCode, message: 'Changed' }, { status: 412 })
    state.held = { ...state.held, ...(JSON.parse(body!) as Partial<Settings>) }
    state.version++
    return Response.json({ status: true })
  })
  const known = await call('chatRead', { params: { chatId: 7 } })
  const sounds = soundsOf({ profile: () => nothingLearned, nameOf, learn: () => {} })
  const save = (changes: Partial<Settings>, conflicts: string[] = []) =>
    saveThreeWay(settingsTarget({ call, chatId: 7, sounds, known, mayReset: async () => true }), {
      edits: { base, changes },
      choose: async (found) => {
        conflicts.push(...found.map(({ theirs }) => String(theirs)))
        return ['offlineMessage']
      },
    })
  state.requests = []
  expect(await save({ offlineMessage: 'Closed' })).toMatchObject({ kind: 'checked', held: { offlineMessage: 'Closed' }, notKept: [] })
  expect(state.requests).toEqual(['PUT', 'GET'])
  state.requests = []
  const conflicts: string[] = []
  await save({ offlineMessage: 'Back at eight' }, conflicts)
  expect(conflicts).toEqual(['Closed'])
  expect(state.requests).toEqual(['PUT', 'GET', 'GET', 'PUT', 'GET'])
  expect(state.held.offlineMessage).toBe('Back at eight')
})
