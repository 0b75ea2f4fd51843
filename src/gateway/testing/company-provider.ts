import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenIdProvider from 'oidc-provider'
import { CompanyStorage } from './company-storage.ts'

/** The account of a person at their company. */
export interface CompanyAccount {
  /** The subject, which never changes. */
  id: string
  email: string
  isVerified: boolean
}

type Claims = Record<string, unknown>

export const companyClient = { clientId: 'roomkeeper', clientSecret: 'canary-company-client-secret' }

/**
 * A real OpenID provider in this process, on loopback, in which everybody is `account`: it asks for no password. What it does wrong is what a
 * test says.
 * @param redirectUris of the gateways that use it
 */
export async function startCompanyProvider(redirectUris: readonly string[], account: CompanyAccount) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const state = {
    account,
    /** Changes the claims of ID tokens before they are signed; null = leaves them. */
    changeClaims: null as ((claims: Claims) => Claims) | null,
    /** Signs them with a key that is not the provider's. */
    hasForeignKey: false,
    /** The person cancels at the provider. */
    isCancelled: false,
    /** The provider shows a page with a button, as people see it. Otherwise it asks nothing. */
    hasPage: false,
    /** Every token that it issued. */
    issued: [] as string[],
  }
  const server = createServer()
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  // A server that listens on a host and port has an address of this type.
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new OpenIdProvider(issuer, {
    adapter: CompanyStorage,
    clients: [{ client_id: companyClient.clientId, client_secret: companyClient.clientSecret, redirect_uris: [...redirectUris] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: [randomUUID()] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { AuthorizationCode: 60, AccessToken: 60, IdToken: 60, Grant: 60, Interaction: 60, Session: 3600 },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: state.account.email, email_verified: state.account.isVerified }),
    }),
    // The company has allowed it for everybody.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: companyClient.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()

  /** Where a provider asks for a password. */
  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (state.hasPage && request.method === 'GET') {
      const page = `<!doctype html><title>Acme</title><link rel="icon" href="data:,"><form method="post"><button>Sign in as ${state.account.email}</button></form>`
      response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      return
    }
    const result = state.isCancelled
      ? { error: 'access_denied', error_description: 'cancelled' }
      : { login: { accountId: state.account.id } }
    await provider.interactionFinished(request, response, result)
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) return void interact(request, response)
    if (request.url === '/token') changeToken(response)
    void answer(request, response)
  })

  /** Signs the ID token of this response anew. */
  function changeToken(response: ServerResponse) {
    const end = response.end.bind(response)
    response.end = ((body: unknown) => {
      const { changeClaims, hasForeignKey } = state
      const json = JSON.parse(String(body)) as { id_token?: string; access_token?: string }
      state.issued.push(...[json.id_token, json.access_token].filter((token) => token !== undefined))
      if (json.id_token === undefined || (!changeClaims && !hasForeignKey)) return end(body)
      const [, claims = ''] = json.id_token.split('.')
      const changed = (changeClaims ?? ((same) => same))(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims)
      const key = hasForeignKey ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : privateKey
      const text = JSON.stringify({ ...json, id_token: signed(changed, key) })
      response.setHeader('content-length', Buffer.byteLength(text))
      return end(text)
    }) as typeof response.end
  }

  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { issuer, state, close, reopen: () => listen(port) }
}

type Key = ReturnType<typeof generateKeyPairSync>['privateKey']

function signed(claims: Claims, key: Key): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode({ alg: 'RS256', kid: 'key' })}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}

export type TestCompany = Awaited<ReturnType<typeof startCompanyProvider>>
