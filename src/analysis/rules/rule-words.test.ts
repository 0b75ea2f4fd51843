import { expect, test } from 'vitest'
import { wordMatcher } from './rule-words.ts'

const matches = wordMatcher(['ticket', 'Free pass', ' book', 'привет', '票', ''])

test.each([
  'A Ticket, please',
  'free pass!',
  'FRÉE  pass'.replace('  ', ' '),
  'tісkеt', // Cyrillic і, с and е
  'tiiiiicket',
  't\u200Bicket',
  'my boooook',
  'ПРИВЕТ всем',
  '票',
])('%s has one of the words', (text) => {
  expect(matches(text)).toBe(true)
})

test.each(['tickets', 'freepass', 'a bok', 'notebook', '票務', ''])('%s has none of the words', (text) => {
  expect(matches(text)).toBe(false)
})

test('words of accents alone match nothing', () => {
  expect(wordMatcher(['\u0301'])('any text')).toBe(false)
})
