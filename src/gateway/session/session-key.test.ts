import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSessionKey } from './session-key.ts'
import { temporaryFolder } from '../testing/gateway.ts'

let place: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  place = temporaryFolder()
})
afterEach(() => place.remove())

test('the first start makes a key for the owner alone, later ones read it', () => {
  const file = join(place.folder, 'new', 'session.key')
  const key = loadSessionKey(file)
  expect(key).toHaveLength(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(loadSessionKey(file)).toEqual(key)
  expect(readdirSync(join(place.folder, 'new'))).toEqual(['session.key'])
})

test('a key that others may read is refused', () => {
  const file = join(place.folder, 'session.key')
  loadSessionKey(file)
  for (const mode of [0o640, 0o604, 0o666]) {
    chmodSync(file, mode)
    expect(() => loadSessionKey(file)).toThrow(/can be read by other users/)
  }
})

test('a file of another size is refused', () => {
  const file = join(place.folder, 'session.key')
  for (const size of [0, 31, 33, 64]) {
    writeFileSync(file, Buffer.alloc(size), { mode: 0o600 })
    expect(() => loadSessionKey(file)).toThrow(/exactly 32 bytes/)
  }
})
