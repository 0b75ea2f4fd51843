import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase, type Database, type DatabaseLocation } from '#db/open.ts'
import { createApp } from '#service/app.ts'
import { distribute } from '#service/distribute/distribute.ts'
import { prepareService } from '#service/prepare.ts'
import { makeDatabase } from '#service/testing/databases.ts'
import { startPostgres } from '#service/testing/postgres.ts'
import type { Tables } from '#service/tables.ts'
import { addAccount } from '../proof/data.ts'
import { figure } from '../src/test-figure.ts'
import { machine, median } from './figures.ts'

/**
 * R34: pages of messages of a small and of a large PostgreSQL database, read in turns, and the longest time that other requests take while a chat is
 * deleted from the large one. `npm run bench:partitions [-- SMALL LARGE DELETED]`, by
 * default 1,000,000, 10,000,000 and 10,000,000 messages. On a PostgreSQL of its own, with the server's default memory, or on that of TEST_DATABASE_URL,
 * distributed if that is the coordinator of a Citus cluster. Stops before less than 25 GB of the disk are free.
 */

const [small = 1_000_000, large = 10_000_000, deleted = 10_000_000] = process.argv.slice(2).map(Number)
const chats = 1000
const pages = 2000
const shardCount = 32
const rowsPerStatement = 50_000
const minFreeBytes = 25e9
/** How long requests are measured before the deletion. */
const aloneMs = 60_000
const year = 365 * 86_400
const end = Math.floor(Date.now() / 1000)

interface Filled {
  place: DatabaseLocation
  database: Database<Tables>
  isDistributed: boolean
  ask: (method: string, path: string, body?: object) => Promise<number>
  /** Messages are spread evenly over all but the last, which is empty. */
  chatIds: number[]
  remove: () => Promise<void>
}

async function main(server: string): Promise<void> {
  const few = await filled(server, small)
  const many = await filled(server, large)
  const pagesOf = await compare(few, many)
  const doomed = many.chatIds.at(-1)!
  await fill(many, [doomed], deleted)
  const { alone, meanwhile, seconds } = await whileDeleting(many, doomed)
  figure(
    'R34',
    pagesOf.ratio <= 1.5 && meanwhile.longest <= 200,
    `${pagesOf.words}; ${alone.words} for ${aloneMs / 1000} s before a deletion, and ${meanwhile.words} while a chat of ${deleted} messages was deleted in ${seconds.toFixed(0)} s`,
  )
  console.log(machine())
  for (const { database, remove } of [few, many]) {
    await database.close()
    await remove()
  }
}

async function filled(server: string, messages: number): Promise<Filled> {
  const { place, join, remove } = await makeDatabase(server)
  const database = openDatabase<Tables>(place)
  await prepareService(database)
  if (join) await distribute(database, shardCount, () => {})
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
  const result = { place, database, isDistributed: join !== undefined, ask, chatIds, remove }
  await fill(result, chatIds.slice(0, chats), messages)
  return result
}

/** Adds messages to chats in the order of their time, as people write them: the rows of a chat lie between those of others. */
async function fill(
  filled: Pick<Filled, 'place' | 'database' | 'isDistributed'>,
  chatIds: readonly number[],
  messages: number,
): Promise<void> {
  // A busy disk may take longer for one of these statements than a request may.
  const { query, close } = openDatabase<Tables>(filled.place, { hasTimeLimits: false })
  const start = performance.now()
  const before = await bytes(filled)
  let next = 0
  const write = async () => {
    while (next < messages) {
      const from = next
      next = Math.min(from + rowsPerStatement, messages)
      const { bavail, bsize } = await statfs(tmpdir())
      if (bavail * bsize < minFreeBytes) throw new Error(`Less than ${minFreeBytes / 1e9} GB of the disk are free`)
      await insertRows(query, { chatIds, messages, from, to: Math.min(from + rowsPerStatement, messages) })
    }
  }
  await Promise.all([write(), write()])
  const last = Math.ceil(messages / chatIds.length)
  await query.updateTable('chat').set({ last_message_id: last }).where('id', 'in', chatIds).execute()
  await close()
  const seconds = (performance.now() - start) / 1000
  const added = (await bytes(filled)) - before
  console.log(
    `${messages} messages in ${chatIds.length} chats: ${seconds.toFixed(0)} s, ${Math.round(messages / seconds)} a second, ${Math.round(added / messages)} bytes each with both indexes`,
  )
}

interface Rows {
  chatIds: readonly number[]
  messages: number
  from: number
  to: number
}

const insertRows = (query: Database<Tables>['query'], { chatIds, messages, from, to }: Rows) =>
  sql`
    insert into message (chat_id, id, time, user_id, user_name, image, text)
    select ${chatIds[0]!}::bigint + n % ${chatIds.length}::bigint, 1 + n / ${chatIds.length}::bigint,
      ${end - year}::bigint + n * ${year}::bigint / ${messages}::bigint, 1 + n % 5000, 'User ' || n % 5000, null,
      rpad('Message ' || n || ' ', 20 + (n * 7919 % 100)::int, 'doors at seven, music from eight ')
    from generate_series(${from}::bigint, ${to - 1}::bigint) n`.execute(query)

/** Of messages with both indexes, on all servers. */
async function bytes({ database: { query }, isDistributed }: Pick<Filled, 'database' | 'isDistributed'>): Promise<number> {
  const { rows } = await (
    isDistributed
      ? sql<{ size: number }>`select citus_total_relation_size('message') as size`
      : sql<{ size: number }>`
          select pg_total_relation_size('message') + coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint as size
          from pg_inherits where inhparent = 'message'::regclass`
  ).execute(query)
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

async function compare(few: Filled, many: Filled) {
  const times: [number[], number[]] = [[], []]
  for (let page = -200; page < pages; page++)
    for (const [index, filled] of [few, many].entries()) {
      const took = await timed(() => filled.ask('GET', somePage(filled)))
      if (page >= 0) times[index]!.push(took)
    }
  const [ofFew, ofMany] = times.map(summary) as [Summary, Summary]
  const ratio = ofMany.p50 / ofFew.p50
  return {
    ratio,
    words: `pages of 50 anywhere, of ${small} messages: ${ofFew.words}; of ${large}: ${ofMany.words}, ${ratio.toFixed(2)} times`,
  }
}

/** Others read and post, each when the last answer has arrived. */
async function whileDeleting(many: Filled, doomed: number) {
  const { ask, chatIds } = many
  const work = [
    () => ask('GET', somePage(many)),
    () => ask('POST', `/chats/${chatIds[random(chats)]}/messages`, { text: 'Doors at seven, music from eight.' }),
  ]
  const over = new AbortController()
  let times: number[] = []
  const others = [...work, ...work].map(async (request) => {
    while (!over.signal.aborted) {
      times.push(await timed(request))
      await setTimeout(5)
    }
  })
  await setTimeout(aloneMs)
  const alone = summary(times)
  times = []
  const seconds = (await timed(() => ask('DELETE', `/chats/${doomed}`))) / 1000
  const meanwhile = summary(times)
  over.abort()
  await Promise.all(others)
  return { alone, meanwhile, seconds }
}

interface Summary {
  p50: number
  longest: number
  words: string
}

function summary(times: number[]): Summary {
  const sorted = times.toSorted((a, b) => a - b)
  const longest = sorted.at(-1)!
  const p99 = sorted[Math.floor(sorted.length * 0.99)]!
  const p50 = median(times)
  return {
    p50,
    longest,
    words: `${times.length} requests, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`,
  }
}

const own = process.env['TEST_DATABASE_URL'] ? null : await startPostgres()
const server = process.env['TEST_DATABASE_URL'] ?? own?.url
if (server === undefined) throw new Error('Neither TEST_DATABASE_URL nor initdb and pg_ctl were found')
try {
  await main(server)
} finally {
  await own?.stop()
}
