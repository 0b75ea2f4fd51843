import { staleCode } from '#contract/own-service.ts'

/** Every way in which the service says no. The code is for programs, the message for people. */

export class Refusal extends Error {
  override name = 'Refusal'
  /** HTTP status. */
  readonly status: 400 | 401 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503
  readonly code: string
  /** Messages by field name. */
  readonly errors: Record<string, string[]> | undefined
  readonly headers: Record<string, string>

  constructor(
    status: Refusal['status'],
    code: string,
    message: string,
    { errors, headers = {} }: { errors?: Record<string, string[]>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.headers = headers
  }
}

/** The body of a refusal (docs/assumptions.md row 2). */
export const bodyOf = ({ code, message, errors }: Refusal) => ({ status: false, code, message, ...(errors && { errors }) })

const listed = (errors: Record<string, string[]>) =>
  Object.entries(errors)
    .slice(0, 3)
    .map(([field, [first]]) => `${field}: ${first}`)
    .join('; ')

export const invalid = (errors: Record<string, string[]>) =>
  new Refusal(400, 'invalid', `The request is not valid. ${listed(errors)}`, { errors })
export const badPath = () => new Refusal(400, 'bad_path', 'The path has broken percent-encoding.')
export const badQuery = (message: string) => new Refusal(400, 'bad_query', message)
export const badJson = (message: string) => new Refusal(400, 'bad_json', message)
export const badNext = () =>
  new Refusal(
    400,
    'bad_next',
    'This value of "next" is not one that this chat gave out, or the request says another order or time range beside it. Send it alone, or start again without it.',
  )

export const unauthorized = (sent: boolean) =>
  new Refusal(
    401,
    'unauthorized',
    sent ? 'The access token is not valid, has expired or was revoked.' : 'Send the header "Authorization: Bearer <access token>".',
    {
      headers: { 'www-authenticate': `Bearer realm="roomkeeper"${sent ? ', error="invalid_token"' : ''}` },
    },
  )

export const noSuchPath = () => new Refusal(404, 'not_found', 'There is nothing at this path.')
/** The same answer for "not there" and "not yours", so that nobody learns which ids exist. */
export const notFound = (thing: 'chat' | 'poll' | 'message' | 'ban') => new Refusal(404, 'not_found', `There is no such ${thing}.`)
export const partOfBan = (part: string, range: string) => new Refusal(404, 'not_found', `${part} is inside ${range}; lift that range.`)
export const methodNotAllowed = (allow: readonly string[]) =>
  new Refusal(405, 'method_not_allowed', `This path takes ${allow.join(', ')} only.`, { headers: { allow: allow.join(', ') } })

export const planFull = (rooms: number) => new Refusal(409, 'plan_full', `The plan allows ${rooms} chat rooms, and all are in use.`)
export const pollLimit = (most: number) => new Refusal(409, 'poll_limit', `A chat holds at most ${most} polls. Delete some first.`)
export const banLimit = (most: number) =>
  new Refusal(409, 'ban_limit', `A chat holds at most ${most} banned ranges. Lift or merge some first.`)
export const currencyAlreadySet = () => new Refusal(409, 'currency_already_set', 'The currency is set already and cannot be changed.')
export const alreadyBanned = () => new Refusal(409, 'already_banned', 'Exactly this range is banned already.')
export const reservedNameTaken = () =>
  new Refusal(409, 'reserved_name_taken', 'This reserved name belongs to another account.', { errors: { reservedName: ['is taken'] } })

export const changedMeanwhile = (version: string) =>
  new Refusal(412, staleCode, 'Somebody else changed these settings meanwhile. Nothing was written.', { headers: { etag: version } })
export const badKey = (most: number) =>
  new Refusal(400, 'bad_idempotency_key', `An Idempotency-Key has 1 to ${most} characters of ASCII that can be seen.`)
export const keyReused = () =>
  new Refusal(422, 'idempotency_key_reused', 'This Idempotency-Key came with another request before. Nothing was done.')

export const tooLarge = (limit: number) => new Refusal(413, 'too_large', `The body has more than ${limit} bytes.`)
export const notJson = () => new Refusal(415, 'not_json', 'Send the body as application/json.')
export const tooManyRequests = (limit: number) =>
  new Refusal(429, 'too_many_requests', `More than ${limit} requests in a minute. Wait and try again.`)

export const tooManyReads = (most: number) =>
  new Refusal(429, 'too_many_reads', `This account is reading ${most} long lists already, and others wait. Try again in a moment.`, {
    headers: { 'retry-after': '2' },
  })
export const tooManyReadsInAll = () =>
  new Refusal(503, 'too_many_reads', 'Too many long lists are being read. Try again in a moment.', { headers: { 'retry-after': '2' } })

export const internal = (request: string) => new Refusal(500, 'internal', `Something went wrong on our side. Request ${request}.`)
export const unavailable = () =>
  new Refusal(503, 'unavailable', 'The database does not answer at the moment. Try again soon.', { headers: { 'retry-after': '5' } })
