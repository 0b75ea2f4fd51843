import { api, type Api } from '#contract/api.ts'
import { createClient, Failure, type CallName, type ReadCall, type CallOptions as ClientOptions } from '#contract/client.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { accountChangedCode, confirmScope, stepUpEndpoints, type Session } from '#contract/session.ts'
import { gateway } from './gateway.ts'
import {
  clearStoredTexts,
  getSession,
  hasFreshToken,
  isAccountChange,
  leave,
  otherTabs,
  ownIdentity,
  sessionState,
  setSession,
} from './session-state.ts'
import type { AuthRequest } from './sign-in.ts'

/** Sends requests as the signed-in account, and reacts when the session ends. The sign-in itself is in sign-in.ts. */

type TabMessage =
  | 'ended'
  | 'signed-in'
  | { signingOut: string | undefined }
  | { staying: string | undefined }
  | { signedOut: string | undefined }

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
  () => getSession()?.service.kind === 'bundled',
)

/** Loaded on demand, because most pages never need it. */
const loadSignIn = () => import('./sign-in.ts')

/** Asks the person for what a request needs. Resolves to true once it is there. */
export async function requestAuth(authRequest: AuthRequest, signal?: AbortSignal): Promise<boolean> {
  // Signing out may overtake a request that was sent before it. Nobody who signs out is asked to sign in again for it.
  await whenStaying()
  if (!getSession()?.signedIn) return false
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

export async function loadSession(): Promise<Session> {
  const session = await gateway.read()
  if (isAccountChange(getSession(), session)) location.assign('/')
  else setSession({ session })
  return session
}

let firstLoad: Promise<Session> | null = null

/** Returns the session. Concurrent callers share one request. */
export function knownSession(): Promise<Session> {
  const session = getSession()
  if (session) return Promise.resolve(session)
  firstLoad ??= loadSession().finally(() => (firstLoad = null))
  return firstLoad
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

if (otherTabs) {
  otherTabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    const { session, waiting, replacedBy } = sessionState()
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
