import { z } from 'zod/mini'
import { fillPath } from './endpoint.ts'
import { ProviderNames } from './provider-names.ts'
import { boolean, id, ipv4 } from './values.ts'
import { GrantedChats } from './gateway/grant.ts'
import { roleNames } from './gateway/role-names.ts'

/** The session endpoints between page and gateway. They are not part of the API document. */

/** Sent with every request of the page that is not a GET. A form on another site cannot add a header (CSRF protection). */
export const pageHeader = { name: 'x-roomkeeper', value: '1' } as const

/**
 * On every refusal of the gateway itself, and never on what it hands on: no service can speak in its name. What was not sent is refused with a 4xx, or
 * with `busyCode`.
 */
export const gatewayMark = { name: 'x-roomkeeper-refusal', value: 'gateway' } as const
/** The gateway is overloaded; nothing was done. */
export const busyCode = 'busy'

/** The body of a refusal of the gateway. */
export const GatewayRefusal = z.object({
  code: z.string(),
  message: z.string(),
  /** The message of the service. */
  said: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** What the page needs to decide how to go on, such as what is stored now. */
  data: z.optional(z.unknown()),
})

/**
 * Sent with every request of the page that uses the session: the `identity` of the account that the page shows. Images are requested without it,
 * because <img> sends no headers and an image belongs to no account.
 */
export const identityHeader = 'x-roomkeeper-account'

/** The session, which all tabs share, now belongs to another account. The gateway refuses with this code before it sends anything to the service. */
export const accountChangedCode = 'account_changed'
/** The role of the person does not include this, or not in this chat; nothing was sent to the service. */
export const noRightCode = 'no_right'
/** Of a scoped token: it is none of these, was revoked, has expired, or whoever created it was removed. */
export const scopedTokenRefusedCode = 'scoped_token_refused'
/** People can do this, and no token may. */
export const notForTokensCode = 'not_for_tokens'
/** More deletions than are left to the person this hour, or a wider ban than allowed; nothing was sent to the service. */
export const limitReachedCode = 'limit_reached'

/**
 * The path prefixes: `session` for signing in and out, `confirm` for step-up authentication, `tokenKey` for the account's secret, `api` in front of the
 * API's own paths, `image` for images on other hosts (`?url=`), `profile` for what was learned about a remote service (service-profile.ts),
 * `workspace` in front of the paths of gateway/api.ts, `openapi` for their document, `company` for signing in through the operator's OpenID provider (`/start`, `/callback`).
 * Programs use `program` in front of the API's paths, and with a scoped token (gateway/scoped-tokens.ts) `programWorkspace` in front of those of
 * gateway/api.ts.
 */
export const gatewayPaths = {
  session: '/bff/session',
  demo: '/bff/session/demo',
  confirm: '/bff/session/confirm',
  tokenKey: '/bff/session/token-key',
  api: '/bff/api',
  image: '/bff/image',
  profile: '/bff/service-profile',
  workspace: '/bff/workspace',
  openapi: '/bff/openapi.json',
  company: '/bff/company',
  program: '/api',
  programWorkspace: '/api/workspace',
} as const

/**
 * Step-up authentication: irreversible actions (delete all messages, delete a chat, set the currency, change the account's e-mail, read its token key)
 * need a token that was entered within the last minutes. Otherwise the gateway refuses with `freshTokenCode` before it sends anything to the service.
 */
export const freshTokenMinutes = 5
/** The endpoints that always need it. `accountUpdate` needs it only to change the e-mail. */
export const stepUpEndpoints = ['messageDeleteAll', 'chatDelete', 'currencySet'] as const
export const freshTokenCode = 'fresh_token_needed'

const token = z.string().check(z.minLength(1, 'Enter the access token'), z.maxLength(8000, 'This is too long for a token'))

/**
 * What a confirmation is for: one action on one target. `chatDelete /chats/7` confirms nothing but deleting chat 7.
 * @param name of an endpoint, whose path and parameters follow
 */
export const confirmScope = (name: string, path: string, params: Record<string, unknown> = {}): string =>
  `${name} ${fillPath(path, params)}`
/** Reading the token key, which is no endpoint of the API. */
export const tokenKeyScope = 'tokenKey /account'

const maxConfirmScopes = 500
/** Together: they are stored until they are confirmed. As many chats as one job may name take 25,000. */
const maxScopesLength = 32_000
/** Several targets where one job acts on them all, such as deleting the messages of several chats. */
export const ConfirmScopes = z.array(z.string().check(z.maxLength(300))).check(
  z.minLength(1),
  z.maxLength(maxConfirmScopes, { error: `must be at most ${maxConfirmScopes}`, abort: true }),
  z.refine((scopes) => scopes.join('').length <= maxScopesLength, `must have at most ${maxScopesLength} characters together`),
)

/**
 * The demo account needs no token to sign in or to confirm. With `for`, the confirmation holds for that only; without it, for everything that whoever
 * knows the token may do.
 */
export const ConfirmDraft = z.object({ token: z.optional(token), for: z.optional(ConfirmScopes) })

export const SignInDraft = z.object({
  token,
  /** Stay signed in: the session ends after 24 idle hours or 7 days, instead of 30 minutes or 12 hours. */
  keep: z._default(boolean, false),
  /** When a session is renewed only a token of this account is accepted, so that edits for one account are not saved to another. */
  account: z.optional(id),
})

const here = {
  /** The service that the operator of this deployment chose. `bundled` is our own. */
  service: z.object({ kind: z.enum(['bundled', 'remote']), address: z.string(), names: z.optional(ProviderNames) }),
  /** The demo account; null where this deployment has none. */
  demo: z.nullable(z.object({ accountId: id, rooms: z.number(), messages: z.number() })),
  /** The ways to sign in besides the token. */
  signIn: z.object({
    /** Some account here has a team, so that passkeys can be used. */
    passkey: z.boolean(),
    /** Through the company's OpenID provider. */
    company: z.boolean(),
    /** The address at which passkeys work, such as `https://chat.example.org`. */
    origin: z.string(),
  }),
}

/** Why a session ended that should still be there. As code of a refusal, and in the answer of GET /bff/session. */
export const endedCodes = ['removed', 'team_off', 'session_ended'] as const
export type EndedCode = (typeof endedCodes)[number]
/** The session began with a recovery code: a passkey must be registered first. */
export const passkeyNeededCode = 'passkey_needed'
/** Rights cannot be changed for a day after a sign-in with a recovery code. */
export const waitingCode = 'waiting'
/** The service rejects the sealed token of the account. Nobody can work until an Owner replaces it. */
export const teamTokenRefusedCode = 'team_token_refused'

/** Somebody who signed in with a company account is in several teams, and must choose one; `data` has their accounts. */
export const companySeveralCode = 'company_several'

/** The person of a session: what they may do and where (gateway/rights.ts). The gateway enforces it; the page mirrors it. */
export const SessionPerson = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(roleNames),
  rights: z.array(z.string()),
  chats: GrantedChats,
  limits: z.object({ deletionsPerHour: z.nullable(z.number()), widestBan: z.nullable(z.number()) }),
  /** Unix seconds. Until then the person may not change rights, after a sign-in with a recovery code; 0 = not waiting. */
  waitingUntil: z.number(),
  /** The session began with a recovery code and can only register a passkey. */
  mustRegisterPasskey: z.boolean(),
})
export type SessionPerson = z.output<typeof SessionPerson>

const SignedIn = z.object({
  ...here,
  signedIn: z.literal(true),
  account: z.object({ id, name: z.string(), email: z.string() }),
  /**
   * Identifies the account among all that were ever signed in at this origin, where other services and installations may have used the same id. The
   * browser stores data of an account under it.
   */
  identity: z.string(),
  /** When the session ends if it stays idle, and when it ends in any case. Unix seconds. */
  idleEnd: z.number(),
  end: z.number(),
  /** When the token expires, where it says so (a JWT with `exp`). Unix seconds. */
  tokenEnd: z.nullable(z.number()),
  /** Until when irreversible actions need no token, in Unix seconds; 0 where it was not entered again. */
  freshUntil: z.number(),
  /** The IPv4 address of this browser as the gateway sees it. Missing behind an unknown proxy and with IPv6. */
  browserAddress: z.optional(ipv4),
  /** Something of the account runs, or ended and was not dismissed (gateway/jobs.ts). */
  hasJobs: z.optional(z.literal(true)),
  /** Missing where team access is off. */
  team: z.optional(
    z.object({
      /** null: signed in with the account's token, which may do everything. */
      person: z.nullable(SessionPerson),
      /** How many people may sign in. */
      people: z.number(),
      /** Whom to ask: the names of the Owners. */
      owners: z.array(z.string()),
      /** The service rejects the account's sealed token, so that nobody can work until an Owner replaces it. */
      isTokenRejected: z.boolean(),
      /** How irreversible actions are confirmed. */
      confirmWith: z.enum(['token', 'passkey', 'company']),
    }),
  ),
})

const SignedOut = z.object({ ...here, signedIn: z.literal(false), ended: z.optional(z.enum(endedCodes)) })

/** The answer of GET /bff/session, POST /bff/session, POST /bff/session/demo and DELETE /bff/session. */
export const Session = z.union([SignedIn, SignedOut])
export type Session = z.output<typeof Session>

/**
 * The expiry of a JWT in Unix seconds; null for other tokens. The signature is not checked: the claim is only shown, and used to end a session early.
 */
export function jwtEnd(token: string): number | null {
  const [, claims, signature] = token.split('.')
  if (!claims || signature === undefined) return null
  try {
    const { exp }: { exp?: unknown } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof exp === 'number' && Number.isFinite(exp) ? exp : null
  } catch {
    return null
  }
}
