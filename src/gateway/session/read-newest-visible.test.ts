import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxCounted } from '#contract/values.ts'
import { readNewestVisible } from './read-page.ts'

/** Rows of everybody, newest first, and those that may be seen. */
function table(times: readonly number[], isVisible: (index: number) => boolean) {
  const newest = times.toSorted((one, other) => other - one).map((at, index) => ({ at, isVisible: isVisible(index) }))
  const passed: number[] = []
  return {
    passed,
    visible: newest.filter((row) => row.isVisible).map(({ at }) => at),
    timeAfter: async (skipped: number, before: number) => newest.filter(({ at }) => at < before)[skipped]?.at,
    read: async (from: number, before: number, max: number) => {
      const within = newest.filter(({ at }) => at >= from && at < before)
      passed.push(within.length)
      return within
        .filter((row) => row.isVisible)
        .map(({ at }) => at)
        .slice(0, max)
    },
  }
}

test('finds what one statement would find', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 70_000 }),
      fc.integer({ min: 1, max: 30_000 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 600 }),
      async (count, every, together, max) => {
        // Some share a time.
        const rows = table(
          Array.from({ length: count }, (_, index) => Math.floor(index / together)),
          (index) => index % every === 0,
        )
        expect(await readNewestVisible(max, rows)).toEqual(rows.visible.slice(0, max))
        expect(Math.max(...rows.passed)).toBeLessThanOrEqual(maxCounted + together)
      },
    ),
    { numRuns: 40 },
  )
})
