import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the check for old browsers is written for them', () => {
  const code = readFileSync('public/browser.js', 'utf8').replaceAll(/\/\/.*/g, '')
  expect(code).toContain('function')
  expect(code).not.toMatch(/=>|`|\?\.|\?\?|\b(const|let|class|import|async)\b/)
})
