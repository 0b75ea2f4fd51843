import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Bindings, RequestContext } from './request-context.ts'
import { busy, refusalResponse } from '../refusals.ts'

/** Milliseconds that the requests of one turn may take before those behind them are refused. */
const maxTurnMs = 200
/** So many requests of a turn are let in however long it takes: a slow disk under a few people is no overload. */
const minAdmitted = 100

/**
 * Where more arrives than can be carried, answers some in time and refuses the others at once, instead of answering everybody late. What arrived
 * meanwhile is taken up in one turn of the event loop, one after the other: as long as the turn has lasted, the next one has waited at the least.
 * @param nowMs milliseconds, also of parts
 */
export function shedLoad(log: Logger, nowMs: () => number = () => performance.now()): MiddlewareHandler<Bindings> {
  let turn: { began: number; letIn: number; refused: number } | null = null

  const endTurn = () => {
    if (turn?.refused) log.warn({ event: 'overload', answered: turn.letIn, refused: turn.refused }, 'overload')
    turn = null
  }

  return async (c, next) => {
    if (!turn) {
      turn = { began: nowMs(), letIn: 0, refused: 0 }
      setImmediate(endTurn)
    }
    if (turn.letIn >= minAdmitted && nowMs() - turn.began > maxTurnMs) {
      turn.refused++
      // Not thrown: a line in the log for each of them would be one more load.
      return isPageRequest(c) ? c.text(busy().message, 503, { 'retry-after': '1', 'cache-control': 'no-store' }) : refusalResponse(busy())
    }
    turn.letIn++
    await next()
  }
}

/** Whether a person would read the answer: browsers ask for markup only where they open a page. */
const isPageRequest = (c: RequestContext) => c.req.header('accept')?.includes('text/html') === true
