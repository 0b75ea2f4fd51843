import { ownEndpoints, type JobGatewayCall, presetIn } from './job-run.ts'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { type Call, type Send, createClient, createEndpointClient } from '#contract/client.ts'
import { ofService } from '#contract/gateway-failure.ts'
import { gatewayPaths } from '#contract/session.ts'
import { causeHeaders } from '#contract/gateway/cause.ts'
import { errorResponse } from '../server/error-response.ts'
import type { Bindings, RequestContext } from '../server/request-context.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { ServiceClient } from '../worker/service-client.ts'
import { whoOf } from '../audit/actor.ts'
import { deviceName } from '#contract/device-name.ts'
import { isPresetJob } from './start-job.ts'
import type { JobRow } from './session-of-job.ts'

/** What answers requests, asking `authenticate` who sends them. */
interface Answers {
  api: (c: RequestContext) => Promise<Response>
  gateway: (c: RequestContext) => Promise<Response>
}

export type JobApi = ReturnType<typeof createJobApi>

/**
 * Calls by jobs: on the same way as those of the page, so that rights, limits and the audit log are the same.
 * @param serviceClient for presets, whose values somebody else may have stored: turning them on needs no right to change settings
 */
export function createJobApi(log: Logger, serviceClient: ServiceClient) {
  const sent = new WeakMap<Request, { job: JobRow; session: ActiveSession }>()
  const app = new Hono<Bindings>()
  app.onError((error, c) => errorResponse(error, c, log))
  app.use((c, next) => {
    c.set('clientAddress', sent.get(c.req.raw)?.job.address ?? '')
    return next()
  })

  const sendTo =
    (base: string, job: JobRow, session: () => ActiveSession): Send =>
    async (path, { method, headers, body, signal }) => {
      const all = {
        ...headers,
        ...causeHeaders({ kind: 'job', id: job.id, title: job.title }),
        'user-agent': job.agent,
        'content-type': 'application/json',
      }
      const request = new Request(`http://localhost${base}${path}`, {
        method,
        headers: all,
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      })
      sent.set(request, { job, session: session() })
      return ofService(await app.fetch(request))
    }

  const presetCall = (job: JobRow, session: () => ActiveSession): Call => {
    const { onId, name: title } = presetIn(job)
    return (name, input, options) => {
      const { workspace, address, agent, method } = job
      if (method === 'standing') throw new TypeError('the worker has its own calls')
      const actor = { who: whoOf(session()), from: { address, device: deviceName(agent), method } }
      return serviceClient({ workspace, token: session().token, actor, cause: { kind: 'preset', id: onId, title } })(name, input, options)
    }
  }

  return {
    use: ({ api, gateway }: Answers) => {
      app.all(`${gatewayPaths.api}/*`, api)
      app.all(`${gatewayPaths.workspace}/*`, gateway)
    },
    /** Who sends a request of a job. */
    authenticate: async (c: RequestContext) => {
      const of = sent.get(c.req.raw)
      if (!of) throw new TypeError('a request of no job')
      return of.session
    },
    /** @param session asked for each request */
    callFor: (job: JobRow, session: () => ActiveSession): Call =>
      isPresetJob(job.kind) ? presetCall(job, session) : createClient(sendTo(gatewayPaths.api, job, session)),
    gatewayCallFor: (job: JobRow, session: () => ActiveSession): JobGatewayCall =>
      createEndpointClient(ownEndpoints, sendTo(gatewayPaths.workspace, job, session)),
  }
}
