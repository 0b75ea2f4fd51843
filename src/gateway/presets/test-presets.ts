import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { fillPath, type Endpoint } from '#contract/endpoint.ts'
import type { Settings } from '#contract/settings-derive.ts'
import { gatewayApi, type GatewayApi, type GatewayEndpointName } from '#contract/gateway/api.ts'
import type { SettingName } from '#contract/settings.ts'
import { remaining, stateOf, type ChatOrder, type KnownResult, ordersIn, packOrders, resultIn } from '#engine/changes/chat-result.ts'
import { createApp } from '#service/app.ts'
import type { Bench } from '#service/testing/databases.ts'
import type { GatewayOptions } from '../gateway-options.ts'
import { createKeys } from '../session/seal.ts'
import type { Member } from '../access/member.ts'
import { fromPage, startGateway } from '../testing/gateway.ts'

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

  const ask = (cookie: string, name: GatewayEndpointName, { params = {}, body = {} }: Input = {}) => {
    const { method, path, ...endpoint }: Endpoint = gatewayApi[name]
    return gateway.send(`/bff/workspace${fillPath(path, params)}`, {
      method,
      headers: { ...fromPage, cookie },
      ...(endpoint.body && { body: JSON.stringify(body) }),
    })
  }
  /** The data of an answer that must succeed. */
  async function get<K extends GatewayEndpointName>(name: K, input: Input = {}, cookie = owner) {
    const answer = await ask(cookie, name, input)
    const body: unknown = await answer.json()
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(body)}`)
    // The router has parsed it with this schema.
    return (body as { data: unknown }).data as (z.output<GatewayApi[K]['response']> & { data: unknown })['data']
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

  /** Jobs are carried out until none is left that could be. */
  async function carryOut() {
    do {
      await gateway.jobRunner.tick()
      await gateway.jobRunner.settled()
    } while (await gateway.query.selectFrom('job').select('id').where(isOpen).limit(1).executeTakeFirst())
  }
  const isOpen = sql<boolean>`phase in ('waiting', 'running') and method <> 'standing' and trouble = ''`

  const turnOn = async (presetId: string, chatIds: readonly number[], more: object = {}, onId = `on-${++ids}`) => {
    const answer = await get('presetTurnOn', { params: { onId }, body: { presetId, chatIds, until: null, ...more } })
    await carryOut()
    return answer
  }
  /** Resolves to the id of the job. */
  const end = async (onId: string, more: object = {}, jobId = `end-${++ids}`) => {
    const { jobId: begun } = await get('presetEnd', { params: { onId, jobId }, body: more })
    await carryOut()
    return begun ?? ''
  }
  const list = () => get('presetOnList')

  /** What came of each chat of a job that turns a preset on or ends it. Where nothing was to be changed there is nothing. */
  async function resultsOf(jobId: string): Promise<{ order: ChatOrder; result: KnownResult | undefined }[]> {
    const { changes } = await get('jobRead', { params: { jobId } })
    const orders = changes ? ordersIn(changes) : []
    const found = new Map((await get('jobResultList', { params: { jobId } })).map((outcome) => [outcome.chatId, outcome]))
    return orders.map((order) => {
      const outcome = found.get(order.chatId)
      return { order, result: outcome && resultIn(order, outcome) }
    })
  }
  /** Of each of these chats, in their order. */
  const statesOf = async (jobId: string) => (await resultsOf(jobId)).map(({ order, result }) => stateOf(order, result, false))
  /** Decides about a setting as a page does it: ours puts back what the preset found, or sets what it sets. */
  async function decide(jobId: string, chatId: number, name: SettingName, choice: 'ours' | 'theirs') {
    const { order, result } = (await resultsOf(jobId)).find((one) => one.order.chatId === chatId)!
    const conflict = result?.conflicts.find((one) => one.name === name)
    const notKept = result?.notKept.find((one) => one.name === name)
    const ours = { ...order, base: { [name]: conflict?.theirs ?? notKept?.kept }, changes: { [name]: conflict?.mine ?? notKept?.intended } }
    const send = { title: 'Again', doneTitle: 'Done', changes: packOrders([ours]) }
    const body = choice === 'ours' ? { leave: [], send } : { leave: [{ chatId, settings: [name] }], send: null }
    await get('jobDecide', { params: { jobId }, body })
    await carryOut()
  }
  /** Tries again where it failed. */
  async function retry(jobId: string, cookie = owner) {
    const open = (await resultsOf(jobId)).map(({ order, result }) => remaining(order, result))
    const changes = packOrders(open.filter((order) => Object.keys(order.changes).length > 0))
    await get('jobDecide', { params: { jobId }, body: { leave: [], send: { title: 'Again', doneTitle: 'Done', changes } } }, cookie)
    await carryOut()
  }

  const workspaceOf = async () => {
    const query = gateway.query.selectFrom('session').select(['workspace', 'account_id']).where('account_id', '=', gateway.accountId)
    return query.executeTakeFirstOrThrow()
  }
  /** Signs in as a person of the team, in whose name jobs go on with the token of the account. */
  async function signInAs(person: Member) {
    const cookie = await gateway.signInAs(person)
    const { workspace, account_id } = await workspaceOf()
    const sealed_token = keys.seal('workspace-token', workspace, gateway.token)
    const account = { account_id, account_name: 'Kim', account_email: '' }
    const state = { since: 1, turned_on_by: 'Ines', roles: '{}', roles_revision: 1, token_end: '', token_rejected: 0, token_checked: null }
    await gateway.query
      .insertInto('team')
      .values({ workspace, sealed_token, ...account, ...state })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return cookie
  }
  /** What presets have set in these chats and not put back. */
  const layers = () => gateway.query.selectFrom('preset_layer').selectAll().where('chat_id', 'in', chats).execute()
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
  const close = () => Promise.all([gateway.worker.stop(), gateway.jobRunner.stop()]).then(gateway.close)
  return {
    ...gateway,
    close,
    faults,
    /** The service itself, past the faults. */
    upstream: (request: Request) => app.fetch(request),
    owner,
    ask,
    get,
    chats,
    createChat,
    read,
    change,
    carryOut,
    turnOn,
    end,
    list,
    resultsOf,
    statesOf,
    decide,
    retry,
    workspaceOf,
    signInAs,
    layers,
    allowStanding,
    work,
  }
}

export type TestPresets = Awaited<ReturnType<typeof startPresets>>
