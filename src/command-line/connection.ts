import { readFileSync, statSync } from 'node:fs'
import { createClient, createEndpointClient, Failure, type Send } from '#contract/client.ts'
import { ofService } from '#contract/gateway-failure.ts'
import { maxMessagePageSize } from '#contract/messages.ts'
import { behaviourIn } from '#engine/saving/sounds.ts'
import { nothingLearned, type ServiceProfile } from '#contract/service-profile.ts'
import { gatewayPaths } from '#contract/session.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { scopedTokenPrefix, type OwnToken } from '#contract/gateway/scoped-tokens.ts'
import { isRead, retryRead, withReadRetries } from '#engine/jobs/read-retry.ts'
import { wait } from '#engine/jobs/request-scheduler.ts'
import { UsageError } from './usage-error.ts'

/** Where commands send their requests, and with which token. */
export interface Target {
  /** The base URL of the API, without a trailing slash. */
  base: string
  token: string
  /** A scoped token of a gateway. Otherwise it is an account's token, which the gateway’s own endpoints do not take. */
  isScoped: boolean
  /** The API at this address is that of a Roomkeeper, not of another service. */
  isRoomkeeper: boolean
}

/** A change as it would be sent. */
export interface PlannedRequest {
  method: string
  url: string
  body?: unknown
}

export type Connection = ReturnType<typeof connect>

const clientOf = (send: Send) => createEndpointClient(gatewayApi, send)
export type GatewayCall = ReturnType<typeof clientOf>

/** Reads the token and the address from the environment. Throws a UsageError. @param tokenFile in place of ROOMKEEPER_TOKEN */
export function targetFrom(env: NodeJS.ProcessEnv, tokenFile: string | undefined): Target {
  const { ROOMKEEPER_URL: address, ROOMKEEPER_TOKEN: fromEnvironment } = env
  if (!address) throw new UsageError('Set ROOMKEEPER_URL to the address of the dashboard, such as https://chat.example.org.')
  if (!URL.canParse(address)) throw new UsageError('ROOMKEEPER_URL is not a URL.')
  const { protocol, hostname, origin, pathname } = new URL(address)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new UsageError('ROOMKEEPER_URL must begin with https://, because anyone on the network could read the token otherwise.')
  const token = (tokenFile === undefined ? (fromEnvironment ?? '') : readTokenFile(tokenFile)).trim()
  if (!token) throw new UsageError('Put the token into ROOMKEEPER_TOKEN, or into a file for --token-file.')
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('The token has characters that no token has.')
  const path = pathname.replace(/(?<!\/)\/+$/, '').replace(/^\/$/, '')
  const base = origin + (path || gatewayPaths.program)
  return { base, token, isScoped: token.startsWith(scopedTokenPrefix), isRoomkeeper: base === origin + gatewayPaths.program }
}

function readTokenFile(file: string): string {
  try {
    // Windows has no such modes.
    if (process.platform !== 'win32' && statSync(file).mode & 0o077)
      throw new UsageError(`${file} can be read by other users: run chmod 600 on it.`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`The token file cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Ends a dry run in the place of its first change. */
export class DryRunEnd extends Error {}

/** @param onPlanned gets each change instead of its being sent; undefined: changes are sent */
export function connect(target: Target, onPlanned?: (request: PlannedRequest) => void) {
  const { base, token, isScoped, isRoomkeeper } = target

  let changesSent = 0
  const sendTo =
    (prefix: string): Send =>
    async (path, { method, headers, body, signal }) => {
      const url = prefix + path
      if (onPlanned && method !== 'GET') {
        onPlanned({ method, url, ...(body !== undefined && { body: JSON.parse(body) as unknown }) })
        throw new DryRunEnd()
      }
      if (method !== 'GET') changesSent++
      const answer = await fetch(url, {
        method,
        headers: {
          ...headers,
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
        // Another address must not get the token.
        redirect: 'manual',
        signal,
      })
      return ofService(answer)
    }

  // The client turns whatever is thrown while it sends into "unreachable".
  const unwrapped = <T>(sent: Promise<T>): Promise<T> =>
    sent.catch((error: unknown) => {
      throw error instanceof Failure && error.cause instanceof DryRunEnd ? error.cause : error
    })
  let isOwn: boolean | undefined
  const send = sendTo(base)
  const callApi = createClient(send, undefined, () => isOwn === true)
  const callGateway = clientOf(sendTo(`${base}/workspace`))
  const gateway: GatewayCall = (name, input, options) => {
    const sent = () => unwrapped(callGateway(name, input, options))
    return isRead(name) ? retryRead(sent, wait, options?.signal) : sent()
  }

  let own: Promise<OwnToken | null> | undefined
  /** What the token may do. null: an account's token, which may do everything. */
  const ownToken = () => (own ??= isScoped ? gateway('ownTokenRead', {}).then(({ data }) => data) : Promise.resolve(null))

  /** Whether the service is our own (contract/own-service.ts). */
  const isOwnService = async (): Promise<boolean> => {
    const read = await ownToken()
    isOwn = read ? read.service === 'bundled' : isRoomkeeper
    return isOwn
  }
  /** What the gateway has learned of another service; null: the service is our own. Nothing is assumed of one that was not learned. */
  const profile = async (): Promise<ServiceProfile | null> =>
    (await isOwnService()) ? null : ((await ownToken())?.profile ?? nothingLearned)

  return {
    target,
    profile,
    /** How many messages to ask for at once. */
    messageLimit: async () => Math.min(behaviourIn(await profile(), 'messageLimit') ?? maxMessagePageSize, maxMessagePageSize),
    call: withReadRetries((name, input, options) => unwrapped(callApi(name, input, options)), wait),
    /** How many changes were sent so far. */
    changesSent: () => changesSent,
    gateway,
    ownToken,
    isOwnService,
    /** Reads something beside the API, such as `/catalogue.json`; null where it cannot be read. */
    readFile: async (path: string): Promise<unknown> => {
      try {
        const answer = await fetch(new URL(path, base), { redirect: 'manual', signal: AbortSignal.timeout(15_000) })
        return answer.ok ? ((await answer.json()) as unknown) : null
      } catch {
        return null
      }
    },
  }
}
