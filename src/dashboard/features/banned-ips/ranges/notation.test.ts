import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipv4 } from '#contract/values.ts'
import { cidrs, prefixOf } from './cidr.ts'
import { readNotation, readPair } from './notation.ts'
import { formatAddress, allAddresses, formatRange, fromWire, isSame, sizeOf, toWire, type IpRange, union } from '#engine/bans/range.ts'
import { anyBase, anyRange, bitsOf, failureOf, moved, must, windowRanges, windowSize } from '#engine/bans/test-ranges.ts'

const rangeOf = (text: string): IpRange => {
  const reading = readNotation(text)
  if (!('range' in reading)) throw new Error(`${text}: ${reading.error}`)
  return reading.range
}

/** "first-last" of what was read, else the error. */
const read = (text: string) => {
  const reading = readNotation(text)
  return 'range' in reading ? formatRange(reading.range) : reading.error
}

describe('a notation', () => {
  test.each([
    ['1.2.3.4', '1.2.3.4'],
    [' 1.2.3.4\t', '1.2.3.4'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['1.2.3.4-1.2.3.9', '1.2.3.4-1.2.3.9'],
    ['1.2.3.4–1.2.3.9', '1.2.3.4-1.2.3.9'],
    ['1.2.3.4-1.2.3.4', '1.2.3.4'],
    ['1.2.3.4-9', '1.2.3.4-1.2.3.9'],
    ['1.2.3.240-4.255', '1.2.3.240-1.2.4.255'],
    ['1.2.3.0-3.0.255', '1.2.3.0-1.3.0.255'],
    ['1.2.3.0/24', '1.2.3.0-1.2.3.255'],
    ['1.2.3.4/32', '1.2.3.4'],
    ['128.0.0.0/1', '128.0.0.0-255.255.255.255'],
    ['0.0.0.0/0', '0.0.0.0-255.255.255.255'],
    ['1.2.3.*', '1.2.3.0-1.2.3.255'],
    ['1.2.*.*', '1.2.0.0-1.2.255.255'],
    ['1.2.*', '1.2.0.0-1.2.255.255'],
    ['1.*.*.*', '1.0.0.0-1.255.255.255'],
    ['1.*', '1.0.0.0-1.255.255.255'],
  ])('%j is %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test.each([
    ['', /^Not an IPv4 address/],
    ['hello', /^Not an IPv4 address/],
    ['1.2.3.x', /^Not an IPv4 address/],
    ['1.2.3.٤', /^Not an IPv4 address/],
    ['1.2.3.4-', /^Not an IPv4 address/],
    ['1.2.3.0/24-1.2.4.0/24', /^Not an IPv4 address/],
    ['1.2.3.4/', /^Not an IPv4 address/],
    ['1,2', /^Not an IPv4 address/],
    ['-5', /^Not an IPv4 address/],
    ['0x7f.0.0.1', /^Not an IPv4 address/],
    ['1.2.3', /four numbers/],
    ['1.2.3.4.5', /four numbers/],
    ['1..2.3', /four numbers/],
    ['1.2.3.', /four numbers/],
    ['.', /four numbers/],
    ['2130706433', /above 255|four numbers/],
    ['1.2.3-9', /four numbers/],
    ['1.2.3/24', /four numbers/],
    ['256.0.0.1', /above 255/],
    ['1.2.3.4-999', /above 255/],
    ['300.*', /above 255/],
    ['010.0.0.1', /leading zeros/],
    ['1.2.3.00', /leading zeros/],
    ['1.2.3.4-09', /leading zeros/],
    ['01.*', /leading zeros/],
    ['1.2.3.9-1.2.3.4', /ends before it starts/],
    ['1.2.3.9-4', /ends before it starts/],
    ['255.255.255.255-0.0.0.0', /ends before it starts/],
    ['1.2.3.4/33', /0 to 32/],
    ['1.2.3.0/024', /0 to 32/],
    ['1.2.3.0/255.0.255.0', /A netmask has ones before zeros/],
    ['1.2.3.4/255.255.255.0', /A \/24 starts at 1\.2\.3\.0/],
    ['*', /stands for the last numbers/],
    ['*.*.*.*', /stands for the last numbers/],
    ['1.*.3.4', /stands for the last numbers/],
    ['1.2.3.1*', /stands for the last numbers/],
    ['1.2.3.4.*', /stands for the last numbers/],
    ['1.2.3.*.*', /stands for the last numbers/],
    ['::1', /IPv6/],
    ['2001:db8::1', /IPv6/],
    ['2001:db8:0:0:1:0:0:1', /IPv6/],
    ['[2001:db8::1]', /IPv6/],
    ['fe80::1%eth0', /IPv6/],
    ['2001:db8::/32', /IPv6/],
    ['2001:db8::1-2001:db8::5', /IPv6/],
  ])('%j is refused: %s', (text, expected) => {
    expect(read(text)).toMatch(expected)
  })

  test.each(['12:34:56', '00:1b:44:11:3a:b7', 'std::vector', 'add::all of them', 'hosts add::1', ':', 'deny:'])(
    '%j is no IPv6 address',
    (text) => {
      expect(read(text)).not.toMatch(/IPv6/)
    },
  )

  test.each([
    ['1.2.3.4/24', '1.2.3.0/24', /A \/24 starts at 1\.2\.3\.0, not at 1\.2\.3\.4\./],
    ['1.2.3.4/0', '0.0.0.0/0', /A \/0 starts at 0\.0\.0\.0/],
    ['1.2.3.4:8080', '1.2.3.4', /Ports cannot/],
    ['::ffff:1.2.3.4', '1.2.3.4', /IPv6/],
  ])('%j is refused, %s suggested', (text, suggestion, error) => {
    expect(readNotation(text)).toEqual({ error: expect.stringMatching(error) as string, suggestion })
  })

  test('an impossible address is never suggested', () => {
    expect(readNotation('::ffff:1.2.3.256')).not.toHaveProperty('suggestion')
    expect(readNotation('1.2.3:80')).not.toHaveProperty('suggestion')
  })

  test('two addresses, the last of which may be missing', () => {
    expect(readPair('1.2.3.4', '1.2.3.9')).toEqual(readNotation('1.2.3.4-1.2.3.9'))
    expect(readPair(' 1.2.3.0/24 ', ' ')).toEqual(readNotation('1.2.3.0/24'))
    for (const last of ['9', '1.2.3', '1.2.3.9/32', 'x']) expect(readPair('1.2.3.4', last)).toHaveProperty('error')
  })
})

test('every range comes back from each notation that can write it', () => {
  expect(
    failureOf(
      fc.property(anyRange, (range) => {
        must(isSame(rangeOf(formatRange(range)), range), formatRange(range))
        const [first, last] = [formatAddress(range.first).split('.'), formatAddress(range.last).split('.')]
        const differing = first.findIndex((part, index) => part !== last[index])
        if (differing !== -1) must(isSame(rangeOf(`${first.join('.')}-${last.slice(differing).join('.')}`), range), 'short end')
        const prefix = prefixOf(range)
        if (prefix !== null) must(isSame(rangeOf(`${formatAddress(range.first)}/${prefix}`), range), 'CIDR')
      }),
      100_000,
    ),
  ).toBe(null)
})

test('every range comes back from its CIDR blocks', () => {
  fc.assert(
    fc.property(anyRange, (range) => {
      expect(union(cidrs([range]).map(rangeOf))).toEqual([range])
    }),
    { numRuns: 1_000 },
  )
})

test('what is read is what the contract calls IPv4, and nothing else', () => {
  const octet = fc.oneof(fc.nat(300).map(String), fc.constantFrom('', '00', '01', '255', '256', '0', 'a', '1e1', '+1', ' 1'))
  const almost = fc.array(octet, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'))
  expect(
    failureOf(
      fc.property(fc.oneof(almost, fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), (text) => {
        const isOne = ipv4.safeParse(text.trim()).success
        must(isOne === 'range' in readNotation(text), text)
        if (isOne) must(read(text) === text.trim(), text)
      }),
      10_000,
    ),
  ).toBe(null)
})

describe('CIDR blocks', () => {
  const blockOf = (prefix: number) => ({ first: 2 ** 31, last: 2 ** 31 + 2 ** (32 - prefix) - 1 })

  test.each(Array.from({ length: 32 }, (_, index) => index + 1))('/%d', (prefix) => {
    expect(prefixOf(blockOf(prefix))).toBe(prefix)
    expect(prefixOf({ ...blockOf(prefix), first: 2 ** 31 - 1 })).toBe(null)
  })

  test('all addresses are one', () => {
    expect(prefixOf(allAddresses)).toBe(0)
    expect(cidrs([allAddresses])).toEqual(['0.0.0.0/0'])
    expect(cidrs([{ first: 1, last: 0xff_ff_ff_fe }])).toHaveLength(62)
  })

  test('of several ranges', () => {
    expect(cidrs(['1.2.3.4-1.2.3.9', '1.2.3.8-15', '9.9.9.9'].map(rangeOf))).toEqual(['1.2.3.4/30', '1.2.3.8/29', '9.9.9.9'])
    expect(cidrs([])).toEqual([])
  })

  test('are the fewest', () => {
    // Halves down to blocks that are all in or all out: no block can stand for two of those.
    const fewest = (bits: number, from: number, size: number): number => {
      const mask = size === windowSize ? 0xff_ff_ff_ff : ((2 ** size - 1) << from) >>> 0
      const inside = (bits & mask) >>> 0
      if (inside === 0) return 0
      return inside === mask ? 1 : fewest(bits, from, size / 2) + fewest(bits, from + size / 2, size / 2)
    }
    expect(
      failureOf(
        fc.property(windowRanges, anyBase, (some, base) => {
          // Aligned, so that blocks of the window are blocks of the space.
          const aligned = base - (base % windowSize)
          const ranges = some.map((range) => moved(range, aligned))
          const blocks = cidrs(ranges)
          must(bitsOf(blocks.map(rangeOf), aligned) === bitsOf(ranges, aligned), 'other addresses')
          must(blocks.length === fewest(bitsOf(ranges, aligned), 0, windowSize), 'more than needed')
        }),
        5_000,
      ),
    ).toBe(null)
  })
})

describe('on the wire', () => {
  test('a range comes back', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        expect(fromWire(toWire(range))).toEqual(range)
        expect(sizeOf(range)).toBe(range.last - range.first + 1)
      }),
    )
  })

  test.each([
    ['1.2.3.4', '', { first: 0x01_02_03_04, last: 0x01_02_03_04 }],
    ['1.2.3.9', '1.2.3.4', null],
    ['::1', '::1', null],
    ['', '', null],
    ['1.2.3.4', 'x', null],
    ['010.0.0.1', '010.0.0.1', null],
  ])('%j to %j is %j', (firstIp, lastIp, expected) => {
    expect(fromWire({ firstIp, lastIp })).toEqual(expected)
  })
})
