// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#contract/session.ts'

/** What a browser keeps, seen by several accounts that use it after each other. */

const sessionOf = (identity: string): Session => ({
  signedIn: true,
  service: { kind: 'bundled', address: '' },
  demo: null,
  account: { id: 1, name: 'Kim', email: 'kim@example.org' },
  identity,
  idleEnd: 4_000_000_000,
  end: 4_000_000_000,
  tokenEnd: null,
})

/** A page that was just loaded by an account. */
async function pageOf(identity: string) {
  vi.resetModules()
  const session = await import('./session.ts')
  session.setSession({ session: sessionOf(identity) })
  return { ...session, ...(await import('#dashboard/platform/jobs/job.ts')) }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('location', { assign: () => {} })
  vi.stubGlobal('fetch', async () => Response.json({ signedIn: false, service: { kind: 'bundled', address: '' }, demo: null }))
})

test.each([
  ['in all tabs', () => localStorage],
  ['in one tab', () => sessionStorage],
])('what is kept %s is read by its own account alone, and goes when that one signs out', async (_, storage) => {
  storage().setItem('roomkeeper-kept-draft-1', 'of an earlier release')
  const first = await pageOf('1@here')
  first.keep('draft-1', 'Typed', storage())
  const second = await pageOf('1@elsewhere')
  expect(second.kept('draft-1', storage())).toBeNull()
  second.keep('draft-1', 'Other', storage())
  await second.signOut()
  const again = await pageOf('1@here')
  expect(again.kept('draft-1', storage())).toBe('Typed')
  await again.signOut()
  expect(storage()).toHaveLength(0)
})

test('an account without jobs does not make the browser forget those of another', async () => {
  ;(await pageOf('1@here')).needJobs()
  const other = await pageOf('2@here')
  expect(renderHook(other.useJobsNeeded).result.current).toBe(false)
  other.forgetJobsFlag()
  const again = await pageOf('1@here')
  expect(renderHook(again.useJobsNeeded).result.current).toBe(true)
})

test('without a session nothing can be kept', async () => {
  const { keep, kept, setSession } = await pageOf('1@here')
  setSession({ session: null })
  expect(() => keep('draft', 'Typed')).toThrow('Nobody is signed in')
  expect(() => kept('draft')).toThrow('Nobody is signed in')
})
