import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planCopy } from './copy-plan.ts'
import { byAddress, keyOf, type IpRange } from '#engine/bans/range.ts'
import { difference } from '#engine/bans/sets.ts'
import { unintendedUnbans, resultOf } from '#engine/bans/steps.ts'
import { windowRanges } from '#engine/bans/testing.ts'

const unique = (ranges: IpRange[]) => [...new Map(ranges.map((range) => [keyOf(range), range])).values()]
const lists = windowRanges.map(unique)

describe('copying entries to another chat', () => {
  test('bans the copied entries in addition, and unbans nothing', () => {
    fc.assert(
      fc.property(lists, lists, (source, target) => {
        const { steps, mayUnban } = planCopy(source, target, 'copy')
        const after = resultOf(target, steps)
        expect(steps.filter(({ action }) => action === 'unban')).toEqual([])
        expect(difference([...source, ...target], after)).toEqual([])
        expect(difference(after, [...source, ...target])).toEqual([])
        expect(mayUnban).toEqual([])
      }),
    )
  })

  test('made equal, the lists are the same, and no address that stays banned is unbanned in between', () => {
    fc.assert(
      fc.property(lists, lists, (source, target) => {
        const { steps, mayUnban } = planCopy(source, target, 'equal')
        expect(resultOf(target, steps)).toEqual(source.toSorted(byAddress))
        let now: IpRange[] = target
        for (const step of steps) {
          if (step.action === 'unban') expect(difference(unintendedUnbans(step.range, now, null), mayUnban)).toEqual([])
          now = resultOf(now, [step])
        }
        expect(difference(mayUnban, difference(target, source))).toEqual([])
      }),
    )
  })
})
