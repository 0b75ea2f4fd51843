import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import type { Fields } from '#dashboard/platform/saving/save-fields.ts'
import type { Change, Entry } from './entry.ts'
import type { Thing } from './things.ts'
import { request } from '#dashboard/platform/session/session.ts'
import { prepareUndo } from './undo.ts'
import { undoable } from './undoable.ts'

const entry = (part: Partial<Entry>): Entry => ({
  act: 'accountUpdate',
  kind: 'account',
  at: 1,
  chatId: null,
  room: '',
  subject: '',
  changes: [],
  outcome: 'done',
  said: '',
  ...part,
})

const renamed: Change[] = [{ name: 'name', before: 'Ada', after: 'Kim' }]

/** A thing somewhere, and every whole set that was sent to it. */
function thing(held: Fields, { obeys = true, fails }: { obeys?: boolean; fails?: Failure } = {}) {
  const place = { held, sent: [] as Fields[], refreshed: 0 }
  const port: Thing = {
    read: async () => ({ ...place.held }),
    writes: 'accountUpdate',
    write: async (_, all) => {
      place.sent.push(all)
      if (obeys) place.held = { ...all }
      if (fails) throw fails
    },
    refresh: async () => void place.refreshed++,
  }
  return { place, port }
}

describe('before it is sent', () => {
  test('new and old are laid side by side', async () => {
    const { port, place } = thing({ name: 'Kim', city: 'Oslo' })
    expect((await prepareUndo(entry({ changes: renamed }), port)).lines).toEqual([{ name: 'name', now: 'Kim', back: 'Ada' }])
    expect(place.sent).toEqual([])
  })

  test('a change by somebody else since is said', async () => {
    const { port } = thing({ name: 'Noor' })
    expect((await prepareUndo(entry({ changes: renamed }), port)).lines).toEqual([
      { name: 'name', now: 'Noor', back: 'Ada', changedSince: 'Kim' },
    ])
  })

  test('nothing is left where it is as before already', async () => {
    const { port } = thing({ name: 'Ada' })
    expect((await prepareUndo(entry({ changes: renamed }), port)).lines).toEqual([])
  })

  test('a country that was not set goes back to none', async () => {
    const { port } = thing({ countryId: '578' })
    const { lines } = await prepareUndo(entry({ changes: [{ name: 'countryId', before: null, after: 578 }] }), port)
    expect(lines).toEqual([{ name: 'countryId', now: '578', back: '' }])
  })

  test('a ban is lifted, a lifted one set again', async () => {
    const { lines } = await prepareUndo(entry({ act: 'banCreate' }), thing({ banned: true }).port)
    expect(lines).toEqual([{ name: 'banned', now: true, back: false }])
    const again = await prepareUndo(entry({ act: 'banLiftRange' }), thing({ banned: false }).port)
    expect(again.lines).toEqual([{ name: 'banned', now: false, back: true }])
  })
})

describe('sending', () => {
  test('the whole known set goes out once, with what is fresh of the rest', async () => {
    const { port, place } = thing({ name: 'Kim', city: 'Oslo' })
    const { run } = await prepareUndo(entry({ changes: renamed }), port)
    place.held = { name: 'Kim', city: 'Bergen' }
    await run(request)
    expect(place).toEqual({ held: { name: 'Ada', city: 'Bergen' }, sent: [{ name: 'Ada', city: 'Bergen' }], refreshed: 1 })
  })

  test('nothing is sent where the same field was changed after it was shown', async () => {
    const { port, place } = thing({ name: 'Kim' })
    const { run } = await prepareUndo(entry({ changes: renamed }), port)
    place.held = { name: 'Noor' }
    await expect(run(request)).rejects.toMatchObject({ kind: 'refused' })
    expect(place.sent).toEqual([])
  })

  test('a lost answer is looked up, not sent again', async () => {
    const { port, place } = thing({ name: 'Kim' }, { fails: new Failure('timed-out') })
    await (await prepareUndo(entry({ changes: renamed }), port)).run(request)
    expect(place).toMatchObject({ held: { name: 'Ada' }, sent: [{ name: 'Ada' }] })
  })

  test('a lost answer of a change that did not happen is a failure', async () => {
    const { port, place } = thing({ name: 'Kim' }, { obeys: false, fails: new Failure('timed-out') })
    await expect((await prepareUndo(entry({ changes: renamed }), port)).run(request)).rejects.toMatchObject({ kind: 'timed-out' })
    expect(place.sent).toHaveLength(1)
  })

  test('a service that says yes and does not is found out', async () => {
    const { port } = thing({ name: 'Kim' }, { obeys: false })
    await expect((await prepareUndo(entry({ changes: renamed }), port)).run(request)).rejects.toMatchObject({ kind: 'refused' })
  })
})

describe('what can be undone', () => {
  test.each<[string, Partial<Entry>, ReturnType<typeof undoable>]>([
    ['a profile', { changes: renamed }, 'yes'],
    ['an unknown outcome', { changes: renamed, outcome: 'unknown' }, 'yes'],
    ['a refusal', { changes: renamed, outcome: 'refused' }, 'nothing'],
    ['what was not sent', { changes: renamed, outcome: 'unsent' }, 'nothing'],
    ['a save without a difference', { act: 'chatUpdate' }, 'nothing'],
    ['a ban', { act: 'banCreate' }, 'yes'],
    [
      'a poll that was only sent',
      { act: 'pollUpdate', changes: [{ name: 'send', after: true }] },
      { because: 'What was there before is not known.' },
    ],
    ['messages', { act: 'messageDeleteAll' }, { because: 'Deleted messages cannot be brought back.' }],
    ['a deletion job', { act: 'job', kind: 'messages' }, { because: 'Deleted messages cannot be brought back.' }],
    ['the currency', { act: 'currencySet' }, { because: 'A currency can be set only once.' }],
  ])('%s', (_, part, expected) => {
    expect(undoable(entry(part))).toEqual(expected)
  })
})
