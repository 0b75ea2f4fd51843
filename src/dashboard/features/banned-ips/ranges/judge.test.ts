import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipv4ToNumber } from '#contract/values.ts'
import { countNew, judge } from './judge.ts'
import { readPaste } from '../paste/paste.ts'
import { contains, formatRange, isSame, sizeOf, type IpRange } from '#engine/bans/range.ts'
import { indexRanges } from '#engine/bans/range-index.ts'
import { anyBase, bitsOf, countBits, failureOf, moved, must, windowRanges } from '#engine/bans/test-ranges.ts'

const rangesOf = (text: string): IpRange[] => readPaste(text).flatMap((entry) => ('range' in entry ? [entry.range] : []))
const listOf = (text: string) => indexRanges(rangesOf(text))

/** What the preview says of each entry, in a few words. */
const seen = (existing: string, pasted: string, own: string | null = null) =>
  judge(listOf(existing), readPaste(pasted), own === null ? null : ipv4ToNumber(own)).map(({ entry, size, verdict, doubt }) => {
    const words: (string | number)[] = [verdict.kind, size]
    if (verdict.kind === 'covered') words.push(verdict.count, formatRange(verdict.by))
    if (verdict.kind === 'overlaps') words.push(verdict.fresh)
    if (verdict.kind === 'duplicate') words.push(`line ${verdict.of.line}`)
    if ('error' in entry) words.push(entry.error)
    if (doubt) words.push(doubt.kind === 'special' ? doubt.block.kind : doubt.kind)
    return words.join(' ')
  })

describe('a pasted entry', () => {
  const existing = '77.111.244.0/22 5.188.62.0/24 8.8.8.0-8.8.8.4 8.8.8.5-8.8.8.9 8.8.8.7'

  test.each([
    ['93.184.216.0/24', ['new 256']],
    ['77.111.245.0/24', ['covered 256 1 77.111.244.0-77.111.247.255']],
    ['77.111.244.0/22', ['covered 1024 1 77.111.244.0-77.111.247.255']],
    ['5.188.62.9-5.188.63.40', ['overlaps 288 41']],
    // No entry holds it alone.
    ['8.8.8.4-5', ['covered 2 2 8.8.8.0-8.8.8.4']],
    ['8.8.8.8-10', ['overlaps 3 1']],
    ['::1', ['invalid 0 IPv6 is not supported by this service.']],
    // The same within the text: an equal one later, a narrower one wherever it stands.
    ['9.9.9.9\n9.9.9.9\n9.9.9.9/32', ['new 1', 'duplicate 1 line 1', 'duplicate 1 line 1']],
    ['9.9.9.9\n9.9.9.0/24\n9.9.9.0/24', ['duplicate 1 line 2', 'new 256', 'duplicate 256 line 2']],
    // Two that only overlap are both of use.
    ['9.9.9.0-5\n9.9.9.4-9', ['new 6', 'new 6']],
    // What the list holds comes first.
    ['8.8.8.7\n8.8.8.7', ['covered 1 1 8.8.8.5-8.8.8.9', 'covered 1 1 8.8.8.5-8.8.8.9']],
  ])('%j', (pasted, expected) => {
    expect(seen(existing, pasted)).toEqual(expected)
  })

  test.each([
    ['9.9.9.0/24', ['new 256']],
    ['9.9.9.9-9.9.10.9', ['tooWide 257']],
    // What is not banned for being too wide makes a narrower one not redundant.
    ['9.9.0.0/16\n9.9.9.0/24', ['tooWide 65536', 'new 256']],
    ['77.111.244.0/22', ['covered 1024 1 77.111.244.0-77.111.247.255']],
  ])('with at most 256 addresses in a ban: %j', (pasted, expected) => {
    const found = judge(listOf(existing), readPaste(pasted), null, 256)
    expect(found.map(({ verdict, size }) => `${verdict.kind} ${size}`)).toEqual(expected.map((words) => words.split(' ', 2).join(' ')))
  })

  test('of very many entries the first is named, and all counted', () => {
    const list = indexRanges(Array.from({ length: 256 }, (_, index) => ({ first: 2 * index, last: 2 * index + 1 })))
    const [one] = judge(list, [{ line: 1, text: '', comment: '', range: { first: 0, last: 511 } }], null)
    expect(one!.verdict).toEqual({ kind: 'covered', by: { first: 0, last: 1 }, count: 256 })
  })
})

describe('doubts', () => {
  test.each([
    ['10.0.0.14', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.0/16', 'private'],
    ['127.0.0.1', 'loopback'],
    ['169.254.1.1', 'linkLocal'],
    ['100.64.0.0/16', 'carrierNat'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['0.0.0.0', 'reserved'],
    ['203.0.113.7', 'documentation'],
  ])('%s is %s', (pasted, expected) => {
    expect(seen('', pasted)[0]).toBe(`new ${rangesOf(pasted).map(sizeOf).join()} ${expected}`)
  })

  test('a range of which only a part is special', () => {
    expect(seen('', '9.255.255.255-10.0.0.0')).toEqual(['new 2'])
  })

  test.each([
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '223.255.255.255',
  ])('%s is an address like any other', (pasted) => {
    expect(seen('', pasted)).toEqual(['new 1'])
  })

  test('a range of more than 65,536 addresses is wide', () => {
    expect(seen('', '5.6.*')).toEqual(['new 65536'])
    expect(seen('', '5.6.0.0-5.7.0.0')).toEqual(['new 65537 wide'])
  })

  test('one’s own address', () => {
    expect(seen('', '93.184.216.0/24 93.184.217.1', '93.184.216.34')).toEqual(['new 256 own', 'new 1'])
  })

  test('everything at once', () => {
    expect(seen('', '0.0.0.0/0', '1.1.1.1')).toEqual(['new 4294967296 own'])
    expect(seen('', '10.0.0.0/8 friend')).toEqual(['new 16777216 wide'])
    expect(seen('', '10.0.0.1 friend')).toEqual(['new 1 private'])
    expect(seen('', '8.8.8.8 friend')).toEqual(['new 1 unclear'])
  })
})

test('verdicts agree with the sets of addresses, and the fresh addresses are counted once', () => {
  expect(
    failureOf(
      fc.property(windowRanges, windowRanges, anyBase, (held, given, base) => {
        const list = held.map((range) => moved(range, base))
        const incoming = given.map((range, index) => ({ line: index + 1, text: '', comment: '', range: moved(range, base) }))
        const bits = bitsOf(list, base)
        const judged = judge(indexRanges(list), incoming, null)
        for (const { entry, verdict } of judged) {
          if (!('range' in entry)) throw new Error('invalid')
          const own = bitsOf([entry.range], base)
          const fresh = countBits(own & ~bits)
          if (verdict.kind === 'covered') must(fresh === 0 && (verdict.count > 1 || (own & ~bitsOf([verdict.by], base)) === 0), 'covered')
          else must(fresh > 0, 'something fresh')
          if (verdict.kind === 'new') must((own & bits) === 0, 'new')
          if (verdict.kind === 'overlaps') must(verdict.fresh === fresh && fresh < sizeOf(entry.range), 'overlaps')
          if (verdict.kind === 'duplicate')
            must('range' in verdict.of && verdict.of !== entry && contains(verdict.of.range, entry.range), 'duplicate')
        }
        // What is neither covered nor a duplicate is enough, and is needed.
        const chosen = judged.flatMap(({ entry, verdict }) =>
          'range' in entry && verdict.kind !== 'covered' && verdict.kind !== 'duplicate' ? [entry.range] : [],
        )
        const fresh = countBits(
          bitsOf(
            incoming.map(({ range }) => range),
            base,
          ) & ~bits,
        )
        must(countNew(indexRanges(list), chosen) === fresh, 'fresh of the chosen')
        must(
          countNew(
            indexRanges(list),
            incoming.map(({ range }) => range),
          ) === fresh,
          'fresh of all',
        )
        must(
          chosen.every((range) => !chosen.some((other) => other !== range && (isSame(other, range) || contains(other, range)))),
          'a needless one chosen',
        )
      }),
      10_000,
    ),
  ).toBe(null)
})
