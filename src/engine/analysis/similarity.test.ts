import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimilarityGroups } from './text-forms.ts'

const words = 'backstage ticket stream tonight winner casino bonus violin concert garden harbour library discount followers channel'.split(
  ' ',
)

test('a text is similar to itself and to one with a changed word', () => {
  const group = createSimilarityGroups()
  const text = 'freebackstagepassesforthefirstfiftywhowritetothemoderator'
  expect(group(text, 0)).toBe(0)
  expect(group(text, 1)).toBe(0)
  expect(group(text.replace('fifty', 'hundred'), 2)).toBe(0)
  expect(group(`${text}now`, 3)).toBe(0)
  expect(group('doesanybodyknowwhenthetrainbacktothecityleavestonight', 4)).toBe(4)
})

test('every group is numbered by its first text, and unrelated texts are not grouped', () => {
  fc.assert(
    fc.property(fc.array(fc.shuffledSubarray(words, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 30 }), (texts) => {
      const group = createSimilarityGroups()
      const groups = texts.map((text, index) => group(text.join(''), index))
      for (const [index, leader] of groups.entries()) {
        expect(groups[leader]).toBe(leader)
        expect(leader).toBeLessThanOrEqual(index)
        const shared = texts[index]!.filter((word) => texts[leader]!.includes(word)).length
        expect(shared).toBeGreaterThanOrEqual(2)
      }
    }),
    { numRuns: 300 },
  )
})

test('nine of ten variants with one word of ten changed are found', () => {
  const text = words.slice(0, 10)
  const variants = text.flatMap((_, place) => ['apple', 'mountain', 'cheap'].map((word) => text.with(place, word).join('')))
  const group = createSimilarityGroups()
  group(text.join(''), 0)
  const found = variants.filter((variant, index) => group(variant, index + 1) === 0)
  expect(found.length / variants.length).toBeGreaterThanOrEqual(0.9)
})

test('accepts very short and empty texts', () => {
  const group = createSimilarityGroups()
  expect(['', 'a', 'ab', 'abc', '', 'ab'].map((text, index) => group(text, index))).toEqual([0, 1, 2, 3, 0, 2])
})
