import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSame, keyOf, type IpRange } from './range.ts'
import { unintendedUnbans, planRollBack, resultOf, type BanStep, planUnbanPart } from './steps.ts'
import { anyBase, anyUnbanning, bitsOf, countBits, failureOf, moved, must, serviceWith, windowRange, windowRanges } from './test-ranges.ts'
import { planTidy, type TidyOptions } from './tidy.ts'
import { runs } from '../../test-runs.ts'

/** Plans carried out step by step on services that treat copies of a range in either way, and cut short anywhere. */

const numRuns = runs(100_000)

/**
 * Takes the steps and watches that no address that is meant to be banned is free for a moment, and none is banned that was not before. Only the unban
 * of a second copy may find nothing.
 * @returns the entries after each step, the untouched ones first
 */
function carriedOut(
  entries: readonly IpRange[],
  steps: readonly BanStep[],
  unbanning: string,
  meant: number,
  base: number,
): (readonly IpRange[])[] {
  const service = serviceWith(entries, unbanning)
  const lists = [service.list()]
  const removed: IpRange[] = []
  const before = bitsOf(entries, base)
  for (const step of steps) {
    const status = service.take(step)
    must(
      status === 200 || (status === 404 && removed.some((range) => isSame(range, step.range))),
      `${step.action} was answered with ${status}`,
    )
    if (step.action === 'unban') removed.push(step.range)
    const banned = bitsOf(service.list(), base)
    must((meant & ~banned) === 0, `free after a ${step.action}`)
    must((banned & ~before) === 0, `banned by a ${step.action}`)
    lists.push(service.list())
  }
  return lists
}

const sorted = (entries: readonly IpRange[]) => entries.map(keyOf).toSorted().join()

describe('unbanning part of a range', () => {
  const spareCase = fc.tuple(windowRanges, windowRange, anyBase, anyUnbanning, fc.nat(100))

  test('frees its addresses, and no other at any moment', () => {
    expect(
      failureOf(
        fc.property(spareCase, ([ranges, range, base, unbanning]) => {
          const entries = ranges.map((entry) => moved(entry, base))
          const target = moved(range, base)
          const before = bitsOf(entries, base)
          const after = (before & ~bitsOf([target], base)) >>> 0
          const steps = planUnbanPart(entries, target)
          const lists = carriedOut(entries, steps, unbanning, after, base)
          must(bitsOf(lists.at(-1)!, base) === after, 'another result')
          must(before !== after || steps.length === 0, 'steps for nothing')
        }),
        numRuns,
      ),
    ).toBe(null)
  })

  test('is taken up again wherever it was cut short', () => {
    expect(
      failureOf(
        fc.property(spareCase, ([ranges, range, base, unbanning, cut]) => {
          const entries = ranges.map((entry) => moved(entry, base))
          const target = moved(range, base)
          const after = (bitsOf(entries, base) & ~bitsOf([target], base)) >>> 0
          const lists = carriedOut(entries, planUnbanPart(entries, target), unbanning, after, base)
          const halfway = lists[cut % lists.length]!
          const rest = carriedOut(halfway, planUnbanPart(halfway, target), unbanning, after, base)
          must(bitsOf(rest.at(-1)!, base) === after, 'another result')
        }),
        numRuns / 10,
      ),
    ).toBe(null)
  })

  test('is taken back from anywhere, with nothing free meanwhile that was to be banned', () => {
    expect(
      failureOf(
        fc.property(spareCase, ([ranges, range, base, unbanning, cut]) => {
          // No service can be asked for a second copy, so there are none to come back.
          const entries = [...new Map(ranges.map((entry) => [keyOf(entry), moved(entry, base)])).values()]
          const target = moved(range, base)
          const after = (bitsOf(entries, base) & ~bitsOf([target], base)) >>> 0
          const steps = planUnbanPart(entries, target)
          const lists = carriedOut(entries, steps, unbanning, after, base)

          const service = serviceWith(lists[cut % lists.length]!, unbanning)
          for (const step of planRollBack(steps, service.list())) {
            must(service.take(step) === 200, `${step.action} was refused`)
            must((after & ~bitsOf(service.list(), base)) === 0, `free after a ${step.action}`)
          }
          must(sorted(service.list()) === sorted(entries), 'another list')
        }),
        numRuns / 10,
      ),
    ).toBe(null)
  })

  test('each of its lifts is safe when its turn comes, and unsafe before what remains is banned', () => {
    expect(
      failureOf(
        fc.property(spareCase, ([ranges, range, base, unbanning]) => {
          const entries = ranges.map((entry) => moved(entry, base))
          const target = moved(range, base)
          const meant = (bitsOf(entries, base) & ~bitsOf([target], base)) >>> 0
          const service = serviceWith(entries, unbanning)
          for (const step of planUnbanPart(entries, target)) {
            must(step.action === 'ban' || unintendedUnbans(step.range, service.list(), target).length === 0, 'unsafe in its turn')
            service.take(step)
          }
          for (const entry of entries) {
            const others = entries.filter((other) => keyOf(other) !== keyOf(entry))
            const lost = unintendedUnbans(entry, entries, target)
            must(bitsOf(lost, base) === (bitsOf([entry], base) & meant & ~bitsOf(others, base)) >>> 0, 'not what would be lost')
          }
        }),
        numRuns / 10,
      ),
    ).toBe(null)
  })
})

describe('tidying', () => {
  const anyOptions: fc.Arbitrary<TidyOptions> = fc.record({ mergeAdjacent: fc.boolean(), mergeOverlapping: fc.boolean() })
  const tidyCase = fc.tuple(windowRanges, anyOptions, anyBase, anyUnbanning, fc.nat(100))

  test('bans the same addresses at every moment and afterwards, and proves it', () => {
    expect(
      failureOf(
        fc.property(tidyCase, ([ranges, options, base, unbanning]) => {
          const entries = ranges.map((entry) => moved(entry, base))
          const banned = bitsOf(entries, base)
          const { steps, findings, proof } = planTidy(entries, options)
          const lists = carriedOut(entries, steps, unbanning, banned, base)
          const addresses = countBits(banned)
          must(proof.isSameSet && proof.addressesBefore === addresses && proof.addressesAfter === addresses, 'no proof')
          // One entry less for each planned finding, so findings and steps tell the same.
          const leaving = findings.filter(({ isPlanned }) => isPlanned).length
          must(proof.entriesBefore === entries.length && proof.entriesAfter === entries.length - leaving, 'other findings than steps')
          must(unbanning === 'all copies' || lists.at(-1)!.length === proof.entriesAfter, 'another result')
        }),
        numRuns,
      ),
    ).toBe(null)
  })

  test('is taken up again wherever it was cut short', () => {
    expect(
      failureOf(
        fc.property(tidyCase, ([ranges, options, base, unbanning, cut]) => {
          const entries = ranges.map((entry) => moved(entry, base))
          const banned = bitsOf(entries, base)
          const lists = carriedOut(entries, planTidy(entries, options).steps, unbanning, banned, base)
          const halfway = lists[cut % lists.length]!
          const rest = carriedOut(halfway, planTidy(halfway, options).steps, unbanning, banned, base)
          must(planTidy(rest.at(-1)!, options).steps.length === 0, 'something left to do')
        }),
        numRuns / 10,
      ),
    ).toBe(null)
  })

  test('is taken back from anywhere, with nothing free meanwhile', () => {
    expect(
      failureOf(
        fc.property(tidyCase, ([ranges, options, base, unbanning, cut]) => {
          const entries = [...new Map(ranges.map((entry) => [keyOf(entry), moved(entry, base)])).values()]
          const banned = bitsOf(entries, base)
          const { steps } = planTidy(entries, options)
          const lists = carriedOut(entries, steps, unbanning, banned, base)
          const halfway = lists[cut % lists.length]!
          const rest = carriedOut(halfway, planRollBack(steps, halfway), unbanning, banned, base)
          must(sorted(rest.at(-1)!) === sorted(entries), 'another list')
        }),
        numRuns / 10,
      ),
    ).toBe(null)
  })

  test('leaves nothing to do, and with both kinds of joining the fewest entries there can be', () => {
    expect(
      failureOf(
        fc.property(tidyCase, ([ranges, options, base]) => {
          const entries = ranges.map((entry) => moved(entry, base))
          const after = resultOf(entries, planTidy(entries, options).steps)
          const again = planTidy(after, options)
          must(again.steps.length === 0, 'something left to do')
          if (!options.mergeAdjacent || !options.mergeOverlapping) return
          const bits = bitsOf(entries, base)
          const runs = countBits((bits & ~(bits << 1)) >>> 0)
          must(new Set(after.map(keyOf)).size === runs, 'more entries than needed')
          must(
            again.findings.every(({ kind, isPlanned }) => kind === 'duplicate' && !isPlanned),
            'findings left',
          )
        }),
        numRuns / 10,
      ),
    ).toBe(null)
  })
})
