import { staleCode } from '#contract/own-service.ts'
import { Refusal, retryAfter } from '#http/refusal.ts'

/** What only the service refuses; what the gateway refuses too is in src/http/refusal.ts. */

export const badPath = () => new Refusal('bad_path', 'The path has broken percent-encoding.')
export const badQuery = (message: string) => new Refusal('bad_query', message)
export const badJson = (message: string) => new Refusal('bad_json', message)
export const notJson = () => new Refusal('not_json', 'Send the body as application/json.')
export const badNext = () =>
  new Refusal(
    'bad_next',
    'This value of "next" was not issued for this chat, or the request also names another order or time range. Send it alone, or start again without it.',
  )

export const unauthorized = (wasSent: boolean) =>
  new Refusal(
    'unauthorized',
    wasSent ? 'The access token is not valid, has expired or was revoked.' : 'Send the header "Authorization: Bearer <access token>".',
    { headers: { 'www-authenticate': `Bearer realm="roomkeeper"${wasSent ? ', error="invalid_token"' : ''}` } },
  )

/** The same answer whether the thing does not exist or belongs to another account, so that nobody learns which ids exist. */
export const notFound = (thing: 'chat' | 'poll' | 'message' | 'ban') => new Refusal('not_found', `There is no such ${thing}.`)
export const partOfBan = (part: string, range: string) => new Refusal('not_found', `${part} is inside ${range}; unban that range.`)
export const methodNotAllowed = (allow: readonly string[]) =>
  new Refusal('method_not_allowed', `This path accepts ${allow.join(', ')} only.`, { headers: { allow: allow.join(', ') } })

export const planFull = (maxChats: number) => new Refusal('plan_full', `The plan allows ${maxChats} chats, and all are in use.`)
export const pollLimit = (maxPolls: number) => new Refusal('poll_limit', `A chat has at most ${maxPolls} polls. Delete some first.`)
export const banLimit = (maxRanges: number) =>
  new Refusal('ban_limit', `A chat has at most ${maxRanges} banned ranges. Unban or merge some first.`)
export const currencyAlreadySet = () => new Refusal('currency_already_set', 'The currency is already set and cannot be changed.')
export const alreadyBanned = () => new Refusal('already_banned', 'This exact range is already banned.')
export const reservedNameTaken = () =>
  new Refusal('reserved_name_taken', 'This reserved name belongs to another account.', { errors: { reservedName: ['is taken'] } })

export const changedMeanwhile = (version: string) =>
  new Refusal(staleCode, 'Someone else has changed these settings since. Nothing was saved.', { headers: { etag: version } })
export const badKey = (maxLength: number) =>
  new Refusal('bad_idempotency_key', `An Idempotency-Key has 1 to ${maxLength} visible ASCII characters.`)
export const keyReused = () =>
  new Refusal('idempotency_key_reused', 'This Idempotency-Key was already used for a different request. Nothing was done.')

export const tooManyRequests = (limit: number) =>
  new Refusal('too_many_requests', `More than ${limit} requests in a minute. Wait and try again.`)
export const tooManyReads = (maxReads: number) =>
  new Refusal('too_many_reads', `This account is already reading ${maxReads} long lists, and others are waiting. Try again in a moment.`, {
    headers: retryAfter(2),
  })
/** Not the caller's doing, so not a 429. */
export const tooManyReadsInAll = () =>
  new Refusal('too_many_reads', 'Too many long lists are being read. Try again in a moment.', { status: 503, headers: retryAfter(2) })
