import { expect, test } from 'vitest'
import { markedPieces } from './PlainText.tsx'

const pieces = (text: string, highlights: [number, number][], offset = 0) =>
  markedPieces(
    text,
    offset,
    highlights.map(([start, end]) => ({ start, end })),
  ).map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))

test('a text is split at its highlights, and nothing of it is lost', () => {
  expect(pieces('free backstage pass', [[5, 14]])).toEqual(['free ', '[backstage]', ' pass'])
  expect(pieces('free', [[0, 4]])).toEqual(['[free]'])
  expect(pieces('free', [])).toEqual(['free'])
  expect(pieces('', [[0, 4]])).toEqual([])
})

test('highlights that overlap or lie outside of the text mark what they can', () => {
  expect(
    pieces('abcdef', [
      [3, 9],
      [1, 4],
    ]),
  ).toEqual(['a', '[bcd]', '[ef]'])
  expect(pieces('abc', [[7, 9]])).toEqual(['abc'])
})

test('a part of a text has the highlights of the whole text', () => {
  expect(pieces('stage', [[4, 9]], 5)).toEqual(['[stag]', 'e'])
  expect(markedPieces('stage', 5, [{ start: 7, end: 8 }]).map(({ offset }) => offset)).toEqual([5, 7, 8])
})
