import fs, { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/gateway.ts'
import { loadSessionKey, readKey } from './session-key.ts'

let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(() => temporary.remove())

test('the first start creates a key that only its owner can read, later starts load it', () => {
  const file = join(temporary.folder, 'new', 'session.key')
  const key = loadSessionKey(file)
  expect(key).toHaveLength(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(loadSessionKey(file)).toEqual(key)
  expect(readdirSync(join(temporary.folder, 'new'))).toEqual(['session.key'])
})

test('a new key is on the disk before it has its name, so that a power cut leaves no empty one', () => {
  const file = join(temporary.folder, 'session.key')
  const written = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => expect(readdirSync(temporary.folder)).not.toContain('session.key'))
  loadSessionKey(file)
  expect(written).toHaveBeenCalledOnce()
  written.mockRestore()
})

test('a key that others can read is refused', () => {
  const file = join(temporary.folder, 'session.key')
  loadSessionKey(file)
  for (const mode of [0o640, 0o604, 0o666]) {
    chmodSync(file, mode)
    expect(() => loadSessionKey(file)).toThrow(/can be read by other users/)
  }
})

test('a file of the wrong size is refused', () => {
  const file = join(temporary.folder, 'session.key')
  for (const size of [0, 31, 33, 64]) {
    writeFileSync(file, Buffer.alloc(size), { mode: 0o600 })
    expect(() => loadSessionKey(file)).toThrow(/exactly 32 bytes/)
  }
})

test('a key that must exist is not created, and the operator learns which file is missing', () => {
  const file = join(temporary.folder, 'session.key')
  expect(() => readKey(file)).toThrow(`the session key ${file} does not exist`)
  expect(readdirSync(temporary.folder)).toEqual([])
})

test('why a key cannot be written reaches the operator', () => {
  // The name of the file itself is short enough, that of the temporary one is not.
  const file = join(temporary.folder, `${'k'.repeat(240)}.key`)
  expect(() => loadSessionKey(file)).toThrow(/ENAMETOOLONG/)
})
