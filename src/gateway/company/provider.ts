import { createHash } from 'node:crypto'
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client'
import type { Logger } from 'pino'
import { gatewayPaths } from '#contract/session.ts'
import { Refusal } from '#http/refusal.ts'
import { companyCancelled, companyNotFresh, companyNotVerified, companyTooLate, companyUnreachable } from '../refusals.ts'

/** The OpenID provider with which people sign in (OpenID Connect Core 1.0, code flow with PKCE). */

export interface CompanySettings {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Who signed in, as the provider says. */
export interface CompanyUser {
  issuer: string
  /** The provider's name of the account, which never changes. */
  subject: string
  /** '' where the provider gives none. */
  email: string
  isEmailVerified: boolean
}

/** What the answer of the provider must fit. Each value is used once and known to nobody else. */
export interface Expected {
  state: string
  nonce: string
  /** Of PKCE. */
  verifier: string
  /** Unix seconds at which the person must have signed in again at the provider, or later; null = an earlier sign-in counts. */
  freshSince: number | null
}

export type CompanyProvider = ReturnType<typeof companyProvider>

const timeoutSeconds = 10
/** How far the clock of the provider may be behind. */
const clockToleranceSeconds = 60
/** Longer than a state is valid. */
const maxAgeSeconds = 10 * 60

/** @param origin the address of the dashboard, which the provider must know as redirect URI with the path of the callback */
export function companyProvider({ issuer, clientId, clientSecret }: CompanySettings, origin: string, log: Logger) {
  const callback = `${origin}${gatewayPaths.company}/callback`
  let configuration: Promise<Configuration> | null = null

  /** Asked for when somebody signs in, so that a provider that is down delays no start; asked again when that failed. */
  function discovered(): Promise<Configuration> {
    configuration ??= discover().catch((error: unknown) => {
      configuration = null
      throw error
    })
    return configuration
  }

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client')
    const address = new URL(issuer)
    const [byPost, byHeader] = [client.ClientSecretPost(clientSecret), client.ClientSecretBasic(clientSecret)]
    return client.discovery(
      address,
      clientId,
      undefined,
      (server, ...request) =>
        (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? byPost : byHeader)(server, ...request),
      {
        timeout: timeoutSeconds,
        // The signature of ID tokens as well, not only the connection that brought them. Plain http is for this machine only (env.ts).
        execute: [client.enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [client.allowInsecureRequests] : [])],
      },
    )
  }

  async function signInAddress({ state, nonce, verifier, freshSince }: Expected): Promise<string> {
    const [client, config] = await Promise.all([import('openid-client'), discovered()])
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(freshSince === null ? {} : { prompt: 'login', max_age: '0' }),
    })
    return address.href
  }

  async function verify(search: string, { state, nonce, verifier, freshSince }: Expected): Promise<CompanyUser> {
    const [client, config] = await Promise.all([import('openid-client'), discovered()])
    const tokens = await client.authorizationCodeGrant(config, new URL(callback + search), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(freshSince === null ? {} : { maxAge: maxAgeSeconds }),
    })
    const claims = tokens.claims()
    if (!claims) throw companyNotVerified()
    // Not every provider does what `prompt` and `max_age` ask for.
    if (freshSince !== null && (claims.auth_time ?? 0) < freshSince - clockToleranceSeconds) throw companyNotFresh()
    // Many providers give the address only to those who ask for it with the access token.
    const isMissing = claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
    const { email, email_verified }: UserInfoResponse | IDToken = isMissing
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : claims
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: typeof email === 'string' ? email.trim().toLowerCase() : '',
      isEmailVerified: email_verified === true,
    }
  }

  /** The errors of the library are for developers, and contain tokens. */
  async function refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.warn({ event: 'company-refused', ...reasonOf(error) }, 'a sign-in with a company account failed')
      throw refusalOf(error)
    }
  }

  return {
    /** The address at the provider where the person signs in. Throws `company_unreachable`. */
    signInAddress: (expected: Expected): Promise<string> => refusing(() => signInAddress(expected)),
    /** Verifies the provider's answer. Throws `company_refused` or `company_unreachable`. @param search the query of the callback */
    verify: (search: string, expected: Expected): Promise<CompanyUser> => refusing(() => verify(search, expected)),
  }
}

const unreachable = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

function refusalOf(error: unknown): Refusal {
  const { code, error: answered } = reasonOf(error)
  // fetch rejects with a TypeError where nothing answers.
  if (unreachable.has(code) || code === 'fetch failed') return companyUnreachable()
  if (answered === 'access_denied') return companyCancelled()
  return answered === 'invalid_grant' ? companyTooLate() : companyNotVerified()
}

/** What may be logged of an error: no text of the provider, and nothing that could contain a token. */
function reasonOf(error: unknown): { code: string; error?: string } {
  if (!(error instanceof Error)) return { code: 'unknown' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // A code of OAuth 2.0 (RFC 6749), chosen by whoever sent the answer.
  const answered = 'error' in error && typeof error.error === 'string' && /^[a-z_]{1,40}$/.test(error.error) ? { error: error.error } : {}
  return { code: code || (error.message === 'fetch failed' ? error.message : error.name), ...answered }
}
