import type { Endpoint } from '#contract/endpoint.ts'
import { mediaType } from '#http/body.ts'
import { fieldErrors, invalid } from '#http/refusal.ts'
import { yieldToEventLoop } from '#http/event-loop.ts'
import { badJson, badPath, badQuery, notJson } from './refusals.ts'

/** The input of a request, parsed by the endpoint's schemas. Throws refusals with status 400 or 415. Parts without a schema are ignored. */
export async function readInput(endpoint: Endpoint, rawParams: Record<string, string>, request: Request): Promise<Record<string, unknown>> {
  const sent = {
    params: decodeParams(rawParams),
    query: readQuery(new URL(request.url).search),
    body: endpoint.body && (await readBody(request)),
  }
  const input: Record<string, unknown> = {}
  const issues: Parameters<typeof fieldErrors>[0] = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const parsed = endpoint[part]?.safeParse(sent[part])
    if (parsed?.success) input[part] = parsed.data
    else if (parsed) issues[part] = parsed.error.issues
  }
  if (Object.keys(issues).length) throw invalid(fieldErrors(issues))
  return input
}

function decodeParams(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw badPath()
  }
}

function readQuery(search: string): Record<string, string> {
  if (!isDecodable(search)) throw badQuery('The query has broken percent-encoding.')
  const pairs = [...new URLSearchParams(search)]
  const names = pairs.map(([name]) => name)
  if (new Set(names).size < names.length) throw badQuery('Each name can appear in the query only once.')
  return Object.fromEntries(pairs)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Above this a body takes milliseconds to parse and to validate. */
const largeBodyBytes = 64 * 1024

async function readBody(request: Request): Promise<unknown> {
  // Where the length is known it yields before reading, so that a waiting request holds the body in memory once, not twice.
  const isStatedLarge = Number(request.headers.get('content-length')) > largeBodyBytes
  if (isStatedLarge) await yieldToEventLoop()
  const bytes = await request.arrayBuffer().catch(() => {
    throw badJson('The body is incomplete.')
  })
  if (!bytes.byteLength) throw badJson('Send a JSON body.')
  if (mediaType(request.headers.get('content-type')) !== 'application/json') throw notJson()
  if (!isStatedLarge && bytes.byteLength > largeBodyBytes) await yieldToEventLoop()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badJson('The body is not valid JSON in UTF-8.')
  }
}
