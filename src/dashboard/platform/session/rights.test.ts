// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { may, useMay } from './rights.ts'
import { setSession } from './session-state.ts'
import { signedIn, signedInAs } from './test-signed-in.ts'

afterEach(() => setSession({ session: null }))

test('without a team, and with the account’s token, everything is allowed', () => {
  setSession({ session: signedIn })
  expect(may('people.write')).toBe(true)
  setSession({ session: { ...signedInAs('host', 'all'), team: { ...signedInAs('host', 'all').team!, person: null } } })
  expect(may('messages.clear', 3)).toBe(true)
})

test('a person may do what the role includes, in the chats of the grant', () => {
  setSession({ session: signedInAs('moderator', [3]) })
  expect([may('messages.delete', 3), may('messages.delete', 4), may('settings.read', 3), may('messages.delete')]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('a component learns of changed rights', () => {
  setSession({ session: signedInAs('moderator', [3]) })
  const { result } = renderHook(() => useMay()('messages.delete', 3))
  expect(result.current).toBe(true)
  act(() => setSession({ session: signedInAs('host', [3]) }))
  expect(result.current).toBe(false)
})
