import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { nothingLearned, type ServiceProfile } from '#contract/service-profile.ts'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { soundsOf } from './sounds.ts'
import { settingsTarget } from './settings-target.ts'
import { saveThreeWay } from './three-way.ts'

/** Saving settings at a service that leaves fields out of its answers, and resets what an update leaves out. */

const changed = { ...defaults, name: 'Lobby', filterWords: 'spam', allowLinks: !defaults.allowLinks, offlineMessage: 'Closed' }

/** @param leftOut what the answer to each read leaves out; the last counts for all after it */
function serviceThat(leftOut: SettingName[][], profile: ServiceProfile = nothingLearned) {
  const asked: SettingName[][] = []
  const state = { held: changed as Partial<Settings>, sent: [] as Partial<Settings>[], reads: 0, accepts: true }
  const call = createClient(async (_, { method, body }) => {
    if (method === 'PUT') {
      const sent = JSON.parse(body!) as Partial<Settings>
      state.sent.push(sent)
      state.held = { ...defaults, ...sent }
      return Response.json({ status: true })
    }
    const without = leftOut[Math.min(state.reads++, leftOut.length - 1)]!
    const settings = Object.entries(state.held).filter(([name]) => without.every((other) => other !== name))
    const data = { id: 7, hash: 'x', createDate: 1, lastUsed: null, registerTermsLink: '', ...Object.fromEntries(settings) }
    return Response.json({ status: true, data })
  })
  const sounds = soundsOf({ profile: () => profile, nameOf: () => undefined, learn: () => {} })
  const may = (hidden: SettingName[]) => asked.push(hidden) > 0 && state.accepts
  const save = (changes: Partial<Settings>, base: Settings = changed) =>
    saveThreeWay(settingsTarget({ call, chatId: 7, sounds, asksForHidden: true, mayReset: async (_, __, hidden) => may(hidden) }), {
      edits: { base, changes },
      choose: () => Promise.reject(new Error('nobody else was there')),
    })
  return { state, save, asked }
}

test('what one answer leaves out is read again, and no default takes its place', async () => {
  const { state, save } = serviceThat([['filterWords', 'allowLinks'], ['offlineMessage'], []])
  expect(await save({ name: 'Hall' })).toMatchObject({ kind: 'checked', notKept: [] })
  expect(state.held).toEqual({ ...changed, name: 'Hall' })
})

test('a value that an answer has is not given up because the answers after it leave it out', async () => {
  const { state, save } = serviceThat([['allowLinks'], ['filterWords'], []])
  await save({ name: 'Hall' })
  expect(state.sent).toMatchObject([{ filterWords: 'spam', allowLinks: changed.allowLinks }])
})

test('a setting that the service never has is not sent, and can be changed all the same', async () => {
  const older = serviceThat([['filterWords', 'allowLinks']])
  expect(await older.save({ name: 'Hall' }, { ...changed, filterWords: '', allowLinks: defaults.allowLinks })).toMatchObject({
    kind: 'checked',
    notKept: [],
  })
  expect(older.state.sent).toMatchObject([{ name: 'Hall', offlineMessage: 'Closed' }])
  expect(Object.keys(older.state.sent[0]!)).not.toContain('filterWords')
  expect(Object.keys(older.state.sent[0]!)).not.toContain('allowLinks')
  // It is known by then: one more read after the question, and one to check the save.
  expect(older.state.reads).toBe(5)

  await older.save({ filterWords: 'new' }, { ...changed, name: 'Hall', filterWords: '', allowLinks: defaults.allowLinks })
  expect(older.state.sent[1]).toMatchObject({ filterWords: 'new' })
  expect(Object.keys(older.state.sent[1]!)).not.toContain('allowLinks')
})

test('while the answers leave out one thing after the other, nothing is sent', async () => {
  const { state, save } = serviceThat([
    ['filterWords'],
    ['filterWords', 'upload'],
    ['filterWords'],
    ['filterWords', 'privateChat'],
    ['filterWords'],
  ])
  await expect(save({ name: 'Hall' })).rejects.toMatchObject({
    hadNoEffect: true,
    reason: expect.stringContaining('left values out of its answers'),
    advice: expect.stringContaining('Nothing was sent'),
  })
  expect(state.sent).toEqual([])
})

test('an answer that leaves out settings after the save does not make them look lost', async () => {
  const { save } = serviceThat([[], ['filterWords', 'allowLinks'], []])
  expect(await save({ name: 'Hall' })).toMatchObject({ kind: 'checked', notKept: [], held: { filterWords: 'spam' } })
})

test('a complete answer is read once before the save and once after it', async () => {
  const { state, save } = serviceThat([[]])
  await save({ name: 'Hall' })
  expect(state.reads).toBe(2)
})

test('a text or a number that was read as null is not written back as something else, unless it was changed', async () => {
  const { state, save } = serviceThat([[]], { ...nothingLearned })
  state.held = {
    ...changed,
    offlineMessage: null,
    name: null,
    groupChatWelcomeMessageDelay: null,
    upload: null,
  } as unknown as Partial<Settings>
  const base = { ...changed, offlineMessage: '', name: '', upload: false }
  await save({ allowLinks: defaults.allowLinks }, base)
  const [sent] = state.sent
  for (const name of ['offlineMessage', 'name', 'groupChatWelcomeMessageDelay'] as const) expect(sent).not.toHaveProperty(name)
  // Null means off, and leaving it out might turn it on.
  expect(sent).toMatchObject({ upload: false, allowLinks: defaults.allowLinks, filterWords: 'spam' })
  expect(state.reads).toBe(2)
})

test('before settings that the service does not show are left out, and may be reset, the person is asked', async () => {
  const hidden: SettingName[] = ['allowLinks', 'filterWords']
  const base = { ...changed, filterWords: '', allowLinks: defaults.allowLinks }
  const { state, save, asked } = serviceThat([hidden])
  state.accepts = false
  expect(await save({ name: 'Hall' }, base)).toBeNull()
  expect([asked.map((names) => names.toSorted()), state.sent]).toEqual([[hidden], []])
  // What is changed is sent.
  state.accepts = true
  expect(await save({ filterWords: 'new' }, base)).toMatchObject({ kind: 'checked' })
  expect(asked.at(-1)).toEqual(['allowLinks'])
})

test('a service that keeps what is left out is not asked about', async () => {
  const omittedSettings = { value: 'kept' as const, at: 1, from: 'seen' as const }
  const profile = { ...nothingLearned, behaviours: { ...nothingLearned.behaviours, omittedSettings } } as ServiceProfile
  const { save, asked } = serviceThat([['filterWords']], profile)
  await save({ name: 'Hall' }, { ...changed, filterWords: '' })
  expect(asked).toEqual([])
})
