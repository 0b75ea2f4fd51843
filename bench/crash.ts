import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient, type Call } from '#contract/client.ts'
import { messagePageLimit } from '#contract/messages.ts'
import { openDatabase } from '#db/open.ts'
import { createAccount, createToken } from '#service/accounts.ts'
import { prepareService } from '#service/prepare.ts'
import type { Tables } from '#service/tables.ts'
import { startGateway } from './gateway-process.ts'

/**
 * Whether what was acknowledged is there after the process was killed: eight writers to the whole product on SQLite, which is killed at random moments
 * and started again. Compared are every message ever acknowledged, and the numbers of the messages: a change of which only half was stored would
 * leave a gap in them. Prints figures; exit code 1 when anything was lost. The number of kills is the only argument, 30 by default.
 */

const kills = Number(process.argv[2] ?? 30)
const writers = 8

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-bench-'))
  try {
    const token = await makeToken(folder)
    const acknowledged = new Set<string>()
    const starts: number[] = []
    let chatId: number | undefined
    let lost = 0
    let gaps = 0
    // After the last kill it starts once more, to look.
    for (let round = 0; round <= kills; round++) {
      const begun = performance.now()
      const gateway = await startGateway(folder)
      starts.push(performance.now() - begun)
      const call = clientAt(gateway.address, token)
      chatId ??= (await call('chatCreate', { body: { name: 'Crash' } })).chatId
      const stored = await messagesIn(call, chatId)
      const texts = new Set(stored.values())
      lost += [...acknowledged].filter((text) => !texts.has(text)).length
      gaps += Math.max(0, ...stored.keys()) - stored.size
      if (round === kills) await gateway.stop()
      else {
        const writing = writeUntilDead(call, chatId, acknowledged)
        await setTimeout(20 + Math.random() * 400)
        await gateway.kill()
        await writing
      }
    }
    console.table([{ kills, acknowledged: acknowledged.size, lost, gaps, 'slowest start ms': Math.round(Math.max(...starts)) }])
    console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`)
    if (lost || gaps) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function clientAt(address: string, token: string): Call {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return createClient((path, init) => fetch(`${address}/api${path}`, { ...init, headers }))
}

/** Resolves when every writer has met the end of the gateway. */
async function writeUntilDead(call: Call, chatId: number, acknowledged: Set<string>): Promise<void> {
  const write = async () => {
    for (;;) {
      const text = randomUUID()
      await call('messageSend', { params: { chatId }, body: { text } })
      acknowledged.add(text)
    }
  }
  await Promise.allSettled(Array.from({ length: writers }, write))
}

/** Texts by id. */
async function messagesIn(call: Call, chatId: number): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  let next: string | undefined
  do {
    const query = { fast: true as const, limit: messagePageLimit, ...(next !== undefined && { next }) }
    const answer = await call('messageList', { params: { chatId }, query })
    for (const { messageId, text } of answer.data) found.set(messageId, text)
    next = answer.next
  } while (next !== undefined)
  return found
}

async function makeToken(folder: string): Promise<string> {
  const database = openDatabase<Tables>({ folder })
  await prepareService(database)
  const accountId = await createAccount(database, { email: 'bench@example.org', name: 'Bench' })
  const { token } = await createToken(database, { accountId })
  await database.close()
  return token
}

await main()
