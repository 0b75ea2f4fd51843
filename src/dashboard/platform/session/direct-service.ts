import { accountRead, TokenKey } from '#contract/account.ts'
import { CatalogueFile } from '#contract/catalogue-file.ts'
import { responseTimeoutMs, createClient, Failure, type Send } from '#contract/client.ts'
import { jwtEnd, type Session } from '#contract/session.ts'
import { itemResponse } from '#contract/values.ts'
import type { Backend } from './gateway.ts'

/**
 * The backend without a gateway: the page calls the service directly and keeps the token in this module, so a reload asks for it again. The README
 * lists how this is weaker than the gateway.
 * @param address the base URL without a trailing slash
 */
export function directService(address: string): Backend {
  let token = ''
  const service: Session['service'] = { kind: 'remote', address }
  const signedOut: Session = { signedIn: false, service, demo: null }
  let session: Session = signedOut
  let namesRead: Promise<unknown> | undefined

  const sendWith =
    (bearer: string): Send =>
    (path, init) =>
      fetch(address + path, {
        ...init,
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${bearer}`,
          ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      }).catch(async (cause: unknown) => {
        if (init.signal.aborted) throw cause
        throw new Failure((await isReachable(address)) ? 'blocked' : 'unreachable', { cause })
      })

  return {
    // Each tab holds its own token, so no other tab can replace it with the token of another account.
    send: () => (path, init) => sendWith(token)(path, init),
    sendToWorkspace: null,
    read: async () => {
      namesRead ??= readNames().then((names) => Object.assign(service, { names }))
      await namesRead
      return session
    },
    signIn: async (draft) => {
      const { data } = await createClient(sendWith(draft.token))('accountRead', {}).catch((error: unknown) => {
        throw error instanceof Failure && error.kind === 'refused' ? tokenFailure(error) : error
      })
      if (draft.account !== undefined && draft.account !== data.id) throw new Failure('refused', { code: 'other_account' })
      const end = jwtEnd(draft.token)
      const never = Number.MAX_SAFE_INTEGER
      token = draft.token
      session = {
        ...signedOut,
        signedIn: true,
        account: { id: data.id, name: data.name, email: data.email },
        identity: `${data.id}@${address}`,
        idleEnd: never,
        end: end ?? never,
        tokenEnd: end,
      }
      return session
    },
    signInToDemo: () => Promise.reject(new Failure('refused')),
    signOut: async () => {
      token = ''
      session = signedOut
    },
    // Without a gateway no endpoint requires a fresh token, so there is nothing to confirm.
    confirm: async () => {},
    tokenKey: async () => {
      const answer = await sendWith(token)(accountRead.path, { method: accountRead.method, signal: AbortSignal.timeout(responseTimeoutMs) })
      const account = itemResponse(TokenKey).safeParse(await answer.json().catch(() => null))
      if (!account.success) throw new Failure('not-this-api')
      return account.data.data.tokenKey || null
    },
  }
}

/** A file that is missing or broken has no names; the page says so once it needs the rest of it. */
const readNames = () =>
  fetch('/catalogue.json')
    .then((answer) => answer.json())
    .then((json) => CatalogueFile.safeParse(json).data?.names)
    .catch(() => undefined)

/**
 * Decides what a refused read of the account says about the token. Without a message it cannot be attributed to the token (docs/assumptions.md row
 * 2).
 */
function tokenFailure({ status, code, serviceMessage, fields }: Failure): Failure {
  const isTokenRefused = status === 403 || (status === 200 && serviceMessage !== '')
  if (isTokenRefused) return new Failure('signed-out', { status, code, serviceMessage, fields })
  return new Failure(status === 200 ? 'server-error' : 'not-this-api', { status, code, serviceMessage })
}

/** Checks whether a server responds at all: CORS hides every other detail of a response from the page. */
const isReachable = (address: string) =>
  fetch(address, { mode: 'no-cors', credentials: 'omit' }).then(
    () => true,
    () => false,
  )
