import { useEffect } from 'react'
import { setProviderNames } from '#contract/provider-names.ts'
import type { EndedCode, Session } from '#contract/session.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { createStore } from '#dashboard/ui/store.ts'

/** The session of this page, and what this browser stores for its account. */

interface SessionState {
  session: Session | null
  /** Descriptions of the requests that wait for a new sign-in, because their session ended or became another account's. */
  waiting: string[]
  /** The account that signed in with this browser instead, so that this page no longer sends anything. Both fields are '' if it is unknown. */
  replacedBy: { name: string; email: string } | null
  /** Another tab signed in again, and the waiting requests of this tab need a click to continue. */
  isSignedInElsewhere: boolean
  /** Descriptions of the actions that the gateway allows only after they are confirmed, with the token or a passkey. */
  confirming: string[]
  /** Why the session of a person was ended by somebody else. */
  ended: EndedCode | null
}

const state = createStore<SessionState>({
  session: null,
  waiting: [],
  replacedBy: null,
  isSignedInElsewhere: false,
  confirming: [],
  ended: null,
})
export const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-session')
export const sessionState = state.get
export const getSession = () => state.get().session
export function setSession(next: Partial<SessionState>) {
  if (next.session) setProviderNames(next.session.service.names)
  state.set({ ...state.get(), ...next })
}

/** Why the session was ended by somebody else; null while it was not. */
export const endedBecause = () => state.get().ended
export const useSessionState = state.use
export const onSessionChange = state.subscribe
/** Whether requests wait for a new sign-in. */
export const isSignInAwaited = () => state.get().waiting.length > 0

/** Returns the signed-in session. Only for components inside the frame, which is not rendered without a session. */
export function useSession() {
  const { session } = useSessionState()
  if (!session?.signedIn) throw new TypeError('Nobody is signed in')
  return session
}

/** Whether the gateway would accept an irreversible action now, as far as this page knows. */
export function hasFreshToken(): boolean {
  const { session } = state.get()
  return !session?.signedIn || session.freshUntil * 1000 > nowMs()
}

export const ownIdentity = () => identityIn(state.get().session)
const identityIn = (session: Session | null) => (session?.signedIn ? session.identity : undefined)

/**
 * Whether replacing the session `before` with `next` changes the account. The page is then reloaded, so that no data of one account stays for the
 * other.
 */
export const isAccountChange = (before: Session | null, next: Session): boolean =>
  Boolean(before?.signedIn && next.signedIn && before.identity !== next.identity)

/** Opens the sign-in page with a full load, so that no data of the account stays in memory. */
export function leave() {
  location.assign('/sign-in')
}

/**
 * Identifies the signed-in account for everything that this browser stores: the account, its service and its installation, so that an account with
 * the same ID elsewhere cannot read it. Throws if nobody is signed in.
 */
export function storageScope(): string {
  const { session } = state.get()
  if (!session?.signedIn) throw new TypeError('Nobody is signed in')
  return session.identity
}

/** The key prefix of everything that sign-out deletes. */
const storagePrefix = () => `roomkeeper-kept:${storageScope()}:`
let isSignedOut = false
/** Whether the person signed out, here or in another tab. They were told what that would delete. */
export const hasSignedOut = () => isSignedOut

/**
 * Stores a text of the signed-in account in this browser until sign-out; null deletes it. Does nothing after sign-out.
 * @param name unique within the account
 * @param storage sessionStorage: for this tab only, until it is closed
 */
export function storeText(name: string, text: string | null, storage = localStorage): void {
  if (isSignedOut) return
  if (text === null) storage.removeItem(storagePrefix() + name)
  else storage.setItem(storagePrefix() + name, text)
}

export const storedText = (name: string, storage = localStorage) => storage.getItem(storagePrefix() + name)

export const storedNames = (): string[] =>
  Object.keys(localStorage).flatMap((key) => (key.startsWith(storagePrefix()) ? [key.slice(storagePrefix().length)] : []))

/** Deletes everything that this browser stores for the signed-in account. */
export function clearStoredTexts() {
  isSignedOut = true
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(storagePrefix())) storage.removeItem(key)
}

/**
 * Texts of the signed-in account that this browser stores until sign-out. Full or disabled storage must not prevent typing: a text that could not be
 * stored is missing at the next read.
 */

/** @param name of the text, unique within the account */
export const localText = (name: string): string => storedText(name) ?? ''

/**
 * Stores a text; an empty text is removed.
 * @param storage sessionStorage: for this tab only, until it is closed
 * @returns false where the storage is full or disabled
 */
export function setLocalText(name: string, text: string, storage = localStorage): boolean {
  try {
    storeText(name, text === '' ? null : text, storage)
    return true
  } catch {
    return false
  }
}

export function useLocalText(name: string, text: string): void {
  useEffect(() => void setLocalText(name, text), [name, text])
}

/** Parses a stored text as JSON; null if there is no text or it is not valid JSON. */
export function localJson(name: string, storage = localStorage): unknown {
  try {
    return JSON.parse(storedText(name, storage) ?? 'null')
  } catch {
    return null
  }
}
