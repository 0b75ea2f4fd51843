import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditKindNames, auditOutcomeNames } from '#contract/gateway/audit.ts'
import { type ActivityEntry, withoutSameSounds } from './entry.ts'
import { activityState, everything } from './view.ts'

const { read: readView, write: writeView } = activityState

const catalogue = {
  languages: {},
  sounds: [
    { id: 1, name: 'pop', label: 'Pop' },
    { id: 2, name: 'ding', label: 'Ding' },
  ],
  countries: {},
}

describe('search and filters', () => {
  test('is the same after the URL', () => {
    const id = fc.option(fc.integer({ min: 1, max: 1e9 }))
    const word = fc.option(fc.string({ minLength: 1 }))
    const date = fc.option(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10)),
    )
    const view = fc.record({
      search: fc.string(),
      chatId: id,
      kind: fc.option(fc.constantFrom(...auditKindNames)),
      outcome: fc.option(fc.constantFrom(...auditOutcomeNames)),
      action: word,
      person: word,
      field: word,
      from: date,
      to: date,
      line: id,
    })
    fc.assert(
      fc.property(view, (one) => {
        expect(readView(new URLSearchParams(writeView(one).toString()))).toEqual(one)
      }),
    )
  })

  test('shows everything where the URL makes no sense', () => {
    const plain = { ...everything, line: null }
    expect(readView(new URLSearchParams('room=x&kind=toString&outcome=1&from=14.11.&to=2026-13-40&entry=-1&show=all'))).toEqual(plain)
  })
})

test('does not show the same sound, by number and by name, as a change', () => {
  const entry: ActivityEntry = {
    action: 'chatUpdate',
    kind: 'settings',
    at: 1,
    line: 1,
    chatId: 7,
    chatName: 'Lobby',
    subject: '',
    target: {},
    changes: [
      { name: 'sound_message', before: 1, after: 'pop' },
      { name: 'sound_ring', before: 1, after: 'ding' },
    ],
    outcome: 'done',
    message: '',
  }
  expect(withoutSameSounds(entry, catalogue).changes).toEqual([{ name: 'sound_ring', before: 1, after: 'ding' }])
})
