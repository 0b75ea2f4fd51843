import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileExpression, type LinearExpression } from './expression.ts'

const compiled = (pattern: string): LinearExpression => {
  const result = compileExpression(pattern)
  if (result.kind === 'fault') throw new Error(result.message)
  return result
}

/** The part of the expression that the fault is about. */
const faultyPart = (pattern: string) => {
  const result = compileExpression(pattern)
  return result.kind === 'fault' ? pattern.slice(result.from, result.to) : null
}

test('matches case-insensitively, in any script', () => {
  const { test: matches, find } = compiled(String.raw`ticket|прив[еэ]т`)
  expect(matches('Free TICKETS')).toBe(true)
  expect(matches('ПРИВЕТ')).toBe(true)
  expect(matches('free')).toBe(false)
  expect(find('🎉 Free TICKETS')).toEqual({ from: 8, to: 14 })
})

describe('a fault is reported with its position', () => {
  test.each([
    ['(a', '('],
    ['a(b(c)', '('],
    ['x[a-', '[a-'],
    ['a)', ')'],
    ['a**', '**'],
    ['*a', '*'],
    ['ab{1001}', '{1001}'],
    ['[z-a]', 'z-a'],
    [String.raw`(a)\1`, String.raw`\1`],
    ['a(?=b)', '(?='],
    ['a(?<!b)', '(?<!b)'],
  ])('%s: %s', (pattern, part) => {
    expect(faultyPart(pattern)).toBe(part)
  })

  test.each([
    ['[a', 'A “[” is never closed.'],
    ['(a', 'A “(” is never closed.'],
    ['a)', 'A “)” was never opened.'],
    ['*a', 'There is nothing to repeat here.'],
    ['a**', 'A repetition is repeated here. Use brackets around the first one.'],
    ['a{1001}', 'At most 1,000 repetitions are possible, nested ones multiplied.'],
    ['[z-a]', 'This range is not valid.'],
    [String.raw`\C`, 'This escape is not possible here.'],
    ['a\\', 'The “\\” at the end escapes nothing.'],
    ['(?z)a', 'This is not possible here.'],
    ['(?P<n>a)(?P<n>b)', 'Two groups have the same name.'],
    ['(?P<a', 'This is not a valid expression.'],
    ['(?<=a)b', 'Lookahead and lookbehind are not possible, because they can take exponential time. Use a second condition instead.'],
    [String.raw`(?<n>a)\k<n>`, 'References to earlier groups are not possible, because they can take exponential time.'],
  ])('%s: %s', (pattern, message) => {
    expect(compileExpression(pattern)).toMatchObject({ kind: 'fault', message })
  })

  test.each([
    // Brackets that are escaped or in a class are none.
    [String.raw`\(a)b)`, String.raw`\(a`.length],
    ['[(]a)', 4],
    ['(a)(b(c', 5],
    ['(a[)]', 0],
  ])('%s: the bracket at %i', (pattern, from) => {
    expect(compileExpression(pattern)).toMatchObject({ kind: 'fault', from, to: from + 1 })
  })

  test('syntax that other engines support is refused with the reason', () => {
    expect(compileExpression('(?=a)b')).toMatchObject({ message: expect.stringContaining('Lookahead') as string })
    expect(compileExpression(String.raw`(a)\1`)).toMatchObject({ message: expect.stringContaining('earlier groups') as string })
    expect(compileExpression('a'.repeat(10_000))).toMatchObject({
      from: 1000,
      to: 10_000,
      message: expect.stringContaining('10,000') as string,
    })
  })
})

test('an expression that is short to write and large to run is refused', () => {
  for (const pattern of ['[a-z]{1,600}!', '(.{1,30}){1,30}!', String.raw`\p{L}{1,1000}9`])
    expect(compileExpression(pattern)).toMatchObject({ kind: 'fault', message: expect.stringContaining('too large') as string })
  expect(compileExpression(String.raw`\b(?:free|cheap) (?:tickets?|backstage pass(?:es)?)\b.{0,40}https?://`).kind).toBe('expression')
})

test('any text is an expression or a fault within it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('ab()[]{}*+?\\|^$.1,-<=!:Pkd')), maxLength: 20 }), (pattern) => {
      const result = compileExpression(pattern)
      if (result.kind === 'expression') {
        const text = 'abba(1)'
        const found = result.find(text)
        expect(result.test(text)).toBe(found !== null)
      } else {
        expect(result.from).toBeGreaterThanOrEqual(0)
        expect(result.to).toBeGreaterThanOrEqual(result.from)
        expect(result.to).toBeLessThanOrEqual(pattern.length)
      }
    }),
    { numRuns: 500 },
  )
})
