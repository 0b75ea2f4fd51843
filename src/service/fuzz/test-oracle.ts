import { isDeepStrictEqual } from 'node:util'
import { api, route } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { refusal } from '#contract/values.ts'
import type { Shot } from './test-requests.ts'

export interface Heard {
  status: number
  text: string
  /** Milliseconds. */
  took: number
}

/** Internals that no response may contain: stack traces, file names, SQL statements, messages of the database engines. */
const inside =
  /\n\s+at |node_modules|node:internal|\.ts:\d|\.js:\d|SQLITE_|SqliteError|PostgresError|syntax error|\bselect\b.+\bfrom\b|insert into|no such (table|column)|relation "|ECONN|kysely|libsql/i

/** What is wrong with a response, or undefined. @param path where the request was sent, relative to the mount; null = outside of it */
export function faultIn(shot: Shot, path: string | null, { status, text }: Heard): string | undefined {
  if (status >= 500) return path === null && text.startsWith('The dashboard is not built') ? undefined : `status ${status}`
  // Requests that Node refuses itself, and HEAD requests, get no body.
  if (text === '' && ([400, 408, 417, 431].includes(status) || shot.method === 'HEAD')) return undefined
  if (status >= 400 && inside.test(text)) return 'tells of the inside'
  if (path === null) return undefined
  const json = parsed(text)
  if (json === undefined) return 'not JSON'
  return status === 200 ? faultInSuccess(shot, path, json) : faultInRefusal(status, json)
}

function faultInSuccess(shot: Shot, path: string, json: unknown): string | undefined {
  const { pathname, searchParams } = new URL(`http://service.test${path}`)
  const found = route(shot.method, pathname, searchParams)
  if (found.kind !== 'endpoint') return 'success where there is no route'
  const endpoint: Endpoint = api[found.name]
  const answer = endpoint.response.safeParse(json)
  // What the schema would drop or convert is wrong as well: responses contain only what the contract declares.
  if (!answer.success || !isDeepStrictEqual(answer.data, json)) return `the answer of ${found.name} is off its schema`
  if (endpoint.body && !endpoint.body.safeParse(parsed(shot.body ?? '')).success)
    return `${found.name} took a body that the contract refuses`
  return undefined
}

function faultInRefusal(status: number, json: unknown): string | undefined {
  const answer = refusal.safeParse(json)
  if (status < 400) return `status ${status}`
  return answer.success && !answer.data.status && answer.data.code && answer.data.message ? undefined : 'a refusal out of shape'
}

function parsed(text: string): unknown {
  try {
    // The service ignores a byte order mark before the JSON, as RFC 8259, section 8.1 allows.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
