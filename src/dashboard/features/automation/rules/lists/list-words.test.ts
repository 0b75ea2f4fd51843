import { expect, test } from 'vitest'
import { withListWords, wordsIn, wordsProblem } from './list-words.ts'

test('words are parsed one per line or separated by commas, each once', () => {
  expect(wordsIn(' free\r\ncheap tickets,FREE\n\n,dm me ')).toEqual(['free', 'cheap tickets', 'dm me'])
})

test('a list of 50,000 words is refused with a message', () => {
  const words = Array.from({ length: 50_000 }, (_, index) => `word${index}`)
  expect(wordsProblem(words)).toBe('These are 50,000 words; a list has at most 10,000. Nothing was cut off: split them into several lists.')
  expect(wordsProblem(words.slice(0, 10_000))).toBeNull()
})

test('a word that is too long is quoted in the message', () => {
  expect(wordsProblem(['fine', 'x'.repeat(101)])).toBe(`“${'x'.repeat(30)}…” is longer than 100 characters.`)
})

test('a list that is too large for the records is refused', () => {
  expect(wordsProblem(Array.from({ length: 9000 }, (_, index) => `${'ж'.repeat(60)}${index}`))).toBe(
    'The list is too large to be stored. Split it into several lists.',
  )
})

test('the own words of a chat stay unchanged, and only missing words are added', () => {
  expect(withListWords(' spam, eggs ,Free', ['free', 'dm me', 'spam'])).toEqual({
    filterWords: ' spam, eggs ,Free,dm me',
    added: 1,
    isTooLong: false,
  })
  expect(withListWords('a,,b', ['A'])).toEqual({ filterWords: 'a,,b', added: 0, isTooLong: false })
  expect(withListWords('', ['one, two', 'x'])).toMatchObject({ filterWords: 'x', added: 1 })
})

test('a filter that would be too long is reported', () => {
  expect(withListWords('x'.repeat(19_990), ['twelve chars'])).toMatchObject({ added: 1, isTooLong: true })
})
