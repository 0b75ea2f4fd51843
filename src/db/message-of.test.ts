import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { messageOf } from './errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'message-of-'))
afterAll(() => rmSync(folder, { recursive: true }))

function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

test.each([
  ['a file that is missing', () => readFileSync(join(folder, 'none')), `there is no file ${join(folder, 'none')}`],
  ['a folder that is missing', () => writeFileSync(join(folder, 'no', 'a.gz.part'), ''), `there is no folder ${join(folder, 'no')}`],
  ['a folder in place of a file', () => readFileSync(folder), 'it is a folder, not a file'],
  ['an option that does not exist', () => parseArgs({ args: ['--no'], options: {} }), "Unknown option '--no'"],
  ['a full disk', () => writeFileSync('/dev/full', 'x'), 'the disk is full'],
])('%s', (_, work, words) => {
  expect(messageOf(failureOf(work))).toBe(words)
})

test('other failures keep their words', () => {
  expect(messageOf(new Error('The backup is damaged.'))).toBe('The backup is damaged.')
  expect(messageOf('text')).toBe('text')
})
