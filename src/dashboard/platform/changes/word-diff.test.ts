import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listDiff, wordDiff } from './word-diff.ts'

const shown = (before: string, after: string) =>
  wordDiff(before, after).map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))

test('words that changed, between those that did not', () => {
  expect(shown('Be kind, stay on topic. Red badge.', 'Be kind, keep on topic. Red badge.')).toEqual([
    'Be kind, ',
    '-stay-',
    '+keep+',
    ' on topic. Red badge.',
  ])
  expect(shown('', 'new')).toEqual(['+new+'])
  expect(shown('same', 'same')).toEqual(['same'])
})

test('a text that was replaced, although some words and all spaces are in both', () => {
  expect(shown('Welcome! Be kind, it is about the music', 'Only registered users can write the next hour')).toEqual([
    '-Welcome! Be kind, it is about the music-',
    '+Only registered users can write the next hour+',
  ])
})

test('the parts are both texts again', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after)
      const of = (kind: string) => parts.filter((one) => one.kind === 'same' || one.kind === kind)
      const join = (kind: string) =>
        of(kind)
          .map((one) => one.text)
          .join('')
      expect([join('removed'), join('added')]).toEqual([before, after])
    }),
  )
})

test('lists by their entries', () => {
  expect(listDiff('spam,ads,ads', 'ads,casino,')).toEqual({ removed: ['spam'], added: ['casino'], before: 2, after: 2 })
  // A space before an entry has a meaning.
  const inside = { removed: ['ads'], added: ['ads (inside words)'], before: 1, after: 1 }
  expect(listDiff('ads', ' ads')).toEqual(inside)
})
