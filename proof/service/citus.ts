import { setTimeout } from 'node:timers/promises'
import { query } from '#service/testing/citus.ts'
import { startProduct, type Product } from '../../e2e/support/product.ts'
import { figure } from '../../src/test-figure.ts'
import { command, createAccount } from '../command.ts'
import { withFolder } from '../data.ts'
import { makeCitus, type CitusCluster } from './crash/citus.ts'
import { chatsApart, limitsOf } from './crash/citus-limits.ts'
import { asking, compare, createChat, emptyHistory, messagesIn, post, type Ask, type History } from './crash/writing.ts'

/**
 * R31: the built product on a Citus cluster of three servers, with 12 chats that are written all the time, while a worker and then the coordinator crash
 * and come back, and while shards move to the other worker and back. Then what such a cluster does not promise. `npx tsx proof/service/citus.ts [SECONDS]`
 * away each time, 8 by default. Needs Citus installed for the PostgreSQL of this machine.
 */

const seconds = Number(process.argv[2] ?? 8)
const chats = 12
/** Citus looks for transactions that a crash left prepared once a minute, and the first time when it starts. */
const recoveryMs = 120_000

interface Writer {
  chatId: number
  history: History
  /** When each message was acknowledged, in milliseconds. */
  times: number[]
}

async function main(folder: string): Promise<void> {
  const cluster = await makeCitus()
  const { coordinator } = cluster
  // The folder holds its session key.
  const env = { DATABASE_URL: coordinator.url, DATA_DIR: folder }
  try {
    const token = await createAccount(env)
    const product = await startProduct(env)
    const ask = asking(product.address, token)
    const writers: Writer[] = []
    for (let count = 0; count < chats; count++) writers.push({ chatId: await createChat(ask), history: emptyHistory(), times: [] })
    const before = await undisturbed(ask, writers)
    await command('distribute', ['--shards', '8'], env)
    const after = await undisturbed(ask, writers)
    const apart = await chatsApart(
      coordinator.url,
      writers.map(({ chatId }) => chatId),
    )

    const over = new AbortController()
    const writing = Promise.all(writers.map((writer) => write(ask, writer, over.signal)))
    await setTimeout(3000)
    const worker = await whileWorkerIsAway(cluster, product, writers)
    const moves = await whileShardsMove(cluster, writers)
    const main = await whileCoordinatorIsAway(cluster, product, writers)
    await setTimeout(3000)
    over.abort()
    await writing
    const left = await compareAll(ask, writers)
    await product.stop()
    const limits = await limitsOf(coordinator.url, apart)

    const { lost, half, strange, stuck } = left
    figure(
      'R31',
      [lost, half, strange, stuck, worker.unhealthy, left.unclean].every((count) => count === 0) && worker.others > 0,
      `${left.acknowledged} acknowledged messages in ${chats} chats: ${lost} lost, ${half} numbers without a message, ${strange} never sent, ${stuck} chats that accept no more; worker crashed and away ${seconds} s: its ${worker.chats} chats answered ${worker.refused} times 503, the others stored ${worker.others} messages (longest pause ${worker.longest} ms), /healthz wrong ${worker.unhealthy} times, all stored again ${worker.back} s after its start; ${moves.count} moves of shards to the other worker and back in ${moves.seconds} s: ${moves.stored} messages stored, ${moves.refused} refused, longest pause ${moves.longest} ms; coordinator crashed and away ${seconds} s: ${main.refused} times 503, all stored again after ${main.back} s; ${left.unclean} other answers; the last prepared message was visible after ${left.waited} s`,
    )
    console.log(`Undisturbed, on the coordinator alone: ${before}; distributed: ${after}`)
    console.log(
      `Weaker than on one server: write skew of serializable transactions is ${limits.writeSkewRefused.onOneWorker ? 'refused' : 'NOT refused'} on one worker and ${limits.writeSkewRefused.onTwoWorkers ? 'refused' : 'not refused'} between two; a read-only transaction ${limits.isOneMoment ? 'sees' : 'does not see'} one moment of both workers; a foreign key from messages to chats: ${limits.foreignKeyToChat ?? 'possible'}; a unique index without the chat: ${limits.uniqueWithoutChat ?? 'possible'}`,
    )
  } finally {
    await cluster.remove()
  }
}

async function write(ask: Ask, { chatId, history, times }: Writer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await post(ask, chatId, history)
    if (answer?.status === 200) times.push(performance.now())
    // Like a program that obeys Retry-After, but with less patience.
    else await setTimeout(250)
  }
}

/** What the writers store in ten seconds, and how long a page of the newest messages takes when nobody writes. */
async function undisturbed(ask: Ask, writers: readonly Writer[]): Promise<string> {
  const over = new AbortController()
  const before = storedBy(writers)
  const writing = Promise.all(writers.map((writer) => write(ask, writer, over.signal)))
  await setTimeout(10_000)
  over.abort()
  await writing
  const stored = storedBy(writers) - before
  const times: number[] = []
  for (let page = 0; page < 300; page++) {
    const answer = await ask('GET', `/api/chats/${writers[page % writers.length]!.chatId}/messages?fast=true&limit=50&reverse=true`)
    if (answer?.status !== 200) throw new Error(`A page was answered with ${answer?.status}`)
    times.push(answer.milliseconds)
  }
  return `${stored / 10} messages a second, a page p50 ${median(times).toFixed(1)} ms`
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!

const refusedBy = (writers: readonly Writer[]) => writers.reduce((sum, { history }) => sum + history.refused.length, 0)
const storedBy = (writers: readonly Writer[]) => writers.reduce((sum, { times }) => sum + times.length, 0)

/** The longest time between two acknowledged messages of one chat since a moment, in milliseconds. */
const longestPause = (writers: readonly Writer[], since: number) =>
  Math.round(
    Math.max(
      ...writers.map(({ times }) => {
        const later = [since, ...times.filter((time) => time > since), performance.now()]
        return Math.max(...later.slice(1).map((time, index) => time - later[index]!))
      }),
    ),
  )

/** Seconds until each chat has stored a message again. */
async function untilAllStore(writers: readonly Writer[]): Promise<string> {
  const begun = performance.now()
  while (writers.some(({ times }) => (times.at(-1) ?? 0) < begun)) {
    if (performance.now() - begun > recoveryMs) throw new Error('A chat accepts no messages any more')
    await setTimeout(20)
  }
  return ((performance.now() - begun) / 1000).toFixed(1)
}

const health = async ({ address }: Product) => (await fetch(`${address}/healthz`).catch(() => null))?.status

async function whileWorkerIsAway({ coordinator, workers }: CitusCluster, product: Product, writers: readonly Writer[]) {
  const worker = workers[0]!
  const there = await chatsOn(coordinator.url, worker.url, writers)
  const others = writers.filter((writer) => !there.includes(writer))
  const begun = performance.now()
  const before = { refused: refusedBy(writers), others: storedBy(others) }
  await worker.crash()
  await setTimeout(seconds * 1000)
  const unhealthy = (await health(product)) === 200 ? 0 : 1
  const longest = longestPause(others, begun)
  const stored = storedBy(others) - before.others
  await worker.start()
  const back = await untilAllStore(writers)
  return { chats: there.length, refused: refusedBy(writers) - before.refused, others: stored, longest, unhealthy, back }
}

async function chatsOn(url: string, worker: string, writers: readonly Writer[]): Promise<Writer[]> {
  const { rows } = await query(
    url,
    `select id from unnest($1::bigint[]) id join citus_shards on shardid = get_shard_id_for_distribution_column('message', id)
     where nodeport = $2`,
    [writers.map(({ chatId }) => chatId), Number(new URL(worker).port)],
  )
  const ids = new Set((rows as { id: string }[]).map(({ id }) => Number(id)))
  return writers.filter(({ chatId }) => ids.has(chatId))
}

/** Empties the first worker, and spreads the shards evenly again. */
async function whileShardsMove({ coordinator, workers }: CitusCluster, writers: readonly Writer[]) {
  const [from, to] = workers.map(({ url }) => new URL(url)) as [URL, URL]
  const begun = performance.now()
  const before = { refused: refusedBy(writers), stored: storedBy(writers) }
  const { rows } = await query(
    coordinator.url,
    "select shardid from citus_shards where table_name = 'message'::regclass and nodeport = $1",
    [Number(from.port)],
  )
  for (const { shardid } of rows as { shardid: string }[])
    await query(coordinator.url, "select citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')", [
      shardid,
      from.hostname,
      Number(from.port),
      to.hostname,
      Number(to.port),
    ])
  await query(coordinator.url, "select rebalance_table_shards('message', shard_transfer_mode => 'force_logical')")
  const after = await query(coordinator.url, "select from citus_shards where table_name = 'message'::regclass and nodeport = $1", [
    Number(from.port),
  ])
  return {
    count: rows.length + after.rows.length,
    seconds: ((performance.now() - begun) / 1000).toFixed(1),
    stored: storedBy(writers) - before.stored,
    refused: refusedBy(writers) - before.refused,
    longest: longestPause(writers, begun),
  }
}

async function whileCoordinatorIsAway({ coordinator }: CitusCluster, product: Product, writers: readonly Writer[]) {
  const before = refusedBy(writers)
  await coordinator.crash()
  await setTimeout(seconds * 1000)
  if ((await health(product)) !== 503) throw new Error('/healthz does not report that the coordinator is away')
  await coordinator.start()
  return { back: await untilAllStore(writers), refused: refusedBy(writers) - before }
}

/** A message that a crash left prepared is visible once Citus has committed it. */
async function compareAll(ask: Ask, writers: readonly Writer[]) {
  const begun = performance.now()
  for (;;) {
    const found = await Promise.all(writers.map(async ({ chatId, history }) => compare(history, await messagesIn(ask, chatId))))
    const sum = (name: 'lost' | 'half' | 'strange') => found.reduce((total, each) => total + each[name], 0)
    const waited = (performance.now() - begun) / 1000
    if (sum('lost') + sum('half') > 0 && waited * 1000 < recoveryMs) {
      await setTimeout(500)
      continue
    }
    const acknowledged = writers.reduce((total, { history }) => total + history.acknowledged.size, 0)
    const answers = await Promise.all(writers.map(({ chatId, history }) => post(ask, chatId, history)))
    const refused = writers.flatMap(({ history }) => history.refused)
    return {
      lost: sum('lost'),
      half: sum('half'),
      strange: sum('strange'),
      stuck: answers.filter((answer) => answer?.status !== 200).length,
      unclean: refused.filter(({ status }) => status !== 503).length,
      acknowledged,
      waited: waited.toFixed(1),
    }
  }
}

await withFolder(main)
