import { accountRead, accountUpdate, currencySet } from './account.ts'
import { banCreate, banLift, banLiftRange, banList } from './banned-ips.ts'
import { chatCreate, chatDelete, chatDuplicate, chatList, chatRead, chatUpdate } from './chats.ts'
import type { Endpoint, Method } from './endpoint.ts'
import { messageDelete, messageDeleteAll, messageDeleteSome, messageList, messageListSlow, messageSend } from './messages.ts'
import { pollCreate, pollDelete, pollList, pollPublish, pollResend, pollReset, pollUpdate } from './polls.ts'
import { socialRead, socialUpdate } from './social.ts'

/** Every endpoint of the API document. The key is operation id, query key and handler name at once. */
export const api = {
  pollList,
  pollCreate,
  pollUpdate,
  pollDelete,
  pollReset,
  pollResend,
  pollPublish,
  messageSend,
  messageListSlow,
  messageList,
  messageDelete,
  messageDeleteSome,
  messageDeleteAll,
  chatCreate,
  chatDuplicate,
  chatList,
  chatRead,
  chatUpdate,
  chatDelete,
  accountRead,
  accountUpdate,
  currencySet,
  banCreate,
  banList,
  banLift,
  banLiftRange,
  socialRead,
  socialUpdate,
}

export type Api = typeof api
export type ApiName = keyof Api
export const apiNames = Object.keys(api) as ApiName[]

/** Far above the longest valid path. A longer one is not compared with any endpoint. */
const maxPathLength = 500

export type Route =
  | { kind: 'endpoint'; name: ApiName; params: Record<string, string> }
  /** The path exists, with other methods. */
  | { kind: 'wrong-method'; allow: Method[] }
  | { kind: 'not-found' }

/**
 * Finds the endpoint of a request. Parameters are returned as in the path, still percent-encoded.
 * The two endpoints that read messages share method and path; `fast=true` tells them apart.
 */
export function route(method: string, path: string, query: URLSearchParams): Route {
  const allow: Method[] = []
  if (path.length > maxPathLength) return { kind: 'not-found' }
  for (const name of apiNames) {
    const endpoint: Endpoint = api[name]
    const params = endpoint.match(path)
    if (!params) continue
    if (endpoint.method !== method) allow.push(endpoint.method)
    else if (name !== 'messageListSlow' || !query.has('fast')) return { kind: 'endpoint', name, params }
  }
  return allow.length ? { kind: 'wrong-method', allow: [...new Set(allow)] } : { kind: 'not-found' }
}
