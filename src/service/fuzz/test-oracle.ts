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

/** What no caller may read: stacks, files, statements, words of the database engines. */
const inside =
  /\n\s+at |node_modules|node:internal|\.ts:\d|\.js:\d|SQLITE_|SqliteError|PostgresError|syntax error|\bselect\b.+\bfrom\b|insert into|no such (table|column)|relation "|ECONN|kysely|libsql/i

/** What is wrong with an answer, or undefined. @param path where the request really went, relative to the mount; null = outside of it */
export function faultIn(shot: Shot, path: string | null, { status, text }: Heard): string | undefined {
  if (status >= 500) return path === null && text.startsWith('The dashboard is not built') ? undefined : `status ${status}`
  // What Node refuses before the product sees it, and answers to HEAD, come without a body.
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
  // What the schema drops or tidies away is off as well: nothing that the contract does not name may come out.
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
    // A byte order mark in front is no part of the JSON (RFC 8259, 8.1), and the service passes over it.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
