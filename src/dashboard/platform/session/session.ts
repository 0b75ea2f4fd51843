import { api, type Api } from '#contract/api.ts'
import { createClient, Failure, type CallName, type ReadCall, type CallOptions as ClientOptions } from '#contract/client.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { setProviderNames } from '#contract/provider-names.ts'
import { accountChangedCode, confirmScope, stepUpEndpoints, type EndedCode, type Session } from '#contract/session.ts'
import { gateway } from './gateway.ts'
import type { AuthRequest } from './sign-in.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { createStore } from '#dashboard/ui/store.ts'

/** Holds the session and reacts when it ends. The sign-in itself is in sign-in.ts. */

type TabMessage =
  | 'ended'
  | 'signed-in'
  | { signingOut: string | undefined }
  | { staying: string | undefined }
  | { signedOut: string | undefined }

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

/** Resolves when requests may be sent: at once, but not while the person signs out, and never after that. */
export const whenStaying = (): Promise<unknown> => leaving
let leaving: Promise<unknown> = Promise.resolve()
const forever = new Promise(() => {})
/** Another tab did not sign out after all. */
let stay = () => {}
/** How long requests of other tabs wait for the outcome of a sign-out, in milliseconds. */
const maxSignOutMs = 10_000

const send = createClient(
  async (path, init) => {
    await whenStaying()
    return gateway.send(ownIdentity())(path, init)
  },
  (need, { name, scope }, signal) =>
    requestAuth({ need, name, what: api[name].method === 'GET' ? '' : api[name].summary, scopes: [scope] }, signal),
  // Remote services are assumed not to deduplicate by Idempotency-Key.
  () => state.get().session?.service.kind === 'bundled',
)

/** Loaded on demand, because most pages never need it. */
const loadSignIn = () => import('./sign-in.ts')

/** Asks the person for what a request needs. Resolves to true once it is there. */
export async function requestAuth(authRequest: AuthRequest, signal?: AbortSignal): Promise<boolean> {
  // Signing out may overtake a request that was sent before it. Nobody who signs out is asked to sign in again for it.
  await whenStaying()
  if (!state.get().session?.signedIn) return false
  if (authRequest.need === 'session') otherTabs?.postMessage('ended')
  return (await loadSignIn()).requestAuth(authRequest, signal)
}

interface CallOptions extends ClientOptions {
  /** The gateway requires a fresh token for this request, as it always does for the endpoints in `stepUpEndpoints`. */
  isFinal?: boolean
}

/** Sends one request of the API: `send('pollCreate', { params, body })`. Rejects with a Failure. */
export interface SendRequest {
  <K extends CallName>(name: K, input: Input<Api[K]>, options?: CallOptions): Promise<Output<Api[K]>>
}

const stepUpNames: ReadonlySet<CallName> = new Set(stepUpEndpoints)

/** Whether the gateway would accept an irreversible action now, as far as this page knows. */
export function hasFreshToken(): boolean {
  const { session } = state.get()
  return !session?.signedIn || session.freshUntil * 1000 > nowMs()
}

/** Asks for the token first, so that no request is sent only to be refused. */
const sendConfirmed: SendRequest = async (name, input, options) => {
  await confirmFirst(name, [input], options?.signal)
  return send(name, input, options)
}

/**
 * Asks for the confirmation of an irreversible action, unless it was given already. Once for several targets: a job then asks no more. Rejects if the
 * person cancels.
 */
export async function confirmFirst<K extends CallName>(name: K, inputs: Input<Api[K]>[], signal?: AbortSignal): Promise<void> {
  const { path, summary: what } = api[name]
  const scopes = inputs.map((input) => confirmScope(name, path, (input as { params?: Record<string, unknown> }).params))
  await confirmScopes({ name, what, scopes }, signal)
}

/** The same for any endpoint. */
export async function confirmScopes(authRequest: Omit<AuthRequest, 'need'>, signal?: AbortSignal): Promise<void> {
  if (!hasFreshToken()) await (await loadSignIn()).requireConfirmation(authRequest, signal)
}

/** Sends a request. Only actions.ts passes it on, so that every write is a mutation. */
export const request: SendRequest = (name, input, options) => {
  const isFinal = options?.isFinal || stepUpNames.has(name)
  return isFinal && !hasFreshToken() ? sendConfirmed(name, input, options) : send(name, input, options)
}

/** Sends one read: `call('pollList', { params })`. Rejects with a Failure. */
export const call: ReadCall = (name, input, options) => request(name, input, options)

export const ownIdentity = () => identityIn(state.get().session)
const identityIn = (session: Session | null) => (session?.signedIn ? session.identity : undefined)

/**
 * Whether replacing the session `before` with `next` changes the account. The page is then reloaded, so that no data of one account stays for the
 * other.
 */
export const isAccountChange = (before: Session | null, next: Session): boolean =>
  Boolean(before?.signedIn && next.signedIn && before.identity !== next.identity)

export async function loadSession(): Promise<Session> {
  const session = await gateway.read()
  if (isAccountChange(state.get().session, session)) location.assign('/')
  else setSession({ session })
  return session
}

let firstLoad: Promise<Session> | null = null

/** Returns the session. Concurrent callers share one request. */
export function knownSession(): Promise<Session> {
  const { session } = state.get()
  if (session) return Promise.resolve(session)
  firstLoad ??= loadSession().finally(() => (firstLoad = null))
  return firstLoad
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

/** Ends the session on the server, here and in the other tabs. Rejects if the server could not be reached; then nobody is signed out. */
export async function signOut(): Promise<void> {
  const identity = ownIdentity()
  try {
    otherTabs?.postMessage({ signingOut: identity })
    const signingOut = gateway.signOut(identity)
    leaving = signingOut.then(
      () => forever,
      () => {},
    )
    await signingOut
  } catch (error) {
    otherTabs?.postMessage({ staying: identity })
    if (error instanceof Failure && error.code === accountChangedCode) await (await loadSignIn()).checkSignedInAccount()
    throw error
  }
  clearStoredTexts()
  otherTabs?.postMessage({ signedOut: identity })
  leave()
}

/** Opens the sign-in page with a full load, so that no data of the account stays in memory. */
export function leave() {
  location.assign('/sign-in')
}

if (otherTabs) {
  otherTabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    const { session, waiting, replacedBy } = state.get()
    if (!session?.signedIn) return
    // A tab that shows another account finds out with its next request that nobody is signed in.
    if (typeof data === 'object') {
      if ('signingOut' in data && data.signingOut === session.identity)
        leaving = new Promise((resolve) => {
          stay = () => resolve(null)
          setTimeout(stay, maxSignOutMs)
        })
      if ('staying' in data && data.staying === session.identity) stay()
      if ('signedOut' in data && data.signedOut === session.identity) {
        leaving = forever
        clearStoredTexts()
        leave()
      }
    }
    // Another tab found that its session had ended. A read finds out whether this tab is affected, and asks to sign in again if so.
    if (data === 'ended' && waiting.length === 0 && replacedBy === null) void call('accountRead', {}).catch(() => {})
    // Another tab signed in. Waiting requests may continue only if it is the same account.
    if (data === 'signed-in') void loadSignIn().then(({ checkSignedInAccount }) => checkSignedInAccount())
  }
}
