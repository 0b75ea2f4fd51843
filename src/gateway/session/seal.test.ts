import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeys, keyIdOf, type SealPurpose } from './seal.ts'

const file = randomBytes(32)
const keys = createKeys(file)
const seal = (text: string, owner: string) => keys.seal('session', owner, text)
const unseal = (sealed: string, owner: string) => keys.unseal('session', owner, sealed)

test('any text is decrypted unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, owner) => {
      expect(unseal(seal(text, owner), owner)).toBe(text)
    }),
  )
})

test('sealing the same text twice gives different results', () => {
  const sealed = new Set(Array.from({ length: 100 }, () => seal('token', 'row')))
  expect(sealed.size).toBe(100)
})

test('a different key, owner or purpose, or one changed bit, cannot be unsealed', () => {
  const sealed = seal('token', 'row')
  const other = createKeys(randomBytes(32))
  expect(other.unseal('session', 'row', sealed)).toBeNull()
  // Also when the id says that it is the right key.
  expect(other.unseal('session', 'row', sealed.replace(keys.id, other.id))).toBeNull()
  expect(unseal(sealed, 'other row')).toBeNull()
  expect(keys.unseal('workspace-token', 'row', sealed)).toBeNull()
  const [id, content] = sealed.split('.')
  const bytes = Buffer.from(content!, 'base64')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(unseal(`${id}.${changed.toString('base64')}`, 'row')).toBeNull()
  }
})

test('text that was never sealed cannot be unsealed', () => {
  for (const text of ['', 'x', 'AAAA', '.', 'a.b.c', `${keys.id}.`, randomBytes(27).toString('base64'), '%%%'])
    expect(unseal(text, 'row')).toBeNull()
})

test('each sealed text names its key, and the same file always gives the same keys', () => {
  expect(keyIdOf(seal('token', 'row'))).toBe(keys.id)
  expect(createKeys(file).unseal('session', 'row', seal('token', 'row'))).toBe('token')
  expect(createKeys(randomBytes(32)).id).not.toBe(keys.id)
})

test('after a change of the key file, what the old one sealed still opens; new texts name the new one', () => {
  const next = createKeys(randomBytes(32), file)
  expect(next.unseal('session', 'row', seal('token', 'row'))).toBe('token')
  expect(next.unseal('workspace-token', 'row', seal('token', 'row'))).toBeNull()
  const sealed = next.seal('session', 'row', 'token')
  expect(keyIdOf(sealed)).toBe(next.id)
  expect(next.unseal('session', 'row', sealed)).toBe('token')
  expect(keys.unseal('session', 'row', sealed)).toBeNull()
})

test('what earlier releases sealed and signed still opens', () => {
  const keys = createKeys(Buffer.from('one key file of 32 bytes exactly'))
  const sealed = {
    session: 'oah6mbisFpvPK1iLzRd0p85lYEOZxkOh4prFr1JOlXGvDA==',
    'workspace-token': 'OO59cmOBi4xQ/BmLG8BKOCztjCrgdW/4PgFA8rnM3K/6ow==',
    'standing-token': 'qpw/Um+yewCQWoDHN3eIP2n2ccdSLCO6As1PQTjAIAAEQg==',
    'sign-in-state': 'hU4PzhkZ7JoDFgo0/l13TwcYS87bEw/0wIgAopbhUVlTZA==',
    'notification-channel': '454xKCKOnp6Hb+5lScNQ+jn3po8J3cnZvvI1JMQv5/DRzA==',
    'token-key': 'pQqTYmkNqvzkCjbqhiU5/s7P6+kH4IWz6HjepJ9Ci2/vEw==',
  } satisfies Record<SealPurpose, string>
  for (const [purpose, content] of Object.entries(sealed) as [SealPurpose, string][])
    expect(keys.unseal(purpose, 'owner', `35f96b87dda9.${content}`), purpose).toBe('secret')
  const signature = '35f96b87dda9.bcd54f04f02e6ecbd392dcb5fc5263f3dc1dadefea2bd891760463b6f1ef6103'
  expect(keys.isSigned('audit-cut', 'text', signature)).toBe(true)
  expect(keys.isSigned('audit-cut', 'text.', signature)).toBe(false)
})
