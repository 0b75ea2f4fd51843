import type { z } from 'zod/mini'
import { staleCode } from '#contract/own-service.ts'
import { profileChangedCode } from '#contract/service-profile.ts'
import {
  accountChangedCode,
  busyCode,
  companySeveralCode,
  freshTokenCode,
  limitReachedCode,
  notForTokensCode,
  noRightCode,
  passkeyNeededCode,
  scopedTokenRefusedCode,
  teamTokenRefusedCode,
  waitingCode,
} from '#contract/session.ts'
import { maxRequestBytes } from '#contract/values.ts'
import { recordLimitCode } from '#contract/gateway/records.ts'

/** Every code that a refusal can carry, with its HTTP status. Programs read the code, people read the message. */
const statuses = {
  // The request itself
  invalid: 400,
  bad_json: 400,
  bad_path: 400,
  bad_query: 400,
  bad_next: 400,
  bad_idempotency_key: 400,
  not_found: 404,
  method_not_allowed: 405,
  wrong_method: 405,
  too_large: 413,
  not_json: 415,
  idempotency_key_reused: 422,

  // Who asks, and from where
  unauthorized: 401,
  no_session: 401,
  token_refused: 401,
  [scopedTokenRefusedCode]: 401,
  forged: 403,
  insecure_transport: 403,
  [freshTokenCode]: 403,
  [noRightCode]: 403,
  [notForTokensCode]: 403,
  token_misplaced: 403,
  [accountChangedCode]: 409,
  other_account: 409,
  account_needed: 428,

  // People
  removed: 401,
  team_off: 401,
  session_ended: 401,
  [passkeyNeededCode]: 403,
  [waitingCode]: 403,
  [teamTokenRefusedCode]: 403,
  passkey_refused: 403,
  recovery_code_refused: 403,
  company_refused: 403,
  company_unknown: 403,
  company_unreachable: 502,
  [companySeveralCode]: 409,
  invitation_unknown: 404,
  invitation_used: 409,
  invitation_revoked: 409,
  invitation_expired: 409,
  last_owner: 409,
  last_passkey: 409,
  team_already_on: 409,
  team_not_on: 409,
  team_full: 409,
  token_limit: 409,
  standing_off: 409,
  action_running: 409,

  // The data as it is now
  already_banned: 409,
  ban_limit: 409,
  currency_already_set: 409,
  plan_full: 409,
  poll_limit: 409,
  preset_ended: 409,
  [recordLimitCode]: 409,
  reserved_name_taken: 409,
  ignored_limit: 409,
  rule_limit: 409,
  rule_not_ready: 409,
  token_key_lost: 409,
  [profileChangedCode]: 409,
  too_costly: 409,
  [staleCode]: 412,
  version_needed: 428,

  // Limits, and the state of the server
  // Not 429: waiting a few seconds, as programs do then, is of no use.
  [limitReachedCode]: 403,
  backtests_busy: 429,
  too_many_images: 429,
  too_many_reads: 429,
  too_many_requests: 429,
  too_many_sign_ins: 429,
  too_many_tests: 429,
  internal: 500,
  [busyCode]: 503,
  images_busy: 503,
  starting: 503,
  migrating: 503,
  unavailable: 503,

  // The service behind the gateway
  upstream_failing: 502,
  upstream_not_api: 502,
  upstream_too_large: 502,
  upstream_unreachable: 502,
  upstream_timeout: 504,

  // Images on other hosts
  not_public: 403,
  image_redirects: 502,
  image_too_large: 502,
  image_unreachable: 502,
  not_image: 502,
  image_timeout: 504,
} as const

type Code = keyof typeof statuses
type Status = (typeof statuses)[Code]

/** Messages by field name. */
export type FieldErrors = Record<string, string[]>

interface Details {
  errors?: FieldErrors
  /** What the service behind the gateway answered, in its own words. */
  serviceMessage?: string | undefined
  headers?: Record<string, string>
  /** What the caller needs to decide how to go on, such as what is stored now. */
  data?: unknown
  /** Instead of the code's usual status. */
  status?: Status
}

/** Thrown wherever a request is refused; one place in the service and one in the gateway turns it into the answer. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: Code
  readonly status: Status
  readonly errors: FieldErrors | undefined
  readonly serviceMessage: string | undefined
  readonly headers: Record<string, string>
  readonly data: unknown

  constructor(code: Code, message: string, { errors, serviceMessage, headers = {}, data, status = statuses[code] }: Details = {}) {
    super(message)
    this.code = code
    this.status = status
    this.errors = errors
    this.serviceMessage = serviceMessage
    this.headers = headers
    this.data = data
  }
}

/** The body of the answer (docs/assumptions.md row 2). */
export const refusalBody = ({ code, message, errors, serviceMessage, data }: Refusal) => ({
  status: false,
  code,
  message,
  ...(errors && { errors }),
  ...(serviceMessage && { said: serviceMessage }),
  ...(data !== undefined && { data }),
})

/** @param seconds how long the caller should wait; also a date, as RFC 9110 allows */
export const retryAfter = (seconds: number | string) => ({ 'retry-after': String(seconds) })

const maxNamedFields = 3

export const invalid = (errors: FieldErrors) => {
  const named = Object.entries(errors).slice(0, maxNamedFields)
  return new Refusal('invalid', `The request is not valid. ${named.map(([field, [first]]) => `${field}: ${first}`).join('; ')}`, { errors })
}

/** Enough to correct any honest request; a body made of nothing but mistakes must not be answered with more than was sent. */
const maxFields = 70

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/** What the schemas found, as messages by field. @param parts issues by part of the request; one with the whole part is listed under the part's name */
export function fieldErrors(parts: Record<string, readonly Issue[]>): FieldErrors {
  const errors = new Map<string, string[]>()
  for (const [part, issues] of Object.entries(parts))
    for (const { path, message } of issues) {
      const field = path.length ? path.join('.') : part
      const messages = errors.get(field)
      if (messages) messages.push(message)
      else if (errors.size < maxFields) errors.set(field, [message])
    }
  return Object.fromEntries(errors)
}

export const noSuchPath = () => new Refusal('not_found', 'There is nothing at this path.')
export const tooLarge = () => new Refusal('too_large', `The request body is larger than ${maxRequestBytes / 1024} KiB.`)
export const unavailable = () =>
  new Refusal('unavailable', 'The database cannot be reached or accepts no changes. Try again soon.', { headers: retryAfter(5) })
/** @param reference under which the log has the error itself */
export const internal = (reference: string) => new Refusal('internal', `Something went wrong on the server (reference ${reference}).`)
