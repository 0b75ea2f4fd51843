import { Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ApiName } from '#contract/api.ts'
import { refusal } from '#contract/values.ts'
import { pick, seesAllChats, visibleAccount, visibleChat } from '#contract/gateway/reduced.ts'
import { etagOf } from '#http/read-response.ts'
import type { Member } from '../access/member.ts'
import type { CollectList, LongList } from './long-list.ts'
import { type UpstreamResponse, isObject } from './upstream.ts'

/** What the person of a session sees of an answer: of chats and the account, which have parts that not everybody may see. */

/** What the page may see of an answer. */
export interface ServiceResponse extends Omit<UpstreamResponse, 'stream'> {
  /** A long list of our own service; `text` and `json` are empty then. */
  list: LongList | null
  /** The ETag of `text`, if this is a successful read. */
  etag: string | null
  /** Of a change that can be undone: its entry of the audit log. */
  entry?: number | undefined
}

type Reduce = (data: unknown) => Record<string, unknown> | null

/** null where the person sees everything. */
function reducerFor(member: Member | null, name: ApiName): Reduce | null {
  if (member === null) return null
  if (name === 'accountRead') return (account) => (isObject(account) ? visibleAccount(member, account) : null)
  if ((name === 'chatList' || name === 'chatRead') && !seesAllChats(member))
    return (chat) => (isObject(chat) ? visibleChat(member, chat) : null)
  return null
}

/**
 * The answer without what the person may not see. Where something was left out, its ETag is that of the rest: the service's own would tell of changes in
 * what is missing.
 * @param collectList as for the answers of the service
 */
export async function visibleTo(
  member: Member | null,
  name: ApiName,
  response: ServiceResponse,
  collectList: CollectList,
): Promise<ServiceResponse> {
  const reduce = reducerFor(member, name)
  if (!reduce) return response
  if (response.list) return { ...response, list: await reducedList(response.list, reduce, collectList) }
  if (response.text === '') return response
  const json = reducedBody(response, reduce)
  // Nothing of it was left out, so its version is the service's, which a save needs (If-Match).
  if (isObject(json.data) && json.data === response.json.data) return { ...response, json, text: JSON.stringify(json) }
  const text = JSON.stringify(json)
  const headers = new Headers(response.headers)
  headers.delete('etag')
  return { ...response, headers, json, text, etag: response.etag === null ? null : etagOf(text) }
}

/** A refusal keeps its words, any other body its data. What else a service may send is left out. */
function reducedBody({ status, json }: ServiceResponse, reduce: Reduce): Record<string, unknown> {
  const isRefused = status >= 400 || refusal.safeParse(json).data?.status === false
  if (isRefused) return pick(json, ['status', 'code', 'message', 'errors'])
  const { data } = json
  if (!Array.isArray(data)) return { ...pick(json, ['status']), data: reduce(data) }
  const rows = data.map(reduce).filter((row) => row !== null)
  return { ...pick(json, ['status']), count: rows.length, data: rows }
}

/** A long list, read and compressed anew: the one that others share stays as it is. */
function reducedList(list: LongList, reduce: Reduce, collectList: CollectList): Promise<LongList> {
  const release = list.kind === 'whole' ? list.hold() : () => {}
  const source = list.kind === 'whole' ? Readable.from([list.gzip]) : list.gzip
  const texts = pipeline(source, createGunzip(), release).setEncoding('utf8') as AsyncIterable<string>
  return collectList(Readable.from(reducedTexts(texts, reduce), { objectMode: false }))
}

async function* reducedTexts(texts: AsyncIterable<string>, reduce: Reduce): AsyncGenerator<string> {
  let count = 0
  for await (const objects of objectsIn(texts)) {
    const rows = objects.map((text) => reduce(JSON.parse(text))).filter((row) => row !== null)
    if (rows.length === 0) continue
    yield (count === 0 ? '{"status":true,"data":[' : ',') + JSON.stringify(rows).slice(1, -1)
    count += rows.length
  }
  yield `${count === 0 ? '{"status":true,"data":[' : ''}],"count":${count}}`
}

const quote = 0x22
const backslash = 0x5c
const open = 0x7b
const close = 0x7d

/**
 * The objects in the list of a streamed answer of our own service, `{"data":[{…},{…}],"status":true}`, as JSON: those that are one level deep. For each
 * text that arrives, the objects that end in it.
 */
export async function* objectsIn(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let depth = 0
  let isInString = false
  let isEscaped = false
  /** The beginning of an object whose end has not arrived. */
  let begun = ''
  for await (const text of texts) {
    const objects: string[] = []
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isEscaped) isEscaped = false
      else if (isInString) {
        if (code === backslash) isEscaped = true
        else if (code === quote) isInString = false
      } else if (code === quote) isInString = true
      else if (code === open && ++depth === 2) start = at
      else if (code === close && depth-- === 2) {
        objects.push(begun + text.slice(start, at + 1))
        begun = ''
      }
    }
    if (depth >= 2) begun += text.slice(start)
    yield objects
  }
}
