import { api } from '#contract/api.ts'
import type { WriteName } from '#contract/client.ts'
import { MessageIds } from '#contract/messages.ts'
import { declared, needsBefore, recordedChange, sentFields, type Target } from '#contract/recorded-change.ts'
import { refusal } from '#contract/values.ts'
import type { Cause } from '#contract/gateway/cause.ts'
import { createHash } from 'node:crypto'
import { isObject } from '../forward/upstream.ts'
import type { Actor } from './actor.ts'
import type { NewEntry, Outcome } from './audit-log.ts'
import { whoKey } from './line.ts'
import type { ReadService, ReadStateBefore } from './state-before.ts'

/** A change of the API as an entry of the audit log. */

export interface ApiChange {
  workspace: string
  actor: Actor
  name: WriteName
  method: string
  path: string
  params: Target
  /** JSON. */
  body: unknown
  /** The request's Idempotency-Key. */
  key: string | undefined
  cause: Cause
  read: ReadService
}

export interface EntryOptions {
  stateBefore: ReadStateBefore
  /** Whether the texts of messages are recorded. */
  withMessageTexts: boolean
}

export async function entryOf(change: ApiChange, { stateBefore, withMessageTexts }: EntryOptions): Promise<NewEntry> {
  const { workspace, actor, name, method, path, params, key, cause } = change
  const body = plainBody(change.body)
  const request = { params, body: name === 'messageSend' && !withMessageTexts ? withoutText(body) : body }
  const { state, chatName } = await stateBefore(workspace, name, request, change.read)
  const recorded = recordedChange(name, request, state)
  const unknownBefore = needsBefore(name) ? Object.entries(sentFields(name, request)).filter(([field]) => state?.[field] === undefined) : []
  return {
    workspace,
    removes: removedBy(name, params, change.body),
    data: {
      ...actor,
      action: name,
      chatName,
      ...recorded,
      subject: recorded.subject.slice(0, maxSubjectLength),
      count: Array.isArray(body) ? body.length : 1,
      cause,
      request: `${method} ${path}`,
      ...(unknownBefore.length > 0 && { sent: Object.fromEntries(unknownBefore) }),
      // The same key with other content is another change, which our service refuses.
      ...(key !== undefined && { requestKey: digest([whoKey(actor.who), key, method, path, change.body]) }),
    },
  }
}

/** The messages that a change removes; undefined: none. */
function removedBy(name: WriteName, { chatId, messageId }: Target, body: unknown): NewEntry['removes'] {
  const chat = Number(chatId)
  if (name === 'messageDeleteAll' || name === 'chatDelete') return { chatId: chat, messageIds: 'all' }
  if (name === 'messageDelete') return { chatId: chat, messageIds: [Number(messageId)] }
  const ids = MessageIds.safeParse(body)
  return name === 'messageDeleteSome' && ids.success ? { chatId: chat, messageIds: ids.data } : undefined
}

const digest = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const maxSubjectLength = 2000
/** Longer than any setting. */
const maxTextLength = 40_000
const maxIds = 1000

/** Values and lists of ids. Whatever else a request holds is not recorded: the service may not have checked it yet. */
function plainBody(json: unknown): unknown {
  if (Array.isArray(json)) return json.filter((item) => typeof item === 'number').slice(0, maxIds)
  if (typeof json !== 'object' || json === null) return {}
  const values = Object.entries(json).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, maxTextLength) : value])
  return Object.fromEntries(values.filter(([, value]) => value === null || typeof value !== 'object'))
}

/** Only the name under which it is posted. */
function withoutText(body: unknown) {
  const { username = '' } = body as { username?: unknown }
  return { text: username }
}

const maxMessageLength = 500

/** What the answer of a service says about a change. */
export function outcomeOfAnswer(name: WriteName, { status, json, isReplayed = false }: Answered): Outcome {
  return { ...outcomeIn(name, status, json), ...(isReplayed && { isReplayed }) }
}

export interface Answered {
  status: number
  json: unknown
  /** Our own service had carried out the request before. */
  isReplayed?: boolean
}

function outcomeIn(name: WriteName, status: number, json: unknown): Outcome {
  const answer = refusal.safeParse(json)
  // After a server error the change may have been made, whatever its body says.
  if (status >= 500) return { outcome: 'unknown', message: messageOf(answer.data), status }
  if (status >= 400 || answer.data?.status === false) return { outcome: 'refused', message: messageOf(answer.data), status }
  const isAnswer = api[name].response.safeParse(json).success
  return { outcome: isAnswer ? 'done' : 'unknown', message: '', status, ...createdChat(name, json) }
}

/** The chat that a call created, which its request could not name. */
function createdChat(name: WriteName, json: unknown): { chatId?: number } {
  const { creates } = declared(name)
  const id = creates && isObject(json) ? json[creates.idFrom] : undefined
  return typeof id === 'number' && Number.isSafeInteger(id) ? { chatId: id } : {}
}

function messageOf(answer: { message?: string | undefined; errors?: Record<string, string[]> | undefined } | undefined): string {
  const fields = Object.entries(answer?.errors ?? {}).map(([field, messages]) => `${field} ${messages.join(', ')}`)
  return [answer?.message?.trim(), ...fields].filter(Boolean).join(' · ').slice(0, maxMessageLength)
}
