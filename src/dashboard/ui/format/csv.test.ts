import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csv, csvRow } from './csv.ts'
import { isLive, parseCsv as parse } from './test-csv.ts'

describe('a table', () => {
  test('begins with a byte order mark and its head', () => {
    expect(
      csv(
        ['id', 'text'],
        [
          [7, 'Lunch?'],
          [8, null],
        ],
      ),
    ).toBe('\uFEFFid,text\r\n7,Lunch?\r\n8,\r\n')
    expect(csv(['id', 'text'], []) + csvRow([7, 'Lunch?'])).toBe(csv(['id', 'text'], [[7, 'Lunch?']]))
  })

  test.each([
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' padded ', '" padded "'],
    ['', ''],
    [0, '0'],
    [-5.5, '-5.5'],
    [1e21, '1e+21'],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
    [null, ''],
  ])('%j is written as %s', (cell, written) => {
    expect(csvRow([cell])).toBe(`${written}\r\n`)
  })
})

const live = [
  '=HYPERLINK("http://evil.example","click")',
  '+1+1',
  '-2+3',
  '@SUM(1,1)',
  '\t=1',
  '\r=1',
  '\nx',
  '\tx',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '﹦1',
  '⁼1',
  '−1',
  '  =1',
  '\u00A0=1',
  '\u3000＝1',
  '\u200B=1',
  '\u202E=1',
  '\uFEFF=1',
  '\0=1',
  '"=1',
  "'=1",
  '“=1”',
  '"" \'=1',
  '-5',
]

describe('formulas', () => {
  test.each(live)('%j gets an apostrophe', (text) => {
    expect(parse(csvRow([text]))).toEqual([[`'${text}`]])
  })

  test.each(['a=1', '1-1', '1@a.example', 'me@a.example', '(=1)', '😀=1', '#-1', '', ' ', "'", '"hello"', '*-1'])('%j is none', (text) => {
    expect(parse(csvRow([text]))).toEqual([[text]])
  })
})

const isFaithful = (value: string | number | null, written: string) =>
  typeof value === 'string' ? written === value || written === `'${value}` : written === (Number.isFinite(value) ? String(value) : '')

test('500 tables of anything: the same cells in the same places, no live formula', () => {
  const start = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '＝', '"', "'", ' ', '\u200B', ',', ';', '\n', '""', '",="')
  const text = fc.tuple(start, start, fc.oneof(fc.constantFrom(...live), fc.string({ unit: 'binary' }))).map((parts) => parts.join(''))
  const cell = fc.oneof({ weight: 4, arbitrary: text }, fc.double(), fc.integer(), fc.constant(null))
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 }))
  fc.assert(
    fc.property(table, (rows) => {
      const read = parse(csv([], rows).slice('\uFEFF\r\n'.length))
      expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length))
      const cells = rows.flatMap((row, index) => row.map((value, place) => ({ value, written: read[index]?.[place] ?? 'missing' })))
      expect(cells.filter(({ value, written }) => !isFaithful(value, written))).toEqual([])
      expect(cells.filter(({ value, written }) => typeof value === 'string' && isLive(written))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
