import { api } from '#contract/api.ts'
import { createClient, meetingNeeds, type Need } from '#contract/client.ts'
import type { Session, SignInDraft } from '#contract/session.ts'
import type { z } from 'zod/mini'
import { gateway, type Backend } from './gateway.ts'
import { serviceAt } from './service-at.ts'
import { createStore } from './ui/store.ts'

/** Who is signed in, and what happens when that ends. */

// Fixed when the page is built, never taken from an address: a link could otherwise send the token to somebody else.
const address = import.meta.env.VITE_CHAT_API_URL
const backend: Backend = address ? serviceAt(address.replace(/\/$/, '')) : gateway

/** Whether a sign-in can outlive the page: only the gateway keeps tokens. */
export const canKeepSession = !address

interface State {
  session: Session | null
  /** Requests that met a 401 and wait for a new sign-in, by what they do. Empty: nothing waits. */
  waiting: string[]
  /** Acts that the gateway lets through only after the token was entered again, in words. */
  confirming: string[]
}

const state = createStore<State>({ session: null, waiting: [], confirming: [] })
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-session')
const set = (next: Partial<State>) => state.set({ ...state.get(), ...next })

export const useSessionState = state.use

/** The signed-in session. Only for parts inside the frame, which is not drawn without one. */
export function useSession() {
  const { session } = useSessionState()
  if (!session?.signedIn) throw new TypeError('Nobody is signed in')
  return session
}

interface Waiter {
  need: Need
  what: string
  answer: (met: boolean) => void
}
let waiters: Waiter[] = []

function wait(next: Waiter[]) {
  waiters = next
  const whatWaits = (need: Need) => waiters.filter((waiter) => waiter.need === need).map(({ what }) => what)
  set({ waiting: whatWaits('session'), confirming: whatWaits('fresh token') })
}

/** Resolves once somebody signed in again or entered the token again (true), or gave up (false). @param what the work that waits, in words */
function meet(need: Need, what: string, signal?: AbortSignal): Promise<boolean> {
  if (!state.get().session?.signedIn) return Promise.resolve(false)
  return new Promise((answer) => {
    const waiter = { need, what, answer }
    wait([...waiters, waiter])
    const giveUpThis = () => {
      wait(waiters.filter((other) => other !== waiter))
      answer(false)
    }
    signal?.addEventListener('abort', giveUpThis, { once: true })
  })
}

function settle(met: boolean, need?: Need) {
  const settled = waiters.filter((waiter) => !need || waiter.need === need)
  wait(waiters.filter((waiter) => !settled.includes(waiter)))
  for (const { answer } of settled) answer(met)
}

/** One request of the API document: `call('pollCreate', { params, body })`. Rejects with a Failure. */
export const call = createClient(backend.send, (need, name, signal) => meet(need, api[name].summary, signal))

/** The account's token key, or null where it has none. The gateway wants a fresh token first. Rejects with a Failure. */
export const readTokenKey = () => meetingNeeds(backend.tokenKey, (need) => meet(need, 'Show the token key'))

/** Enters the token again: what waits for it goes on. Rejects with a Failure, and it waits on. @param token left out for the demo */
export async function confirmToken(token?: string): Promise<void> {
  await backend.confirm(token)
  settle(true, 'fresh token')
}

/** What waits for the token is not done. */
export const declineToken = () => settle(false, 'fresh token')

/** Asks whether this browser has a session. */
export async function loadSession(): Promise<Session> {
  const session = await backend.read()
  set({ session })
  return session
}

let firstLoad: Promise<Session> | null = null

/** The session, asked for once however many ask at the same time. */
export function knownSession(): Promise<Session> {
  const { session } = state.get()
  if (session) return Promise.resolve(session)
  firstLoad ??= loadSession().finally(() => (firstLoad = null))
  return firstLoad
}

export async function signIn(draft: z.input<typeof SignInDraft>): Promise<void> {
  accept(await backend.signIn(draft))
}

export async function signInToDemo(): Promise<void> {
  accept(await backend.signInToDemo())
}

function accept(session: Session) {
  set({ session })
  settle(true, 'session')
  otherTabs?.postMessage('signed-in')
}

/** What a page keeps in this browser under names that start so is dropped when somebody signs out. */
const keptUntilSignOut = 'roomkeeper-kept-'
let isOver = false

/** Keeps a text in this browser until somebody signs out; null drops it. Nothing is kept any more once that happened. */
export function keep(name: string, text: string | null): void {
  if (isOver) return
  if (text === null) localStorage.removeItem(keptUntilSignOut + name)
  else localStorage.setItem(keptUntilSignOut + name, text)
}

export const kept = (name: string) => localStorage.getItem(keptUntilSignOut + name)

function dropKept() {
  isOver = true
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(keptUntilSignOut))) localStorage.removeItem(key)
}

/** Ends the session on the server, here and in the other tabs. Rejects when the server could not be told: then nobody is signed out. */
export async function signOut(): Promise<void> {
  await backend.signOut()
  dropKept()
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
    if (data === 'signed-out' && state.get().session?.signedIn) {
      dropKept()
      leave()
    }
    // Another tab signed in again: what waits here may go on, if it is the same account.
    if (data === 'signed-in' && state.get().waiting.length > 0) {
      const before = state.get().session
      void loadSession().then((session) => {
        if (session.signedIn && before?.signedIn && session.account.id === before.account.id) settle(true, 'session')
        else if (session.signedIn) location.assign('/')
      })
    }
  }
}
