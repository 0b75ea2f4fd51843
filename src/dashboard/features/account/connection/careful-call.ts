import { Failure, type Call, type CallName } from '#contract/client.ts'
import type { Api } from '#contract/api.ts'
import type { Output } from '#contract/endpoint.ts'
import { isRead } from '#engine/jobs/read-retry.ts'
import type { Wait } from '#engine/jobs/request-scheduler.ts'

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

/** Changes of the temporary chat whose repetition does no harm, so that they are sent again where no answer came. */
const repeatable: ReadonlySet<CallName> = new Set(['chatUpdate', 'messageSend', 'messageDelete', 'chatDelete'])

/**
 * Waits where the service asks for it: what it refused for that reason was not done, so it may be sent again. So may reads and repeatable changes after a
 * failure that leaves their outcome unknown. Rejects with the signal's reason.
 */
export function persistent(call: Call, signal: AbortSignal, wait: Wait): Call {
  return async (name, input, options) => {
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted()
      try {
        return await call(name, input, options)
      } catch (error) {
        const mayRepeat =
          error instanceof Failure &&
          (error.kind === 'too-many-requests' || (error.outcomeUnknown && (isRead(name) || repeatable.has(name))))
        if (!mayRepeat || tries === maxTries) throw error
        await wait(Math.min(error.retryAfter ?? 2 ** (tries - 2), maxWaitSeconds) * 1000, signal)
      }
    }
  }
}

/**
 * A ban may not be sent twice: what a second one does is what is asked. Where its outcome is unknown, the list shows whether it took effect, and only if
 * nothing changed it is sent again.
 */
export function lookingUpBans(call: Call, chatId: number): Call {
  const listed = async () => JSON.stringify((await call('banList', { params: { chatId } })).data)
  return async (name, input, options) => {
    if (name !== 'banCreate' && name !== 'banLift') return call(name, input, options)
    for (let tries = 1; ; tries++) {
      const before = await listed()
      try {
        return await call(name, input, options)
      } catch (error) {
        if (!(error instanceof Failure && error.outcomeUnknown) || tries === maxTries) throw error
        // Both are answered like this.
        if ((await listed()) !== before) return { status: true } as Output<Api[typeof name]>
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
