import { Failure, type Call } from '#contract/client.ts'
import type { Wait } from '#jobs/request-scheduler.ts'

/** The ways on which the requests of "Learn this service" go. */

/** Lets through what is about this one chat, and nothing else: no step can read, change or delete another one. */
export function restrictedToChat(call: Call, chatId: number): Call {
  return (name, input, options) => {
    const { params } = input as { params?: { chatId?: unknown } }
    if (params?.chatId !== chatId) throw new TypeError(`${name} is not about the temporary chat`)
    return call(name, input, options)
  }
}

const maxTries = 6
const maxWaitSeconds = 60

/** Waits where the service asks for it: what it refused for that reason was not done, so it may be sent again. Rejects with the signal's reason. */
export function respectingRetryAfter(call: Call, signal: AbortSignal, wait: Wait): Call {
  return async (name, input, options) => {
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted()
      try {
        return await call(name, input, options)
      } catch (error) {
        if (!(error instanceof Failure && error.kind === 'too-many-requests') || tries === maxTries) throw error
        await wait(Math.min(error.retryAfter ?? 2 ** tries, maxWaitSeconds) * 1000, signal)
      }
    }
  }
}

/** Whether the service refused. Rejects with any other failure. */
export async function isRefused(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer
    return false
  } catch (error) {
    if (error instanceof Failure && error.kind === 'refused' && !error.isFromGateway) return true
    throw error
  }
}
