import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import { countChanges, noEdits, reversed, stepTo, stepToNothing, withoutHeld, withStep, type CellValue, type Edits } from './edits.ts'

const chat = (settings: Partial<Settings> = {}): Settings => ({ ...defaults, name: 'Lobby', ...settings })
const held = new Map([
  [1, chat()],
  [2, chat({ allowLinks: false })],
  [3, chat({ langId: 'pl' })],
])
const set = (edits: Edits, cells: CellValue[], now = held) => withStep(edits, stepTo(edits, cells, now))
const changesOf = (edits: Edits) => Object.fromEntries([...edits].map(([chatId, { changes }]) => [chatId, changes]))

test('cells that have their value already are no edits, nor are cells of chats that are not held', () => {
  const cells = [1, 2, 3, 9].map((chatId) => ({ chatId, name: 'allowLinks' as const, value: false }))
  const edits = set(noEdits, cells)
  expect(changesOf(edits)).toEqual({ 1: { allowLinks: false }, 3: { allowLinks: false } })
  expect(countChanges(edits)).toBe(2)
  expect(stepTo(edits, cells, held)).toEqual([])
})

test('the value that the service holds drops the edit, and the chat with its last one', () => {
  const edits = set(noEdits, [{ chatId: 1, name: 'allowLinks', value: false }])
  expect(set(edits, [{ chatId: 1, name: 'allowLinks', value: true }])).toEqual(noEdits)
})

test('an edit keeps the value it began with while it is edited on, also where the service holds another by now', () => {
  const edits = set(noEdits, [{ chatId: 1, name: 'offlineMessage', value: 'Closed' }])
  const newer = new Map([[1, chat({ offlineMessage: 'Holiday' })]])
  const edited = set(edits, [{ chatId: 1, name: 'offlineMessage', value: 'Closed today' }], newer)
  expect(edited.get(1)).toEqual({ base: { offlineMessage: defaults.offlineMessage }, changes: { offlineMessage: 'Closed today' } })
  // The first value again is an edit of what the service holds now.
  expect(set(edited, [{ chatId: 1, name: 'offlineMessage', value: defaults.offlineMessage }], newer).get(1)).toEqual({
    base: { offlineMessage: 'Holiday' },
    changes: { offlineMessage: defaults.offlineMessage },
  })
})

test('what was saved meanwhile is not undone', () => {
  const step = stepTo(
    noEdits,
    [
      { chatId: 1, name: 'allowLinks', value: false },
      { chatId: 3, name: 'allowLinks', value: false },
    ],
    held,
  )
  const edits = withoutHeld(withStep(noEdits, step), new Map([[1, chat({ allowLinks: false })]]))
  expect(changesOf(edits)).toEqual({ 3: { allowLinks: false } })
  expect(withStep(edits, reversed(step))).toEqual(noEdits)
  expect(withStep(noEdits, reversed(step))).toBe(noEdits)
})

test('edits that the service does not hold stay, as the same object', () => {
  const edits = set(noEdits, [{ chatId: 1, name: 'allowLinks', value: false }])
  expect(withoutHeld(edits, held)).toBe(edits)
})

const cell = fc.record({
  chatId: fc.constantFrom(1, 2, 3, 9),
  name: fc.constantFrom('allowLinks' as const, 'allowImages' as const, 'archive' as const),
  value: fc.boolean(),
})

test('every step is undone and made again exactly, and none leaves an edit that is what the service holds', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell)), (batches) => {
      const steps: { before: Edits; after: Edits; step: ReturnType<typeof stepTo> }[] = []
      let edits = noEdits
      for (const cells of batches) {
        const step = cells.length === 0 ? stepToNothing(edits) : stepTo(edits, cells, held)
        const after = withStep(edits, step)
        steps.push({ before: edits, after, step })
        edits = after
        for (const [chatId, { base, changes }] of edits) {
          expect(base).toEqual(Object.fromEntries(Object.keys(changes).map((name) => [name, held.get(chatId)?.[name as 'allowLinks']])))
          expect(Object.entries(changes).some(([name, value]) => held.get(chatId)?.[name as 'allowLinks'] === value)).toBe(false)
          expect(Object.keys(changes)).not.toEqual([])
        }
      }
      for (const { before, after, step } of steps.toReversed()) {
        expect(withStep(after, reversed(step))).toEqual(before)
        expect(withStep(before, step)).toEqual(after)
      }
    }),
  )
})
