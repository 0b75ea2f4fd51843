import { expect, test } from 'vitest'
import { createIdentity } from './require-session.ts'

test('an identity is unique to an account, a service and an installation', () => {
  const identities = ['one', 'two'].flatMap((installation) =>
    ['', 'https://a.example', 'https://b.example'].flatMap((address) => [1, 2, 11].map((id) => createIdentity(installation, address)(id))),
  )
  expect(new Set(identities).size).toBe(identities.length)
  expect(createIdentity('one', '')(1)).toBe(identities[0])
})

test('an identity fits into a header and reveals neither the installation’s id nor the address', () => {
  const identity = createIdentity('the-secret-id', 'https://intern.example/api')(7)
  expect(identity).toMatch(/^7@[\w-]{22}$/)
})
