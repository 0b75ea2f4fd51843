import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/gateway/audit.ts'
import { fold } from './fold.ts'
import { auditEntry } from './test-entries.ts'

const minute = 60_000

describe('fold', () => {
  const ids = (entries: AuditEntry[]) => fold(entries).map((one) => one.entries.map(({ id }) => id))
  const job = { kind: 'job', id: 'a', title: 'Spam wave' } as const

  test.each<[string, Partial<AuditEntry>, Partial<AuditEntry>, boolean]>([
    ['the same within ten minutes', { at: 10 * minute }, { at: 0 }, true],
    ['the same after more than ten minutes', { at: 10 * minute + 1 }, { at: 0 }, false],
    ['another chat', {}, { chatId: 8 }, false],
    ['another action', {}, { action: 'banLift' }, false],
    ['another person', {}, { who: { kind: 'person', id: 'rui', name: 'Rui' } }, false],
    ['a person and the token of the same name', {}, { who: { kind: 'token', name: 'ana' } }, false],
    ['one job, in two chats and an hour apart', { cause: job, at: 60 * minute }, { cause: job, at: 0, chatId: 8, action: 'banLift' }, true],
    ['two jobs', { cause: job }, { cause: { ...job, id: 'b' } }, false],
    ['a job and by hand', { cause: job }, {}, false],
    ['what was undone stands alone', { cause: { kind: 'undo', of: 1 } }, { cause: { kind: 'undo', of: 1 } }, false],
    [
      'a rule: as by hand',
      { cause: { kind: 'rule', id: 'r', title: '' }, at: 11 * minute },
      { cause: { kind: 'rule', id: 'r', title: '' }, at: 0 },
      false,
    ],
  ])('%s', (_, newer, older, isOne) => {
    expect(ids([auditEntry({ id: 2, ...newer }), auditEntry({ id: 1, ...older })])).toEqual(isOne ? [[2, 1]] : [[2], [1]])
  })

  test('what others did between leaves them together, at the place of the newest', () => {
    const between = auditEntry({ id: 2, who: { kind: 'person', id: 'rui', name: 'Rui' } })
    expect(ids([auditEntry({ id: 3 }), between, auditEntry({ id: 1 })])).toEqual([[3, 1], [2]])
  })

  test('what the same person did in between by hand does not, and what a job did leaves them together', () => {
    const posted = auditEntry({ id: 2, action: 'messageSend' })
    expect(ids([auditEntry({ id: 3 }), posted, auditEntry({ id: 1 })])).toEqual([[3], [2], [1]])
    expect(ids([auditEntry({ id: 3 }), { ...posted, cause: job }, auditEntry({ id: 1 })])).toEqual([[3, 1], [2]])
  })

  test('what turning a mode on changed, and what ending it put back, are two', () => {
    const cause = { kind: 'preset', id: 'on-1', title: 'Lockdown' } as const
    const saved = (id: number) => auditEntry({ id, action: 'chatUpdate', cause })
    const log = [
      saved(6),
      saved(5),
      auditEntry({ id: 4, action: 'presetEnd' }),
      saved(3),
      saved(2),
      auditEntry({ id: 1, action: 'presetTurnOn' }),
    ]
    expect(ids(log)).toEqual([[6, 5], [4], [3, 2], [1]])
  })

  const some = fc
    .array(
      fc.record({
        at: fc.integer({ min: 0, max: 40 * minute }),
        chatId: fc.constantFrom(7, 8, null),
        action: fc.constantFrom('banCreate', 'banLift', 'signIn'),
        who: fc.constantFrom<AuditEntry['who']>({ kind: 'person', id: 'ana', name: 'Ana' }, { kind: 'token', name: 'Token' }),
        cause: fc.constantFrom<AuditEntry['cause']>({ kind: 'hand' }, job, { kind: 'undo', of: 1 }),
      }),
      { maxLength: 30 },
    )
    .map((parts) =>
      parts.toSorted((one, other) => other.at - one.at).map((part, index) => auditEntry({ id: parts.length - index, ...part })),
    )

  test('each entry is in exactly one fold, newest first, and folds have different keys', () => {
    fc.assert(
      fc.property(some, (entries) => {
        const folds = fold(entries)
        expect(folds.flatMap((one) => one.entries).toSorted((one, other) => other.id - one.id)).toEqual(entries)
        for (const one of folds) expect(one.entries.map(({ id }) => id)).toEqual(one.entries.map(({ id }) => id).toSorted((a, b) => b - a))
        const newest = folds.map((one) => one.entries[0]!.id)
        expect(newest).toEqual(newest.toSorted((a, b) => b - a))
        expect(new Set(folds.map(({ key }) => key)).size).toBe(folds.length)
      }),
    )
  })

  test('older entries, which are loaded later, take nothing from a fold and move none', () => {
    fc.assert(
      fc.property(some, fc.nat({ max: 30 }), (entries, loaded) => {
        const before = fold(entries.slice(0, loaded))
        const after = fold(entries)
        for (const [index, { key, entries: together }] of before.entries()) {
          expect(after[index]?.key).toBe(key)
          expect(after[index]?.entries.slice(0, together.length)).toEqual(together)
        }
      }),
    )
  })
})
