import fc from 'fast-check'
import { isSame, type IpRange } from './range.ts'
import type { BanStep } from './steps.ts'

/** For tests: ranges in a window of 32 addresses, so that a set of addresses is the bits of one number and every kind of overlap is frequent. */

export const windowSize = 32

/** Both ends of the space, and where a number gets its 32nd bit. */
export const anyBase = fc.constantFrom(0, 2 ** 31 - windowSize / 2, 2 ** 32 - windowSize)

/** Ranges as if the window began at 0. One number each: 100,000 cases are made in a second. */
export const windowRange: fc.Arbitrary<IpRange> = fc.nat(windowSize * 8 - 1).map((number) => {
  const first = number >> 3
  const length = [1, 1, 2, 3, 4, 6, 10, 22][number & 7]!
  return { first, last: Math.min(windowSize, first + length) - 1 }
})

export const windowRanges = fc.array(windowRange, { maxLength: 7 })

export const moved = ({ first, last }: IpRange, base: number): IpRange => ({ first: first + base, last: last + base })

/** The addresses in a window as bits. */
export function bitsOf(ranges: readonly IpRange[], base: number): number {
  let bits = 0
  for (const { first, last } of ranges) for (let at = first - base; at <= last - base; at++) bits |= 1 << at
  return bits >>> 0
}

export function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** `expect` for rules with 100,000 cases: a hundred times faster, with less detail. For use in `failureOf`. */
export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

/** fast-check's report of the smallest case that breaks a rule, null if none of the cases does. */
export function failureOf<Case>(rule: fc.IProperty<Case>, numRuns: number): string | null {
  const run = fc.check(rule, { numRuns })
  return run.failed ? (fc.defaultReportMessage(run) ?? 'failed') : null
}

/** A range anywhere, its size as often small as large. */
export const anyRange: fc.Arbitrary<IpRange> = fc
  .tuple(fc.nat(0xff_ff_ff_ff), fc.nat(31), fc.nat(0xff_ff_ff_ff))
  .map(([first, bits, more]) => ({
    first,
    last: Math.min(0xff_ff_ff_ff, first + (more % 2 ** bits)),
  }))

/** What services do with several copies of one range when one of them is unbanned (docs/assumptions.md row 12). */
export const anyUnbanning = fc.constantFrom('one copy', 'all copies')

/** A service that refuses to ban the same range twice and to unban what is not listed. */
export function serviceWith(entries: readonly IpRange[], unbanning: string) {
  let held = [...entries]
  return {
    list: () => held,
    /** The HTTP status. */
    take({ action, range }: BanStep): number {
      const same = held.filter((entry) => isSame(entry, range))
      if (action === 'ban') {
        held = [...held, range]
        return same.length > 0 ? 409 : 200
      }
      held = held.filter((entry) => (unbanning === 'one copy' ? entry !== same[0] : !isSame(entry, range)))
      return same.length > 0 ? 200 : 404
    },
  }
}
