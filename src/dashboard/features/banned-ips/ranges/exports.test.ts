import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRows, toIptables, toJson, toNftables, toNginx, toText } from './exports.ts'
import { readPaste } from '../paste/paste.ts'
import type { Noted } from '../paste/pasted.ts'
import { type IpRange, union } from '#engine/bans/range.ts'
import { anyRange } from '#engine/bans/test-ranges.ts'

const awkward = fc.string({
  unit: fc.constantFrom(' ', '\n', '\r', '#', '/', ';', ',', '"', "'", '=', '-', '[', '{', 'a', '1', '.', '*', ':', 'ش', '😀'),
})
const anyNoted: fc.Arbitrary<Noted> = fc
  .tuple(
    anyRange,
    fc.oneof(awkward, fc.constant('5.6.7.8 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1"')),
    fc.constantFrom('', '2026-12-01'),
  )
  .map(([range, note, reviewOn]) => ({ ...range, ...(note && { note }), ...(reviewOn && { reviewOn }) }))
const anyList = fc.array(anyNoted, { maxLength: 5 })

/** What comes back, in the form in which it was given. */
const readBack = (text: string): Noted[] =>
  readPaste(text).map((entry) => {
    if (!('range' in entry)) throw new Error(`${entry.text}: ${entry.error}`)
    return { ...entry.range, ...(entry.comment && { note: entry.comment }), ...(entry.reviewOn && { reviewOn: entry.reviewOn }) }
  })

const rangesIn = (text: string): IpRange[] => readBack(text).map(({ first, last }) => ({ first, last }))
const bare = (entries: readonly Noted[]) => entries.map(({ first, last }) => ({ first, last }))

/** As a writer of CSV does that guards against formulas. */
const toCsv = (rows: string[][]) =>
  rows.map((row) => row.map((cell) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')).join('\r\n')

describe('what is exported comes back', () => {
  test('JSON: ranges, notes and dates', () => {
    fc.assert(
      fc.property(anyList, (entries) => {
        expect(readBack(toJson(entries))).toEqual(entries)
      }),
      { numRuns: 300 },
    )
  })

  test('CSV: ranges, notes without white space around them, dates', () => {
    fc.assert(
      fc.property(anyList, (entries) => {
        // An apostrophe before the sign of a formula is the guard itself.
        const trimmed = entries.map(({ note, ...entry }) => {
          const text = note?.replace(/^'(?=[=+\-@\t\r])/, '').trim()
          return text ? { ...entry, note: text } : entry
        })
        expect(readBack(toCsv(csvRows(entries)))).toEqual(trimmed)
      }),
      { numRuns: 300 },
    )
  })

  test('text: ranges, notes in one line', () => {
    fc.assert(
      fc.property(anyList, (entries) => {
        expect(rangesIn(toText(entries))).toEqual(bare(entries))
      }),
      { numRuns: 300 },
    )
    const [entry] = readPaste(toText([{ first: 0, last: 1, note: ' #1;\n twice // a, b ' }]))
    expect(entry).toMatchObject({ comment: '#1; twice // a, b' })
  })

  test('nginx and iptables: the same addresses', () => {
    fc.assert(
      fc.property(fc.array(anyRange, { maxLength: 4 }), (ranges) => {
        for (const text of [toNginx(ranges), toIptables(ranges)]) expect(union(rangesIn(text))).toEqual(union(ranges))
      }),
      { numRuns: 100 },
    )
  })
})

describe('how it looks', () => {
  const entries: Noted[] = [
    { first: 0x01_02_03_04, last: 0x01_02_03_04, note: 'troll', reviewOn: '2026-12-01' },
    { first: 0x05_06_07_00, last: 0x05_06_07_ff },
    { first: 0x05_06_08_00, last: 0x05_06_08_02 },
  ]

  test('text', () => {
    expect(toText(entries)).toBe('1.2.3.4 # troll\n5.6.7.0-5.6.7.255\n5.6.8.0-5.6.8.2\n')
    expect(toText([])).toBe('')
    expect(
      toText([
        { first: 1, last: 1, note: ' \n' },
        { first: 2, last: 2, note: ' a\n b ' },
      ]),
    ).toBe('0.0.0.1\n0.0.0.2 # a b\n')
  })

  test('CSV', () => {
    expect(csvRows(entries).slice(0, 3)).toEqual([
      ['firstIp', 'lastIp', 'cidr', 'addresses', 'note', 'reviewOn'],
      ['1.2.3.4', '1.2.3.4', '1.2.3.4/32', '1', 'troll', '2026-12-01'],
      ['5.6.7.0', '5.6.7.255', '5.6.7.0/24', '256', '', ''],
    ])
  })

  test('nginx and iptables', () => {
    expect(toNginx(entries)).toBe('deny 1.2.3.4;\ndeny 5.6.7.0/24;\ndeny 5.6.8.0/31;\ndeny 5.6.8.2;\n')
    expect(toIptables(entries.slice(0, 2))).toBe('-A INPUT -s 1.2.3.4 -j DROP\n-A INPUT -s 5.6.7.0/24 -j DROP\n')
  })

  test('nftables', () => {
    const table = (...elements: string[]) =>
      [
        'table inet roomkeeper {\n  set banned {\n    type ipv4_addr\n    flags interval\n',
        ...elements,
        '  }\n  chain input {\n    type filter hook input priority 0; policy accept;\n    ip saddr @banned drop\n  }\n}\n',
      ].join('')
    expect(toNftables(entries)).toBe(table('    elements = {\n      1.2.3.4,\n      5.6.7.0-5.6.8.2\n    }\n'))
    expect(toNftables([])).toBe(table())
  })
})
