import type { ApiName } from '#contract/api.ts'
import { refusal } from '#contract/values.ts'
import { inTime } from '#http/event-loop.ts'
import { etagOf } from '#http/read-response.ts'
import { Refusal } from '#http/refusal.ts'
import { readLimited } from '../read-limited.ts'
import { teamTokenRefused, tokenRefused, upstreamUnreachable } from '../refusals.ts'
import type { RequestContext } from '../server/request-context.ts'
import { clearCookie } from '../session/cookie.ts'
import type { SessionRouteOptions } from '../session/require-session.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { CollectList, LongList } from './long-list.ts'
import type { MessagePolls } from './message-polls.ts'
import { type ServiceResponse, visibleTo } from './visible.ts'
import { type UpstreamRequest, type UpstreamResponse, isObject, requestUpstream } from './upstream.ts'

export interface ServiceCall extends Omit<UpstreamRequest, 'token'> {
  name: ApiName
  path: string
  /** Reads a long list as `text`, unless it is longer than this: then `text` is empty. `list` is null either way. 0: reads none. */
  maxListBytes?: number
  /** For the gateway's own use: the answer keeps what the person of the session may not see. */
  isForGateway?: true
  /** A poll for new messages, which may be answered from a read that was sent at most so long ago (message-polls.ts). */
  maxAgeSeconds?: number | null
}

type SentCall = Omit<ServiceCall, 'isForGateway'>

/**
 * Sends a call with the token of a session. Equal reads of the same token share a request (createSharedReads), whoever sends them: each person gets what
 * they may see of its answer (visible.ts). When a client goes away, the others still get theirs. Throws like requestUpstream.
 */
export type CallService = (c: RequestContext, session: ActiveSession, call: ServiceCall) => Promise<ServiceResponse>

interface Options extends Pick<SessionRouteOptions, 'sessions' | 'upstream'> {
  collectList: CollectList
  polls: MessagePolls
  /** Records whether the service accepted the sealed token of a team. */
  recordTokenAnswer: (session: ActiveSession, isAccepted: boolean) => Promise<void>
}

/**
 * A session whose own token the service no longer accepts ends with the call. The sealed token of a team is not the person's: then nobody is signed out,
 * and everybody is told that an Owner must replace it.
 */
export function serviceCaller({ sessions, upstream, collectList, polls, recordTokenAnswer }: Options): CallService {
  const share = createSharedReads<ServiceResponse>()
  const taken = new WeakSet<LongList>()

  async function send(token: string, { name, path, maxListBytes, maxAgeSeconds = null, ...request }: SentCall): Promise<ServiceResponse> {
    const sendTo = (to: string) => requestUpstream(upstream, to, { ...request, token })
    const { stream, ...answer } = await (maxAgeSeconds === null ? sendTo(path) : polls.poll({ token, path, maxAgeSeconds }, sendTo))
    if (answer.status === 401) throw tokenRefused(refusal.safeParse(answer.json).data?.message)
    if (stream && maxListBytes === undefined) return { ...answer, list: await collect(stream), etag: null }
    const response = stream ? { ...answer, text: await textOf(stream, maxListBytes ?? 0) } : answer
    const visible = name === 'accountRead' ? withoutTokenKey(response) : response
    const isRead = request.method === 'GET' && response.status === 200 && response.text !== ''
    return { ...visible, list: null, etag: isRead ? etagFor(visible) : null }
  }

  /** A list that fails before its end is an error, not a shorter list. */
  const collect: CollectList = (stream) =>
    collectList(stream).catch(() => {
      throw upstreamUnreachable()
    })

  /** The tag of our own service may also contain the version for If-Match. A remote service's tags are not relied on. */
  const etagFor = ({ headers, text }: Visible) => (upstream.kind === 'bundled' && headers.get('etag')) || etagOf(text)

  async function read(token: string, call: SentCall): Promise<ServiceResponse> {
    if (typeof call.maxAgeSeconds === 'number') return send(token, call)
    const response = await share(`${call.path} ${call.maxListBytes} ${token}`, () => send(token, call))
    if (response.list?.kind !== 'stream') return response
    // It can be sent to one client only.
    if (taken.has(response.list)) return send(token, call)
    taken.add(response.list)
    return response
  }

  return async (c, session, { isForGateway, ...call }) => {
    try {
      const response = await (call.method === 'GET' ? read : send)(session.token, call)
      if (session.member) await recordTokenAnswer(session, true)
      return isForGateway ? response : await visibleTo(session.member, call.name, response, collect)
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'token_refused')) throw error
      if (session.member) {
        await recordTokenAnswer(session, false)
        throw teamTokenRefused(error.serviceMessage)
      }
      await sessions.end(session.hash)
      clearCookie(c)
      throw error
    }
  }
}

class ListTooLong extends Error {}

/** The text of a list, '' if it is longer than `maxBytes`. */
async function textOf(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  if (maxBytes === 0) {
    await stream.cancel()
    return ''
  }
  try {
    return (await readLimited(stream, maxBytes, () => new ListTooLong())).toString()
  } catch (error) {
    if (error instanceof ListTooLong) return ''
    // It failed before its end.
    throw upstreamUnreachable()
  }
}

type Visible = Omit<UpstreamResponse, 'stream'>

/** `tokenKey` is a secret of the account, served by a route of its own (session/sign-in.ts). */
function withoutTokenKey(response: Visible): Visible {
  if (!isObject(response.json.data) || !('tokenKey' in response.json.data)) return response
  const { tokenKey: _, ...data } = response.json.data
  const json = { ...response.json, data }
  const headers = new Headers(response.headers)
  // It is a hash that includes the secret.
  headers.delete('etag')
  return { ...response, headers, json, text: JSON.stringify(json) }
}

/** How long a read waits for an equal one that is in flight. Our own service has usually answered by then; a slow one should not slow others down. */
const maxWaitMs = 100

interface InFlight<T> {
  /** Resolves when the read has ended, however it did. */
  ended: Promise<void>
  /** The next equal read: it is sent when this one has ended or has taken `maxWaitMs`. Everybody who asks before that shares it. */
  next: Promise<T> | null
}

/**
 * Equal reads share a request (request coalescing). A read joins only one that has not been sent yet, never one in flight: that one may already have
 * been answered by the state before a write which has been confirmed since, here, by another gateway or by a program (docs/decisions.md).
 */
export function createSharedReads<T>(): (key: string, send: () => Promise<T>) => Promise<T> {
  const inFlight = new Map<string, InFlight<T>>()

  function start(key: string, send: () => Promise<T>): Promise<T> {
    const answer = send()
    const read: InFlight<T> = { ended: settled(answer), next: null }
    inFlight.set(key, read)
    void read.ended.then(() => {
      if (inFlight.get(key) === read) inFlight.delete(key)
    })
    return answer
  }

  return (key, send) => {
    const read = inFlight.get(key)
    if (!read) return start(key, send)
    return (read.next ??= inTime(maxWaitMs, read.ended).then(() => start(key, send)))
  }
}

const settled = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    () => {},
    () => {},
  )
