import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createClient, type Call } from '#contract/client.ts'
import { deleteBatchLimit, messagePageLimit, type Message } from '#contract/messages.ts'
import { deleteMessages } from '#dashboard/messages/deletion/delete-messages.ts'
import { deletionJob, type Port } from '#dashboard/messages/deletion/job.ts'
import { wait } from '#dashboard/ui/jobs/pace.ts'
import { openDatabase, type Database } from '#db/open.ts'
import { createAccount, createToken } from '#service/accounts.ts'
import { createApp } from '#service/app.ts'
import { generateChats } from '#service/demo/generate.ts'
import { prepareService } from '#service/prepare.ts'
import type { Tables } from '#service/tables.ts'
import { startGateway } from './gateway-process.ts'

/**
 * What deleting 10,000 of 30,000 messages costs with the dashboard's engine, against a bare loop that sends the same requests to the same server; and
 * how long deleting all of 333,000 messages keeps the service from anything else. Prints figures; judging them is up to whoever reads them.
 */

const chosen = 10_000
const atOnce = 4

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-bench-'))
  try {
    const { token, chatIds, large } = await prepare(folder)
    await overNetwork(folder, token, chatIds)
    await inOneGo(folder, token, large)
    console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function prepare(folder: string) {
  const database = openDatabase<Tables>({ folder })
  await prepareService(database)
  const accountId = await createAccount(database, { email: 'bench@example.org', name: 'Bench' })
  const { token } = await createToken(database, { accountId })
  const now = Date.now()
  const { chatIds } = await generateChats(database, { accountId, chats: 4, messages: 120_000, now })
  const { chatIds: large } = await generateChats(database, { accountId, chats: 1, messages: 333_000, now })
  await database.close()
  return { token, chatIds, large: large[0]! }
}

async function overNetwork(folder: string, token: string, chatIds: number[]) {
  const gateway = await startGateway(folder)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = createClient((path, init) => fetch(`${gateway.address}/api${path}`, { ...init, headers }))
  try {
    const [warmUp, ...rooms] = chatIds
    await bare(call, warmUp!, await everyThird(call, warmUp!))
    const times = { engine: [] as number[], bare: [] as number[] }
    for (const [index, chatId] of rooms.entries()) {
      const messages = await everyThird(call, chatId)
      const way = index === 1 ? 'bare' : 'engine'
      const { requests, seconds } = await (way === 'bare' ? bare : engine)(call, chatId, messages)
      times[way].push(seconds)
      console.log(`${way}: ${requests} requests, ${seconds.toFixed(2)} s`)
    }
    console.log(`engine to bare loop: ${(Math.min(...times.engine) / Math.min(...times.bare)).toFixed(2)}, the reading back included`)
  } finally {
    await gateway.stop()
  }
}

async function everyThird(call: Call, chatId: number): Promise<Message[]> {
  const all: Message[] = []
  let next: string | undefined
  do {
    const query = { fast: true as const, limit: messagePageLimit, ...(next !== undefined && { next }) }
    const answer = await call('messageList', { params: { chatId }, query })
    all.push(...answer.data)
    next = answer.next
  } while (next !== undefined)
  return all.filter((_, index) => index % 3 === 0).slice(0, chosen)
}

async function engine(call: Call, chatId: number, messages: Message[]) {
  let requests = 0
  const port: Port = {
    removeSome: (ids) => {
      requests++
      return call('messageDeleteSome', { params: { chatId }, body: ids })
    },
    readPage: async ({ from, to, next }) => {
      requests++
      const query = { fast: true as const, limit: messagePageLimit, from, to, ...(next !== undefined && { next }) }
      const { data, next: following } = await call('messageList', { params: { chatId }, query })
      return { messages: data, next: following }
    },
  }
  const start = performance.now()
  const receipt = await deleteMessages({
    job: deletionJob(messages.map(({ messageId, time }) => ({ id: messageId, time }))),
    state: undefined,
    save: async () => {},
    port,
    control: { signal: new AbortController().signal, pausePoint: async () => {} },
    onProgress: () => {},
    wait,
    random: Math.random,
  })
  if (receipt.gone.length !== messages.length) throw new Error(`${messages.length - receipt.gone.length} messages are not gone`)
  return { requests, seconds: (performance.now() - start) / 1000 }
}

async function bare(call: Call, chatId: number, messages: Message[]) {
  const batches = Array.from({ length: Math.ceil(messages.length / deleteBatchLimit) }, (_, index) =>
    messages.slice(index * deleteBatchLimit, (index + 1) * deleteBatchLimit).map(({ messageId }) => messageId),
  )
  const queue = batches.values()
  const start = performance.now()
  const worker = async () => {
    for (const body of queue) await call('messageDeleteSome', { params: { chatId }, body })
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { requests: batches.length, seconds: (performance.now() - start) / 1000 }
}

/** The service in this process, so that its own standstill can be seen. */
async function inOneGo(folder: string, token: string, chatId: number) {
  const database: Database<Tables> = openDatabase<Tables>({ folder })
  const app = createApp({ database, rateLimit: Number.POSITIVE_INFINITY })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  const address = `http://service.invalid/chats/${chatId}/messages`
  const answer = await app.fetch(new Request(address, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }))
  const seconds = (performance.now() - start) / 1000
  delay.disable()
  if (answer.status !== 200) throw new Error(await answer.text())
  console.log(`delete all of 333,000: ${seconds.toFixed(2)} s, the loop stood still for at most ${Math.round(delay.max / 1e6)} ms`)
  await database.close()
}

await main()
