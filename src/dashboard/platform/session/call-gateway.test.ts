// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { freshTokenCode, identityHeader } from '#contract/session.ts'
import { freshPage, network, refusal, resetNetworkForEachTest, watch } from './test-session.ts'
import { signedIn } from './test-signed-in.ts'

resetNetworkForEachTest()

/** A page that was just loaded, with the client of its own modules. */
const page = async () => ({ ...(await freshPage()), ...(await import('./call-gateway.ts')) })

test('a request goes to the gateway’s own path and names the account of the page', async () => {
  const { requestGateway, loadSession } = await page()
  await act(loadSession)
  const sent: [string, RequestInit][] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push([path, init])
    return Response.json({ status: true, ended: [] })
  })
  await requestGateway('personRemove', { params: { personId: 'p/1' } })
  expect(sent.map(([path, { method }]) => `${method} ${path}`)).toEqual(['DELETE /bff/workspace/people/p%2F1'])
  expect(new Headers(sent[0]![1].headers).get(identityHeader)).toBe(signedIn.identity)
})

test('a refusal that asks for a confirmation waits for it, and is sent again', async () => {
  const { requestGateway, loadSession, state, confirmToken } = await page()
  await act(loadSession)
  let isFresh = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/bff/session/confirm') isFresh = true
    return isFresh ? Response.json({ status: true, ended: [] }) : refusal(403, freshTokenCode)
  })
  const removal = requestGateway('personRemove', { params: { personId: 'p1' } })
  await act(() => vi.waitFor(() => expect(state().confirming).toEqual(['Remove a person'])))
  await act(() => confirmToken('secret'))
  await expect(removal).resolves.toEqual({ status: true, ended: [] })
})

test('whoever signs in is not asked to sign in first', async () => {
  const { requestGateway, loadSession, state } = await page()
  await act(loadSession)
  network.accepts = false
  const refused = watch(requestGateway('recoverySignIn', { body: { code: 'AAAA' } }))
  await vi.waitFor(() => expect(refused).toMatchObject({ end: 'rejected', reason: { kind: 'signed-out' } }))
  expect(state().waiting).toEqual([])
})
