// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { signedIn, signedOut } from './test-signed-in.ts'

/** The storage of one browser, used by several accounts one after another. */

/** A page that an account just loaded. */
async function pageOf(identity: string) {
  vi.resetModules()
  const session = { ...(await import('./session-state.ts')), ...(await import('./session.ts')) }
  session.setSession({ session: { ...signedIn, identity } })
  return session
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('location', { assign: () => {} })
  vi.stubGlobal('fetch', async () => Response.json(signedOut))
})

test.each([
  ['in all tabs', () => localStorage],
  ['in one tab', () => sessionStorage],
])('data kept %s is visible only to its own account, and sign-out deletes it', async (_, storage) => {
  const first = await pageOf('1@here')
  first.storeText('draft-1', 'Typed', storage())
  const second = await pageOf('1@elsewhere')
  expect(second.storedText('draft-1', storage())).toBeNull()
  second.storeText('draft-1', 'Other', storage())
  await second.signOut()
  const again = await pageOf('1@here')
  expect(again.storedText('draft-1', storage())).toBe('Typed')
  await again.signOut()
  expect(storage()).toHaveLength(0)
})

test('nothing can be stored without a session', async () => {
  const { storeText, storedText, setSession } = await pageOf('1@here')
  setSession({ session: null })
  expect(() => storeText('draft', 'Typed')).toThrow('Nobody is signed in')
  expect(() => storedText('draft')).toThrow('Nobody is signed in')
})
