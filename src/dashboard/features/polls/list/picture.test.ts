import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { directionOf, wrapText } from './picture.ts'

const graphemes = (text: string) => Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)
const measure = (text: string) => graphemes(text).length
const some = fc.string({ unit: 'grapheme', maxLength: 120 })

describe('lines', () => {
  test('no line is wider than allowed, and there are never more lines than allowed', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 2, max: 20 }), fc.integer({ min: 1, max: 4 }), (text, width, most) => {
        const lines = wrapText(text, width, most, measure)
        expect(lines.length).toBeLessThanOrEqual(most)
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
      }),
    )
  })

  test('no text is lost if there is enough room', () => {
    const bare = (text: string) => text.replaceAll(/\s+/g, '')
    fc.assert(
      fc.property(some, fc.integer({ min: 2, max: 20 }), (text, width) => {
        expect(bare(wrapText(text, width, 1000, measure).join(''))).toBe(bare(text))
      }),
    )
  })

  test('words stay whole; long words break between graphemes', () => {
    expect(wrapText('the one with the whistling', 10, 9, measure)).toEqual(['the one', 'with the', 'whistling'])
    expect(wrapText('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2, 9, measure)).toEqual(['👩‍👩‍👧👩‍👩‍👧', '👩‍👩‍👧'])
    expect(wrapText('one two three four', 7, 2, measure)).toEqual(['one two', 'three…'])
    expect(wrapText('right-to-left (really)', 9, 9, measure)).toEqual(['right-to-', 'left', '(really)'])
    expect(wrapText('ลองดูสิ', 4, 9, measure).length).toBeGreaterThan(1)
    expect(wrapText(' \n ', 7, 2, measure)).toEqual([])
  })
})

test.each([
  ['Tea', 'ltr'],
  ['2026 שלום', 'rtl'],
  ['“مرحبا” Tea', 'rtl'],
  ['🎉 Tea', 'ltr'],
  ['', 'ltr'],
])('%s has the direction %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction)
})
