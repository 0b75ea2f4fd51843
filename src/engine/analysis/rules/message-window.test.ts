import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMessageWindows, type WindowEntry } from './message-window.ts'

interface Entry extends WindowEntry {
  id: number
  key: string
}

const entries = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: 15 }), author: fc.constantFrom('a', 'b', 'c', 'd'), key: fc.constantFrom('x', 'y') }), {
    maxLength: 300,
  })
  .map((steps) => {
    let time = 1000
    return steps.map(({ gap, author, key }, id): Entry => ({ id, time: (time += gap), author, key }))
  })

/** By definition: a message matches if some period of this length contains it and enough messages. */
function inFullWindow(all: readonly Entry[], seconds: number, count: 'messages' | 'authors', atLeast: number): number[] {
  const matched = new Set<number>()
  for (const { time: from, key } of all) {
    const inside = all.filter((one) => one.key === key && one.time >= from && one.time <= from + seconds)
    const size = count === 'authors' ? new Set(inside.map(({ author }) => author)).size : inside.length
    if (size >= atLeast) for (const { id } of inside) matched.add(id)
  }
  return [...matched].toSorted((one, other) => one - other)
}

test('matches each message of a full window once, by the definition', () => {
  fc.assert(
    fc.property(
      entries,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('messages' as const, 'authors' as const),
      fc.integer({ min: 2, max: 6 }),
      (all, seconds, count, atLeast) => {
        const windows = createMessageWindows<Entry>({ seconds, count, atLeast })
        const matched = all.flatMap((entry) => windows.add(entry.key, entry).map(({ id }) => id))
        expect(matched.toSorted((one, other) => one - other)).toEqual(inFullWindow(all, seconds, count, atLeast))
      },
    ),
    { numRuns: 300 },
  )
})

test('keeps only messages that may still be in a window', () => {
  const windows = createMessageWindows<Entry>({ seconds: 10, count: 'messages', atLeast: 1_000_000 })
  for (let id = 0; id < 10_000; id++) windows.add(`key ${id}`, { id, time: id, author: 'a', key: '' })
  expect(windows.recent(9999).map(({ id }) => id)).toEqual([9989, 9990, 9991, 9992, 9993, 9994, 9995, 9996, 9997, 9998, 9999])
})
