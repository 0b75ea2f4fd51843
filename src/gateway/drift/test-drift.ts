import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { identityHeader } from '#contract/session.ts'
import { drift, type Drift } from '#contract/gateway/drift.ts'
import { chatVersions } from '#contract/gateway/chat-versions.ts'
import { maxBudget } from '#contract/gateway/standing-access.ts'
import type { DatabaseLocation } from '#db/open.ts'
import { createToken } from '#service/accounts/accounts.ts'
import { createApp } from '#service/app.ts'
import { createKeys } from '../session/seal.ts'
import { startGateway } from '../testing/gateway.ts'
import { listenOnLoopback } from '../testing/loopback-server.ts'
import { driftCheck } from './task.ts'

/** A gateway with standing access in front of our own service, which others change behind its back. */

const minuteMs = 60_000

/** What the service does with a request, in the place of answering it. */
export type Disturb = (request: Request, answer: (sent?: Request) => Promise<Response>) => Promise<Response> | Response

interface DriftOptions {
  /** The service is another one to the gateway, of which nothing is known. */
  isRemote?: boolean
  place: DatabaseLocation
}

export async function startDrift({ isRemote = false, place }: DriftOptions) {
  const keys = createKeys(randomBytes(32))
  const state: { disturb: Disturb | null } = { disturb: null }
  let service: ReturnType<typeof createApp> | undefined
  const upstream = {
    service: {
      fetch: (request: Request, options?: Parameters<ReturnType<typeof createApp>['fetch']>[1]) => {
        const answer = async (sent = request) => service!.fetch(sent, options)
        return state.disturb ? state.disturb(request, answer) : answer()
      },
    },
  }
  const remote = isRemote ? await listenOnLoopback(createServer(forwardTo(upstream.service.fetch))) : null
  const gateway = await startGateway(
    remote
      ? { keys, upstream: { address: `http://127.0.0.1:${remote.port}` }, audit: { withMessageTexts: false, soundName: () => undefined } }
      : { keys, upstream },
    // SQLite admits one connection, so there each gateway has a database of its own.
    'url' in place ? place : undefined,
  )
  const { database, query, clock, accountId, worker, token } = gateway
  service = createApp({ database, now: () => clock.ms, rateLimit: 1_000_000 })
  const { token: foreignToken } = await createToken(database, { accountId, label: 'Someone else' })
  const { cookie } = await gateway.signIn({ token, keep: true })
  const workspace = gateway.pageHeaders(cookie)[identityHeader]

  const turnOn = () =>
    query
      .insertInto('standing_access')
      .values({
        workspace,
        account_id: accountId,
        since: clock.ms,
        turned_on_by: 'Kim',
        sealed_token: keys.seal('standing-token', workspace, token),
        token_rejected: 0,
        budget: maxBudget,
        paused_until: 0,
      })
      .execute()

  /** Ten minutes later, the worker looks. */
  async function check() {
    clock.ms += 10 * minuteMs
    await query.deleteFrom('planned_action').execute()
    const { workspace: of, chatIds, ...row } = driftCheck(workspace, clock.ms)
    await query
      .insertInto('planned_action')
      .values({
        ...row,
        workspace: of,
        chat_ids: JSON.stringify(chatIds),
        id: `check ${clock.ms}`,
        started: 0,
        attempts: 0,
        not_before: 0,
        approved: 0,
      })
      .execute()
    await worker.tick()
    await worker.settled()
  }

  /** A request that does not pass this gateway. */
  async function foreign(method: string, path: string, body?: unknown) {
    clock.ms += 1000
    const headers = { authorization: `Bearer ${foreignToken}`, 'content-type': 'application/json' }
    const request = new Request(`http://service.invalid${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await service!.fetch(request)
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as { chatId: number; id: number; data: never }
  }

  /** A request of the page. */
  async function own(method: string, path: string, body?: unknown) {
    clock.ms += 1000
    const isSave = method === 'PUT' && /^\/chats\/\d+$/.test(path)
    const read = isSave ? await gateway.call(cookie, 'GET', path) : null
    const headers = read ? { 'if-match': read.headers.get('etag') ?? '' } : {}
    const answer = await gateway.call(cookie, method, path, body, headers)
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as { chatId: number; id: number; data: never }
  }

  async function ask(method: string, path: string, body?: unknown, as = cookie) {
    clock.ms += 1000
    const headers = gateway.pageHeaders(as)
    return gateway.send(`/bff/workspace${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }
  const read = async (as = cookie): Promise<Drift> =>
    drift.driftRead.response.parse(await (await ask('GET', '/drift', undefined, as)).json()).data
  /** What is open: chat, field and values. */
  const open = async () =>
    (await read()).findings
      .filter((finding) => finding.state === 'open')
      .map(({ chatName, field, before, after }) => [chatName, field, before, after])
      .toSorted((one, other) => String(one).localeCompare(String(other)))
  const close = async () => {
    // The next test must not wait until the lease has run out.
    await gateway.worker.stop()
    await gateway.close()
    await remote?.close()
  }
  const versions = async (chatId: number) =>
    chatVersions.versionList.response.parse(await (await ask('GET', `/chats/${chatId}/versions`)).json()).data

  return { gateway, state, cookie, workspace, turnOn, check, foreign, own, ask, read, open, versions, close }
}

/** Serves over HTTP what answers requests in this process. */
const forwardTo =
  (fetch: (request: Request) => Promise<Response> | Response) => async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request
    const body = await text(request)
    const init = {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    }
    const answer = await fetch(new Request(`http://service.invalid${url}`, init))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }

/** The same with a chat and its first look, so that what changes from then on is found. */
export async function startDriftWithChat(place: DatabaseLocation) {
  const watch = await startDrift({ place })
  const { chatId } = await watch.own('POST', '/chats', { name: 'Main' })
  await watch.turnOn()
  await watch.check()
  return { watch, chatId, path: `/chats/${chatId}` }
}
