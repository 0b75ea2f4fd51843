import { expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { passkeyFailure } from './passkey-failure.tsx'

const named = (name: string) => Object.assign(new Error('said by the browser'), { name })
const origin = 'https://rooms.example.org'

test.each([
  ['use', named('NotAllowedError'), /cancelled, or this device has none/],
  ['create', named('NotAllowedError'), /cancelled, or it took too long/],
  ['create', named('InvalidStateError'), /already has a passkey/],
  ['use', named('ConstraintError'), /fingerprint, face unlock or a PIN/],
  ['use', named('SecurityError'), /only at https:\/\/rooms\.example\.org/],
  ['use', new Failure('refused', { reason: 'You were removed.', isFromGateway: true }), /^You were removed\.$/],
  ['use', new Failure('unreachable'), /not responding/],
] as const)('%s: %s', (doing, error, words) => {
  expect(passkeyFailure(error, doing, origin)).toMatch(words)
})
