import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { busy, refusalResponse } from '../refusals.ts'
import type { Bindings, RequestContext } from './request-context.ts'

/** How long the requests of one turn of the event loop may take before the rest are refused. */
const maxTurnMs = 200
/** Requests admitted per turn unless they take very long. */
const minAdmitted = 100
/** From then on only as many as `minSlow`: fewer requests that each take long hold up everybody as well. */
const maxSlowTurnMs = 1000
/** Requests admitted per turn however long they take: a slow disk with a few users is not an overload. */
const minSlow = 10

/**
 * Load shedding: under overload, answers some requests in time and refuses the others at once, instead of answering everybody late. Waiting requests
 * are handled one after the other in one turn of the event loop, so the duration of the turn so far is the least that the next one has waited.
 * @param nowMs may have a fraction
 */
export function shedLoad(log: Logger, nowMs: () => number = () => performance.now()): MiddlewareHandler<Bindings> {
  let turn: { startedMs: number; admitted: number; refused: number } | null = null

  const endTurn = () => {
    if (turn?.refused) log.warn({ event: 'overload', answered: turn.admitted, refused: turn.refused }, 'overload')
    turn = null
  }

  return async (c, next) => {
    if (!turn) {
      turn = { startedMs: nowMs(), admitted: 0, refused: 0 }
      setImmediate(endTurn)
    }
    if (isOverloaded(turn.admitted, nowMs() - turn.startedMs)) {
      turn.refused++
      // Not thrown: logging each of them would add load.
      return isPageRequest(c) ? c.text(busy().message, 503, { 'retry-after': '1', 'cache-control': 'no-store' }) : refusalResponse(busy())
    }
    turn.admitted++
    await next()
  }
}

const isOverloaded = (admitted: number, tookMs: number) =>
  (admitted >= minAdmitted && tookMs > maxTurnMs) || (admitted >= minSlow && tookMs > maxSlowTurnMs)

/** Whether a person will read the response: browsers accept HTML only when they open a page. */
const isPageRequest = (c: RequestContext) => c.req.header('accept')?.includes('text/html') === true
