import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCommonplace, normalForm } from './normal-form.ts'

describe('the normal form', () => {
  test.each([
    [
      '🎁 FREE backstage pass, first 50 only → http://aurora-pass.example/claim?r=31',
      'Free BACKSTAGE pass first only http://aurora-pass.example/claim?r=7',
    ],
    ['cheap passes!!! dm', 'CHEAP  passes dm...'],
    ['frеe раss', 'free pass'],
    ['ＦＲＥＥ pass', 'f r e e pass'],
    ['frée\u200B pass', 'freeeee passss'],
    ['Ελλάδα', 'ΕΛΛΑΔΑ'],
    ['see www.a.example/x and https://b.example', 'see a.example/y?z and http://me:pw@b.example:8080/#w'],
    ['Watch ｈｔｔｐ：／／a.example／1', 'watch http://a.example/2'],
    ['😂😂😂', '😂'],
    ['123', '7'],
    ['и/или', 'и или'],
  ])('is the same for “%s” and “%s”', (one, other) => {
    expect(normalForm(one)).toBe(normalForm(other))
  })

  test.each([
    ['http://a.example/x', 'http://b.example/x'],
    ['http://a.example', 'a example'],
    ['lol', 'hello'],
    ['😂', '👏'],
    ['1', '+1'],
    ['バイオリン', 'ピアノ'],
    ['', '😂'],
  ])('differs for “%s” and “%s”', (one, other) => {
    expect(normalForm(one)).not.toBe(normalForm(other))
  })

  test('is empty only for texts of white space and slashes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (text) => {
        expect(normalForm(text) === '').toBe(/^[\s/]*$/.test(text))
      }),
    )
  })

  test('ignores digits, white space and capitals wherever they are', () => {
    const letters = fc.array(fc.constantFrom('free', 'pass', 'Łódź', 'бесплатно', '無料'), { minLength: 1 })
    fc.assert(
      fc.property(letters, fc.integer({ min: 0 }), (words, number) => {
        expect(normalForm(words.join(` ${number} `))).toBe(normalForm(words.join('').toUpperCase()))
      }),
    )
  })

  test('takes linear time for very long words', () => {
    const words = ['a'.repeat(200_000), 'ab'.repeat(100_000), 'http://'.repeat(30_000), '/'.repeat(200_000), 'a.'.repeat(100_000)]
    expect(words.map((word) => normalForm(word).length)).toEqual([1, 200_000, 4, 0, 1])
  })
})

describe('commonplace', () => {
  test.each([
    'lol',
    'hello',
    'thank you',
    'Thank you so much!!',
    'good evening everyone',
    '😂',
    '👩\u200D💻',
    '1',
    'ありがとう',
    '+48 600 700 800',
  ])('“%s” is commonplace', (text) => {
    expect(isCommonplace(normalForm(text))).toBe(true)
  })

  test.each(['http://a.example', 'free backstage pass for the first fifty', 'バイオリンの音がきれい！', '🍆💦🍑🔥🎁💰💵🎰📈🚀🤑🏆'])(
    '“%s” is not commonplace',
    (text) => {
      expect(isCommonplace(normalForm(text))).toBe(false)
    },
  )
})
