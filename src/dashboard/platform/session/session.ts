import { api, type Api } from '#contract/api.ts'
import { createClient, Failure, type CallName, type ReadCall, type CallOptions as ClientOptions } from '#contract/client.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { accountChangedCode, stepUpEndpoints, type Session } from '#contract/session.ts'
import { gateway, type Backend } from './gateway.ts'
import { serviceAt } from './service-at.ts'
import { createStore } from '#dashboard/ui/store.ts'

/** Who is signed in, and what happens when that ends. How one signs in is in sign-in.ts. */

// Fixed when the page is built, never taken from an address: a link could otherwise send the token to somebody else.
const address = import.meta.env.VITE_CHAT_API_URL
export const backend: Backend = address ? serviceAt(address.replace(/\/$/, '')) : gateway

/** Whether a sign-in can outlive the page: only the gateway keeps tokens. */
export const canKeepSession = !address

type TabMessage = 'ended' | 'signed-in' | { signedOut: string | undefined }

interface State {
  session: Session | null
  /** Requests that met the end of the session, or another account's session, and wait for a new sign-in, by what they do. Empty: nothing waits. */
  waiting: string[]
  /** Another account signed in with this browser, so nothing of this page is sent any more. Both '' where nothing else is known of it. */
  replacedBy: { name: string; email: string } | null
  /** Another tab signed in again; what was asked for here waits for a click. */
  isBack: boolean
  /** Actions that the gateway lets through only after the token was entered again, in words. */
  confirming: string[]
}

const state = createStore<State>({ session: null, waiting: [], replacedBy: null, isBack: false, confirming: [] })
export const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roomkeeper-session')
export const getSession = () => state.get().session
export const setSession = (next: Partial<State>) => state.set({ ...state.get(), ...next })

export const useSessionState = state.use

/** The signed-in session. Only for parts inside the frame, which is not drawn without one. */
export function useSession() {
  const { session } = useSessionState()
  if (!session?.signedIn) throw new TypeError('Nobody is signed in')
  return session
}

const send = createClient(
  (path, init) => backend.send(ownIdentity())(path, init),
  async (need, name, signal) => {
    if (!state.get().session?.signedIn) return false
    if (need === 'session') otherTabs?.postMessage('ended')
    return (await signingIn()).meet({ need, name, what: api[name].summary }, signal)
  },
  // The gateway says so, who alone can know it. No other service is believed to tell a repetition from a second request.
  () => state.get().session?.service.kind === 'bundled',
)

/** Most pages end without it. */
const signingIn = () => import('./sign-in.ts')

interface CallOptions extends ClientOptions {
  /** One of the many steps of a job, which is recorded as a whole. */
  unrecorded?: boolean
  /** The gateway lets it through only after the token was entered again, like the actions that always need that. */
  isFinal?: boolean
}

/** Sends one request of the API document: `send('pollCreate', { params, body })`. Rejects with a Failure. */
export interface SendRequest {
  <K extends CallName>(name: K, input: Input<Api[K]>, options?: CallOptions): Promise<Output<Api[K]>>
}

const finalNames: ReadonlySet<CallName> = new Set(stepUpEndpoints)

/** Whether the gateway would let a final action through now, as far as this page knows. Without a gateway nothing asks. */
export function isFresh(): boolean {
  const { session } = state.get()
  return !session?.signedIn || session.freshUntil === undefined || session.freshUntil * 1000 > Date.now()
}

/** Asks for the token before what is refused without it, so that nothing is sent in vain. */
const sendConfirmed: SendRequest = async (name, input, options) => {
  const { confirmFirst } = await signingIn()
  await confirmFirst({ name, what: api[name].summary }, options?.signal)
  return send(name, input, options)
}

type Recorder = <K extends CallName>(accountId: number, name: K, input: Input<Api[K]>, answer: Promise<Output<Api[K]>>) => void

let loadRecorder: () => Promise<Recorder> = () => new Promise(() => {})

/** Names the code that writes the record of changes. Until it is named, nothing is recorded. */
export function setRecorder(load: typeof loadRecorder) {
  loadRecorder = load
}

/** Changes are recorded in this browser. Only actions.ts passes it on, so that every write is a mutation. */
export const request: SendRequest = (name, input, options) => {
  const isFinal = options?.isFinal || finalNames.has(name)
  const answer = isFinal && !isFresh() ? sendConfirmed(name, input, options) : send(name, input, options)
  const { session } = state.get()
  if (session?.signedIn && !options?.unrecorded)
    // Fetched with the first read: when something is changed, the connection may be gone. Without it everything but the record works.
    loadRecorder().then(
      (record) => record(session.account.id, name, input, answer),
      () => {},
    )
  return answer
}

/** One read: `call('pollList', { params })`. Rejects with a Failure. */
export const call: ReadCall = (name, input, options) => request(name, input, options)

const ownIdentity = () => identityIn(state.get().session)
const identityIn = (session: Session | null) => (session?.signedIn ? session.identity : undefined)

/** Whether a page that shows `before` would become another account's by `next`. It is loaded anew then: nothing of one may stay for the other. */
export const isOther = (before: Session | null, next: Session): boolean =>
  Boolean(before?.signedIn && next.signedIn && before.identity !== next.identity)

/** Asks whether this browser has a session. */
export async function loadSession(): Promise<Session> {
  const session = await backend.read()
  if (isOther(state.get().session, session)) location.assign('/')
  else setSession({ session })
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

/**
 * Names the signed-in account for everything that this browser keeps for it: the account, its service and its installation, so that an equal number
 * elsewhere reads nothing of it. Throws where nobody is signed in.
 */
export function storageScope(): string {
  const { session } = state.get()
  if (!session?.signedIn) throw new TypeError('Nobody is signed in')
  return session.identity
}

/** What an account keeps in this browser under names that start so is dropped when it signs out. */
const keptUntilSignOut = () => `roomkeeper-kept:${storageScope()}:`
/** Of releases up to 0.1.0, which told accounts apart by their number alone. It is not read any more. */
const keptBefore = 'roomkeeper-kept-'
let isOver = false

/**
 * Keeps a text of the signed-in account in this browser until it signs out; null drops it. Nothing is kept any more once that happened.
 * @param name what the account keeps nothing else under
 * @param storage sessionStorage: in this tab alone, and until it is closed
 */
export function keep(name: string, text: string | null, storage = localStorage): void {
  if (isOver) return
  if (text === null) storage.removeItem(keptUntilSignOut() + name)
  else storage.setItem(keptUntilSignOut() + name, text)
}

export const kept = (name: string, storage = localStorage) => storage.getItem(keptUntilSignOut() + name)

function dropKept() {
  isOver = true
  const starts = [keptUntilSignOut(), keptBefore]
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (starts.some((start) => key.startsWith(start))) storage.removeItem(key)
}

/** Ends the session on the server, here and in the other tabs. Rejects when the server could not be reached: then nobody is signed out. */
export async function signOut(): Promise<void> {
  const identity = ownIdentity()
  try {
    await backend.signOut(identity)
  } catch (error) {
    if (error instanceof Failure && error.code === accountChangedCode) await (await signingIn()).lookWhoIsSignedIn()
    throw error
  }
  dropKept()
  otherTabs?.postMessage({ signedOut: identity })
  leave()
}

/** To the sign-in page. A full load, so that nothing of the account stays in memory. */
export function leave() {
  location.assign('/sign-in')
}

if (otherTabs) {
  otherTabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    const { session, waiting, replacedBy } = state.get()
    if (!session?.signedIn) return
    // A tab that shows another account learns with its next request that nobody is signed in.
    if (typeof data === 'object' && data.signedOut === session.identity) {
      dropKept()
      leave()
    }
    // Another tab met the end of the session. A read finds out whether it is this one's too, and asks to sign in again if so.
    if (data === 'ended' && waiting.length === 0 && replacedBy === null) void call('accountRead', {}).catch(() => {})
    // Another tab signed in: what waits here may go on if it is the same account, and nothing may if it is another.
    if (data === 'signed-in') void signingIn().then(({ lookWhoIsSignedIn }) => lookWhoIsSignedIn())
  }
}
