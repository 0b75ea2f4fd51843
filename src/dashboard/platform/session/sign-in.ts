import type { ApiName } from '#contract/api.ts'
import { Failure, withChallenges, type AuthChallenge } from '#contract/client.ts'
import { freshTokenCode, freshTokenMinutes, tokenKeyScope, type Session, type SignInDraft } from '#contract/session.ts'
import type { z } from 'zod/mini'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { gateway } from './gateway.ts'
import { getSession, hasFreshToken, isAccountChange, leave, otherTabs, setSession, storageScope } from './session-state.ts'

/** Signing in, both initially and during work, and confirming an irreversible action (step-up authentication). */

export async function signIn(draft: z.input<typeof SignInDraft>): Promise<void> {
  accept(await gateway.signIn(draft))
}

export async function signInToDemo(): Promise<void> {
  accept(await gateway.signInToDemo())
}

/** Makes the session that a sign-in resolved to that of this page. */
export function accept(session: Session) {
  otherTabs?.postMessage('signed-in')
  // The IDs are equal, but the token belongs to an account of another installation. Nothing of this page may be sent there.
  if (isAccountChange(getSession(), session)) return location.assign('/')
  setSession({ session, replacedBy: null, ended: null })
  settle(true, isSessionChallenge)
}

export interface AuthRequest {
  need: AuthChallenge
  /** A description of the change that waits; '' for a read. */
  what: string
  /** The endpoint of the waiting call; missing if it is not an API call. */
  name?: ApiName
  /** What a confirmation is for, see confirmScope(). */
  scopes: string[]
}

interface WaitingRequest extends AuthRequest {
  answer: (met: boolean | Promise<never>) => void
}
let waiting: WaitingRequest[] = []

function setWaiting(next: WaitingRequest[]) {
  waiting = next
  const whatWaits = (need: AuthChallenge) => waiting.filter((request) => request.need === need).map(({ what }) => what)
  setSession({ waiting: [...whatWaits('session'), ...whatWaits('own session')], confirming: whatWaits('fresh token') })
}

/** Resolves to true after a new sign-in or confirmation of the token, and to false if the person cancels. */
export async function requestAuth(authRequest: AuthRequest, signal?: AbortSignal): Promise<boolean> {
  if (authRequest.need === 'own session') {
    const whose = await checkSignedInAccount()
    // The person may have signed in again in the meantime, as the account that this page shows.
    if (whose === 'own') return true
    if (whose === 'unknown') setSession({ replacedBy: { name: '', email: '' } })
  }
  if (signal?.aborted) return false
  return new Promise((answer) => {
    const request = { ...authRequest, answer }
    if (authRequest.need === 'session') {
      setSession({ isSignedInElsewhere: false })
      void findReason()
    }
    setWaiting([...waiting, request])
    const onAbort = () => {
      setWaiting(waiting.filter((other) => other !== request))
      answer(false)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Finds out whether somebody else ended the session, such as by removing the person from the team. */
async function findReason() {
  const session = getSession()
  if (!session?.signedIn || !session.team) return
  const now = await gateway.read().catch(() => null)
  if (now?.signedIn === false) setSession({ ended: now.ended ?? null })
}

function settle(met: boolean | Failure, isMeant: (request: WaitingRequest) => boolean) {
  const settled = waiting.filter(isMeant)
  setWaiting(waiting.filter((request) => !settled.includes(request)))
  for (const { answer } of settled) answer(met instanceof Failure ? Promise.reject(met) : met)
}

const needs = (need: AuthChallenge) => (request: WaitingRequest) => request.need === need
const isSessionChallenge = ({ need }: WaitingRequest) => need !== 'fresh token'

/** Asks the gateway which account is signed in with this browser, and updates the state of this tab if it is not the account of this page. */
export async function checkSignedInAccount(): Promise<'own' | 'other' | 'nobody' | 'unknown'> {
  const now = await gateway.read().catch(() => null)
  if (!now) return 'unknown'
  if (!now.signedIn) {
    setSession({ replacedBy: null, ended: now.ended ?? null })
    return 'nobody'
  }
  if (isAccountChange(getSession(), now)) {
    setSession({ replacedBy: now.account })
    return 'other'
  }
  setSession({ session: now, replacedBy: null })
  if (waiting.some(isSessionChallenge)) onSignedInElsewhere()
  return 'own'
}

/**
 * Handles a sign-in in another tab. Requests of this tab wait for a click, reads included, because an action that must not run twice may follow them.
 * No click is needed if only the session check is waiting.
 */
export function onSignedInElsewhere() {
  const isIdle = waiting.filter(isSessionChallenge).every(({ name }) => name === 'accountRead')
  if (isIdle) resumeWaiting()
  else setSession({ isSignedInElsewhere: true })
}

export const resumeWaiting = () => settle(true, isSessionChallenge)

/** Rejects the waiting requests with a message that nothing was sent. */
export function discardWaiting() {
  const failure = new Failure('refused', { advice: 'Your session had ended, so nothing was sent.' })
  settle(failure, isSessionChallenge)
}

export function abandonWaiting() {
  settle(false, () => true)
  leave()
}

/** Until when a passkey has confirmed an action on a target, in milliseconds. The token confirms all of them, see `freshUntil`. */
const confirmedUntil = new Map<string, number>()
const isConfirmed = (scopes: string[]) =>
  hasFreshToken() || (scopes.length > 0 && scopes.every((scope) => (confirmedUntil.get(scope) ?? 0) > Date.now()))

/**
 * Resolves once the action is confirmed, whether here or, with the token, in another tab. Rejects if the person cancels. If the state cannot be
 * determined, it resolves, and the next request reports the problem.
 */
export async function requireConfirmation(authRequest: Omit<AuthRequest, 'need'>, signal?: AbortSignal): Promise<void> {
  if ((await checkSignedInAccount()) === 'own' && !isConfirmed(authRequest.scopes))
    await requestAuth({ need: 'fresh token', ...authRequest }, signal)
}

/** What the waiting actions are to be confirmed for. */
export const scopesToConfirm = () => [...new Set(waiting.filter(needs('fresh token')).flatMap(({ scopes }) => scopes))]

/** Continues the waiting actions, which a passkey has confirmed. */
export function acceptConfirmation(scopes: string[]) {
  for (const scope of scopes) confirmedUntil.set(scope, Date.now() + freshTokenMinutes * 60_000)
  settle(true, needs('fresh token'))
}

/** Returns the account's token key, or null if it has none. The gateway requires a fresh token. Rejects with a Failure. */
export async function readTokenKey(): Promise<string | null> {
  const what = 'Show the token key'
  const scopes = [tokenKeyScope]
  if (!hasFreshToken()) await requireConfirmation({ what, scopes })
  return withChallenges(
    () => gateway.tokenKey(storageScope()),
    (need) => requestAuth({ need, what, scopes }),
  )
}

/**
 * Confirms the token, so that the waiting actions continue. Rejects with a Failure, and the actions keep waiting.
 * @param token left out for the demo account
 */
export async function confirmToken(token?: string): Promise<void> {
  await withChallenges(
    () => gateway.confirm(storageScope(), token),
    // A rejected token is an error of this dialog; it does not end the session.
    async (need) => need === 'own session' && requestAuth({ need, what: 'Confirm with the access token', scopes: [] }),
  )
  const session = getSession()
  if (session?.signedIn) setSession({ session: { ...session, freshUntil: nowMs() / 1000 + freshTokenMinutes * 60 } })
  settle(true, needs('fresh token'))
}

/** Rejects the waiting actions with a message that nothing was sent. */
export function declineConfirmation() {
  const failure = new Failure('refused', { code: freshTokenCode, advice: 'This was not confirmed, so nothing was sent.' })
  settle(failure, needs('fresh token'))
}
