import { parseAnswer } from '#contract/answer-json.ts'
import { type ApiName, api } from '#contract/api.ts'
import { checkAnswer } from '#contract/page-data.ts'
import type { CallName, ReadName, WriteName } from '#contract/client.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { idempotencyKeyHeader, idempotencyReplayedHeader, ifMatchHeader } from '#contract/own-service.ts'
import { type Target, declared, isRecorded } from '#contract/recorded-change.ts'
import { causeFrom, causeHeader } from '#contract/gateway/cause.ts'
import { allows } from '#contract/gateway/grant.ts'
import { type Answer, itemIn } from '#engine/saving/whole-answer.ts'
import type { CallService, ServiceCall } from '../forward/service-calls.ts'
import type { RequestContext } from '../server/request-context.ts'
import type { ActiveSession, Identity } from '../session/sessions.ts'
import type { Query } from '../database/database.ts'
import type { Member } from '../access/member.ts'
import { actorOf, programActor } from './actor.ts'
import { type Answered, type ApiChange, type EntryOptions, entryOf, outcomeOfAnswer } from './api-change.ts'
import type { AuditLog, NewEntry } from './audit-log.ts'
import { auditProgramRead } from './record-done.ts'
import { whoKey } from './line.ts'
import { readEntry } from './read-audit.ts'
import type { ReadService } from './state-before.ts'

interface AuditOptions extends EntryOptions {
  audit: AuditLog
  /** Reads entries that a change claims to undo. */
  query: Query
  /** Milliseconds. */
  nowMs: () => number
}

/** Longer lists are not read to record what was there before. */
const maxListBytes = 1024 * 1024

/** Makes a change and records it. @param member who claims that it undoes another; null: a program */
async function recorded<A extends Answered>(
  change: ApiChange,
  member: Member | null,
  send: (line: number) => Promise<A>,
  options: AuditOptions,
) {
  const { audit, query, nowMs } = options
  const entry = await withTrueCause(query, member, await entryOf(change, options), nowMs())
  return audit.change(entry, send, (answer) => outcomeOfAnswer(change.name, answer))
}

/** Calls of the page, of which every change is recorded. */
export function auditedCalls(callService: CallService, options: AuditOptions): CallService {
  const lastReads = createLastReads(options.nowMs)
  return async (c, session, call) => {
    const { name, path } = call
    const { workspace } = session
    if (name === 'chatRead') return lastReads.read(workspace, path, () => callService(c, session, call))
    if (name === 'messageListSlow' || !isRecorded(name)) return callService(c, session, call)
    const { nonIdempotent }: Endpoint = api[name]
    // Only our own service is sent one, and is known to repeat answers.
    const key = nonIdempotent && call.headers?.[idempotencyKeyHeader]
    const send = (held: string | null) => {
      const change = {
        workspace,
        actor: actorOf(c, session),
        name,
        method: call.method,
        path,
        params: paramsOf(name, path),
        body: parseAnswer(call.body ?? ''),
        key,
        cause: causeFrom(c.req.header(causeHeader)),
        read: readThrough(callService, c, session, held),
      }
      const sendCall = async (line: number) => {
        const answer = await callService(c, session, call)
        const entry = declared(name).undo.kind === 'none' ? undefined : line
        return { ...answer, entry, isReplayed: key !== undefined && isReplayed(answer.headers) }
      }
      return recorded(change, session.member, sendCall, options)
    }
    return name === 'chatUpdate' ? lastReads.change(workspace, path, call.headers?.[ifMatchHeader], send) : send(null)
  }
}

const isReplayed = (headers: Headers) => headers.get(idempotencyReplayedHeader) === 'true'

/** @param justRead the answer of the first read of a chat, where it is known */
function readThrough(callService: CallService, c: RequestContext, session: ActiveSession, justRead: string | null): ReadService {
  let known = justRead
  return async (name, params) => {
    const text = name === 'chatRead' ? known : null
    known = null
    if (text !== null) return answerIn(name, 200, text)
    return readNow(name, params)
  }

  async function readNow(name: ReadName, params: Target) {
    const call: ServiceCall = { name, method: 'GET', path: fillPath(api[name].path, params), maxListBytes, isForGateway: true }
    const { status, text } = await callService(c, session, call)
    return answerIn(name, status, text)
  }
}

function answerIn(name: ReadName, status: number, text: string): Answer<unknown> | null {
  if (status >= 500) return null
  const json = parseAnswer(text)
  const parsed = checkAnswer(name, json, null)
  if (!parsed) throw new TypeError(`Not an answer of ${name}`)
  return { data: parsed.data, raw: itemIn(json) }
}

/** The parameters of a path that was filled with them. */
function paramsOf(name: CallName, path: string): Target {
  const { match, params }: Endpoint = api[name]
  const found = match(path.split('?')[0]!) ?? {}
  const decoded = Object.fromEntries(Object.entries(found).map(([part, value]) => [part, decodeURIComponent(value)]))
  // Parsed as the service parses them.
  return (params?.safeParse(decoded).data ?? {}) as Target
}

/** A change by a program that our own service is about to make, or a read of the account (src/service/app.ts). */
interface ProgramChange {
  accountId: number
  token: { id: number; label: string }
  name: ApiName
  /** Parsed. */
  input: { params?: object; body?: unknown }
  /** The request's Idempotency-Key. */
  key: string | undefined
  /** Reads with the same token, beyond its rate limit. */
  read: (path: string) => Promise<Response>
}

export type OnChange = (change: ProgramChange, send: () => Promise<Response>) => Promise<Response>

/** Programs read the account often; one entry within this time says that they can know the token key. */
const tokenKeyReadMs = 60 * 60_000

/** Records what programs change through the API of our own service, and that they read the token key. */
export function auditedPrograms(options: AuditOptions & { identity: Identity }): (c: RequestContext) => OnChange {
  const { audit, identity, nowMs } = options
  /** By access token: when it was last recorded that it read the token key. */
  const readAt = new Map<number, number>()

  return (c) =>
    async ({ accountId, token, name, input, key, read }, send) => {
      if (name === 'accountRead') {
        if (nowMs() - (readAt.get(token.id) ?? -Infinity) < tokenKeyReadMs) return send()
        const response = await auditProgramRead(audit, c, identity(accountId), programActor(c, token), send)
        readAt.set(token.id, nowMs())
        return response
      }
      if (name === 'messageListSlow' || !isRecorded(name)) return send()
      const { method, path }: Endpoint = api[name]
      // The parameters of paths are ids and addresses.
      const params = (input.params ?? {}) as Target
      const change: ApiChange = {
        workspace: identity(accountId),
        actor: programActor(c, token),
        name,
        method,
        path: fillPath(path, params),
        params,
        body: input.body,
        key,
        cause: causeFrom(c.req.header(causeHeader)),
        read: async (readName, of) => {
          const answer = await read(fillPath(api[readName].path, of))
          return answerIn(readName, answer.status, await answer.text())
        },
      }
      // Nothing with a streamed answer changes anything.
      const withJson = async () => {
        const response = await send()
        return {
          response,
          status: response.status,
          json: parseAnswer(await response.clone().text()),
          isReplayed: isReplayed(response.headers),
        }
      }
      return (await recorded(change, null, withJson, options)).response
    }
}

/**
 * The entry with its cause as far as it is true. That a change undoes another is the word of whoever sends it, and marks the other as undone: it is kept
 * only where they may see that entry, and where it is about the same thing and an action that this one undoes. Otherwise the change was made by hand.
 * @param now milliseconds
 */
async function withTrueCause(query: Query, member: Member | null, entry: NewEntry, now: number): Promise<NewEntry> {
  const { workspace, data } = entry
  const { cause, who } = data
  if (cause.kind !== 'undo') return entry
  const isOwn = !allows(member, 'audit.read')
  const undone = await readEntry(query, { workspace, member, who: whoKey(who), isOwn, now }, cause.of)
  const isTrue =
    undone !== null && undone.chatId === data.chatId && undoes(data.action, undone.action) && isSame(undone.target, data.target)
  return isTrue ? entry : { ...entry, data: { ...data, cause: { kind: 'hand' } } }
}

function undoes(action: string, undone: string): boolean {
  if (!isRecorded(undone)) return false
  const { undo } = declared(undone)
  return undo.kind === 'inverse' ? undo.by.includes(action as WriteName) : undo.kind !== 'none' && action === undone
}

const isSame = (one: NewEntry['data']['target'], other: NewEntry['data']['target']) =>
  [one, other].every((target) => Object.keys(target).every((part) => String(one[part]) === String(other[part])))

interface ReadAnswer {
  status: number
  text: string
  etag: string | null
}

interface Read extends Omit<ReadAnswer, 'status'> {
  at: number
}

/** A service without versions may hold something else by then, as it may after a read of the log’s own. Milliseconds. */
const freshMs = 2000
const maxReads = 200
const maxLength = 200_000
/** Writes that are remembered, so that no answer from before one counts after it. */
const maxWrites = 1000

/**
 * Keeps what was read of chats just now. Whoever saves reads a chat first, so that the log need not read it again to know what was there.
 * @param nowMs milliseconds
 */
export function createLastReads(nowMs: () => number) {
  const reads = new Map<string, Read>()
  /** By chat, the number of its last write. */
  const writes = new Map<string, number>()
  /** Of what was forgotten. */
  let forgotten = 0
  let written = 0

  function noteWrite(key: string) {
    reads.delete(key)
    writes.delete(key)
    writes.set(key, ++written)
    const [oldest] = writes
    if (writes.size <= maxWrites || !oldest) return
    writes.delete(oldest[0])
    forgotten = oldest[1]
  }

  return {
    /** Sends a read of a chat. */
    read: async <A extends ReadAnswer>(workspace: string, path: string, send: () => Promise<A>): Promise<A> => {
      const key = `${workspace} ${path}`
      const before = written
      const answer = await send()
      const isOlder = (writes.get(key) ?? forgotten) > before
      reads.delete(key)
      if (answer.status !== 200 || answer.text.length > maxLength || isOlder) return answer
      reads.set(key, { text: answer.text, etag: answer.etag, at: nowMs() })
      if (reads.size > maxReads) reads.delete(reads.keys().next().value!)
      return answer
    },
    /**
     * Sends a change of a chat, with the answer that it is about; null where the service may hold something else by now.
     * @param version where the service makes the change only to this one
     */
    change: async <A>(
      workspace: string,
      path: string,
      version: string | undefined,
      send: (held: string | null) => Promise<A>,
    ): Promise<A> => {
      const key = `${workspace} ${path}`
      const read = reads.get(key)
      const isIt = read && (version === undefined ? nowMs() - read.at < freshMs : read.etag === version)
      noteWrite(key)
      try {
        return await send(isIt ? read.text : null)
      } finally {
        // What was read while it was under way may be from before.
        noteWrite(key)
      }
    },
  }
}
