import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { accountChangedCode, identityHeader } from '#contract/session.ts'
import { signedIn, signedOut } from './test-signed-in.ts'

/** Shared by the tests of the session: a simulated gateway, and pages that were just loaded. */

/** A simulated network: the test can end its session, and it records the requests that arrive. */
export const network = { accepts: true, session: signedIn, reached: [] as string[], left: [] as string[] }

export const refusal = (status: number, code: string) =>
  Response.json({ status: false, code, message: 'No.' }, { status, headers: { 'x-roomkeeper-refusal': 'gateway' } })

export async function answer(path: string, { method = 'GET', headers }: RequestInit = {}): Promise<Response> {
  network.reached.push(`${method} ${path}`)
  const isMeant = new Headers(headers).get(identityHeader) === network.session.identity
  if (path === '/bff/session') {
    if (method === 'POST') Object.assign(network, { accepts: true, session: signedIn })
    if (method === 'DELETE' && network.accepts && !isMeant) return refusal(409, accountChangedCode)
    if (method === 'DELETE') network.accepts = false
    return Response.json(network.accepts ? network.session : signedOut)
  }
  if (network.accepts && !isMeant) return refusal(409, accountChangedCode)
  return network.accepts ? Response.json({ status: true, count: 0, data: [] }) : refusal(401, 'no_session')
}

/** A page that was just loaded. */
export async function freshPage() {
  vi.resetModules()
  const session = { ...(await import('./session-state.ts')), ...(await import('./session.ts')), ...(await import('./sign-in.ts')) }
  const { result } = renderHook(() => session.useSessionState())
  return { ...session, state: () => result.current }
}

/** The state of a call so far, without waiting for it to settle. */
export function watch(work: Promise<unknown>) {
  const seen: { end: 'waits' | 'resolved' | 'rejected'; reason?: unknown } = { end: 'waits' }
  void work.then(
    () => (seen.end = 'resolved'),
    (reason: unknown) => Object.assign(seen, { end: 'rejected', reason }),
  )
  return seen
}

export const inChat = { params: { chatId: 3 } }

/** Restores a valid session before each test of the calling file, and the global objects after it. */
export function resetNetworkForEachTest() {
  beforeEach(() => {
    Object.assign(network, { accepts: true, session: signedIn, reached: [], left: [] })
    vi.stubGlobal('fetch', answer)
    vi.stubGlobal('location', { assign: (path: string) => network.left.push(path) })
    vi.stubGlobal('BroadcastChannel', undefined)
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
}
