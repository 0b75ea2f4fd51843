import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { entriesOf, message, repeatedly } from './test-messages.ts'
import { findWaves } from './waves.ts'

const wavesIn = (messages: Message[]) => {
  const { entries, forms } = entriesOf(messages)
  return findWaves(entries, forms)
}

const offer = 'FREE backstage pass, first 50 only → http://aurora-pass.example/claim'
const start = 1_700_000_000

describe('a wave', () => {
  test('is at least 8 similar messages, newest first, with its authors and times', () => {
    const messages = Array.from({ length: 8 }, (_, index) =>
      message(index + 1, {
        time: start + index * 60,
        userName: `bot ${index % 3}`,
        text: index % 2 ? `${offer}?r=${index}` : offer.toUpperCase(),
      }),
    )
    expect(wavesIn(messages)).toEqual([{ ids: [8, 7, 6, 5, 4, 3, 2, 1], authors: 3, from: start, to: start + 420, sample: `${offer}?r=7` }])
    expect(wavesIn(messages.slice(1))).toEqual([])
  })

  test('may vary one word of the text', () => {
    const words = ['backstage', 'concert', 'festival', 'balcony', 'platinum', 'garden', 'weekend', 'artist']
    const messages = words.map((word, index) =>
      message(index + 1, {
        text: `Write to me for a free ${word} pass, the first fifty people get one, no payment needed`,
        userName: `bot ${index}`,
      }),
    )
    expect(wavesIn(messages)).toMatchObject([{ authors: 8 }])
    expect(wavesIn(messages)[0]?.ids).toHaveLength(8)
  })

  test('has the most frequent text as its sample', () => {
    const rare = repeatedly(`${offer} hurry`, { id: 100, count: 3, time: start + 300 })
    expect(wavesIn([...repeatedly(offer), ...rare])[0]).toMatchObject({ sample: offer, to: start + 310 })
  })

  test('ends after a pause of ten minutes', () => {
    const two = [...repeatedly(offer, { count: 8 }), ...repeatedly(offer, { id: 20, count: 9, time: start + 35 + 601 })]
    expect(wavesIn(two).map(({ ids, from }) => [ids.length, from])).toEqual([
      [9, start + 636],
      [8, start],
    ])
    const one = [...repeatedly(offer, { count: 8 }), ...repeatedly(offer, { id: 20, count: 9, time: start + 35 + 600 })]
    expect(wavesIn(one).map(({ ids }) => ids.length)).toEqual([17])
  })

  test('needs 8 messages within ten minutes somewhere', () => {
    expect(wavesIn(repeatedly(offer, { count: 60, every: 300 }))).toEqual([])
    expect(
      wavesIn([...repeatedly(offer, { count: 60, every: 300 }), ...repeatedly(offer, { id: 100, count: 8, time: start + 901 })]),
    ).toHaveLength(1)
  })
})

describe('commonplace texts', () => {
  test.each(['lol', 'hello', 'thank you!', '👏👏👏', 'good evening everyone', 'bravo'])(
    '“%s” by many authors is not a wave, at any rate',
    (text) => {
      expect(wavesIn(repeatedly(text, { count: 200, every: 1, authors: 150 }))).toEqual([])
      expect(wavesIn(repeatedly(text, { count: 40, every: 60, authors: 2 }))).toEqual([])
    },
  )

  test.each(['lol', '👏', 'cheap passes!!! dm'])('“%s” is a wave when few authors flood the chat with it', (text) => {
    expect(wavesIn(repeatedly(text, { count: 30, every: 3, authors: 3 }))).toMatchObject([{ authors: 3 }])
  })
})

describe('with any messages', () => {
  const anyMessage = fc.record({
    text: fc.constantFrom(
      offer,
      `${offer}?1`,
      'lol',
      '😂',
      '',
      'Is there a break between the two halves tonight?',
      'Is there a break after the first half tonight?',
    ),
    time: fc.integer({ min: start, max: start + 4000 }),
    userId: fc.integer({ min: 1, max: 4 }),
  })

  test('a message is in at most one wave, and the figures of a wave match its messages', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 120 }), (all) => {
        const messages = all.map((one, index) => message(index + 1, one))
        const waves = wavesIn(messages)
        const ids = waves.flatMap((wave) => wave.ids)
        expect(new Set(ids).size).toBe(ids.length)
        for (const wave of waves) {
          const members = wave.ids.map((id) => messages[id - 1]!)
          expect(members.length).toBeGreaterThanOrEqual(8)
          expect(members.map(({ time }) => time)).toEqual(members.map(({ time }) => time).toSorted((one, other) => other - one))
          expect([members.at(-1)?.time, members[0]?.time]).toEqual([wave.from, wave.to])
          expect(new Set(members.map(({ userId }) => userId)).size).toBe(wave.authors)
          expect(members.map(({ text }) => text)).toContain(wave.sample)
        }
        expect(waves.map(({ to }) => to)).toEqual(waves.map(({ to }) => to).toSorted((one, other) => other - one))
      }),
      { numRuns: 300 },
    )
  })
})
