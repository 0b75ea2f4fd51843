import { expect, test } from 'vitest'
import { hasWord, indexOf } from './rule-words.ts'

const index = indexOf(['ticket', 'Free pass', ' book', 'привет', '票', ''])

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
  expect(hasWord(index, text)).toBe(true)
})

test.each(['tickets', 'freepass', 'a bok', 'notebook', '票務', ''])('%s has none of the words', (text) => {
  expect(hasWord(index, text)).toBe(false)
})

test('words of accents alone match nothing', () => {
  expect(hasWord(indexOf(['\u0301']), 'any text')).toBe(false)
})
