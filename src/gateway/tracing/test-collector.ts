import { createServer } from 'node:http'
import { listenOnLoopback } from '../testing/loopback-server.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  /** 2: error. */
  status: number
}

type Values = { key: string; value: Record<string, unknown> }[]

/** The part of OTLP in JSON that is read here (opentelemetry-proto, trace.proto). */
interface Sent {
  resourceSpans: {
    resource: { attributes: Values }
    scopeSpans: { spans: (Omit<Span, 'attributes' | 'status'> & { attributes: Values; status: { code?: number } })[] }[]
  }[]
}

const recordOf = (values: Values) => Object.fromEntries(values.map(({ key, value }) => [key, Object.values(value)[0]]))

/** An OTLP collector over HTTP that keeps what it receives. */
export async function startCollector() {
  const bodies: string[] = []
  const requests: { path: string | undefined; headers: Record<string, unknown> }[] = []
  const state = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ path: request.url, headers: request.headers })
      if (state.status === 200) bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const { port, close } = await listenOnLoopback(server)
  const resourceSpans = () => bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    state,
    close,
    /** Everything as it was sent. */
    text: () => bodies.join('\n'),
    resources: () => resourceSpans().map(({ resource }) => recordOf(resource.attributes)),
    spans: (): Span[] =>
      resourceSpans()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, status, ...span }) => ({ ...span, attributes: recordOf(attributes), status: status.code ?? 0 })),
  }
}
