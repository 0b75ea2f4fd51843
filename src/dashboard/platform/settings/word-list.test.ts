import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFilter } from '#contract/word-filter.ts'
import { addWords, duplicates, formatWords, removed, toggled, withInside } from './WordsControl.tsx'

/** Texts in which commas, spaces and line ends are as frequent as letters, among them emoji, right-to-left and half characters. */
const awkward = fc.string({ unit: fc.constantFrom(',', ',', ' ', ' ', '\n', '\t', 'a', 'B', 'ß', 'é', '😀', 'ش', '\u200F', '\uD83D') })
const anyText = fc.oneof(awkward, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))

describe('text and chips', () => {
  test('every text comes back exactly', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(formatWords(parseFilter(text))).toBe(text)
      }),
      { numRuns: 10_000 },
    )
  })

  test('a leading space means inside other words; any other white space belongs to the word', () => {
    expect(parseFilter('damn, ass,  two , ,')).toEqual([
      { text: 'damn', word: 'damn', inside: false },
      { text: ' ass', word: 'ass', inside: true },
      { text: '  two ', word: ' two ', inside: true },
      { text: ' ', word: '', inside: true },
      { text: '', word: '', inside: false },
    ])
    expect(parseFilter('')).toEqual([])
  })
})

describe('inside other words or not', () => {
  test('is the leading space', () => {
    const words = parseFilter('damn, ass')
    expect(formatWords(toggled(words, 0))).toBe(' damn, ass')
    expect(formatWords(toggled(words, 1))).toBe('damn,ass')
    expect(toggled(words, 1)[1]).toEqual({ text: 'ass', word: 'ass', inside: false })
  })

  test('a whole word begins with no space, because that space would mean inside', () => {
    expect(withInside(parseFilter('   ass ')[0]!, false)).toEqual({ text: 'ass ', word: 'ass ', inside: false })
  })

  test('is what was asked for, and asking for what is there changes nothing', () => {
    fc.assert(
      fc.property(awkward, fc.boolean(), (text, inside) => {
        for (const word of parseFilter(text)) {
          expect(withInside(word, inside).inside).toBe(inside)
          expect(withInside(word, word.inside)).toEqual(word)
          expect(parseFilter(withInside(word, inside).text || ',')[0]).toEqual(withInside(word, inside))
        }
      }),
    )
  })
})

describe('adding', () => {
  test.each([
    ['idiot', false, 'damn,idiot'],
    ['idiot', true, 'damn, idiot'],
    ['one, two,three', false, 'damn,one,two,three'],
    ['one, two,three', true, 'damn, one, two, three'],
    ['one\r\ntwo\n\n  \nthree\rfour\n', false, 'damn,one,two,three,four'],
    ['two words\t, x ', false, 'damn,two words\t,x '],
    ['  far', true, 'damn,  far'],
    [' ,\n, ', true, 'damn'],
    ['', false, 'damn'],
  ])('%j (inside: %s) gives %j', (pasted, inside, expected) => {
    expect(formatWords(addWords(parseFilter('damn'), pasted, inside))).toBe(expected)
  })

  test('leaves what is there alone and adds one word for each filled part', () => {
    fc.assert(
      fc.property(awkward, awkward, fc.boolean(), (text, pasted, inside) => {
        const words = parseFilter(text)
        const after = addWords(words, pasted, inside)
        expect(after.slice(0, words.length)).toEqual(words)
        const fresh = after.slice(words.length)
        expect(fresh.map(({ word }) => word.trim())).toEqual(
          pasted
            .split(/[,\r\n]/)
            .map((part) => part.trim())
            .filter(Boolean),
        )
        expect(fresh.every((word) => word.inside === inside)).toBe(true)
      }),
    )
  })

  test('5,000 words', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `word${index}`)
    const words = addWords([], many.join('\n'), true)
    expect(words).toHaveLength(5000)
    expect(duplicates(words)).toEqual([])
    expect(duplicates(addWords(words, many.join(','), false))).toEqual(many)
  })
})

test('removing one leaves the others exactly as they were', () => {
  expect(formatWords(removed(parseFilter('a, b,,  c '), 1))).toBe('a,,  c ')
  expect(formatWords(removed(parseFilter('a'), 0))).toBe('')
})

describe('duplicates', () => {
  test.each([
    ['damn,ass', []],
    ['damn,Damn,DAMN', ['Damn', 'DAMN']],
    // The one that is searched inside other words finds all that the others find.
    ['damn, damn,damn', ['damn', 'damn']],
    [' damn,damn, Damn', ['damn', ' Damn']],
    ['Ärger,ärger', ['ärger']],
    [',, , ', []],
    ['damn,damn ', []],
  ])('%j: %j', (text, needless) => {
    expect(duplicates(parseFilter(text))).toEqual(needless)
  })

  test('are as many as entries could go without a word being lost', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const words = parseFilter(text).filter(({ text }) => /\S/.test(text))
        const spellings = new Set(words.map(({ word }) => word.toLowerCase()))
        const needless = duplicates(words)
        expect(needless).toHaveLength(words.length - spellings.size)
        expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(needless))
      }),
    )
  })
})
