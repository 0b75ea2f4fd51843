import { expect, test } from 'vitest'
import { repeatedForms } from './waves.ts'
import { entriesOf, repeatedly } from './test-messages.ts'

const counts = (messages: ReturnType<typeof repeatedly>) => {
  const { entries, forms } = entriesOf(messages)
  return [...repeatedForms(entries, forms).values()]
}

const advert = 'Cheap followers for your channel, write to me'

test('a text is repeated from five messages on, regardless of time and author', () => {
  expect(counts(repeatedly(advert, { count: 4 }))).toEqual([])
  expect(counts(repeatedly(advert, { count: 5, every: 86_400, authors: 5 }))).toEqual([5])
  expect(counts([...repeatedly(advert, { count: 3 }), ...repeatedly(`${advert.toUpperCase()}!! 99`, { id: 10, count: 3 })])).toEqual([6])
})

test('a commonplace text is repeated only if its authors write it three times on average', () => {
  expect(counts(repeatedly('lol', { count: 30, authors: 11 }))).toEqual([])
  expect(counts(repeatedly('lol', { count: 30, authors: 10 }))).toEqual([30])
})
