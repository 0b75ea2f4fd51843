import { randomBytes } from 'node:crypto'
import type { z } from 'zod/mini'
import { fillPath, type Endpoint } from '#contract/endpoint.ts'
import type { Settings } from '#contract/settings-derive.ts'
import { workspaceApi, type WorkspaceApi, type WorkspaceName } from '#contract/workspace/api.ts'
import type { PresetOn } from '#contract/workspace/presets.ts'
import { createApp } from '#service/app.ts'
import type { Bench } from '#service/testing/databases.ts'
import type { GatewayOptions } from '../../gateway-options.ts'
import { createKeys } from '../../session/seal.ts'
import { fromPage, startGateway } from '../../testing/gateway.ts'

interface Input {
  params?: Record<string, unknown>
  body?: object
}

/** A gateway with some chats, whose presets are turned on and ended as its page does it. */
export async function startPresets(
  bench: Pick<Bench, 'place'>,
  names: readonly string[] = ['One', 'Two', 'Three'],
  options: Partial<GatewayOptions> = {},
) {
  const keys = options.keys ?? createKeys(randomBytes(32))
  /** Answers a request in place of the service where it is not null. */
  const faults: { answer: (request: Request) => Response | null | Promise<Response | null> } = { answer: () => null }
  const service = {
    fetch: async (request: Request, more?: object): Promise<Response> => (await faults.answer(request)) ?? app.fetch(request, more),
  }
  // SQLite admits one connection, so there each gateway has a database of its own.
  const place = 'url' in bench.place ? bench.place : undefined
  const gateway = await startGateway({ upstream: { service }, ...options, keys }, place)
  const app = createApp({ database: gateway.database, now: () => gateway.clock.ms, rateLimit: 1_000_000 })
  const { cookie: owner } = await gateway.signIn({ token: gateway.token, keep: true })
  let ids = 0

  const ask = (cookie: string, name: WorkspaceName, { params = {}, body = {} }: Input = {}) => {
    const { method, path, ...endpoint }: Endpoint = workspaceApi[name]
    return gateway.send(`/bff/workspace${fillPath(path, params)}`, {
      method,
      headers: { ...fromPage, cookie },
      ...(endpoint.body && { body: JSON.stringify(body) }),
    })
  }
  /** The data of an answer that must succeed. */
  async function get<K extends WorkspaceName>(name: K, input: Input = {}, cookie = owner) {
    const answer = await ask(cookie, name, input)
    const body: unknown = await answer.json()
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(body)}`)
    // The router has parsed it with this schema.
    return (body as { data: unknown }).data as (z.output<WorkspaceApi[K]['response']> & { data: unknown })['data']
  }

  async function createChat(name: string): Promise<number> {
    const answer = await gateway.call(owner, 'POST', '/chats', { name })
    return ((await answer.json()) as { chatId: number }).chatId
  }
  const chats: number[] = []
  for (const name of names) chats.push(await createChat(name))

  const read = async (chatId: number): Promise<Settings> => {
    const answer = await gateway.call(owner, 'GET', `/chats/${chatId}`)
    return ((await answer.json()) as { data: Settings }).data
  }
  /** Somebody changes settings by hand. Resolves to false where somebody else did at the same moment. */
  async function change(chatId: number, changes: object, cookie = owner) {
    const answer = await gateway.call(cookie, 'GET', `/chats/${chatId}`)
    const version = answer.headers.get('etag') ?? ''
    const written = await gateway.call(cookie, 'PUT', `/chats/${chatId}`, changes, { 'if-match': version })
    return written.status === 200
  }

  const turnOn = (presetId: string, chatIds: readonly number[], more: object = {}, onId = `on-${++ids}`) =>
    get('presetTurnOn', { params: { onId }, body: { presetId, chatIds, until: null, ...more } })
  const end = (onId: string, more: object = {}) => get('presetEnd', { params: { onId }, body: { choices: [], ...more } })
  const list = () => get('presetOnList')

  const workspaceOf = async () => {
    const query = gateway.query.selectFrom('session').select(['workspace', 'account_id']).where('account_id', '=', gateway.accountId)
    return query.executeTakeFirstOrThrow()
  }
  /** Lets Roomkeeper act while nobody is signed in. */
  const allowStanding = async () => {
    const { workspace, account_id } = await workspaceOf()
    const sealed_token = keys.seal('standing-token', workspace, gateway.token)
    const row = { since: 1, turned_on_by: 'Ines', sealed_token, token_rejected: 0, budget: 600, paused_until: 0 }
    await gateway.query
      .insertInto('standing_access')
      .values({ workspace, account_id, ...row })
      .execute()
  }
  /** One round of the worker, as it does by itself every second. */
  const work = async () => {
    await gateway.worker.tick()
    await gateway.worker.settled()
  }

  // The next test must not wait until the lease has run out.
  const close = () => gateway.worker.stop().then(gateway.close)
  return {
    ...gateway,
    close,
    faults,
    owner,
    ask,
    get,
    chats,
    createChat,
    read,
    change,
    turnOn,
    end,
    list,
    workspaceOf,
    allowStanding,
    work,
  }
}

export type TestPresets = Awaited<ReturnType<typeof startPresets>>

/** The states of the chats of one that is on, in their order. */
export const statesOf = (on: PresetOn | null | undefined) => on?.chats.map(({ state }) => state)
