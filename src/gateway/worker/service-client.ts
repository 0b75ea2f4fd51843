import { parseAnswer } from '#contract/answer-json.ts'
import { createClient, Failure, type Call, type CallName, type ReadName, type Send } from '#contract/client.ts'
import { pollMaxAgeOf } from '#contract/messages.ts'
import { isRecorded, type Target } from '#contract/recorded-change.ts'
import type { Cause } from '#contract/gateway/cause.ts'
import { readAnswer, type Answer } from '#engine/saving/whole-answer.ts'
import { Refusal } from '#http/refusal.ts'
import type { MessagePolls } from '../forward/message-polls.ts'
import { requestUpstream, type Upstream } from '../forward/upstream.ts'
import { refusalResponse } from '../refusals.ts'
import type { Actor } from '../audit/actor.ts'
import { entryOf, outcomeOfAnswer, type EntryOptions } from '../audit/api-change.ts'
import { outcomeOfError, type AuditLog } from '../audit/audit-log.ts'

/** On whose behalf the gateway calls the service, and why. */
export interface ActingAs {
  /** The account's identity. */
  workspace: string
  token: string
  actor: Actor
  cause: Cause
  /** Awaited before each request; if it rejects, nothing is sent. It may wait. */
  before?: (name: CallName) => Promise<void>
  /** Called immediately before sending, after the change was recorded; if it throws a Failure, nothing is sent. */
  check?: () => void
}

export type ServiceClient = (as: ActingAs) => Call

interface Options {
  upstream: Upstream
  /** Missing: polls for messages are not shared. */
  polls?: MessagePolls
  /** null: nothing is recorded, which only tests and benchmarks need. */
  auditing: (EntryOptions & { audit: AuditLog }) | null
}

/**
 * Calls of the API by the gateway itself, for a person or by the worker, with the same client as the page. Every change is recorded with its cause before
 * it is sent. Rejects with a Failure.
 */
export function createServiceClient({ upstream, polls, auditing }: Options): ServiceClient {
  // No other service is known to have versions (contract/own-service.ts).
  const isOwn = upstream.kind === 'bundled'

  return ({ workspace, token, actor, cause, before, check }) => {
    const call: Call = (name, input, options) => {
      const request = async (path: string, { method, headers, body }: Parameters<Send>[1]) => {
        const sent = { method, token, body, ...(isOwn && headers && { headers }) }
        check?.()
        const sendTo = (to: string) => requestUpstream(upstream, to, sent)
        const maxAgeSeconds = name === 'messageList' ? pollMaxAgeOf(headers?.['cache-control']) : null
        const answered = maxAgeSeconds === null || !polls ? sendTo(path) : polls.poll({ token, path, maxAgeSeconds }, sendTo)
        const { status, text, stream, headers: received } = await answered
        return { status, text: stream ? await new Response(stream).text() : text, headers: received }
      }

      const recorded = async (path: string, init: Parameters<Send>[1]) => {
        if (!auditing || !isRecorded(name)) return request(path, init)
        const { params = {} } = input as { params?: Target }
        const change = {
          workspace,
          actor,
          name,
          method: init.method,
          path,
          params,
          body: parseAnswer(init.body ?? ''),
          key: undefined,
          cause,
        }
        const read = (readName: ReadName, of: Target) => readJson(call, readName, of)
        return auditing.audit.change(
          await entryOf({ ...change, read }, auditing),
          () => request(path, init),
          ({ status, text }) => outcomeOfAnswer(name, { status, json: parseAnswer(text) }),
          (error) => (error instanceof Failure ? { outcome: 'unsent', message: error.reason } : outcomeOfError(error)),
        )
      }

      const send: Send = async (path, init) => {
        await before?.(name)
        return recorded(path, init).then(responseOf, (error: unknown) => {
          if (error instanceof Refusal) return refusalResponse(error)
          throw error
        })
      }
      return createClient(send)(name, input, options)
    }
    return call
  }
}

async function readJson(call: Call, name: ReadName, params: Target): Promise<Answer<unknown> | null> {
  try {
    return await readAnswer<unknown>((options) => call(name, { params }, options))
  } catch (error) {
    if (error instanceof Failure && error.kind === 'server-error') return null
    throw error
  }
}

const responseOf = ({ status, text, headers }: { status: number; text: string; headers: Headers }) =>
  new Response(status === 204 || status === 304 ? null : text, { status, headers: pickHeaders(headers) })

const pickHeaders = (headers: Headers) =>
  ['etag', 'retry-after'].flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
