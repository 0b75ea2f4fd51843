import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase, type Database } from '#db/open.ts'
import { createApp } from '#service/app.ts'
import { makeDatabase } from '#service/testing/databases.ts'
import { startPostgres } from '#service/testing/postgres.ts'
import type { Tables } from '#service/tables.ts'
import { addAccount } from '../proof/data.ts'
import { prepareService } from '#service/prepare.ts'
import { machine, median } from './figures.ts'

/**
 * Pages of messages of a small and of a large PostgreSQL database, read in turns, and the longest time that other requests wait while a chat is deleted
 * from the large one. `npm run bench:partitions [-- SMALL LARGE DELETED]`, by default 1,000,000, 10,000,000 and 10,000,000 messages.
 * On a PostgreSQL of its own, with the server's default memory, or on that of TEST_DATABASE_URL. Stops before less than 25 GB of the disk are free.
 */

const [small = 1_000_000, large = 10_000_000, deleted = 10_000_000] = process.argv.slice(2).map(Number)
const chats = 1000
const pages = 2000
const rowsPerStatement = 50_000
const minFreeBytes = 25e9
const year = 365 * 86_400
const end = Math.floor(Date.now() / 1000)

interface Filled {
  database: Database<Tables>
  ask: (method: string, path: string, body?: object) => Promise<number>
  /** Messages are spread evenly over all but the last, which is empty. */
  chatIds: number[]
  remove: () => Promise<void>
}

async function main(server: string): Promise<void> {
  const few = await filled(server, small)
  const many = await filled(server, large)
  await compare(few, many)
  const doomed = many.chatIds.at(-1)!
  await fill(many.database, [doomed], deleted)
  await whileDeleting(many, doomed)
  console.log(machine())
  for (const { database, remove } of [few, many]) {
    await database.close()
    await remove()
  }
}

async function filled(server: string, messages: number): Promise<Filled> {
  const { place, remove } = await makeDatabase(server)
  const database = openDatabase<Tables>(place)
  await prepareService(database)
  const { token, chatIds } = await addAccount(database, Array<number>(chats + 1).fill(0), { rooms: chats + 1 })
  const app = createApp({ database, rateLimit: 1_000_000_000 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask: Filled['ask'] = async (method, path, body) => {
    const answer = await app.fetch(
      new Request(`http://bench.test${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    )
    await answer.text()
    return answer.status
  }
  await fill(database, chatIds.slice(0, chats), messages)
  return { database, ask, chatIds, remove }
}

/** Adds messages to chats in the order of their time, as people write them: the rows of a chat lie between those of others. */
async function fill({ query }: Database<Tables>, chatIds: readonly number[], messages: number): Promise<void> {
  const start = performance.now()
  const before = await bytes(query)
  for (let from = 0; from < messages; from += rowsPerStatement) {
    const { bavail, bsize } = await statfs(tmpdir())
    if (bavail * bsize < minFreeBytes) throw new Error(`Less than ${minFreeBytes / 1e9} GB of the disk are free`)
    const to = Math.min(from + rowsPerStatement, messages)
    await sql`
      insert into message (chat_id, id, time, user_id, user_name, image, text)
      select ${chatIds[0]!}::bigint + n % ${chatIds.length}::bigint, 1 + n / ${chatIds.length}::bigint,
        ${end - year}::bigint + n * ${year}::bigint / ${messages}::bigint, 1 + n % 5000, 'User ' || n % 5000, null,
        rpad('Message ' || n || ' ', 20 + (n * 7919 % 100)::int, 'doors at seven, music from eight ')
      from generate_series(${from}::bigint, ${to - 1}::bigint) n`.execute(query)
  }
  const last = Math.ceil(messages / chatIds.length)
  await query.updateTable('chat').set({ last_message_id: last }).where('id', 'in', chatIds).execute()
  const seconds = (performance.now() - start) / 1000
  const added = (await bytes(query)) - before
  console.log(
    `${messages} messages in ${chatIds.length} chats: ${seconds.toFixed(0)} s, ${Math.round(messages / seconds)} a second, ${Math.round(added / messages)} bytes each with both indexes`,
  )
}

async function bytes(query: Database<Tables>['query']): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(query)
  return rows[0]!.size
}

const random = (below: number) => Math.floor(Math.random() * below)

/** The page of 50 messages from some time on, of some chat. */
const somePage = ({ chatIds }: Filled) => `/chats/${chatIds[random(chats)]}/messages?fast=true&limit=50&from=${end - year + random(year)}`

async function timed(work: () => Promise<number>): Promise<number> {
  const start = performance.now()
  const status = await work()
  if (status !== 200) throw new Error(`A request was answered with ${status}`)
  return performance.now() - start
}

async function compare(few: Filled, many: Filled): Promise<void> {
  const times: [number[], number[]] = [[], []]
  for (let page = -200; page < pages; page++)
    for (const [index, filled] of [few, many].entries()) {
      const took = await timed(() => filled.ask('GET', somePage(filled)))
      if (page >= 0) times[index]!.push(took)
    }
  const [ofFew, ofMany] = times.map(median) as [number, number]
  const p99 = times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)]!.toFixed(1))
  console.log(
    `pages of 50, anywhere: p50 ${ofFew.toFixed(2)} ms of ${small} messages (p99 ${p99[0]}), ${ofMany.toFixed(2)} ms of ${large} (p99 ${p99[1]}): ${(ofMany / ofFew).toFixed(2)} times`,
  )
}

/** Others read and post, each when the last answer has arrived. */
async function whileDeleting(many: Filled, doomed: number): Promise<void> {
  const { ask, chatIds } = many
  const work = {
    pages: () => ask('GET', somePage(many)),
    posts: () => ask('POST', `/chats/${chatIds[random(chats)]}/messages`, { text: 'Doors at seven, music from eight.' }),
  }
  const over = new AbortController()
  const times = { pages: [] as number[], posts: [] as number[] }
  const others = (['pages', 'posts'] as const).flatMap((kind) =>
    Array.from({ length: 2 }, async () => {
      while (!over.signal.aborted) {
        times[kind].push(await timed(work[kind]))
        await setTimeout(5)
      }
    }),
  )
  await setTimeout(10_000)
  const alone = describe(times)
  times.pages = []
  times.posts = []
  const seconds = (await timed(() => ask('DELETE', `/chats/${doomed}`))) / 1000
  const meanwhile = describe(times)
  over.abort()
  await Promise.all(others)
  console.log(`before the deletion: ${alone}\nwhile a chat of ${deleted} messages was deleted in ${seconds.toFixed(0)} s: ${meanwhile}`)
}

const describe = (times: Record<string, number[]>) =>
  Object.entries(times)
    .map(([kind, all]) => {
      const sorted = all.toSorted((a, b) => a - b)
      return `${sorted.length} ${kind}, p50 ${median(all).toFixed(1)} ms, p99 ${sorted[Math.floor(sorted.length * 0.99)]!.toFixed(1)} ms, longest ${sorted.at(-1)!.toFixed(0)} ms`
    })
    .join('; ')

const own = process.env['TEST_DATABASE_URL'] ? null : await startPostgres()
const server = process.env['TEST_DATABASE_URL'] ?? own?.url
if (server === undefined) throw new Error('Neither TEST_DATABASE_URL nor initdb and pg_ctl were found')
try {
  await main(server)
} finally {
  await own?.stop()
}
