import type { ApiName } from '#contract/api.ts'
import { Failure, withChallenges, type AuthChallenge } from '#contract/client.ts'
import { freshTokenCode, freshTokenMinutes, type Session, type SignInDraft } from '#contract/session.ts'
import type { z } from 'zod/mini'
import { backend, getSession, isFresh, isOther, leave, otherTabs, setSession, storageScope } from './session.ts'

/** Signing in, at the start and in the middle of work; and entering the token again before what cannot be undone. */

export async function signIn(draft: z.input<typeof SignInDraft>): Promise<void> {
  accept(await backend.signIn(draft))
}

export async function signInToDemo(): Promise<void> {
  accept(await backend.signInToDemo())
}

function accept(session: Session) {
  otherTabs?.postMessage('signed-in')
  // Equal numbers: the token of another installation's account was entered for this one. Nothing of this page may go there.
  if (isOther(getSession(), session)) return location.assign('/')
  setSession({ session, replacedBy: null })
  settle(true, aboutSession)
}

interface Wish {
  need: AuthChallenge
  /** The work that waits, in words. */
  what: string
  /** The call that waits; none for what is no call of the API. */
  name?: ApiName
}

interface Waiter extends Wish {
  answer: (met: boolean | Promise<never>) => void
}
let waiters: Waiter[] = []

function wait(next: Waiter[]) {
  waiters = next
  const whatWaits = (need: AuthChallenge) => waiters.filter((waiter) => waiter.need === need).map(({ what }) => what)
  setSession({ waiting: [...whatWaits('session'), ...whatWaits('own session')], confirming: whatWaits('fresh token') })
}

/** Resolves once somebody signed in again or entered the token again (true), or gave up (false). */
export async function meet(wish: Wish, signal?: AbortSignal): Promise<boolean> {
  if (wish.need === 'own session') {
    const whose = await lookWhoIsSignedIn()
    // By now somebody may have signed in again as the account that this page shows.
    if (whose === 'own') return true
    if (whose === 'unknown') setSession({ replacedBy: { name: '', email: '' } })
  }
  if (signal?.aborted) return false
  return new Promise((answer) => {
    const waiter = { ...wish, answer }
    if (wish.need === 'session') setSession({ isBack: false })
    wait([...waiters, waiter])
    const giveUpThis = () => {
      wait(waiters.filter((other) => other !== waiter))
      answer(false)
    }
    signal?.addEventListener('abort', giveUpThis, { once: true })
  })
}

function settle(met: boolean | Failure, isMeant: (waiter: Waiter) => boolean) {
  const settled = waiters.filter(isMeant)
  wait(waiters.filter((waiter) => !settled.includes(waiter)))
  for (const { answer } of settled) answer(met instanceof Failure ? Promise.reject(met) : met)
}

const needs = (need: AuthChallenge) => (waiter: Waiter) => waiter.need === need
const aboutSession = ({ need }: Waiter) => need !== 'fresh token'

/** Asks the gateway whose session this browser has now, and says so in this tab where it is not the account of this page. */
export async function lookWhoIsSignedIn(): Promise<'own' | 'other' | 'nobody' | 'unknown'> {
  const now = await backend.read().catch(() => null)
  if (!now) return 'unknown'
  if (!now.signedIn) {
    setSession({ replacedBy: null })
    return 'nobody'
  }
  if (isOther(getSession(), now)) {
    setSession({ replacedBy: now.account })
    return 'other'
  }
  setSession({ session: now, replacedBy: null })
  if (waiters.some(aboutSession)) comeBack()
  return 'own'
}

/**
 * Another tab signed in again. What somebody asked for here waits for a click in this tab, reads too: what must not be done twice may come after them.
 * Only where nothing waits but the question whether the session is over, nobody is asked.
 */
export function comeBack() {
  const isIdle = waiters.filter(aboutSession).every(({ name }) => name === 'accountRead')
  if (isIdle) goOn()
  else setSession({ isBack: true })
}

export const goOn = () => settle(true, aboutSession)

/** What waits is not done, and says so. */
export function doNot() {
  const failure = new Failure('refused', { advice: 'Your session had ended, so nothing was sent.' })
  settle(failure, aboutSession)
}

/** Gives up on a session that ended: what waited for it fails. */
export function giveUp() {
  settle(false, () => true)
  leave()
}

/**
 * Resolves once the token was entered just now, here or in another tab. Rejects where somebody does not. Where that cannot be found out, what follows
 * meets the same trouble and has the words for it.
 */
export async function confirmFirst(wish: Omit<Wish, 'need'>, signal?: AbortSignal): Promise<void> {
  if ((await lookWhoIsSignedIn()) === 'own' && !isFresh()) await meet({ need: 'fresh token', ...wish }, signal)
}

/** The account's token key, or null where it has none. The gateway wants a fresh token first. Rejects with a Failure. */
export async function readTokenKey(): Promise<string | null> {
  const what = 'Show the token key'
  if (!isFresh()) await confirmFirst({ what })
  return withChallenges(
    () => backend.tokenKey(storageScope()),
    (need) => meet({ need, what }),
  )
}

/** Enters the token again: what waits for it goes on. Rejects with a Failure, and it waits on. @param token left out for the demo */
export async function confirmToken(token?: string): Promise<void> {
  await withChallenges(
    () => backend.confirm(storageScope(), token),
    // A token that is refused here is a question of this dialog, not of the session.
    async (need) => need === 'own session' && meet({ need, what: 'Confirm with the access token' }),
  )
  const session = getSession()
  if (session?.signedIn && session.freshUntil !== undefined)
    setSession({ session: { ...session, freshUntil: Date.now() / 1000 + freshTokenMinutes * 60 } })
  settle(true, needs('fresh token'))
}

/** What waits for the token is not done, and says so. */
export function declineToken() {
  const failure = new Failure('refused', { code: freshTokenCode, advice: 'The access token was not entered, so nothing was sent.' })
  settle(failure, needs('fresh token'))
}
