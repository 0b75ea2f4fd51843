import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaults } from '#contract/settings-derive.ts'
import { parser, type Piece } from './parse.ts'

const allOn = { ...defaults, filterWords: '' }
type Rules = typeof allOn

/** Kind and what is shown; text that stays because of a setting names it. */
const seen = (text: string, rules: Partial<Rules> = {}) =>
  parser({ ...allOn, ...rules })(text).map(({ kind, shown, because }) => (because ? [kind, shown, because] : [kind, shown]))

const kinds = (pieces: Piece[]) => pieces.map(({ kind }) => kind)

const rules = fc.record({
  allowLinks: fc.boolean(),
  allowImages: fc.boolean(),
  allowAudio: fc.boolean(),
  allowVideo: fc.boolean(),
  allowSmiles: fc.boolean(),
  httpsOnly: fc.boolean(),
  mentions: fc.boolean(),
  filterWords: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom('damn', ' ass', 'x.png', ' :)', '@', ' (', '[a-z]', '\\')).map(String),
  ),
})
const written = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'https://a.example/x.png',
        'http://a.example',
        'https://',
        ':)',
        '<3',
        '@Mirela',
        ' ',
        'damn',
        'grass',
        '.',
        ')',
        '\n',
      ),
    ),
  )
  .map((parts) => parts.join(''))

describe('the pieces of a message', () => {
  test('are the whole message, in order, none empty', () => {
    fc.assert(
      fc.property(written, rules, (text, rules) => {
        const pieces = parser(rules)(text)
        expect(pieces.map(({ source }) => source).join('')).toBe(text)
        expect(pieces.every(({ source }) => source !== '')).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('are shown as they were written, but for emoji and hidden words', () => {
    fc.assert(
      fc.property(written, rules, (text, rules) => {
        const asWritten = parser(rules)(text).filter(({ kind }) => kind !== 'emoji' && kind !== 'masked')
        expect(asWritten.every(({ shown, source }) => shown === source)).toBe(true)
      }),
    )
  })

  test('are text alone with everything off', () => {
    const off = { allowLinks: false, allowImages: false, allowAudio: false, allowVideo: false, allowSmiles: false, mentions: false }
    fc.assert(
      fc.property(written, (text) => {
        expect(kinds(parser({ ...allOn, ...off })(text)).every((kind) => kind === 'text')).toBe(true)
      }),
    )
  })

  test('under HTTPS only hold nothing but audio from plain http', () => {
    fc.assert(
      fc.property(written, (text) => {
        const plain = parser({ ...allOn, httpsOnly: true })(text).filter(({ source }) => /^http:/i.test(source))
        expect(plain.every(({ kind }) => kind === 'text' || kind === 'audio')).toBe(true)
      }),
    )
  })
})

describe('addresses', () => {
  test.each([
    ['https://a.example', 'link', 'allowLinks'],
    ['https://a.example/page.html', 'link', 'allowLinks'],
    ['https://a.png', 'link', 'allowLinks'],
    ['https://a.example/x.JPG?size=2#top', 'image', 'allowImages'],
    ['https://a.example/x.mp3', 'audio', 'allowAudio'],
    ['https://a.example/x.webm', 'video', 'allowVideo'],
  ] as const)('%s is a %s, text with %s off', (address, kind, name) => {
    expect(seen(address)).toEqual([[kind, address]])
    expect(seen(address, { [name]: false })).toEqual([['text', address, name]])
  })

  test('plain http stays text under HTTPS only, but for audio, which the API document leaves out', () => {
    const httpsOnly = { httpsOnly: true }
    expect(seen('http://a.example', httpsOnly)).toEqual([['text', 'http://a.example', 'httpsOnly']])
    expect(seen('http://a.example/x.png', httpsOnly)).toEqual([['text', 'http://a.example/x.png', 'httpsOnly']])
    expect(seen('http://a.example/x.mp3', httpsOnly)).toEqual([['audio', 'http://a.example/x.mp3']])
    expect(seen('https://a.example', httpsOnly)).toEqual([['link', 'https://a.example']])
  })

  test('end before the full stop and hold no emoji and no mention', () => {
    expect(seen('(https://a.example/@you).')).toEqual([
      ['text', '('],
      ['link', 'https://a.example/@you'],
      ['text', ').'],
    ])
  })

  test.each(['data:text/html,x', 'https://', 'ftp://a.example/x.png', 'a.example'])('%s is none', (text) => {
    expect(seen(text)).toEqual([['text', text]])
  })
})

describe('emoji and mentions', () => {
  test('shortcuts that stand alone become emoji', () => {
    expect(seen('well :) but http:)x')).toEqual([
      ['text', 'well '],
      ['emoji', '🙂'],
      ['text', ' but http:)x'],
    ])
    expect(seen('well :)', { allowSmiles: false })).toEqual([['text', 'well :)']])
  })

  test('@names are marked, e-mail addresses are not', () => {
    expect(seen('@Ayşe, write to me@a.example')).toEqual([
      ['mention', '@Ayşe'],
      ['text', ', write to me@a.example'],
    ])
    expect(seen('@Ayşe', { mentions: false })).toEqual([['text', '@Ayşe']])
  })
})

describe('the word filter', () => {
  test.each([
    ['damn', 'damn it, goddamn', '**** it, goddamn'],
    [' damn', 'damn it, goddamn', '**** it, god****'],
    ['Wieża', 'WIEŻA wieżan', '***** wieżan'],
    ['a.c', 'abc a.c', 'abc ***'],
    [' ass, assassin', 'assassin', '********'],
    ['', 'damn', 'damn'],
  ])('“%s” makes of “%s”: “%s”', (filterWords, text, shown) => {
    expect(
      parser({ ...allOn, filterWords })(text)
        .map((piece) => piece.shown)
        .join(''),
    ).toBe(shown)
  })

  test('of 5,000 words is no burden', () => {
    const filterWords = Array.from({ length: 5000 }, (_, index) => `${index % 2 ? ' ' : ''}word${index}`).join(',')
    expect(seen('word7, word8, aword7, aword8', { filterWords })).toEqual([
      ['masked', '*****'],
      ['text', ', '],
      ['masked', '*****'],
      ['text', ', a'],
      ['masked', '*****'],
      ['text', ', aword8'],
    ])
  })

  test('an address with a hidden word in it is no link', () => {
    expect(kinds(parser({ ...allOn, filterWords: ' damn' })('https://damn.example'))).toEqual(['text', 'masked', 'text'])
  })
})
