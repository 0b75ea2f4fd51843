import { useEffect, useRef, useState } from 'react'
import { Failure, type Call } from '#contract/client.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { cachedCatalogue, saveProfile } from '#dashboard/platform/service/known-service.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { getSession, hasFreshToken, storeText, storageScope } from '#dashboard/platform/session/session-state.ts'
import { requireConfirmation } from '#dashboard/platform/session/sign-in.ts'
import { wait } from '#engine/jobs/request-scheduler.ts'
import { learnService, type LearnResult, type Step } from './learn.ts'

/** Names the stored run that this browser started, so that after a reload it deletes the chat of that run without asking. */
export const ownRunKey = 'learning'

/** The outcome of each request is part of what is learned, so the client repeats none. */
export const once =
  (send: SendRequest): Call =>
  (name, input, options) =>
    send(name, input, { ...options, noRetry: true })

function confirmsWithPasskey() {
  const session = getSession()
  return session?.signedIn === true && session.team?.confirmWith === 'passkey'
}

/** A run of "Learn this service": its step, its result, and how to stop it. */
export function useLearning() {
  const [step, setStep] = useState<Step | null>(null)
  const [result, setResult] = useState<LearnResult | null>(null)
  const stop = useRef(new AbortController())
  // Whoever leaves the page stops it; the chat is removed all the same.
  useEffect(() => () => stop.current.abort(), [])

  const action = useAction('chatCreate', async (send, soundNames: string[]) => {
    stop.current = new AbortController()
    setResult(null)
    // The token is asked for now, because nobody may be there when the chat is deleted. A passkey confirms one chat, which is not known yet.
    if (!hasFreshToken() && !confirmsWithPasskey())
      await requireConfirmation({ name: 'chatDelete', what: 'Learn this service', scopes: [] })
    const declared = cachedCatalogue()?.remote?.declared ?? []
    const ended = await withLearningLock(async () => {
      const result = await learnService({
        call: once(send),
        declared,
        soundNames,
        wait,
        signal: stop.current.signal,
        save: async (next) =>
          saveProfile((profile) => {
            const changed = next(profile)
            storeText(ownRunKey, changed.run?.chatName ?? null)
            return changed
          }),
        onStep: setStep,
      })
      await refresh('chatList', 'accountRead')
      return result
    }).finally(() => setStep(null))
    if (!ended) throw new Failure('refused', { advice: 'Another tab is learning this service. Wait for it to end.' })
    setResult(ended)
  })

  return {
    step,
    result,
    error: action.error,
    isRunning: action.isPending,
    start: (soundNames: string[]) => action.mutate(soundNames),
    stop: () => stop.current.abort(new DOMException('Stopped', 'AbortError')),
  }
}

/** Does the work while no other tab of this browser learns the service or tidies up after it; null where one does. */
export async function withLearningLock<T>(work: () => Promise<T>): Promise<T | null> {
  // Missing where the page came over plain http from another machine.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return work()
  return locks.request(`roomkeeper-learning-${storageScope()}`, { ifAvailable: true }, (lock) => (lock ? work() : null))
}
