import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { createMatcher, type MessageFilter } from './message-index.ts'
import { authorKey } from './indexed-message.ts'
import { entriesOf, message } from './test-messages.ts'

const all: MessageFilter = { text: '', isRegexp: false, author: null, hasLink: false, repeated: false }

const finds = (filter: Partial<MessageFilter>, texts: (string | Partial<Message>)[], repeated = new Set<number>()) => {
  const { entries } = entriesOf(texts.map((one, index) => message(index + 1, typeof one === 'string' ? { text: one } : one)))
  return entries
    .filter(createMatcher({ ...all, ...filter }, repeated))
    .map(({ id }) => id)
    .toReversed()
}

describe('text', () => {
  test.each([
    ['cafe', ['Café', 'CAFÉ!', 'caf'], [1, 2]],
    ['  pass   free ', ['free pass', 'a pass, FRÉE', 'free'], [1, 2]],
    ['.*', ['a.*b', 'ab'], [1]],
    ['', ['', 'a'], [1, 2]],
    ['\t\u200B', ['', 'a'], [1, 2]],
    ['ŁÓDŹ', ['lodz', 'Łódź'], [1, 2]],
  ])('%j in %j matches %j', (text, texts, ids) => {
    expect(finds({ text }, texts)).toEqual(ids)
  })

  test('every part of a message finds it, also in capitals', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'É', 'ж', 'Ж', 'が', ' ', '.', '👏') })
    fc.assert(
      fc.property(text, text, text, (before, piece, after) => {
        const whole = before + piece + after
        expect(finds({ text: piece }, [whole])).toEqual([1])
        expect(finds({ text: piece.toUpperCase() }, [whole])).toEqual([1])
      }),
    )
  })
})

describe('regular expressions', () => {
  test('ignore case, know Unicode and see the text as it was written', () => {
    expect(finds({ text: String.raw`^\p{Lu}é.$`, isRegexp: true }, ['Bé👏', 'bÉ👏', '1é👏', 'Be👏'])).toEqual([1, 2])
    expect(finds({ text: String.raw`\u{202E}`, isRegexp: true }, ['a\u202Eb', 'ab'])).toEqual([1])
  })

  test.each(['(', '[', '*', String.raw`\p{Nonsense}`, '(?<a>)(?<a>)', 'a{2,1}'])(
    '%s is invalid, and the error does not repeat it',
    (text) => {
      expect(() => finds({ text, isRegexp: true }, [])).toThrow(/^This is not a valid regular expression: (?!.*\/iu)\S/)
    },
  )
})

describe('the other conditions', () => {
  const texts = [
    { userId: 1, userName: 'Uschi', text: 'https://a.example' },
    { userId: 2, userName: 'Uschi', text: 'https://' },
    { userId: 1, userName: 'Bernd', text: 'a.example' },
    { userId: null, userName: 'Uschi', text: 'HTTP://b.example' },
  ]

  test('an author is identified by id and name', () => {
    for (const [index, author] of texts.entries()) expect(finds({ author: authorKey(author) }, texts)).toEqual([index + 1])
    expect(authorKey({ userId: null, userName: '1:Uschi' })).not.toBe(authorKey({ userId: 1, userName: 'Uschi' }))
  })

  test('a link is a URL that a browser can open', () => {
    expect(finds({ hasLink: true }, texts)).toEqual([1, 4])
  })

  test('repeated texts are recognised by their normal form', () => {
    const { forms } = entriesOf([])
    expect(finds({ repeated: true }, ['a', 'b', 'A!'], new Set([forms.of('a')]))).toEqual([1, 3])
  })

  test('a message must meet all conditions', () => {
    expect(finds({ hasLink: true, author: '1:Uschi', text: 'A.EXAMPLE' }, texts)).toEqual([1])
    expect(finds({ hasLink: true, author: '1:Bernd' }, texts)).toEqual([])
  })
})
