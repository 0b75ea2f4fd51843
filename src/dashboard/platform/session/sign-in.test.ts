// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answer, freshPage, inChat, network, refusal, resetNetworkForEachTest, watch } from './test-session.ts'
import { signedIn } from './test-signed-in.ts'

resetNetworkForEachTest()

test('signing out ends the session on the server, then leaves the page', async () => {
  const page = await freshPage()
  await act(page.loadSession)
  await page.signOut()
  expect(network.reached).toEqual(['GET /bff/session', 'DELETE /bff/session'])
  expect(network.left).toEqual(['/sign-in'])
})

test('a sign-out that does not reach the server keeps the session', async () => {
  const page = await freshPage()
  await act(page.loadSession)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(page.signOut()).rejects.toMatchObject({ kind: 'unreachable' })
  expect(network.left).toEqual([])
  expect(page.state().session).toEqual(signedIn)
})

describe('step-up authentication before an irreversible action', () => {
  /** A page whose deletion was refused by the gateway until the token is confirmed. */
  async function asked() {
    const page = await freshPage()
    await act(page.loadSession)
    let isFresh = false
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      if (path === '/bff/session/confirm') {
        isFresh = init.body === '{"token":"right"}'
        return isFresh ? Response.json({ status: true }) : refusal(401, 'token_refused')
      }
      if (init.method !== 'DELETE' || isFresh) return answer(path, init)
      return refusal(403, 'fresh_token_needed')
    })
    network.reached = []
    const deletion = page.request('chatDelete', inChat)
    const seen = watch(deletion)
    await act(() => vi.waitFor(() => expect(page.state().confirming).toEqual(['Delete a chat and everything in it'])))
    return { page, deletion, seen }
  }

  test('the action waits for the token and is sent once, and a wrong token keeps it waiting', async () => {
    const { page, deletion, seen } = await asked()
    await expect(page.confirmToken('wrong')).rejects.toMatchObject({ kind: 'signed-out', code: 'token_refused' })
    expect(seen.end).toBe('waits')
    expect(page.state()).toMatchObject({ waiting: [], confirming: ['Delete a chat and everything in it'] })
    await act(() => page.confirmToken('right'))
    await deletion
    expect(network.reached.filter((request) => request.startsWith('DELETE'))).toEqual(['DELETE /bff/api/chats/3'])
    expect(page.state().confirming).toEqual([])
  })

  test('without the token the action is not sent, and the message says so', async () => {
    const { page, deletion } = await asked()
    act(page.declineConfirmation)
    await expect(deletion).rejects.toMatchObject({
      kind: 'refused',
      code: 'fresh_token_needed',
      advice: expect.stringContaining('nothing was sent'),
    })
    expect(network.reached).toEqual([])
    expect(page.state().confirming).toEqual([])
  })

  test('signing in again does not replace the confirmation', async () => {
    const { page, seen } = await asked()
    await act(() => page.signIn({ token: 'new' }))
    expect(seen.end).toBe('waits')
    expect(page.state().confirming).toHaveLength(1)
  })
})
