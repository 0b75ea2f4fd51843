import { useSyncExternalStore } from 'react'
import { api, type ApiName } from '#contract/api.ts'
import { createClient, Failure, type Send } from '#contract/client.ts'
import { refusal } from '#contract/values.ts'
import { gatewayPaths, pageHeader, Session, type SignInDraft } from '#contract/session.ts'
import type { z } from 'zod/mini'

/** Who is signed in, and what happens when that ends. The token itself stays in the gateway; the page only ever sends a cookie. */

interface State {
  session: Session | null
  /** Requests that met a 401 and wait for a new sign-in, by what they do. Empty: nothing waits. */
  waiting: string[]
}

let state: State = { session: null, waiting: [] }
const listeners = new Set<() => void>()
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-session')

function set(next: Partial<State>) {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSessionState = () => useSyncExternalStore(subscribe, () => state)

/** The signed-in session. Only for parts inside the frame, which is not drawn without one. */
export function useSession() {
  const { session } = useSessionState()
  if (!session?.signedIn) throw new TypeError('Nobody is signed in')
  return session
}

export const currentSession = () => state.session

const toGateway = (path: string, init: { method: string; body?: string; signal?: AbortSignal }) =>
  fetch(path, {
    ...init,
    credentials: 'same-origin',
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(init.method === 'GET' ? {} : { 'content-type': 'application/json', [pageHeader.name]: pageHeader.value }),
    },
  })

const send: Send = (path, init) => toGateway(gatewayPaths.api + path, init)

type Answer = (signedIn: boolean) => void
let answers: Answer[] = []

/** Resolves once somebody signed in again (true) or gave up (false). */
function signInAgain(name: ApiName, signal?: AbortSignal): Promise<boolean> {
  if (!state.session?.signedIn) return Promise.resolve(false)
  set({ waiting: [...state.waiting, api[name].summary] })
  return new Promise((resolve) => {
    answers.push(resolve)
    signal?.addEventListener('abort', () => resolve(false), { once: true })
  })
}

function settle(signedIn: boolean) {
  const waiting = answers
  answers = []
  set({ waiting: [] })
  for (const answer of waiting) answer(signedIn)
}

/** One request of the API document: `call('pollCreate', { params, body })`. Rejects with a Failure. */
export const call = createClient(send, signInAgain)

async function ask(path: string, init: { method: string; body?: string }): Promise<Session> {
  const answer = await toGateway(path, { ...init, signal: AbortSignal.timeout(20_000) }).catch((cause: unknown) => {
    throw new Failure(cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timed-out' : 'unreachable', { cause })
  })
  const json: unknown = await answer.json().catch(() => null)
  const session = Session.safeParse(json)
  if (answer.ok && session.success) return session.data
  const refused = refusal.safeParse(json)
  if (!refused.success) throw new Failure('not-this-api')
  const { code, message } = refused.data
  const retryAfter = Number(answer.headers.get('retry-after')) || undefined
  if (answer.status === 429) throw new Failure('too-many-requests', { code, said: message, retryAfter })
  throw new Failure(signInFailures[code ?? ''] ?? 'refused', { code, said: message })
}

const signInFailures: Record<string, 'signed-out' | 'unreachable' | 'timed-out' | 'not-this-api'> = {
  token_refused: 'signed-out',
  upstream_unreachable: 'unreachable',
  upstream_timeout: 'timed-out',
  upstream_not_api: 'not-this-api',
}

/** Asks the gateway whether this browser has a session. */
export async function loadSession(): Promise<Session> {
  const session = await ask(gatewayPaths.session, { method: 'GET' })
  set({ session })
  return session
}

export async function signIn(draft: z.input<typeof SignInDraft>): Promise<void> {
  accept(await ask(gatewayPaths.session, { method: 'POST', body: JSON.stringify(draft) }))
}

export async function signInToDemo(): Promise<void> {
  accept(await ask(gatewayPaths.demo, { method: 'POST', body: '{}' }))
}

function accept(session: Session) {
  set({ session })
  settle(true)
  otherTabs?.postMessage('signed-in')
}

/** Ends the session on the server, here and in the other tabs. Rejects when the server could not be told: then nobody is signed out. */
export async function signOut(): Promise<void> {
  await ask(gatewayPaths.session, { method: 'DELETE', body: '{}' })
  otherTabs?.postMessage('signed-out')
  leave()
}

/** Gives up on a session that ended: what waited for it fails. */
export function giveUp() {
  settle(false)
  leave()
}

/** A full load, so that nothing of the account stays in memory. */
function leave() {
  location.assign('/sign-in')
}

if (otherTabs) {
  otherTabs.onmessage = ({ data }) => {
    if (data === 'signed-out' && state.session?.signedIn) leave()
    // Another tab signed in again: what waits here may go on, if it is the same account.
    if (data === 'signed-in' && state.waiting.length > 0) {
      const before = state.session
      void loadSession().then((session) => {
        if (session.signedIn && before?.signedIn && session.account.id === before.account.id) settle(true)
        else if (session.signedIn) location.assign('/')
      })
    }
  }
}
