import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barsOf, leadInWords, percents } from './bars.ts'
import { answersOf, totalOf, type Answer } from '#engine/polls/poll-text.ts'
import { pollWith } from '#dashboard/features/polls/testing.ts'

const counts = fc.array(fc.oneof(fc.nat(5), fc.maxSafeNat(), fc.integer({ min: 0, max: 2_000_000_000 })), { minLength: 2, maxLength: 4 })
const asAnswers = (votes: number[]): Answer[] => votes.map((count, index) => ({ place: (index + 1) as 1, text: `${index}`, votes: count }))

describe('percentages', () => {
  test('add up to 100, deviate less than 1 from the exact share, and are null without votes', () => {
    fc.assert(
      fc.property(counts, (votes) => {
        const found = percents(votes)
        const total = votes.reduce((sum, count) => sum + BigInt(count), 0n)
        expect(found.includes(null)).toBe(total === 0n)
        if (total === 0n) return
        expect(found.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(100)
        for (const [index, count] of votes.entries()) {
          const below = (BigInt(count) * 100n) / total
          expect([below, below + 1n]).toContain(BigInt(found[index]!))
        }
      }),
    )
  })

  test('more votes never get a smaller percentage', () => {
    fc.assert(
      fc.property(counts, (votes) => {
        const found = percents(votes).map((value) => value ?? 0)
        const wrong = votes.flatMap((count, index) => votes.filter((other, at) => count > other && found[index]! < found[at]!))
        expect(wrong).toEqual([])
      }),
    )
  })

  test.each([
    [
      [412, 389, 176, 301],
      [32, 30, 14, 24],
    ],
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [2_000_000_000, 1],
      [100, 0],
    ],
    [
      [0, 0],
      [null, null],
    ],
  ])('%j are %j', (votes, expected) => {
    expect(percents(votes)).toEqual(expected)
  })
})

describe('bars', () => {
  test('only the answer with the most votes leads, equal answers tie, and no answer leads without votes', () => {
    fc.assert(
      fc.property(counts, (votes) => {
        const { bars } = barsOf(asAnswers(votes))
        const most = Math.max(...votes)
        const leaders = votes.filter((count) => count === most).length
        for (const { votes: count, mark } of bars) expect(mark).toBe(most === 0 || count < most ? null : leaders > 1 ? 'tie' : 'leads')
      }),
    )
  })

  test('the first two answers are always listed, the others if they have a text or votes', () => {
    const places = (poll: Parameters<typeof pollWith>[0]) => answersOf(pollWith(poll)).map(({ place }) => place)
    expect(places({ answer1: '', answer2: '' })).toEqual([1, 2])
    expect(places({ answer3: ' ', answer4: 'D' })).toEqual([1, 2, 4])
    expect(places({ answer3: '', answer3count: 3 })).toEqual([1, 2, 3])
  })

  test('negative counts are treated as 0', () => {
    expect(totalOf(pollWith({ answer1count: -3, answer2count: 2 }))).toBe(2)
  })

  test('the leading answer is described in a sentence', () => {
    expect(leadInWords(barsOf(asAnswers([0, 0])))).toBe('No votes.')
    expect(leadInWords(barsOf(asAnswers([3, 1])))).toBe('“0” leads with 75 %.')
    expect(leadInWords(barsOf(asAnswers([3, 1, 3])))).toBe('Tie between “0” and “2”.')
  })
})
