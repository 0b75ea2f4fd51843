import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublic } from './safe-fetch.ts'

/** The first and last addresses of each special block, as plain numbers, independent of prefixes and of Node's BlockList. */
const closed4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
].map(([first, last]) => ({ first: number4(first!), last: number4(last!) }))

const closed6 = [
  [0n, (0x2000n << 112n) - 1n],
  [0x2001n << 112n, (0x2001_0200n << 96n) - 1n],
  [0x2001_0db8n << 96n, (0x2001_0db9n << 96n) - 1n],
  [0x2002n << 112n, (0x2003n << 112n) - 1n],
  [0x2620_004f_8000n << 80n, (0x2620_004f_8001n << 80n) - 1n],
  [0x3fff_0n << 108n, (0x3fff_1n << 108n) - 1n],
  [0x4000n << 112n, (1n << 128n) - 1n],
].map(([first, last]) => ({ first: first!, last: last! }))

function number4(text: string) {
  return text.split('.').reduce((number, part) => number * 256 + Number(part), 0)
}
const text4 = (number: number) => [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.')
const text6 = (number: bigint) => number.toString(16).padStart(32, '0').match(/.{4}/g)!.join(':')

const any4 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const any6 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n })
const edges4 = closed4.flatMap(({ first, last }) => [first - 1, first, last, last + 1]).filter((edge) => edge >= 0 && edge < 2 ** 32)
const edges6 = closed6.flatMap(({ first, last }) => [first - 1n, first, last, last + 1n]).filter((edge) => edge >= 0n && edge < 1n << 128n)

const isOpen4 = (number: number) => !closed4.some(({ first, last }) => number >= first && number <= last)
const isOpen6 = (number: bigint) => !closed6.some(({ first, last }) => number >= first && number <= last)

test('IPv4 addresses are public outside the special blocks, tested at every edge and at random', () => {
  for (const edge of edges4) expect(isPublic(text4(edge)), text4(edge)).toBe(isOpen4(edge))
  fc.assert(
    fc.property(any4, (number) => {
      expect(isPublic(text4(number))).toBe(isOpen4(number))
    }),
    { numRuns: 2000 },
  )
})

test('IPv6 addresses are public within 2000::/3 outside the special blocks, tested at every edge and at random', () => {
  for (const edge of edges6) expect(isPublic(text6(edge)), text6(edge)).toBe(isOpen6(edge))
  const inside = any6.map((number) => (number >> 3n) | (1n << 125n))
  fc.assert(
    fc.property(fc.oneof(any6, inside), (number) => {
      expect(isPublic(text6(number))).toBe(isOpen6(number))
    }),
    { numRuns: 2000 },
  )
})

test('an IPv4 address embedded in IPv6 is not public', () => {
  fc.assert(
    fc.property(any4, (number) => {
      const hex = text6(BigInt(number)).slice(-9)
      for (const disguise of [
        `::${text4(number)}`,
        `::ffff:${text4(number)}`,
        `::ffff:0:${hex}`,
        `64:ff9b::${hex}`,
        `64:ff9b:1::${hex}`,
        `2002:${hex}::1`,
        `2001::${hex}`,
      ]) {
        expect([disguise, isIPv6(disguise), isPublic(disguise)]).toEqual([disguise, true, false])
      }
    }),
  )
})

test('text that is not an address is not public', () => {
  for (const text of [
    '',
    ' ',
    'pictures.example',
    '8.8.8',
    '8.8.8.8.',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '[2600::1]',
    '8.8.8.8:443',
    '2600::1/64',
  ]) {
    expect(isPublic(text), text).toBe(false)
  }
})
