import type { Database } from '#db/open.ts'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { createApp } from '#service/app.ts'
import { generateChats } from '#service/demo/generate.ts'
import { nextOf } from '#service/handlers/messages.ts'
import type { Tables } from '#service/tables.ts'
import { withDatabase, withFolder } from '../proof/data.ts'
import { machine } from './figures.ts'

/**
 * How long the service takes for one page of 100 messages anywhere in a chat, with 1,000 and with 1,000,000 messages: through token, handler,
 * database and JSON, without the network. Prints the ratio of the medians without a verdict.
 */

const sizes = [1_000, 1_000_000] as const
const pages = 3_000
const warmUp = 300

type Read = (query: string) => Promise<{ data: { time: number }[]; next?: string }>

const main = (folder: string) =>
  withDatabase({ folder }, async (database) => {
    const times = []
    for (const messages of sizes) times.push({ messages, ...(await measure(database, messages)) })
    const [small, large] = times
    console.table(times)
    if (small && large)
      console.log(`p50 at ${large.messages} messages is ${(large.p50 / small.p50).toFixed(2)} times that at ${small.messages}`)
    console.log(machine())
  })

/** Milliseconds per page: from and up to a random point in time, each with the page after it, and one deep in the middle of all messages. */
async function measure(database: Database<Tables>, messages: number) {
  const now = Date.now()
  const accountId = await createAccount(database, { email: 'bench@example.org', name: 'Bench' }, now)
  const { chatIds } = await generateChats(database, { accountId, chats: 1, messages, now })
  const chatId = chatIds[0] ?? 0
  const { token } = await createToken(database, { accountId }, now)
  const read = reader(createApp({ database, rateLimit: Infinity }), `/chats/${chatId}/messages`, token)

  const first = (await read('')).data[0]?.time ?? 0
  const last = Math.floor(now / 1000)
  const taken: number[] = []
  while (taken.length < pages + warmUp) {
    const time = first + Math.floor(Math.random() * (last - first))
    for (const range of [`from=${time}`, `to=${time}&reverse`]) {
      const { next } = await timed(taken, () => read(range))
      if (next) await timed(taken, () => read(`${range}&next=${encodeURIComponent(next)}`))
    }
    const deep = nextOf({ range: { chatId, reverse: false, from: first, to: last }, limit: 100, after: { time, id: 0 } })
    await timed(taken, () => read(`from=${first}&to=${last}&next=${encodeURIComponent(deep)}`))
  }
  const sorted = taken.slice(warmUp).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 1000) / 1000
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function reader(app: ReturnType<typeof createApp>, path: string, token: string): Read {
  return async (query) => {
    const answer = await app.fetch(
      new Request(`http://bench.invalid${path}?fast=true&limit=100&${query}`, { headers: { authorization: `Bearer ${token}` } }),
    )
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    // The service has validated its answer against the contract's schema.
    return (await answer.json()) as Awaited<ReturnType<Read>>
  }
}

async function timed<T>(taken: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  taken.push(performance.now() - start)
  return result
}

await withFolder(main)
