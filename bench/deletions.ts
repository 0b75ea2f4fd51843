import { type Call, createClient } from '#contract/client.ts'
import { type Message, maxDeleteBatchSize, maxMessagePageSize } from '#contract/messages.ts'
import { deleteMessages } from '#engine/jobs/deletion/delete-messages.ts'
import { deletionInput, deletionPort } from '#engine/jobs/deletion/read-back.ts'
import { type Given, withProduct } from '../proof/data.ts'
import { machine } from './figures.ts'

/**
 * How long deleting 10,000 of 30,000 messages takes with the dashboard's engine, compared with a bare loop that sends the same requests to the same
 * server. Needs `npm run build`. Prints figures without a verdict.
 */

const chosen = 10_000
const atOnce = 4

async function main({ product: { address }, token, chatIds: [warmUp = 0, ...rooms] }: Given): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = createClient((path, init) => fetch(`${address}/api${path}`, { ...init, headers }))
  await bare(call, warmUp, await everyThird(call, warmUp))
  const times = { engine: [] as number[], bare: [] as number[] }
  for (const [index, chatId] of rooms.entries()) {
    const messages = await everyThird(call, chatId)
    const way = index === 1 ? 'bare' : 'engine'
    const { requests, seconds } = await (way === 'bare' ? bare : engine)(call, chatId, messages)
    times[way].push(seconds)
    console.log(`${way}: ${requests} requests, ${seconds.toFixed(2)} s`)
  }
  console.log(`engine to bare loop: ${(Math.min(...times.engine) / Math.min(...times.bare)).toFixed(2)}, the reading back included`)
  console.log(machine())
}

async function everyThird(call: Call, chatId: number): Promise<Message[]> {
  const all: Message[] = []
  let next: string | undefined
  do {
    const query = { fast: true as const, limit: maxMessagePageSize, ...(next !== undefined && { next }) }
    const answer = await call('messageList', { params: { chatId }, query })
    all.push(...answer.data)
    next = answer.next
  } while (next !== undefined)
  return all.filter((_, index) => index % 3 === 0).slice(0, chosen)
}

async function engine(call: Call, chatId: number, messages: Message[]) {
  let requests = 0
  const counted: Call = (...request) => {
    requests++
    return call(...request)
  }
  const start = performance.now()
  const receipt = await deleteMessages({
    input: deletionInput(messages.map(({ messageId, time }) => ({ id: messageId, time }))),
    port: deletionPort(chatId, counted),
    control: { signal: new AbortController().signal, pausePoint: async () => {} },
    onProgress: () => {},
  })
  if (receipt.deleted.length !== messages.length) throw new Error(`${messages.length - receipt.deleted.length} messages are not gone`)
  return { requests, seconds: (performance.now() - start) / 1000 }
}

async function bare(call: Call, chatId: number, messages: Message[]) {
  const batches = Array.from({ length: Math.ceil(messages.length / maxDeleteBatchSize) }, (_, index) =>
    messages.slice(index * maxDeleteBatchSize, (index + 1) * maxDeleteBatchSize).map(({ messageId }) => messageId),
  )
  const queue = batches.values()
  const start = performance.now()
  const worker = async () => {
    for (const body of queue) await call('messageDeleteSome', { params: { chatId }, body })
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { requests: batches.length, seconds: (performance.now() - start) / 1000 }
}

await withProduct([30_000, 30_000, 30_000, 30_000], main)
