import type { z } from 'zod/mini'
import { parseAnswer } from './answer-json.ts'
import { api, type Api, type ApiName } from './api.ts'
import { clientSchemaOf, fillPath, fillQuery, type Endpoint, type Input, type Output } from './endpoint.ts'
import { idempotencyKeyHeader, ifMatchHeader, ifNoneMatchHeader, versionOf, withVersion } from './own-service.ts'
import { secondsFrom } from './clocks.ts'
import { accountChangedCode, confirmScope, freshTokenCode } from './session.ts'
import { refusal } from './values.ts'

/** Why a call failed. The dashboard has a message for each. */
export const failureKinds = [
  /** No answer: this device is offline, or the server cannot be reached at this address. */
  'unreachable',
  'timed-out',
  /** 401: there is no session, or the token is not accepted. */
  'signed-out',
  /** Another 4xx, or 200 with `status: false`: nothing was done. */
  'refused',
  'too-many-requests',
  /** 5xx, whatever its body says: the change may or may not have been made. */
  'server-error',
  /** The answer is not one of this API: a web page, broken JSON, missing fields or a redirect. */
  'not-this-api',
  /** The gateway does not read an answer of this size. A change may have been made. */
  'too-large',
] as const
export type FailureKind = (typeof failureKinds)[number]

/** What a Failure is created with. */
type Details = { [K in Exclude<keyof Failure, keyof Error | 'kind' | 'isOfRead' | 'outcomeUnknown' | 'with'>]?: Failure[K] | undefined } & {
  cause?: unknown
}

export class Failure extends Error {
  override name = 'Failure'
  readonly kind: FailureKind
  /** The refusal's code, where the service sent one. */
  readonly code: string | undefined
  /** The message of the service; '' where it sent none. */
  readonly serviceMessage: string
  /** The reason as a sentence of the gateway; '' where it gave none. */
  readonly reason: string
  /** Whether the answer came from the gateway rather than the service. Only the gateway's codes can ask for a session or a token. */
  readonly isFromGateway: boolean
  /** What to do next, where the usual advice for the kind does not fit. */
  readonly advice: string | undefined
  /** Messages by field name. */
  readonly fields: Record<string, string[]>
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined
  /** HTTP status, where an answer arrived. */
  readonly status: number | undefined
  /** A web page or the way to one arrived in place of an answer: something in between asks to sign in. */
  readonly isWebPage: boolean
  /** What the gateway says beside the reason, such as what is stored now. */
  readonly data: unknown

  /** A check after the failure showed that nothing was changed. */
  readonly hadNoEffect: boolean

  /** Of a request that changes nothing: there is no result to check. Set by the client that sent it. */
  isOfRead = false

  /** After no answer, an unreadable one or a server error the change may still have been made. */
  get outcomeUnknown(): boolean {
    return ['unreachable', 'timed-out', 'not-this-api', 'too-large', 'server-error'].includes(this.kind)
  }

  constructor(kind: FailureKind, details: Details = {}) {
    super(details.serviceMessage || details.reason || kind, { cause: details.cause })
    this.kind = kind
    this.code = details.code
    this.serviceMessage = details.serviceMessage?.trim() ?? ''
    this.reason = details.reason ?? ''
    this.isFromGateway = details.isFromGateway ?? false
    this.hadNoEffect = details.hadNoEffect ?? false
    this.advice = details.advice
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
    this.status = details.status
    this.isWebPage = details.isWebPage ?? false
    this.data = details.data
  }

  /** The same failure with what was learned since. */
  with(found: Pick<Details, 'advice' | 'hadNoEffect'>): Failure {
    return new Failure(this.kind, Object.assign({}, this, found, { cause: this }))
  }
}

/** The same failure after a check that showed no effect. @param advice what to do next, where the usual advice does not fit */
export const withoutEffect = (failure: Failure, advice?: string): Failure => failure.with({ hadNoEffect: true, ...(advice && { advice }) })

/** For what must be read before a change is sent: when it fails, nothing was sent. */
export const readFirst = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    throw error instanceof Failure && error.outcomeUnknown ? withoutEffect(error, 'Nothing was sent. You may try again.') : error
  })

/**
 * Sends a request: with the gateway's cookie, or to a base address with a bearer header. `path` starts with a slash. Resolves to the service's answer.
 * Rejects with a Failure when no answer could be read, or when the gateway itself answered.
 */
export type Send = (
  path: string,
  init: {
    method: string
    /** The headers of own-service.ts, which only the gateway needs to pass on. */
    headers?: Record<string, string>
    body?: string
    signal: AbortSignal
    /** The browser sends it even where the page is closed meanwhile. */
    keepalive?: boolean
  },
) => Promise<Response>

/** Every endpoint but the deprecated read. */
export type CallName = Exclude<ApiName, 'messageListSlow'>

/** The endpoints that only read, recognised by their names. A test checks that they are exactly those with GET. */
export type ReadName = Extract<CallName, `${string}List` | `${string}Read`>
export type WriteName = Exclude<CallName, ReadName>

export interface Call {
  <K extends CallName>(name: K, input: Input<Api[K]>, options?: CallOptions): Promise<Output<Api[K]>>
}

export interface ReadCall {
  <K extends ReadName>(name: K, input: Input<Api[K]>, options?: CallOptions): Promise<Output<Api[K]>>
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The version that the change is based on, see versionOf(). */
  version?: string | undefined
  /** The answer that the caller has already. Where nothing has changed, the call resolves to this object. */
  known?: object | undefined
  /** Rows of a list that cannot be read are left out and counted, see unreadableIn(). Otherwise one such row rejects the call. */
  skipsUnreadable?: boolean
  /** The caller has its own way to retry, so the client does not. */
  noRetry?: boolean
  /** Sent as well, such as the cause of a change (gateway/cause.ts). */
  headers?: Record<string, string>
  /** Gets the answer as received: once parsed, a field that it left out has its default. */
  onJson?: (json: unknown) => void
}

/** After this time without an answer the outcome of a change is unknown. */
export const responseTimeoutMs = 15_000

/** What a refused request lacked: any session, one of the account that the page shows, or a token entered within the last minutes (step-up). */
export type AuthChallenge = 'session' | 'own session' | 'fresh token'

/** What was refused, and what a confirmation would be for, see confirmScope(). */
type Challenged<N extends string> = { name: N; scope: string }
/** Resolves to true once the challenge is answered, to false when it will not be. May reject with a better error than the refusal. */
export type AnswerChallenge<N extends string = ApiName> = (
  need: AuthChallenge,
  asked: Challenged<N>,
  signal?: AbortSignal,
) => Promise<boolean>

/** Waits before the retries of a request with an Idempotency-Key. */
const retryWaitsMs = [300, 1500]
/** Where Retry-After asks for more, the request is not retried. */
const maxRetryWaitMs = 5000

/**
 * A client of these endpoints: `call(name, input)` sends one request and resolves to the parsed answer. It repeats a request only after an authentication challenge was answered,
 * when nothing had been done yet, and, where `knowsIdempotencyKeys` says that the service recognises a repetition, up to twice when the outcome is unknown.
 * Rejects with a Failure, or with the signal's reason when the caller aborts.
 */
export function createEndpointClient<E extends Record<string, Endpoint>>(
  endpoints: E,
  send: Send,
  answerChallenge?: AnswerChallenge<keyof E & string>,
  knowsIdempotencyKeys?: () => boolean,
) {
  return async <K extends keyof E & string>(name: K, input: Input<E[K]>, options: CallOptions = {}): Promise<Output<E[K]>> => {
    const { signal, version, known, noRetry, headers } = options
    const endpoint: Endpoint = endpoints[name]!
    const { method, path, nonIdempotent } = endpoint
    const { params, query, body } = input as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
    const key = nonIdempotent && !noRetry && knowsIdempotencyKeys?.() && crypto.randomUUID()
    const knownVersion = known && versionOf(known)
    const once = async (timeout: AbortSignal) => {
      try {
        const answer = await send(fillPath(path, params) + fillQuery(query), {
          method,
          headers: {
            ...headers,
            ...(key && { [idempotencyKeyHeader]: key }),
            ...(version && { [ifMatchHeader]: version }),
            ...(knownVersion && { [ifNoneMatchHeader]: knownVersion }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        })
        if (answer.status === 304 && knownVersion) return known as Output<E[K]>
        return withVersion((await read(answer, clientSchemaOf(endpoint), options)) as Output<E[K]> & object, answer.headers.get('etag'))
      } catch (error) {
        if (!(error instanceof Failure) && signal?.aborted) throw signal.reason
        const failure = error instanceof Failure ? error : new Failure(timeout.aborted ? 'timed-out' : 'unreachable', { cause: error })
        failure.isOfRead = method === 'GET'
        throw failure
      }
    }
    const attempt = async () => {
      // One timeout for all attempts: three requests may not take longer than one.
      const timeout = AbortSignal.timeout(responseTimeoutMs)
      for (const wait of key ? retryWaitsMs : [])
        try {
          return await once(timeout)
        } catch (error) {
          const ms = retryWaitMs(error, wait)
          if (ms > maxRetryWaitMs || timeout.aborted) throw error
          await new Promise((resolve) => setTimeout(resolve, ms))
        }
      return once(timeout)
    }
    return withChallenges(attempt, (challenge) => answerChallenge?.(challenge, { name, scope: confirmScope(name, path, params) }, signal))
  }
}

/** The client of the API. */
export const createClient = (send: Send, answerChallenge?: AnswerChallenge, knowsIdempotencyKeys?: () => boolean): Call =>
  createEndpointClient(api, send, answerChallenge, knowsIdempotencyKeys)

/** Milliseconds until the retry, infinite where a retry would get the same answer. A gateway that is too busy (503) has done nothing yet. */
const retryWaitMs = (error: unknown, wait: number) =>
  error instanceof Failure && (error.outcomeUnknown || error.status === 503)
    ? Math.max(wait, (error.retryAfter ?? 0) * 1000)
    : Number.POSITIVE_INFINITY

/** Tries once, and once more after each challenge that was answered. No challenge is presented twice. */
export async function withChallenges<T>(
  attempt: () => Promise<T>,
  answer: (challenge: AuthChallenge) => Promise<boolean> | undefined,
  answered: AuthChallenge[] = [],
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const challenge = challengeOf(error)
    if (challenge && !answered.includes(challenge) && (await answer(challenge)))
      return withChallenges(attempt, answer, [...answered, challenge])
    throw error
  }
}

function challengeOf(error: unknown): AuthChallenge | null {
  if (!(error instanceof Failure)) return null
  if (error.kind === 'signed-out') return 'session'
  if (!error.isFromGateway) return null
  return error.code === accountChangedCode ? 'own session' : error.code === freshTokenCode ? 'fresh token' : null
}

async function read(answer: Response, schema: z.ZodMiniType, { onJson, skipsUnreadable }: CallOptions): Promise<unknown> {
  // Status 0 is an opaque redirect, such as to a login page.
  if (answer.status === 0 || (answer.status >= 300 && answer.status < 400)) throw new Failure('not-this-api', { isWebPage: true })
  const text = await answer.text()
  const json = parseAnswer(text)
  const refused = refusal.safeParse(json)
  const details = {
    status: answer.status,
    isWebPage: json === undefined && /^\s*</.test(text),
    retryAfter: secondsFrom(answer.headers.get('retry-after')),
    ...(refused.success && { code: refused.data.code, serviceMessage: refused.data.message, fields: refused.data.errors }),
  }
  if (answer.status === 401) throw new Failure('signed-out', details)
  if (answer.status === 429) throw new Failure('too-many-requests', details)
  // After a server error the change may have been made, even where the body says that it was refused.
  if (answer.status >= 500) throw new Failure('server-error', details)
  if (refused.success && !refused.data.status) throw new Failure('refused', details)
  if (!answer.ok) throw new Failure(refused.success ? 'refused' : 'not-this-api', details)
  const parsed = schema.safeParse(json)
  const whole = parsed.success ? parsed.data : skipsUnreadable ? (await import('./readable-rows.ts')).readableRows(schema, json) : null
  if (whole === null) throw new Failure('not-this-api', { ...details, cause: parsed.error })
  onJson?.(json)
  return whole
}
