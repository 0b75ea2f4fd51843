import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOf, message } from './test-messages.ts'
import { testWordFilter } from './word-filter.ts'

const caughtBy = (saved: string, draft: string, texts: string[]) =>
  testWordFilter(entriesOf(texts.map((text, index) => message(index + 1, { text }))).entries, saved, draft)

describe('a draft of the word filter', () => {
  test('lists the hits of each word, newest first, also of words without hits', () => {
    const { words } = caughtBy('', 'damn, ass,never', ['damn damn', 'pass the grass', 'nothing', 'Damn!'])
    expect(words.map(({ word, inside, hits, messages }) => [word, inside, hits, messages])).toEqual([
      ['damn', false, 3, 2],
      ['ass', true, 2, 1],
      ['never', false, 0, 0],
    ])
    expect(words[0]?.examples).toEqual([
      { messageId: 4, before: '', match: 'Damn', after: '!', whole: 'Damn' },
      { messageId: 1, before: '', match: 'damn', after: ' damn', whole: 'damn' },
      { messageId: 1, before: 'damn ', match: 'damn', after: '', whole: 'damn' },
    ])
  })

  test('lists the words that contain a banned word', () => {
    const { words } = caughtBy('', ' cunt', ['Scunthorpe', 'from SCUNTHORPE, hello', 'a cunt', 'scunthorper'])
    expect(words[0]?.examples[0]).toEqual({ messageId: 4, before: 's', match: 'cunt', after: 'horper', whole: 'scunthorper' })
    expect(words[0]?.insideOf).toEqual([
      { word: 'scunthorpe', count: 2 },
      { word: 'scunthorper', count: 1 },
    ])
    expect(words[0]?.hits).toBe(4)
  })

  test('lists which messages only the draft or only the saved filter catches', () => {
    const texts = ['ass', 'grass', 'damn', 'fine', 'damn grass']
    expect(caughtBy('ass,damn', ' ass', texts)).toMatchObject({ savedCatches: 3, draftCatches: 3, newlyCaught: [2], noLongerCaught: [3] })
    expect(caughtBy(' ass', ' ass', texts)).toMatchObject({ savedCatches: 3, draftCatches: 3, newlyCaught: [], noLongerCaught: [] })
    expect(caughtBy('damn', '', texts)).toMatchObject({ words: [], draftCatches: 0, noLongerCaught: [5, 3] })
  })

  test('the same word twice is reported twice', () => {
    expect(caughtBy('', 'damn,Damn, damn', ['damn']).words.map(({ hits }) => hits)).toEqual([1, 1, 1])
  })

  test('the context is short and does not split a character', () => {
    const [report] = caughtBy('', ' x', [`${'👏'.repeat(16)}-x-${'👏'.repeat(16)}`]).words
    expect(report?.examples[0]).toMatchObject({ before: `${'👏'.repeat(14)}-`, after: `-${'👏'.repeat(14)}` })
  })

  test('limits the examples per word and in total', () => {
    const texts = Array.from({ length: 3000 }, (_, index) => `a${index}`)
    expect(caughtBy('', ' a', texts).words[0]).toMatchObject({ hits: 3000, messages: 3000 })
    expect(caughtBy('', ' a', texts).words[0]?.examples).toHaveLength(50)
    const many = caughtBy('', Array.from({ length: 1000 }, () => ' a').join(','), texts.slice(0, 100))
    expect(new Set(many.words.map(({ examples }) => examples.length))).toEqual(new Set([5]))
  })

  test('the figures of words, draft and saved filter are consistent', () => {
    const filter = fc.array(fc.constantFrom('a', ' a', 'b', ' b', 'ab', ' ba', 'a b', '')).map((words) => words.join(','))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', ' ') })
    fc.assert(
      fc.property(filter, filter, fc.array(text), (saved, draft, texts) => {
        const both = caughtBy(saved, draft, texts)
        expect(both.newlyCaught.length - both.noLongerCaught.length).toBe(both.draftCatches - both.savedCatches)
        const back = caughtBy(draft, saved, texts)
        expect([back.newlyCaught, back.noLongerCaught]).toEqual([both.noLongerCaught, both.newlyCaught])
        for (const { hits, messages, examples } of both.words) {
          expect(messages).toBeLessThanOrEqual(Math.min(hits, both.draftCatches))
          expect(examples.length).toBe(Math.min(hits, 50))
          for (const { messageId, before, match, after, whole } of examples) {
            expect(texts[messageId - 1]).toContain(before + match + after)
            expect(whole).toContain(match)
            expect(whole === match || /^\S+$/.test(whole.replace(match, ''))).toBe(true)
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
