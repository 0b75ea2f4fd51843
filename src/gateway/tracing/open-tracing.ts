import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import { release } from '#db/release.ts'
import { apiTarget, targetOf } from '../metrics/endpoint-of.ts'
import type { Tracing } from './tracing.ts'

/** A collector that does not answer must not delay the end of the process. */
const stopTimeoutMs = 1000
/** Any other is reported as `_OTHER`, as the conventions of OpenTelemetry say: anybody can send any word. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const isError = { code: SpanStatusCode.ERROR }

/** Sends traces to an OTLP collector, in JSON over HTTP. The packages read the standard environment variables. @param url instead of theirs */
export function openTracing(log: Logger, url?: string): Tracing {
  const exporter = new OTLPTraceExporter(url === undefined ? {} : { url })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'roomkeeper', 'service.version': release }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(logFailures(exporter, log))],
  })
  const tracer = provider.getTracer('roomkeeper', release)
  const storage = new AsyncLocalStorage<Context>()

  const begin = (name: string, kind: SpanKind, attributes: Attributes) => {
    const parent = storage.getStore() ?? ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return { span, within: <T>(work: () => Promise<T>) => storage.run(trace.setSpan(parent, span), work) }
  }

  return {
    request: async (sent, url, answer) => {
      const { surface, endpoint, route } = targetOf(sent, url)
      // Asked every few seconds, and of no interest unless they fail.
      if (surface === 'operator') return void (await answer())
      const isKnown = methods.has(sent)
      const { span, within } = begin(`${isKnown ? sent : 'HTTP'} ${route}`, SpanKind.SERVER, {
        'http.request.method': isKnown ? sent : '_OTHER',
        'http.route': route,
        'roomkeeper.surface': surface,
        'roomkeeper.endpoint': endpoint,
      })
      try {
        const status = await within(answer)
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus(isError).setAttribute('error.type', String(status))
      } finally {
        span.end()
      }
    },
    upstream: (method, path) => {
      const { pathname, searchParams } = new URL(path, 'http://service.invalid')
      const { endpoint, route } = apiTarget(method, pathname, searchParams)
      const { span } = begin(`${method} ${route}`, SpanKind.CLIENT, {
        'http.request.method': method,
        'url.template': route,
        'roomkeeper.endpoint': endpoint,
      })
      return (outcome) => {
        span.setAttribute('roomkeeper.outcome', outcome)
        if (outcome !== 'ok') span.setStatus(isError).setAttribute('error.type', outcome)
        span.end()
      }
    },
    action: async (kind, run, outcomeOf) => {
      const { span, within } = begin(`action ${kind}`, SpanKind.INTERNAL, { 'roomkeeper.action.kind': kind })
      let outcome = 'failed'
      try {
        const result = await within(run)
        outcome = outcomeOf(result)
        return result
      } finally {
        span.setAttribute('roomkeeper.outcome', outcome)
        if (outcome === 'failed') span.setStatus(isError).setAttribute('error.type', outcome)
        span.end()
      }
    },
    stop: async () => {
      const timeout = new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref())
      // What could not be sent is logged already.
      await Promise.race([provider.shutdown().catch(() => {}), timeout])
    },
  }
}

/** The packages drop failures silently. The first of several in a row is logged, without the headers and the body, which may hold secrets. */
function logFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let hasFailed = false
  return {
    export: (spans, report) =>
      exporter.export(spans, (result) => {
        const isFailure = result.code !== 0
        if (isFailure && !hasFailed) log.warn({ event: 'traces', reason: result.error?.message }, 'traces could not be sent')
        hasFailed = isFailure
        report(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
