import { Failure, meetingNeeds, type Need } from '#contract/client.ts'
import { freshTokenCode, type Session, type SignInDraft } from '#contract/session.ts'
import type { z } from 'zod/mini'
import { backend, leave, otherTabs, setSession } from './session.ts'

/** Signing in, at the start and in the middle of work; and entering the token again before what cannot be undone. */

export async function signIn(draft: z.input<typeof SignInDraft>): Promise<void> {
  accept(await backend.signIn(draft))
}

export async function signInToDemo(): Promise<void> {
  accept(await backend.signInToDemo())
}

function accept(session: Session) {
  setSession({ session })
  settle(true, 'session')
  otherTabs?.postMessage('signed-in')
}

interface Waiter {
  need: Need
  what: string
  answer: (met: boolean | Promise<never>) => void
}
let waiters: Waiter[] = []

function wait(next: Waiter[]) {
  waiters = next
  const whatWaits = (need: Need) => waiters.filter((waiter) => waiter.need === need).map(({ what }) => what)
  setSession({ waiting: whatWaits('session'), confirming: whatWaits('fresh token') })
}

/** Resolves once somebody signed in again or entered the token again (true), or gave up (false). @param what the work that waits, in words */
export function meet(need: Need, what: string, signal?: AbortSignal): Promise<boolean> {
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

export function settle(met: boolean, need?: Need) {
  const settled = waiters.filter((waiter) => !need || waiter.need === need)
  wait(waiters.filter((waiter) => !settled.includes(waiter)))
  for (const { answer } of settled) answer(met)
}

/** Gives up on a session that ended: what waited for it fails. */
export function giveUp() {
  settle(false)
  leave()
}

/** The account's token key, or null where it has none. The gateway wants a fresh token first. Rejects with a Failure. */
export const readTokenKey = () => meetingNeeds(backend.tokenKey, (need) => meet(need, 'Show the token key'))

/** Enters the token again: what waits for it goes on. Rejects with a Failure, and it waits on. @param token left out for the demo */
export async function confirmToken(token?: string): Promise<void> {
  await backend.confirm(token)
  settle(true, 'fresh token')
}

/** What waits for the token is not done, and says so. */
export function declineToken() {
  const declined = waiters.filter(({ need }) => need === 'fresh token')
  wait(waiters.filter(({ need }) => need !== 'fresh token'))
  const failure = new Failure('refused', { code: freshTokenCode, advice: 'The access token was not entered, so nothing was sent.' })
  for (const { answer } of declined) answer(Promise.reject(failure))
}
