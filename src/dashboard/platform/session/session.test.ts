// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { accountChangedCode } from '#contract/session.ts'
import { answer, freshPage, inChat, network, refusal, resetNetworkForEachTest, watch } from './test-session.ts'
import { signedIn, signedOut } from './test-signed-in.ts'

resetNetworkForEachTest()

test('concurrent callers share one request for the session', async () => {
  const page = await freshPage()
  await act(() => Promise.all([page.knownSession(), page.knownSession()]))
  await page.knownSession()
  expect(network.reached).toEqual(['GET /bff/session'])
  expect(page.state().session).toEqual(signedIn)
})

test('no call waits when nobody is signed in', async () => {
  network.accepts = false
  const page = await freshPage()
  await act(page.loadSession)
  await expect(page.call('chatList', {})).rejects.toMatchObject({ kind: 'signed-out' })
  expect(page.state().waiting).toEqual([])
})

describe('when the session ends', () => {
  /** A page whose session ended on the server, and two calls that were refused because of it. */
  async function ended() {
    const page = await freshPage()
    await act(page.loadSession)
    network.accepts = false
    network.reached = []
    const calls = [page.call('chatList', {}), page.call('pollList', inChat)]
    const seen = calls.map(watch)
    await act(() => vi.waitFor(() => expect(page.state().waiting).toHaveLength(2)))
    return { page, calls, seen }
  }

  test('calls wait, and only those that change something have a description', async () => {
    const { page, seen } = await ended()
    expect(seen.map(({ end }) => end)).toEqual(['waits', 'waits'])
    expect(page.state().waiting).toEqual(['', ''])
    expect(network.reached).toEqual(['GET /bff/api/chats', 'GET /bff/api/chats/3/polls'])
  })

  test('signing in again repeats each call once and clears the list', async () => {
    const { page, calls } = await ended()
    network.reached = []
    await act(() => page.signIn({ token: 'new', account: 7 }))
    expect(await Promise.all(calls)).toMatchObject([{ data: [] }, { data: [] }])
    expect(network.reached).toEqual(['POST /bff/session', 'GET /bff/api/chats', 'GET /bff/api/chats/3/polls'])
    expect(page.state().waiting).toEqual([])
    expect(network.left).toEqual([])
  })

  test('a write is repeated with the same body', async () => {
    const page = await freshPage()
    await act(page.loadSession)
    network.accepts = false
    const bodies: unknown[] = []
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (path.endsWith('/messages')) bodies.push(init.body)
      return answer(path, init)
    })
    const posting = page.request('messageSend', { ...inChat, body: { text: 'Hello' } })
    await act(() => vi.waitFor(() => expect(page.state().waiting).toEqual(['Post a system message'])))
    await act(() => page.signIn({ token: 'new' }))
    await posting
    expect(bodies).toEqual(['{"text":"Hello"}', '{"text":"Hello"}'])
  })

  test('after a rejected token the calls keep waiting', async () => {
    const { page, seen } = await ended()
    vi.stubGlobal('fetch', async () => refusal(401, 'token_refused'))
    await expect(page.signIn({ token: 'wrong' })).rejects.toMatchObject({ kind: 'signed-out', reason: 'No.' })
    expect(seen.map(({ end }) => end)).toEqual(['waits', 'waits'])
    expect(page.state().waiting).toHaveLength(2)
  })

  test('a 401 right after signing in does not ask for the token again', async () => {
    const { page, calls } = await ended()
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => (path === '/bff/session' ? answer(path, init) : refusal(401, 'x')))
    await act(() => page.signIn({ token: 'new' }))
    for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'signed-out' })
    expect(page.state().waiting).toEqual([])
  })

  test('signing out rejects every waiting call and leaves the page', async () => {
    const { page, calls } = await ended()
    network.reached = []
    act(page.abandonWaiting)
    for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'signed-out' })
    expect(network.reached).toEqual([])
    expect(network.left).toEqual(['/sign-in'])
    expect(page.state().waiting).toEqual([])
  })

  test.each(['resumeWaiting', 'discardWaiting'] as const)(
    'after a sign-in in another tab, the calls of this tab wait for a click: %s',
    async (answer) => {
      const page = await freshPage()
      await act(page.loadSession)
      network.accepts = false
      const asked = [
        page.call('chatList', {}),
        page.request('messageSend', { ...inChat, body: { text: 'Hello' } }),
        page.request('messageDeleteAll', inChat),
        page.request('currencySet', { body: { currency: 'EUR' } }),
      ]
      const seen = asked.map(watch)
      await act(() => vi.waitFor(() => expect(page.state().waiting).toHaveLength(4)))
      network.accepts = true
      network.reached = []
      act(page.onSignedInElsewhere)
      expect(network.reached).toEqual([])
      expect(seen.map(({ end }) => end)).toEqual(['waits', 'waits', 'waits', 'waits'])
      expect(page.state()).toMatchObject({ isSignedInElsewhere: true, waiting: { length: 4 } })
      act(page[answer])
      await vi.waitFor(() => expect(seen.map(({ end }) => end)).not.toContain('waits'))
      expect(network.reached).toHaveLength(answer === 'resumeWaiting' ? 4 : 0)
    },
  )

  test('an aborted call stops waiting', async () => {
    const page = await freshPage()
    await act(page.loadSession)
    network.accepts = false
    const abort = new AbortController()
    const seen = watch(page.call('chatList', {}, { signal: abort.signal }))
    await act(() => vi.waitFor(() => expect(page.state().waiting).toHaveLength(1)))
    abort.abort()
    await vi.waitFor(() => expect(seen.end).toBe('rejected'))
  })
})

describe('while a person signs out', () => {
  /** A read that signing out overtook: the session is over on the server, and no tab has heard so yet. */
  async function overtaken(signOutAnswer: () => Promise<Response>) {
    const page = await freshPage()
    await act(page.loadSession)
    let answerSignOut = () => {}
    const isAnswered = new Promise<void>((resolve) => (answerSignOut = resolve))
    let arrive = () => {}
    const hasArrived = new Promise<void>((resolve) => (arrive = resolve))
    const before = hasArrived.then(() => answer('/bff/api/chats'))
    const fetch = vi.fn<typeof answer>((path, init) => {
      if (init?.method === 'DELETE') return isAnswered.then(signOutAnswer)
      return path === '/bff/api/chats' ? before : answer(path, init)
    })
    vi.stubGlobal('fetch', fetch)
    const seen = watch(page.call('chatList', {}))
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
    const signingOut = watch(page.signOut())
    network.accepts = false
    network.reached = []
    arrive()
    await before
    return { page, seen, signingOut, answerSignOut }
  }
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))

  test('a refused request that it overtook asks for no sign-in, and no other is sent', async () => {
    const { page, seen, signingOut, answerSignOut } = await overtaken(async () => Response.json(signedOut))
    const later = watch(page.call('pollList', inChat))
    await settle()
    expect([page.state().waiting, seen.end]).toEqual([[], 'waits'])
    answerSignOut()
    await vi.waitFor(() => expect(signingOut.end).toBe('resolved'))
    await settle()
    expect([page.state().waiting, seen.end, later.end]).toEqual([[], 'waits', 'waits'])
    expect(network.reached).toEqual(['GET /bff/api/chats'])
    expect(network.left).toEqual(['/sign-in'])
  })

  test('requests go on if it fails', async () => {
    const { page, signingOut, answerSignOut } = await overtaken(async () => Promise.reject(new TypeError('Failed to fetch')))
    answerSignOut()
    await vi.waitFor(() => expect(signingOut.end).toBe('rejected'))
    await act(() => vi.waitFor(() => expect(page.state().waiting).toEqual([''])))
    expect(network.left).toEqual([])
  })
})

describe('when another account signs in with this browser', () => {
  const other = { ...signedIn, account: { id: 8, name: 'Lee', email: 'lee@example.org' }, identity: '8@here' }

  /** A page whose session was replaced by another account, and two calls that were refused because of it. */
  async function replaced(session: typeof signedIn = other) {
    const page = await freshPage()
    await act(page.loadSession)
    network.session = session
    const calls = [page.call('chatList', {}), page.request('messageSend', { ...inChat, body: { text: 'Hello' } })]
    const seen = calls.map(watch)
    await act(() => vi.waitFor(() => expect(page.state().waiting).toHaveLength(2)))
    network.reached = []
    return { page, calls, seen }
  }

  test.each([
    ['another account', other],
    ['an equal number of another installation', { ...signedIn, identity: '7@elsewhere' }],
  ])('%s: calls wait, and the page names the account', async (_, session) => {
    const { page, seen } = await replaced(session)
    expect(page.state().replacedBy).toEqual(session.account)
    expect(page.state().session).toEqual(signedIn)
    expect(seen.map(({ end }) => end)).toEqual(['waits', 'waits'])
  })

  test('signing in again as the account of the page repeats each call once', async () => {
    const { page, calls } = await replaced()
    await act(() => page.signIn({ token: 'own', account: 7 }))
    await Promise.all(calls)
    expect(network.reached).toEqual(['POST /bff/session', 'GET /bff/api/chats', 'POST /bff/api/chats/3/messages'])
    expect(page.state()).toMatchObject({ replacedBy: null, waiting: [] })
    expect(network.left).toEqual([])
  })

  test('the token of an account with the same ID in another installation sends nothing of this page', async () => {
    const { page, seen } = await replaced()
    vi.stubGlobal('fetch', async () => Response.json({ ...signedIn, identity: '7@elsewhere' }))
    await act(() => page.signIn({ token: 'elsewhere', account: 7 }))
    expect(network.left).toEqual(['/'])
    expect(seen.map(({ end }) => end)).toEqual(['waits', 'waits'])
    expect(page.state().session).toEqual(signedIn)
  })

  test('if the session is restored before the page checks it, the call continues automatically', async () => {
    const page = await freshPage()
    await act(page.loadSession)
    let isOver = false
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      if (isOver || path === '/bff/session') return answer(path, init)
      isOver = true
      return Promise.resolve(refusal(409, accountChangedCode))
    })
    await expect(page.call('chatList', {})).resolves.toMatchObject({ data: [] })
    expect(page.state()).toMatchObject({ replacedBy: null, waiting: [] })
  })

  test('a page that cannot find out who is signed in sends nothing', async () => {
    const page = await freshPage()
    await act(page.loadSession)
    vi.stubGlobal('fetch', (path: string) =>
      path === '/bff/session' ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(refusal(409, accountChangedCode)),
    )
    const seen = watch(page.call('chatList', {}))
    await act(() => vi.waitFor(() => expect(page.state().waiting).toHaveLength(1)))
    expect([page.state().replacedBy, seen.end]).toEqual([{ name: '', email: '' }, 'waits'])
  })

  test('signing out does not end the session of the other account', async () => {
    const page = await freshPage()
    await act(page.loadSession)
    network.session = other
    await expect(page.signOut()).rejects.toMatchObject({ code: accountChangedCode })
    expect(network.accepts).toBe(true)
    expect(network.left).toEqual([])
    expect(page.state().replacedBy).toEqual(other.account)
  })
})
