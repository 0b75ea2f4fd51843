import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)

test('any text is decrypted unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, owner) => {
      expect(unseal(seal(text, owner, key), owner, key)).toBe(text)
    }),
  )
})

test('sealing the same text twice gives different results', () => {
  const sealed = new Set(Array.from({ length: 100 }, () => seal('token', 'row', key)))
  expect(sealed.size).toBe(100)
})

test('a different key or owner, or one changed bit, cannot be unsealed', () => {
  const sealed = seal('token', 'row', key)
  expect(unseal(sealed, 'row', randomBytes(32))).toBeNull()
  expect(unseal(sealed, 'other row', key)).toBeNull()
  const bytes = Buffer.from(sealed, 'base64')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(unseal(changed.toString('base64'), 'row', key)).toBeNull()
  }
})

test('text that was never sealed cannot be unsealed', () => {
  for (const text of ['', 'x', 'AAAA', randomBytes(27).toString('base64'), '%%%']) expect(unseal(text, 'row', key)).toBeNull()
})
