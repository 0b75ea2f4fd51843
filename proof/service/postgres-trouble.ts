import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { createAccount } from '../command.ts'
import { givenPostgres } from './crash/given-database.ts'
import { makePostgres, type Postgres } from './crash/postgres.ts'
import { asking, compare, createChat, emptyHistory, messagesIn, post, type Ask, type History } from './crash/writing.ts'
import { withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { startProduct, type Product } from '../../e2e/support/product.ts'

/**
 * R23: the whole product on a PostgreSQL that crashes and is down for 30 s, that freezes for 30 s, and that is slow, with twenty writers.
 * `npx tsx proof/service/postgres-trouble.ts [SECONDS]`, 30 by default. With TEST_DATABASE_URL it is
 * a proxy in front of that server that is down or frozen.
 */

const seconds = Number(process.argv[2] ?? 30)
const writers = 20

async function main(folder: string): Promise<void> {
  const server = (await givenPostgres()) ?? (await makePostgres())
  // The folder holds its session key.
  const env = { DATABASE_URL: server.url, DATA_DIR: folder }
  try {
    const token = await createAccount(env)
    const product = await startProduct(env)
    const ask = asking(product.address, token)
    const chatId = await createChat(ask)
    const history = emptyHistory()
    const connections = await mostConnections(server, () => writeFor(5, ask, chatId, history))
    const limit = await statementLimit(server, ask, chatId, history)
    const refusedBefore = history.refused.length

    const down = await whileAway(product, ask, chatId, history, server.crash, server.start)
    const frozen = await whileAway(
      product,
      ask,
      chatId,
      history,
      async () => server.signal('SIGSTOP'),
      async () => server.signal('SIGCONT'),
    )
    // A stop while the server is frozen must not wait for the server.
    server.signal('SIGSTOP')
    const writing = writeFor(3, ask, chatId, history)
    await setTimeout(1000)
    const begun = performance.now()
    const code = await product.stop()
    const stoppedIn = (performance.now() - begun) / 1000
    await writing
    server.signal('SIGCONT')

    const unclean = history.refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter).length
    const { lost, half } = await whatIsThere(env, token, chatId, history)
    const recovery = Math.max(down.recovery, frozen.recovery)
    const slowest = Math.max(...history.refused.map(({ milliseconds }) => milliseconds)) / 1000
    figure(
      'R23',
      [lost, half, unclean, down.exits + frozen.exits, down.wellSaid, frozen.wellSaid].every((count) => count === 0) &&
        down.refused > 0 &&
        frozen.refused > 0 &&
        recovery <= 5 &&
        connections <= 10 &&
        limit >= 4.5 &&
        limit <= 6 &&
        stoppedIn <= 10,
      `crashed and away ${seconds} s: ${down.refused} times 503 with Retry-After, back in ${down.recovery.toFixed(1)} s; frozen ${seconds} s: ${frozen.refused} times, back in ${frozen.recovery.toFixed(1)} s; ${unclean} other answers (slowest ${slowest.toFixed(1)} s), ${down.exits + frozen.exits} exits, /healthz wrong ${down.wellSaid + frozen.wellSaid} times; ${connections} connections at most for ${writers} writers, a blocked statement ended after ${limit.toFixed(1)} s; SIGTERM while frozen: ended after ${stoppedIn.toFixed(1)} s with ${code}; ${history.acknowledged.size} acknowledged, ${lost} lost, ${half} half changes (${refusedBefore} refused for the blocked statement)`,
    )
  } finally {
    await server.remove()
  }
}

async function writeFor(seconds: number, ask: Ask, chatId: number, history: History): Promise<void> {
  const until = performance.now() + seconds * 1000
  const write = async () => {
    while (performance.now() < until) {
      const answer = await post(ask, chatId, history)
      // Like programs that obey Retry-After, but with less patience.
      if (answer?.status !== 200) await setTimeout(250)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

/** Takes the server down under load and brings it back. `recovery`: seconds from then until the first message is stored. */
async function whileAway(
  product: Product,
  ask: Ask,
  chatId: number,
  history: History,
  leave: () => Promise<void>,
  comeBack: () => Promise<void>,
) {
  const before = history.refused.length
  let wellSaid = 0
  const writing = writeFor(seconds + 10, ask, chatId, history)
  await setTimeout(1000)
  await leave()
  await setTimeout((seconds * 1000) / 2)
  if ((await health(product)) !== 503) wellSaid++
  await setTimeout((seconds * 1000) / 2)
  const acknowledged = history.acknowledged.size
  await comeBack()
  const begun = performance.now()
  while (history.acknowledged.size === acknowledged && performance.now() - begun < 20_000) await setTimeout(20)
  const recovery = (performance.now() - begun) / 1000
  await writing
  if ((await health(product)) !== 200) wellSaid++
  return { refused: history.refused.length - before, recovery, wellSaid, exits: isRunning(product) ? 0 : 1 }
}

const health = async ({ address }: Product) => (await fetch(`${address}/healthz`).catch(() => null))?.status

function isRunning({ pid }: Product): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The maximum number of the product's connections during the work. */
async function mostConnections(server: Postgres, work: () => Promise<void>): Promise<number> {
  const client = await connected(server)
  const over = new AbortController()
  const working = work().finally(() => over.abort())
  let most = 0
  while (!over.signal.aborted) {
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and application_name not like 'citus%'",
    )
    most = Math.max(most, Number(rows[0]?.count) - 1)
    await setTimeout(20)
  }
  await working
  await client.end()
  return most
}

/** Seconds until a message is refused that another session prevents from being stored. */
async function statementLimit(server: Postgres, ask: Ask, chatId: number, history: History): Promise<number> {
  const client = await connected(server)
  await client.query('begin')
  await client.query('lock table message in access exclusive mode')
  const answer = await post(ask, chatId, history)
  await client.query('rollback')
  await client.end()
  return (answer?.milliseconds ?? 0) / 1000
}

async function connected({ url }: Postgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function whatIsThere(env: Record<string, string>, token: string, chatId: number, history: History) {
  const product = await startProduct(env)
  const found = compare(history, await messagesIn(asking(product.address, token), chatId))
  await product.stop()
  return found
}

await withFolder(main)
