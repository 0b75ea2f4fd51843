import { staleCode } from '#contract/own-service.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import { profileChangedCode } from '#contract/service-profile.ts'
import {
  accountChangedCode,
  busyCode,
  companySeveralCode,
  freshTokenCode,
  gatewayMark,
  limitReachedCode,
  noRightCode,
  notForTokensCode,
  passkeyNeededCode,
  scopedTokenRefusedCode,
  teamTokenRefusedCode,
  waitingCode,
  type EndedCode,
} from '#contract/session.ts'
import type { DeletionsLeft } from '#contract/gateway/limits.ts'
import { recordLimitCode, type StaleRecords } from '#contract/gateway/records.ts'
import { maxBanAddresses } from '#contract/gateway/rights.ts'
import { Refusal, refusalBody, retryAfter } from '#http/refusal.ts'

/** What only the gateway refuses; what the service refuses too is in src/http/refusal.ts. */

/** The answer of a refusal, marked as the gateway's own: no service can speak in its name. */
export function refusalResponse(refusal: Refusal): Response {
  const headers = new Headers({ [gatewayMark.name]: gatewayMark.value, ...refusal.headers })
  // The rest of the body may still be arriving, so nothing else can be sent over this connection.
  if (refusal.status === 413) headers.set('connection', 'close')
  return Response.json(refusalBody(refusal), { status: refusal.status, headers })
}

export const unreadable = () => new Refusal('invalid', 'The address or the headers of this request cannot be read.')
export const notJson = () => new Refusal('invalid', 'The body is not JSON.')
export const wrongMethod = () => new Refusal('wrong_method', 'This path does not accept this method.')

export const metricsTokenNeeded = () =>
  new Refusal('unauthorized', 'The metrics need the token that the operator set (METRICS_TOKEN), as “Authorization: Bearer …”.', {
    headers: { 'www-authenticate': 'Bearer' },
  })

export const forged = () => new Refusal('forged', 'This request does not come from a page of this dashboard.')
export const otherOrigin = (own: string) =>
  new Refusal(
    'forged',
    `The page was opened at a different address than ${own}, which this request was sent to. A proxy in front of the server must pass Host on unchanged and set X-Forwarded-Proto (docs/operations.md).`,
  )
export const insecureTransport = () =>
  new Refusal(
    'insecure_transport',
    'This page was loaded over plain http, where anyone on the network could read the token. Open it over https, or on the server itself at http://127.0.0.1.',
  )

export const noSession = () => new Refusal('no_session', 'You are not signed in, or the session has ended.')
export const freshTokenNeeded = () =>
  new Refusal(freshTokenCode, 'Enter the access token again to confirm this. Nothing has been done yet.')
export const noRight = () => new Refusal(noRightCode, 'Your role does not include this, or not in this chat. Nothing was done.')

/** @param now the time in Unix seconds */
export function deletionLimitReached(left: DeletionsLeft, now: number): Refusal {
  const minutes = Math.max(1, Math.ceil(((left.fullAt ?? now) - now) / 60))
  return new Refusal(
    limitReachedCode,
    `Your role may delete ${left.limit} messages in an hour. ${left.left} are left now, all of them in ${minutes} min. Nothing was deleted.`,
    { data: left },
  )
}
/** @param prefix of the widest range */
export const banTooWide = (prefix: number) =>
  new Refusal(
    limitReachedCode,
    `Your role may ban at most ${maxBanAddresses(prefix)} addresses at once, as many as a /${prefix} has. Nothing was banned.`,
  )

const endings: Record<EndedCode, string> = {
  removed: 'You were removed from the team of this account, so you are signed out. Ask an Owner if this is a mistake.',
  team_off: 'Team access was turned off for this account, so you are signed out. An Owner can turn it on again.',
  session_ended: 'This session was ended. Sign in again.',
}
/** @param because why a session that should still be there has ended */
export const sessionEnded = (because: EndedCode | null) => (because === null ? noSession() : new Refusal(because, endings[because]))
export const passkeyNeeded = () => new Refusal(passkeyNeededCode, 'Register a passkey first. You signed in with a recovery code.')
export const waiting = () =>
  new Refusal(waitingCode, 'You signed in with a recovery code less than 24 hours ago. Until then you can’t change who has access.')
export const tokenKeyLost = () =>
  new Refusal(
    'token_key_lost',
    'The token key cannot be opened: the key file of this server was replaced. Whoever runs the server can put it back (docs/operations.md).',
  )
/** @param serviceMessage why, in the service's own words */
export const teamTokenRefused = (serviceMessage?: string) =>
  new Refusal(
    teamTokenRefusedCode,
    `${serviceNameFirst()} rejects the token of this account. Nobody can work until an Owner replaces it.`,
    {
      serviceMessage: serviceMessage?.trim(),
    },
  )
export const passkeyRefused = (why: string) => new Refusal('passkey_refused', why)
export const recoveryCodeRefused = () =>
  new Refusal('recovery_code_refused', 'This recovery code is not valid. Each code works once; check it, or use another.')
export const invitationUnknown = () =>
  new Refusal('invitation_unknown', 'This invitation link is not valid. Check that you have the whole link, or ask for a new one.')
/** @param by who can make a new link */
export const invitationUsed = (by: string) =>
  new Refusal('invitation_used', `This invitation was already used. If that was not you, tell ${by} at once.`)
export const invitationRevoked = (by: string) => new Refusal('invitation_revoked', `This invitation was revoked. Ask ${by} for a new link.`)
export const invitationExpired = (by: string) =>
  new Refusal('invitation_expired', `This invitation has expired: links are valid for 24 hours. Ask ${by} for a new link.`)

export const companyOff = () => new Refusal('not_found', 'Company sign-in is not set up here.')
export const companyUnreachable = () =>
  new Refusal(
    'company_unreachable',
    'The sign-in of your company cannot be reached. Try again in a moment, or tell whoever runs this dashboard.',
  )
export const companyNotVerified = () =>
  new Refusal('company_refused', 'The answer of your company’s sign-in could not be verified. Nothing was done. Try again.')
export const companyTooLate = () =>
  new Refusal('company_refused', 'This sign-in took too long, was used already, or began in another browser. Try again.')
export const companyCancelled = () =>
  new Refusal('company_refused', 'The sign-in at your company was cancelled, or your company does not let you use this dashboard.')
export const companyElsewhere = (origin: string) =>
  new Refusal('company_refused', `Company sign-in works at ${origin} only. Open the dashboard there.`)
export const companyNotFresh = () =>
  new Refusal('company_refused', 'Your company did not ask you to sign in again, so nothing was confirmed.')
/** @param email of the company account; '' if it has none */
export const companyUnverified = (email: string) =>
  email === ''
    ? new Refusal('company_refused', 'Your company account has no e-mail address, by which people are recognised here.')
    : new Refusal('company_refused', `Your company has not verified the address ${email}, so it cannot be used to sign in here.`)
export const companyUnknown = (email: string) =>
  new Refusal('company_unknown', `Nobody here has the address ${email}. Ask an Owner to invite you with this address.`)
export const companyRemoved = (email: string) =>
  new Refusal('company_unknown', `${email} was removed from the team of this account. Ask an Owner if this is a mistake.`)
/** The address was given to somebody else at the company. */
export const companyReassigned = (email: string) =>
  new Refusal(
    'company_refused',
    `${email} belonged to another company account before. Ask an Owner to remove that person and to invite you.`,
  )
export const companyOtherPerson = (email: string) =>
  new Refusal(
    'company_refused',
    `You signed in at your company as ${email}, which is not the person signed in here. Nothing was confirmed.`,
  )
/** @param accounts in whose teams the person is */
export const companySeveral = (accounts: { id: number; name: string }[]) =>
  new Refusal(companySeveralCode, 'You are in the teams of several accounts. Choose one.', { data: { accounts } })

const challenge = { 'www-authenticate': 'Bearer' }
export const scopedTokenUnknown = () =>
  new Refusal(scopedTokenRefusedCode, 'This is not a valid token. Check that it is whole, or ask an Owner for another one.', {
    headers: challenge,
  })
/** @param why a sentence */
export const scopedTokenEnded = (why: string) =>
  new Refusal(scopedTokenRefusedCode, `${why} Ask an Owner for another one.`, { headers: challenge })
export const insecureToken = () =>
  new Refusal(
    'insecure_transport',
    'This request came over plain http, where anyone on the network could read the token. Use https, or http on the server itself.',
  )
export const notForTokens = () =>
  new Refusal(notForTokensCode, 'A token may not do this. Nothing was done. Sign in to the dashboard to do it.')
export const tokenMisplaced = () =>
  new Refusal('token_misplaced', 'A scoped token is accepted below /api only, and without the cookie of a session. Nothing was done.')
/** @param max that were not revoked */
export const tooManyTokens = (max: number) =>
  new Refusal('token_limit', `An account has at most ${max} tokens. Revoke one that is not needed any more.`)
export const noToken = () => new Refusal('not_found', 'This request was not made with a scoped token.')

export const lastOwner = () =>
  new Refusal('last_owner', 'A team needs at least one Owner. Make someone else Owner first. Nothing was changed.')
export const lastPasskey = () =>
  new Refusal('last_passkey', 'This is your only passkey. Register another one before you remove it. Nothing was changed.')
export const noPerson = () => new Refusal('not_found', 'You signed in with the account token, so there is no person to manage.')
export const teamAlreadyOn = () => new Refusal('team_already_on', 'Team access is already on for this account.')
export const teamNotOn = () => new Refusal('team_not_on', 'Team access is off for this account.')
export const teamFull = (max: number) => new Refusal('team_full', `A team has at most ${max} people and open invitations.`)
/** @param what was changed by somebody else */
export const changedMeanwhile = (what: string) =>
  new Refusal(staleCode, `${what} changed since this page read it. Nothing was saved. Review the change and save again.`)
export const presetChanged = () =>
  new Refusal(
    staleCode,
    'This mode changed since its preview was read. Nothing was turned on. Read the chats again, and look at what it sets now.',
  )
export const notFound = (what: string) => new Refusal('not_found', `${what} does not exist any more.`)

/** @param serviceMessage why, in the service's own words */
export const tokenRefused = (serviceMessage?: string) =>
  new Refusal('token_refused', `${serviceNameFirst()} does not accept this token.`, { serviceMessage: serviceMessage?.trim() })
export const tokenExpired = () => new Refusal('token_refused', 'This token has expired.')
export const otherAccount = () => new Refusal('other_account', 'This token belongs to a different account than the one that was signed in.')
export const personOfOtherAccount = () =>
  new Refusal(
    'other_account',
    'You are a person of a different account than the one that was signed in. Use a passkey or code of that account.',
  )
export const accountChanged = () =>
  new Refusal(accountChangedCode, 'This page shows a different account than the one that is signed in now. Nothing was done.')
export const accountNeeded = () =>
  new Refusal('account_needed', 'This page does not say which account it shows. Nothing was done. Reload the page.')
export const versionNeeded = () =>
  new Refusal('version_needed', 'This request does not say which version of the settings it changes (If-Match). Reload the page.')

export const profileTooLarge = (maxBytes: number) =>
  new Refusal('too_large', `A service profile has at most ${maxBytes / 1024} KiB. Nothing was stored.`)
export const profileChanged = () =>
  new Refusal(profileChangedCode, 'Another page has changed this service profile since. Nothing was stored. Read it again.')
/** @param stale what is stored now */
export const recordsChanged = (stale: StaleRecords) =>
  new Refusal(staleCode, 'Someone else has changed this since it was read. Nothing was stored.', { data: stale })
export const tooManyRecords = () =>
  new Refusal(recordLimitCode, 'This account stores as many records as it can. Nothing was stored. Delete some first.')
/** @param most how much of what, such as "4 MiB of notes of bans" */
export const shareFull = (most: string) =>
  new Refusal(recordLimitCode, `One person may store at most ${most} in this account. Nothing was stored. Delete some of yours first.`)
export const standingOff = () => new Refusal('standing_off', 'Background access is off, so nothing is carried out. Turn it on first.')
export const actionRunning = () => new Refusal('action_running', 'This action is being carried out at the moment. Nothing was changed.')

export const presetEnded = () => new Refusal('preset_ended', 'This mode has ended. Nothing was changed. Turn it on again.')
/** @param why a sentence */
export const ruleNotReady = (why: string) => new Refusal('rule_not_ready', `${why} The rule was not started.`)
/** @param why a sentence */
export const tooCostly = (why: string) => new Refusal('too_costly', `${why} Nothing was saved.`)
export const rulesUnchecked = () =>
  new Refusal(
    'unavailable',
    'The rule could not be checked, because the rules of this server are being started again. Try again in a minute.',
  )
/** @param most how much an account may have, as a sentence */
export const ruleLimit = (most: string, advice: string) => new Refusal('rule_limit', `${most} Nothing was saved. ${advice}`)
export const tooManyIgnored = (max: number) =>
  new Refusal('ignored_limit', `An account ignores at most ${max} settings. Nothing was changed. Watch one again first.`)
/** @param limit messages that the person may delete in an hour */
export const brakeAboveLimit = (limit: number) =>
  new Refusal(
    limitReachedCode,
    `Your role may delete ${limit} messages in an hour, and this rule may delete more. Lower its limit of an hour. The rule was not started.`,
  )
export const backtestsBusy = () =>
  new Refusal('backtests_busy', 'Too many backtests are waiting already. Try again in a few minutes.', { headers: retryAfter(5) })
export const backtestsOff = () => new Refusal('not_found', 'Backtests are not available here.')
export const noDemo = () => new Refusal('not_found', 'The demo is not available here.')

export const tooManySignIns = (seconds: number) =>
  new Refusal('too_many_sign_ins', `Too many attempts to sign in. Try again in ${seconds} s.`, { headers: retryAfter(seconds) })
/** The same code as `busy`: the page knows by it that the limit is ours and not the service's. */
export const tooManyFromCaller = (seconds: number) =>
  new Refusal(busyCode, `You sent too many requests in a minute. Nothing was done. Try again in ${seconds} s.`, {
    status: 429,
    headers: retryAfter(seconds),
  })
export const busy = () =>
  new Refusal(busyCode, 'The server is overloaded. Nothing was done. Try again in a moment.', { headers: retryAfter(1) })
/** @param code that of `busy` by default: the page knows by it that nothing was sent */
export const starting = (phase: 'starting' | 'migrating', code: typeof phase | typeof busyCode = busyCode) =>
  new Refusal(
    code,
    phase === 'migrating'
      ? 'Roomkeeper is migrating its database. Nothing was done. Try again when it is ready.'
      : 'Roomkeeper is starting. Nothing was done. Try again in a moment.',
    { headers: retryAfter(5) },
  )
/** The same code as `busy`: the page knows by it that nothing was sent. */
export const auditNotWritable = () =>
  new Refusal(busyCode, 'The audit log could not be written, so nothing was sent. Try again in a moment.', { headers: retryAfter(5) })

export const tooManyTests = (seconds: number) =>
  new Refusal('too_many_tests', `Too many tests in a minute. Try again in ${seconds} s.`, { headers: retryAfter(seconds) })

/** @param wait the service's Retry-After: seconds or a date */
export const tooManyRequests = (wait: string | null) =>
  new Refusal('too_many_requests', `${serviceNameFirst()} received too many requests.`, { headers: wait === null ? {} : retryAfter(wait) })
export const upstreamUnreachable = () => new Refusal('upstream_unreachable', `${serviceNameFirst()} cannot be reached.`)
export const upstreamFailing = (status: number) => new Refusal('upstream_failing', `${serviceNameFirst()} answered with error ${status}.`)
export const upstreamSilent = () => new Refusal('upstream_failing', `${serviceNameFirst()} refused to read the account and gave no reason.`)
export const upstreamTimeout = () => new Refusal('upstream_timeout', `${serviceNameFirst()} did not answer in time.`)
/** @param maxMiB the limit of a read, which the operator may raise; null: a change was answered with more than any change needs */
export const answerTooLarge = (maxMiB: number | null) =>
  new Refusal(
    'upstream_too_large',
    maxMiB === null
      ? `${serviceNameFirst()} answered a change with more than 1 MiB, so its answer was not read.`
      : `The answer of ${serviceName()} is larger than ${maxMiB} MiB, which is the limit of this server. Its operator can raise it with CHAT_API_MAX_MIB.`,
  )
export const answersTooMany = () =>
  new Refusal(busyCode, 'The server is reading as many large answers as it may at once (CHAT_API_MAX_MIB). Try again in a moment.', {
    headers: retryAfter(2),
  })
export const upstreamNotApi = (because: string) =>
  new Refusal('upstream_not_api', `The server that answered is not the chat management API: ${because}.`)
