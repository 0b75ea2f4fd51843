import { Hono } from 'hono'
import { refusalResponse, starting } from '../refusals.ts'
import { noStore } from './security-headers.ts'
import type { Bindings } from './request-context.ts'

/**
 * What the process listens with. Until its start is complete it refuses everything with 503 and a reason: a backup before a migration can take
 * minutes, in which a supervisor should see a process that is at work.
 */
export function createFront() {
  let phase: 'starting' | 'migrating' = 'starting'
  const early = new Hono<Bindings>()
  early.use(noStore)
  for (const path of ['/healthz', '/readyz']) early.get(path, () => refusalResponse(starting(phase, phase)))
  early.all('*', () => refusalResponse(starting(phase)))
  let current = early
  return {
    fetch: ((...args) => current.fetch(...args)) satisfies Hono<Bindings>['fetch'],
    /** What the process says that it is doing. */
    setPhase: (next: typeof phase) => {
      phase = next
    },
    /** From now on the app answers. */
    open: (app: Hono<Bindings>) => {
      current = app
    },
  }
}
