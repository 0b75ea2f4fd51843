import { Hono } from 'hono'
import { createClient, type Call } from '#contract/client.ts'
import { gatewayFailure } from '#contract/gateway-failure.ts'
import { gatewayPaths } from '#contract/session.ts'
import { causeHeaders } from '#contract/workspace/cause.ts'
import type { forwarder } from '../../forward/forward.ts'
import { errorResponse } from '../../server/error-response.ts'
import type { Bindings, RequestContext } from '../../server/request-context.ts'
import type { ActiveSession } from '../../session/sessions.ts'
import type { Logger } from 'pino'
import type { JobRow } from './session-of-job.ts'

/** Calls of the API by jobs: on the same way as those of the page, so that rights, limits and the audit log are the same. */
export interface JobApi {
  /** Who sends a request of a job. */
  authenticate: (c: RequestContext) => Promise<ActiveSession>
  /** @param session asked for each request */
  callFor: (job: JobRow, session: () => ActiveSession) => Call
}

/** @param forward the forwarder that asks `authenticate` */
export function createJobApi(log: Logger): JobApi & { use: (forward: ReturnType<typeof forwarder>) => void } {
  const sent = new WeakMap<Request, { job: JobRow; session: ActiveSession }>()
  const app = new Hono<Bindings>()
  app.onError((error, c) => errorResponse(error, c, log))
  app.use((c, next) => {
    c.set('clientAddress', sent.get(c.req.raw)?.job.address ?? '')
    return next()
  })
  return {
    use: (forward) => void app.all(`${gatewayPaths.api}/*`, forward),
    authenticate: async (c) => {
      const of = sent.get(c.req.raw)
      if (!of) throw new TypeError('a request of no job')
      return of.session
    },
    callFor: (job, session) =>
      createClient(async (path, { method, headers, body, signal }) => {
        const all = {
          ...headers,
          ...causeHeaders({ kind: 'job', id: job.id, title: job.title }),
          'user-agent': job.agent,
          'content-type': 'application/json',
        }
        const request = new Request(`http://localhost${gatewayPaths.api}${path}`, {
          method,
          headers: all,
          ...(body !== undefined && { body }),
          ...(signal && { signal }),
        })
        sent.set(request, { job, session: session() })
        const answer = await app.fetch(request)
        const failure = await gatewayFailure(answer)
        if (failure) throw failure
        return answer
      }),
  }
}
