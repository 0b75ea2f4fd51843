import type { MiddlewareHandler } from 'hono'
import type { UpstreamOutcome } from '../metrics/recorder.ts'
import type { Bindings } from '../server/request-context.ts'

/** Reports what the gateway does as spans of traces. What is reported are names from fixed lists, outcomes and times: never a path as it was sent. */
export interface Tracing {
  /**
   * A request to the gateway; spans that begin within `answer` are its children.
   * @param url absolute, from which only the route is taken  @param answer resolves to the status of the answer
   */
  request: (method: string, url: string, answer: () => Promise<number>) => Promise<void>
  /** A request to the service begins. Returns what ends its span. @param path as in the API document, with its query */
  upstream: (method: string, path: string) => (outcome: UpstreamOutcome) => void
  /** A planned action runs; spans that begin within `run` are its children. */
  action: <T>(kind: string, run: () => Promise<T>, outcomeOf: (result: T) => string) => Promise<T>
  /** Sends the spans that are left; resolves within a second, sent or not. */
  stop: () => Promise<void>
}

/** Without traces. */
export const noTracing: Tracing = {
  request: async (_method, _url, answer) => void (await answer()),
  upstream: () => () => {},
  action: (_kind, run) => run(),
  stop: async () => {},
}

/** Each request that is answered is a span. */
export const traceRequests =
  (tracing: Tracing): MiddlewareHandler<Bindings> =>
  (c, next) =>
    tracing.request(c.req.method, c.req.url, async () => {
      await next()
      return c.res.status
    })
