import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bannedWords, parseFilter, wordFinder } from './word-filter.ts'

describe('the words', () => {
  test('are unchanged after a round trip', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(',', ' ', '\n', 'a', 'é', '😀', '\uD83D') }), (text) => {
        expect(
          parseFilter(text)
            .map((word) => word.text)
            .join(','),
        ).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('with a leading space also match inside other words', () => {
    expect(bannedWords('damn, ass,, gratis ticket,\tx ,  ')).toEqual([
      { word: 'damn', inside: false },
      { word: 'ass', inside: true },
      { word: 'gratis ticket', inside: true },
      { word: 'x', inside: false },
    ])
    expect(bannedWords('')).toEqual([])
  })
})

/** The hits with what stands there. */
const hits = (filterWords: string, text: string) =>
  wordFinder(bannedWords(filterWords))(text).map(({ index, from, to }) => [index, from, text.slice(from, to)])

describe('the finder', () => {
  test.each([
    [
      'damn',
      'Damn it, goddamn DAMNS damn',
      [
        [0, 0, 'Damn'],
        [0, 23, 'damn'],
      ],
    ],
    [' cunt', 'Scunthorpe', [[0, 1, 'cunt']]],
    ['cunt', 'Scunthorpe', []],
    [
      'ass, ass',
      'grass ass',
      [
        [1, 2, 'ass'],
        [0, 6, 'ass'],
        [1, 6, 'ass'],
      ],
    ],
    [
      ' a, aa',
      'aaa',
      [
        [0, 0, 'a'],
        [1, 0, 'aa'],
        [0, 1, 'a'],
        [1, 1, 'aa'],
        [0, 2, 'a'],
      ],
    ],
    ['gratis ticket', 'a Gratis Ticket!', [[0, 2, 'Gratis Ticket']]],
    ['wieża', 'WIEŻA wieżan', [[0, 0, 'WIEŻA']]],
    ['istanbul', 'İİ İstanbul', [[0, 3, 'İstanbul']]],
    [
      'λόγος',
      'ΛΌΓΟΣ λόγοσ',
      [
        [0, 0, 'ΛΌΓΟΣ'],
        [0, 6, 'λόγοσ'],
      ],
    ],
    ['cafe', 'cafe\u0301 cafe', [[0, 6, 'cafe']]],
    ['x', '𝐚x x𝐚 👏x👏', [[0, 10, 'x']]],
    ['a.c', 'abc a.c', [[0, 4, 'a.c']]],
    ['x', 'x1 _x x', [[0, 6, 'x']]],
  ])('of “%s” in “%s”: %j', (filterWords, text, found) => {
    expect(hits(filterWords, text)).toEqual(found)
  })

  test('finds the same as one regular expression per word', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'ß', 'É', 'é', ' ', '.', '_', '1', '😀'), minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(fc.record({ word: letters, inside: fc.boolean() })), fc.array(letters), (words, parts) => {
        const text = parts.join('')
        const expected = words.flatMap(({ word, inside }, index) => {
          const exactly = word.replaceAll('.', String.raw`\.`)
          const border = inside ? ['', ''] : [String.raw`(?<![\p{L}\p{M}\p{N}_])`, String.raw`(?![\p{L}\p{M}\p{N}_])`]
          // A match of no width: the next may begin within the word.
          const pattern = new RegExp(`${border[0]}(?=${exactly}${border[1]})`, 'giu')
          return [...text.matchAll(pattern)].map((found) => ({ index, from: found.index, to: found.index + word.length }))
        })
        const order = (one: (typeof expected)[0], other: (typeof expected)[0]) =>
          one.from - other.from || one.to - other.to || one.index - other.index
        expect(wordFinder(words)(text).toSorted(order)).toEqual(expected.toSorted(order))
      }),
      { numRuns: 200 },
    )
  })

  test('finds the offset of a word after any character', () => {
    const find = wordFinder([{ word: '|', inside: true }])
    const misplaced: number[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const before = code === 0x7c ? '' : String.fromCodePoint(code)
      if (find(`${before}|`)[0]?.from !== before.length) misplaced.push(code)
    }
    expect(misplaced).toEqual([])
  })

  test('is fast with 5,000 words of the same beginning', () => {
    const words = Array.from({ length: 5000 }, (_, index) => ({ word: `word${index}`, inside: index % 2 === 1 }))
    const find = wordFinder(words)
    const found = Array.from({ length: 5000 }, (_, index) => find(`aword${index} word${index}`).length)
    // As a whole word, or in both places; and inside it also every odd number that begins it.
    expect(found[8]).toBe(1)
    expect(found[7]).toBe(2)
    expect(found[38]).toBe(3)
  })
})

test('the finder finds what looking for each word by itself finds', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', ' '), minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 12 }),
      fc.array(word).map((parts) => parts.join('')),
      (words, text) => {
        const banned = words.map((one) => ({ word: one, inside: true }))
        const alone = banned.flatMap((one, index) => wordFinder([one])(text).map((hit) => ({ ...hit, index })))
        const sorted = alone.toSorted((one, other) => one.from - other.from || one.to - other.to || one.index - other.index)
        expect(wordFinder(banned)(text)).toEqual(sorted)
        for (const { index, from, to } of sorted) expect(text.slice(from, to)).toBe(words[index])
      },
    ),
    { numRuns: 500 },
  )
})
