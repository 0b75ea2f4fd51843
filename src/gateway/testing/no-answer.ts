import { vi } from 'vitest'
import { responseTimeoutMs } from '../forward/upstream.ts'
import type { startRemoteService } from './remote-service.ts'

type Remote = Awaited<ReturnType<typeof startRemoteService>>

/**
 * Sends a request that the service does not answer, and lets the time run out in which the gateway waits. Only its timers are set forward, and not
 * before the request has reached the service: a machine that is slow changes nothing.
 * @param begin of an answer that never ends
 */
export async function withoutAnswer<T>(
  { state }: Pick<Remote, 'state'>,
  send: () => Promise<T>,
  begin: Remote['state']['answer'] = () => {},
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const reached = new Promise<void>((resolve) => {
      state.answer = (request, response) => {
        begin(request, response)
        resolve()
      }
    })
    const answer = send()
    await reached
    await vi.advanceTimersByTimeAsync(responseTimeoutMs)
    return await answer
  } finally {
    vi.useRealTimers()
  }
}
