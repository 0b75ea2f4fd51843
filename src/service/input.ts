import type { Endpoint } from '#contract/endpoint.ts'
import { mediaType } from '#http/body.ts'
import { fieldErrors, invalid } from '#http/refusal.ts'
import { ownTurn } from './event-loop.ts'
import { badJson, badPath, badQuery, notJson } from './refusals.ts'

/** What an endpoint asks of a request, parsed by its schemas. Throws refusals with status 400 or 415; a part that no schema asks for is not looked at. */
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
  if (new Set(names).size < names.length) throw badQuery('Each name may stand in the query once.')
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

/** Bytes from which on a body takes milliseconds to read and to check. */
const largeBody = 64 * 1024

async function readBody(request: Request): Promise<unknown> {
  // Before it is read where its length is stated: what waits is held once, not twice.
  const isStatedLarge = Number(request.headers.get('content-length')) > largeBody
  if (isStatedLarge) await ownTurn()
  const bytes = await request.arrayBuffer().catch(() => {
    throw badJson('The body did not arrive whole.')
  })
  if (!bytes.byteLength) throw badJson('Send a JSON body.')
  if (mediaType(request.headers.get('content-type')) !== 'application/json') throw notJson()
  if (!isStatedLarge && bytes.byteLength > largeBody) await ownTurn()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badJson('The body is not valid JSON in UTF-8.')
  }
}
