import { expect, test } from 'vitest'
import { foundWords } from './FoundText.tsx'

test.each([
  ['Nachtcafé Köln', 'cafe', ['café']],
  ['Nachtcafe\u0301 Köln', 'cafe', ['cafe\u0301']],
  ['Radio Wieża, Łódź', 'wieza  lodz', ['Wieża', 'Łódź']],
  ['Große Straße', 'SS', ['ß', 'ß']],
  ['Große Straße', 'ros', ['roß']],
  ['🎪 Circus 🎪', '🎪', ['🎪', '🎪']],
  ['aaa', 'aa', ['aa']],
  ['Lobby', '', []],
  ['Lobby', 'hall', []],
])('in %j the words %j are found', (text, typed, found) => {
  expect(foundWords(text, typed).map(({ start, end }) => text.slice(start, end))).toEqual(found)
})
