import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planCopy } from './copy-plan.ts'
import { byPlace, keyOf, type Range } from '../ranges/range.ts'
import { difference } from '../ranges/sets.ts'
import { lostByLifting, resultOf } from '../ranges/steps.ts'
import { windowRanges } from '../ranges/testing.ts'

const unique = (ranges: Range[]) => [...new Map(ranges.map((range) => [keyOf(range), range])).values()]
const lists = windowRanges.map(unique)

describe('copying entries to another room', () => {
  test('bans afterwards what was banned and what is copied, and lifts nothing', () => {
    fc.assert(
      fc.property(lists, lists, (source, target) => {
        const { steps, frees } = planCopy(source, target, 'copy')
        const after = resultOf(target, steps)
        expect(steps.filter(({ act }) => act === 'lift')).toEqual([])
        expect(difference([...source, ...target], after)).toEqual([])
        expect(difference(after, [...source, ...target])).toEqual([])
        expect(frees).toEqual([])
      }),
    )
  })

  test('made equal, the lists are the same, and no address that stays is free in between', () => {
    fc.assert(
      fc.property(lists, lists, (source, target) => {
        const { steps, frees } = planCopy(source, target, 'equal')
        expect(resultOf(target, steps)).toEqual(source.toSorted(byPlace))
        let now: Range[] = target
        for (const step of steps) {
          if (step.act === 'lift') expect(difference(lostByLifting(step.range, now, null), frees)).toEqual([])
          now = resultOf(now, [step])
        }
        expect(difference(frees, difference(target, source))).toEqual([])
      }),
    )
  })
})
