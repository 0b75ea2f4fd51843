import { setTimeout } from 'node:timers/promises'
import { createAccount } from '../command.ts'
import { givenDatabase } from './crash/given-database.ts'
import { asking, compare, createChat, emptyHistory, messagesIn, post, postUntil } from './crash/writing.ts'
import { withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { startProduct } from '../../e2e/support/product.ts'

/**
 * R19: whether acknowledged writes survive a kill of the process. Eight writers to the whole product on SQLite, or on the PostgreSQL of
 * TEST_DATABASE_URL, which is killed at random moments and started again. `npx tsx proof/service/kills.ts [KILLS]`, 100 by default.
 */

const kills = Number(process.argv[2] ?? 100)
const writers = 8

async function main(folder: string): Promise<void> {
  const given = await givenDatabase()
  // The folder holds the session key, and without an address the database.
  const env = { DATA_DIR: folder, ...(given && { DATABASE_URL: given.url }) }
  try {
    await killAndCompare(env)
  } finally {
    await given?.stop()
  }
}

async function killAndCompare(env: Record<string, string>): Promise<void> {
  const token = await createAccount(env)
  const history = emptyHistory()
  const starts: number[] = []
  const wrong = { lost: 0, half: 0, strange: 0, failedStarts: 0 }
  let chatId: number | undefined
  // After the last kill it starts once more, for the check.
  for (let round = 0; round <= kills; round++) {
    const product = await startProduct(env).catch(() => null)
    if (!product) {
      wrong.failedStarts++
      continue
    }
    starts.push(product.startedIn)
    const ask = asking(product.address, token)
    chatId ??= await createChat(ask)
    // The extra message takes the number after the highest: if that were already stored, it would not be acknowledged.
    if ((await post(ask, chatId, history))?.status !== 200) wrong.half++
    const { lost, half, strange } = compare(history, await messagesIn(ask, chatId))
    wrong.lost += lost
    wrong.half += half
    wrong.strange += strange
    const writing = round < kills ? postUntil(ask, chatId, history, writers, () => false) : Promise.resolve()
    await setTimeout(20 + Math.random() * 400)
    await (round < kills ? product.kill() : product.stop())
    await writing
  }
  const slowest = Math.max(...starts) / 1000
  figure(
    'R19',
    Object.values(wrong).every((count) => count === 0) && slowest <= 5,
    `${kills} kills, ${history.acknowledged.size} acknowledged writes: ${wrong.lost} lost, ${wrong.half} half changes, ${wrong.strange} never sent, ${wrong.failedStarts} failed starts, slowest start ${slowest.toFixed(2)} s`,
  )
}

await withFolder(main)
