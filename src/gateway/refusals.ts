import { profileChangedCode } from '#contract/service-profile.ts'
import { accountChangedCode, busyCode, freshTokenCode, gatewayMark } from '#contract/session.ts'
import { maxRequestBytes } from '#contract/values.ts'

/** An answer that says no. One place turns it into `{ status: false, code, message, errors? }`. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: RefusalStatus
  readonly code: string
  /** Messages by field name. */
  readonly errors: Record<string, string[]> | undefined
  /** The service's own words, where it is the one who refuses. */
  readonly said: string | undefined
  /** As it stands in the header: seconds or a date. */
  readonly retryAfter: string | undefined

  constructor(
    status: RefusalStatus,
    code: string,
    message: string,
    details: { errors?: Record<string, string[]>; said?: string | undefined; retryAfter?: string | null } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = details.errors
    this.said = details.said
    this.retryAfter = details.retryAfter ?? undefined
  }
}

type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 428 | 429 | 500 | 502 | 503 | 504

/** The answer of a refusal. */
export function refuse({ status, code, message, errors, said, retryAfter }: Refusal): Response {
  const headers = new Headers({ [gatewayMark.name]: gatewayMark.value })
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
  // The rest of the body may still be on its way: nothing else can come over this connection.
  if (status === 413) headers.set('connection', 'close')
  return Response.json({ status: false, code, message, ...(errors && { errors }), ...(said && { said }) }, { status, headers })
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

export const invalid = (issues: readonly Issue[]) => {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of issues) (errors[String(path[0] ?? 'body')] ??= []).push(message)
  const [field, messages] = Object.entries(errors)[0] ?? ['The request', ['is not valid']]
  return new Refusal(400, 'invalid', `${field}: ${messages[0]}`, { errors })
}
export const unreadable = () => new Refusal(400, 'invalid', 'The address or the headers of this request cannot be read.')
export const notJson = () => new Refusal(400, 'invalid', 'The body is not JSON.')
export const tooLarge = () => new Refusal(413, 'too_large', `The request is larger than ${maxRequestBytes / 1024} KiB.`)
export const notFound = () => new Refusal(404, 'not_found', 'There is nothing here.')
export const wrongMethod = () => new Refusal(405, 'wrong_method', 'This method is not possible here.')
export const forged = () => new Refusal(403, 'forged', 'This request does not come from a page of this dashboard.')
export const otherOrigin = (own: string) =>
  new Refusal(
    403,
    'forged',
    `This page was opened at another address than ${own}, by which the server was asked. A proxy in front of the server must pass on Host and set X-Forwarded-Proto (docs/operations.md).`,
  )
export const freshTokenNeeded = () =>
  new Refusal(403, freshTokenCode, 'The access token has to be entered again before this. Nothing was done.')
export const versionNeeded = () =>
  new Refusal(428, 'version_needed', 'This save does not say which version of the settings it changes (If-Match). Reload the page.')
export const noSession = () => new Refusal(401, 'no_session', 'You are not signed in, or the session has ended.')
/** @param said the service's own words */
export const tokenRefused = (said?: string) =>
  new Refusal(401, 'token_refused', 'The service does not accept this token.', { said: said?.trim() })
export const tokenEnded = () => new Refusal(401, 'token_refused', 'By its own date the token has ended.')
export const otherAccount = () =>
  new Refusal(409, 'other_account', 'This token belongs to another account than the one that was signed in.')
export const accountChanged = () =>
  new Refusal(409, accountChangedCode, 'This page shows another account than the one that is signed in now. Nothing was done.')
export const accountNeeded = () =>
  new Refusal(428, 'account_needed', 'This page does not say which account it shows. Nothing was done. Reload the page.')
export const profileTooLarge = (maxBytes: number) =>
  new Refusal(413, 'too_large', `A service profile has at most ${maxBytes / 1024} KiB. Nothing was stored.`)
export const profileChanged = () =>
  new Refusal(409, profileChangedCode, 'Another page has written this service profile meanwhile. Nothing was stored. Read it again.')
export const noDemo = () => new Refusal(404, 'not_found', 'The demo is not offered here.')
export const insecureTransport = () =>
  new Refusal(
    403,
    'insecure_transport',
    'This page came over plain http, where anybody on the way could read the token. Open it by https, or on the machine itself by http://127.0.0.1.',
  )
export const tooManySignIns = (seconds: number) =>
  new Refusal(429, 'too_many_sign_ins', `Too many attempts to sign in. Try again in ${seconds} s.`, { retryAfter: String(seconds) })
export const tooManyRequests = (retryAfter: string | null) =>
  new Refusal(429, 'too_many_requests', 'The service asks for a pause.', { retryAfter })
export const upstreamUnreachable = () => new Refusal(502, 'upstream_unreachable', 'The service cannot be reached.')
export const upstreamFailing = (status: number) => new Refusal(502, 'upstream_failing', `The service answered with error ${status}.`)
export const upstreamSilent = () => new Refusal(502, 'upstream_failing', 'It refused to read the account and gave no reason.')
export const upstreamTimeout = () => new Refusal(504, 'upstream_timeout', 'The service did not answer in time.')
export const upstreamNotApi = (because: string) =>
  new Refusal(502, 'upstream_not_api', `What answered is not the chat management API: ${because}.`)
export const unavailable = () =>
  new Refusal(503, 'unavailable', 'The database does not answer or takes no changes at the moment.', { retryAfter: '5' })
export const busy = () =>
  new Refusal(503, busyCode, 'Too much is asked of the server at the moment. Nothing was done. Try again soon.', { retryAfter: '1' })
export const internal = (reference: string) => new Refusal(500, 'internal', `Something went wrong on the server (reference ${reference}).`)
