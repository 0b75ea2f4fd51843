import { accountRead, accountUpdate, currencySet } from './account.ts'
import { banCreate, banLift, banLiftRange, banList } from './banned-ips.ts'
import { chatCreate, chatDelete, chatDuplicate, chatList, chatRead, chatUpdate } from './chats.ts'
import type { Endpoint, Method } from './endpoint.ts'
import { messageDelete, messageDeleteAll, messageDeleteSome, messageList, messageListSlow, messageSend } from './messages.ts'
import { pollCreate, pollDelete, pollList, pollPublish, pollResend, pollReset, pollUpdate } from './polls.ts'
import { socialRead, socialUpdate } from './social.ts'

/** Every row of the API document's endpoint tables. The key is operation id, query key and handler name at once. */
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

/** Far above the longest path that can be meant: what is longer is compared with none. */
const maxPathLength = 500

export type Route =
  | { found: ApiName; params: Record<string, string> }
  /** The path exists, with other methods. */
  | { found: 'method'; allow: Method[] }
  | { found: 'nothing' }

/**
 * Which endpoint a request is for. Parameters come back as they stand in the path, still percent-encoded.
 * The two message reads share method and path; `fast=true` tells them apart (api.md, Messages).
 */
export function route(method: string, path: string, query: URLSearchParams): Route {
  const allow: Method[] = []
  if (path.length > maxPathLength) return { found: 'nothing' }
  for (const name of apiNames) {
    const endpoint: Endpoint = api[name]
    const params = endpoint.match(path)
    if (!params) continue
    if (endpoint.method !== method) allow.push(endpoint.method)
    else if (name !== 'messageListSlow' || !query.has('fast')) return { found: name, params }
  }
  return allow.length ? { found: 'method', allow: [...new Set(allow)] } : { found: 'nothing' }
}
