import { createStore } from '../store.ts'

/**
 * By how many milliseconds the clocks behind the times on a page are ahead of the clock of this computer, which may be wrong; negative: behind. Messages,
 * polls and chats have times of the service, all other things those of the gateway.
 */
export const clocksAhead = createStore({ gateway: 0, service: 0 })

/** The present in milliseconds, by the clock of the gateway. */
export const nowMs = () => Date.now() + clocksAhead.get().gateway

/** The present in milliseconds, by the clock of the service. */
export const serviceNowMs = () => Date.now() + clocksAhead.get().service
