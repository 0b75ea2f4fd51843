import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jwtEnd, Session, SignInDraft } from './session.ts'

const jwt = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`

test.each([
  [{ exp: 1_900_000_000 }, 1_900_000_000],
  [{ exp: 1_900_000_000, name: 'Zoë ~~~ ???' }, 1_900_000_000],
  [{ exp: '1900000000' }, null],
  [{}, null],
  [null, null],
  [7, null],
])('a JWT with the claims %j ends at %j', (claims, end) => {
  expect(jwtEnd(jwt(claims))).toBe(end)
})

test('no other token has a known expiry', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (token) => {
      expect(jwtEnd(token.replaceAll('.', ''))).toBeNull()
    }),
  )
  for (const token of ['', '..', 'a.b', 'a.b.c', 'a.e30', 'rk_abc']) expect(jwtEnd(token), token).toBeNull()
})

test('a session is signed in with its account, or signed out without', () => {
  const here = {
    service: { kind: 'bundled', address: '' },
    demo: null,
    signIn: { passkey: false, company: false, origin: 'http://localhost' },
  }
  const account = { id: 1, name: 'Ada', email: 'ada@example.org' }
  const rest = { identity: '1@here', idleEnd: 1, end: 2, tokenEnd: null, freshUntil: 0 }
  for (const session of [
    { ...here, signedIn: false },
    { ...here, signedIn: true, account, ...rest },
  ])
    expect(Session.parse(session)).toEqual(session)
  expect(Session.safeParse({ ...here, signedIn: true, ...rest }).success).toBe(false)
})

test('a sign-in needs a token and does not stay signed in by default', () => {
  expect(SignInDraft.parse({ token: 'x' })).toEqual({ token: 'x', keep: false })
  for (const wrong of [{}, { token: '' }, { token: 'x'.repeat(8001) }, { token: 'x', account: 0 }])
    expect(SignInDraft.safeParse(wrong).success).toBe(false)
})
