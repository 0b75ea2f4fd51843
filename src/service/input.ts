import type { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ownTurn } from './event-loop.ts'
import { badJson, badPath, badQuery, invalid, notJson } from './refusals.ts'

/** What an endpoint asks of a request, parsed by its schemas. Throws refusals with status 400 or 415; a part that no schema asks for is not looked at. */
export async function readInput(endpoint: Endpoint, rawParams: Record<string, string>, request: Request): Promise<Record<string, unknown>> {
  const sent = {
    params: decodeParams(rawParams),
    query: readQuery(new URL(request.url).search),
    body: endpoint.body && (await readBody(request)),
  }
  const input: Record<string, unknown> = {}
  const issues: z.core.$ZodIssue[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const parsed = endpoint[part]?.safeParse(sent[part])
    if (parsed?.success) input[part] = parsed.data
    else if (parsed) issues.push(...rooted(parsed.error.issues, part))
  }
  if (issues.length) throw invalid(byField(issues))
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
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw notJson()
  if (!isStatedLarge && bytes.byteLength > largeBody) await ownTurn()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badJson('The body is not valid JSON in UTF-8.')
  }
}

/** An issue with the whole of a part is told under the part's name. */
const rooted = (issues: z.core.$ZodIssue[], part: string) => issues.map((issue) => (issue.path.length ? issue : { ...issue, path: [part] }))

/** Enough to mend any honest request; a body made of nothing but mistakes must not come back as a longer answer. */
const mostFields = 70

function byField(issues: z.core.$ZodIssue[]): Record<string, string[]> {
  const errors = new Map<string, string[]>()
  for (const { path, message } of issues) {
    const field = path.join('.')
    const messages = errors.get(field)
    if (messages) messages.push(message)
    else if (errors.size < mostFields) errors.set(field, [message])
  }
  return Object.fromEntries(errors)
}
