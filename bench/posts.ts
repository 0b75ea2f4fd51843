import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#db/open.ts'
import { createAccount, createToken } from '#service/accounts.ts'
import { prepareService } from '#service/prepare.ts'
import type { Tables } from '#service/tables.ts'
import { startGateway } from './gateway-process.ts'

/**
 * How many messages a second the whole product stores on SQLite, each safe on the disk before it is acknowledged: 50 connections to a gateway in a
 * process of its own, which shares the machine with the senders. Prints numbers; judging them is up to whoever reads them.
 */

const connections = 50
const posts = 6_000
const warmUp = 500

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-bench-'))
  const token = await makeToken(folder)
  const gateway = await startGateway(folder)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  try {
    const send = (path: string, body: object) => post(agent, gateway.address + path, token, JSON.stringify(body))
    const { chatId } = JSON.parse(await send('/api/chats', { name: 'Bench' })) as { chatId: number }
    const sendMessage = () => send(`/api/chats/${chatId}/messages`, { text: 'Doors at seven, music from eight. 🙂' })
    await measure(warmUp, sendMessage)
    console.table([await measure(posts, sendMessage)])
    console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`)
  } finally {
    agent.destroy()
    await gateway.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Milliseconds a post, and posts a second, over `count` of them. */
async function measure(count: number, sendMessage: () => Promise<string>) {
  const taken: number[] = []
  let left = count
  const start = performance.now()
  const sender = async () => {
    while (left-- > 0) {
      const sent = performance.now()
      await sendMessage()
      taken.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  const seconds = (performance.now() - start) / 1000
  taken.sort((a, b) => a - b)
  const at = (share: number) => Math.round((taken[Math.floor(taken.length * share)] ?? 0) * 10) / 10
  return { posts: count, perSecond: Math.round(count / seconds), p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

async function makeToken(folder: string): Promise<string> {
  const database = openDatabase<Tables>({ folder })
  await prepareService(database)
  const accountId = await createAccount(database, { email: 'bench@example.org', name: 'Bench' })
  const { token } = await createToken(database, { accountId })
  await database.close()
  return token
}

function post(agent: Agent, address: string, token: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(address, { agent, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(`${answer.statusCode}: ${text}`))))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

await main()
