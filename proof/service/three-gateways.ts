import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Call, createClient } from '#contract/client.ts'
import { maxMessagePageSize } from '#contract/messages.ts'
import { idempotencyKeyHeader } from '#contract/own-service.ts'
import { gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import { deleteMessages } from '#engine/jobs/deletion/delete-messages.ts'
import { deletionInput, deletionPort } from '#engine/jobs/deletion/read-back.ts'
import { openDatabase } from '#db/open.ts'
import type { Tables } from '#service/tables.ts'
import { startPostgres } from '#service/testing/postgres.ts'
import { prepareData, withFolder } from '../data.ts'
import { givenDatabase } from './crash/given-database.ts'
import { figure } from '../../src/test-figure.ts'
import { type Product, startProduct } from '../../e2e/support/product.ts'

/**
 * R30: three gateways of the built product on one PostgreSQL and one key, with requests sent round-robin as a proxy may do; one is killed while all
 * are working, and restarted. On the PostgreSQL of TEST_DATABASE_URL if that is set; without PostgreSQL on the machine it says so and
 * ends. Takes half a minute.
 */

const sizes = { kept: 6_000, posted: 0, doomed: 100_000 }
const writers = 8
const rateLimit = 40

async function main(folder: string): Promise<void> {
  const server = (await givenDatabase()) ?? (await startPostgres())
  if (!server) return console.log('Not measured: neither initdb nor pg_ctl was found.')
  try {
    const env = { DATABASE_URL: server.url, SESSION_KEY_FILE: join(folder, 'session.key') }
    // All at once, on an empty database and without a key: the first start of several gateways is a race.
    const gateways = await Promise.all([1, 2, 3].map(() => startProduct(env)))
    const { token, chatIds } = await prepareData({ url: server.url }, Object.values(sizes))
    const [first, , third] = gateways as [Product, Product, Product]

    const session = await sessions(gateways, token)
    const work = await inMidWork({ gateways, token, chatIds, ...session })
    const again = await startProduct(env)
    const afterwards = await whatIsThere(server.url, { ...work, chatIds })
    const rejoined = await session.holdsAt(again)
    await Promise.all([first, third, again].map(({ stop }) => stop()))
    const passed = await pastTheLimit(env, token)

    const reached =
      session.sharedAndEnded &&
      rejoined &&
      work.killedInTime &&
      work.jobIsRight &&
      afterwards.lost + afterwards.twice + afterwards.gaps + afterwards.left === 0 &&
      passed >= rateLimit &&
      passed <= 3 * rateLimit
    figure(
      'R30',
      reached,
      `one of three killed in mid-work: a session of one ${session.sharedAndEnded ? 'held at all and ended at all' : 'DID NOT HOLD at all'}, ${rejoined ? 'and' : 'but NOT'} at the one that came back; of ${work.acknowledged.size} acknowledged messages (every tenth sent to two at once with one key, ${work.repeated} sent again with theirs after no answer) ${afterwards.lost} lost, ${afterwards.twice} doubled, ${afterwards.gaps} gaps; deletion of ${sizes.kept / 3} of ${sizes.kept} messages ${work.jobIsRight ? 'left exactly the others' : 'WENT WRONG'}; ${afterwards.left} rows left of the room whose deletion the killed one had ${work.killedInTime ? 'begun' : 'ENDED already'}; of ${4 * rateLimit * 3} requests ${passed} passed a limit of ${rateLimit} in each`,
    )
  } finally {
    await server.stop()
  }
}

/** Signs in at the first gateway and checks that the session is valid at all of them, and ended at all of them once one has ended it. */
async function sessions(gateways: readonly Product[], token: string) {
  const signIn = async ({ address }: Product) => {
    const answer = await ask(address, 'POST', gatewayPaths.session, { token })
    const { identity } = (await answer.json()) as { identity: string }
    return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', identity }
  }
  const holds = async (as: SignedIn) => {
    const answers = await Promise.all(gateways.map(({ address }) => ask(address, 'GET', `${gatewayPaths.api}/account`, undefined, as)))
    return answers.map(({ status }) => status).join()
  }
  const short = await signIn(gateways[0]!)
  const held = await holds(short)
  await ask(gateways[2]!.address, 'DELETE', gatewayPaths.session, {}, short)
  const ended = await holds(short)
  const as = await signIn(gateways[1]!)
  const holdsAt = async ({ address }: Product) => (await ask(address, 'GET', `${gatewayPaths.api}/account`, undefined, as)).status === 200
  return { as, sharedAndEnded: held === '200,200,200' && ended === '401,401,401', holdsAt }
}

/** The headers that a signed-in page sends. */
interface SignedIn {
  cookie: string
  identity: string
}

const headersOf = ({ cookie, identity }: SignedIn) => ({ [pageHeader.name]: pageHeader.value, cookie, [identityHeader]: identity })

function ask(address: string, method: string, path: string, body?: object, as?: SignedIn): Promise<Response> {
  const page = as ? headersOf(as) : { [pageHeader.name]: pageHeader.value }
  const headers = { ...page, 'content-type': 'application/json', origin: address }
  return fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

interface Work {
  gateways: readonly Product[]
  token: string
  chatIds: number[]
  as: SignedIn
}

/** Writers, a deletion by the dashboard, and the deletion of a chat at the victim itself, all running when it is killed. */
async function inMidWork({ gateways, token, chatIds, as }: Work) {
  const [kept = 0, posted = 0, doomed = 0] = chatIds
  // Like a proxy: round-robin, and no further requests to a gateway that did not answer.
  const asked = gateways.map(({ address }) => address)
  let turn = 0
  const through = async (prefix: string, path: string, init: RequestInit | undefined, headers: Record<string, string>) => {
    const address = asked[turn++ % asked.length]!
    try {
      return await fetch(address + prefix + path, { ...init, headers: { 'content-type': 'application/json', origin: address, ...headers } })
    } catch (error) {
      if (asked.includes(address)) asked.splice(asked.indexOf(address), 1)
      throw error
    }
  }
  const bearer = { authorization: `Bearer ${token}` }
  const asPage = createClient((path, init) => through(gatewayPaths.api, path, init, headersOf(as)))

  const enough = new AbortController()
  const acknowledged = new Set<string>()
  let repeated = 0
  // Each request has an idempotency key: without an answer it is sent again to another gateway, and every tenth is sent to two at once.
  const post = async (text: string, many: number) => {
    const key = randomUUID()
    const send = async () => {
      const path = `/chats/${posted}/messages`
      const init = { method: 'POST', body: JSON.stringify({ text }) }
      for (let tries = 0; tries < 4; tries++) {
        if (tries > 0) repeated++
        const answer = await through('/api', path, init, { ...bearer, [idempotencyKeyHeader]: key }).catch(() => null)
        if (answer?.ok) return acknowledged.add(text)
      }
    }
    await Promise.all(Array.from({ length: many }, send))
  }
  const writing = Array.from({ length: writers }, async (_, writer) => {
    for (let count = 0; !enough.signal.aborted; count++) await post(`${writer}: ${count}`, count % 10 === 0 ? 2 : 1)
  })
  let begun = () => {}
  const jobHasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const job = deleteEveryThird(asPage, kept, begun)
  await Promise.race([jobHasBegun, job])
  let deletionEnded = false
  const deletion = fetch(`${gateways[1]!.address}/api/chats/${doomed}`, { method: 'DELETE', headers: bearer })
    .then(() => (deletionEnded = true))
    .catch(() => {})
  // From then on the chat is invisible everywhere, while its rows are deleted in steps.
  const isThere = async () => (await fetch(`${gateways[0]!.address}/api/chats/${doomed}`, { headers: bearer })).status === 200
  while (await isThere());
  await gateways[1]!.kill()
  await deletion
  const jobIsRight = await job
  await setTimeout(1000)
  enough.abort()
  await Promise.all(writing)
  return { acknowledged, repeated, jobIsRight, killedInTime: !deletionEnded }
}

/** Whether exactly the chosen messages were deleted. @param onBegun called when the first are deleted */
async function deleteEveryThird(call: Call, chatId: number, onBegun: () => void): Promise<boolean> {
  const page = async (query: { from?: number | undefined; to?: number | undefined; next?: string | undefined }) => {
    const { data, next } = await call('messageList', { params: { chatId }, query: { fast: true, limit: maxMessagePageSize, ...query } })
    return { messages: data, next }
  }
  const all = async () => {
    const found: Awaited<ReturnType<typeof page>>['messages'] = []
    let next: string | undefined
    do {
      const read = await page(next === undefined ? {} : { next })
      found.push(...read.messages)
      next = read.next
    } while (next !== undefined)
    return found
  }
  const before = await all()
  const isChosen = (_: unknown, index: number) => index % 3 === 0
  await deleteMessages({
    input: deletionInput(before.filter(isChosen).map(({ messageId, time }) => ({ id: messageId, time }))),
    port: deletionPort(chatId, call),
    control: { signal: new AbortController().signal, pausePoint: async () => {} },
    onProgress: onBegun,
  })
  const expected = before.filter((message, index) => !isChosen(message, index)).map(({ messageId }) => messageId)
  const left = (await all()).map(({ messageId }) => messageId)
  return JSON.stringify(left) === JSON.stringify(expected)
}

async function whatIsThere(url: string, { acknowledged, chatIds }: { acknowledged: Set<string>; chatIds: number[] }) {
  const [, posted = 0, doomed = 0] = chatIds
  const database = openDatabase<Tables>({ url })
  const stored = await database.query.selectFrom('message').select(['id', 'text']).where('chat_id', '=', posted).execute()
  const texts = new Set(stored.map(({ text }) => text))
  const rows = () =>
    database.query
      .selectFrom('message')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('chat_id', '=', doomed)
      .executeTakeFirstOrThrow()
  // The restarted gateway continues the deletion in the background.
  for (let tries = 0; tries < 300 && (await rows()).count > 0; tries++) await setTimeout(100)
  const left = (await rows()).count
  await database.close()
  return {
    lost: [...acknowledged].filter((text) => !texts.has(text)).length,
    twice: stored.length - texts.size,
    gaps: Math.max(0, ...stored.map(({ id }) => id)) - stored.length,
    left,
  }
}

/** How many of many requests three new gateways admit: each keeps its own count. */
async function pastTheLimit(env: Record<string, string>, token: string): Promise<number> {
  const gateways = await Promise.all([1, 2, 3].map(() => startProduct({ ...env, RATE_LIMIT: String(rateLimit) })))
  const statuses = []
  for (let count = 0; count < 4 * rateLimit * gateways.length; count++) {
    const { address } = gateways[count % gateways.length]!
    statuses.push((await fetch(`${address}/api/account`, { headers: { authorization: `Bearer ${token}` } })).status)
  }
  await Promise.all(gateways.map(({ stop }) => stop()))
  if (statuses.some((status) => status !== 200 && status !== 429)) throw new Error(`Strange answers: ${[...new Set(statuses)].join()}`)
  return statuses.filter((status) => status === 200).length
}

await withFolder(main)
