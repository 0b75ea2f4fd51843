import { z } from 'zod/mini'
import { boolean, id, ipv4 } from './values.ts'

/** What the page and the gateway say to each other about the session. Not part of the API document. */

/** Sent with every request of the page that is not a GET: a form of another site cannot add it. */
export const pageHeader = { name: 'x-roomkeeper', value: '1' } as const

/**
 * On every refusal of the gateway itself, and never on what it hands on: no service can speak in its name. What was not sent is refused with a 4xx, or
 * with `busyCode`.
 */
export const gatewayMark = { name: 'x-roomkeeper-refusal', value: 'gateway' } as const
/** More was asked of the gateway than it can carry; nothing was done. */
export const busyCode = 'busy'

/** The body of a refusal of the gateway. */
export const GatewayRefusal = z.object({
  code: z.string(),
  message: z.string(),
  /** What the service answered, in its own words. */
  said: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})

/**
 * Sent with every request of the page that uses the session: the `identity` of the account that the page shows. Pictures are asked for without it,
 * as <img> sends no headers and a picture belongs to no account.
 */
export const identityHeader = 'x-roomkeeper-account'

/** The gateway refuses with this code, before it asks the service anything, where the session has become another account's: it is shared by all tabs. */
export const accountChangedCode = 'account_changed'

/**
 * The path prefixes: `session` for signing in and out, `confirm` for entering the token again, `tokenKey` for the account's secret, `api` in front
 * of the API's own paths, `image` for pictures elsewhere (`?url=`), `profile` for what was learned of a service that is not ours (service-profile.ts).
 */
export const gatewayPaths = {
  session: '/bff/session',
  demo: '/bff/session/demo',
  confirm: '/bff/session/confirm',
  tokenKey: '/bff/session/token-key',
  api: '/bff/api',
  image: '/bff/image',
  profile: '/bff/service-profile',
} as const

/**
 * Final acts (delete all messages, delete a chat, set the currency, change the account's e-mail, read its token key) need a token that was entered
 * again at most so long ago. Else the gateway refuses with this code, before it asks the service anything.
 */
export const freshTokenMinutes = 5
/** Those that need it whatever they send. Of `accountUpdate` only those with another e-mail do. */
export const stepUpEndpoints = ['messageDeleteAll', 'chatDelete', 'currencySet'] as const
export const freshTokenCode = 'fresh_token_needed'

const token = z.string().check(z.minLength(1, 'Enter the access token'), z.maxLength(8000, 'That is too long for a token'))

/** The demo account opens without a token, and confirms without one. */
export const ConfirmDraft = z.object({ token: z.optional(token) })

export const SignInDraft = z.object({
  token,
  /** Keep the session: 24 hours unused and 7 days at most, in place of 30 minutes and 12 hours. */
  keep: z._default(boolean, false),
  /** Renewing in place: only a token of this account is accepted, so that nothing typed for one account lands in another. */
  account: z.optional(id),
})

const here = {
  /** The service that the operator of this deployment chose; `bundled` is our own. */
  service: z.object({ kind: z.enum(['bundled', 'remote']), address: z.string() }),
  /** The demo account, where this deployment offers it. */
  demo: z.nullable(z.object({ accountId: id, rooms: z.number(), messages: z.number() })),
}

const SignedIn = z.object({
  ...here,
  signedIn: z.literal(true),
  account: z.object({ id, name: z.string(), email: z.string() }),
  /**
   * Names the account among all that ever were signed in at this origin: it tells apart equal numbers of other services and other installations.
   * What a browser keeps for an account is kept under it.
   */
  identity: z.string(),
  /** When the session ends if it is not used, and when it ends in any case. Unix seconds. */
  idleEnd: z.number(),
  end: z.number(),
  /** When the token itself ends, if it says so (a JWT with `exp`). Unix seconds. */
  tokenEnd: z.nullable(z.number()),
  /** Until then final acts need no token, in Unix seconds; 0 where it was not entered again. Missing where nothing asks for it: without a gateway. */
  freshUntil: z.optional(z.number()),
  /** The IPv4 address this browser comes from, as the gateway sees it. Missing where a proxy or IPv6 hides it. */
  browserAddress: z.optional(ipv4),
})

const SignedOut = z.object({ ...here, signedIn: z.literal(false) })

/** The answer of GET /bff/session, POST /bff/session, POST /bff/session/demo and DELETE /bff/session. */
export const Session = z.union([SignedIn, SignedOut])
export type Session = z.output<typeof Session>

/**
 * When a token ends, if it is a JWT that says so: Unix seconds, or null. The signature is not checked; the claim is only shown and used to end early.
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
