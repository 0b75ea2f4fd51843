import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createAccount } from '../command.ts'
import { asking, compare, createChat, emptyHistory, messagesIn, postUntil } from './crash/writing.ts'
import { withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { startProduct, type Product } from '../../e2e/support/product.ts'

/**
 * R28: SIGTERM to the whole product under load. Each time eight writers are working and one request is running: its headers have arrived, its body
 * arrives once no new connections are accepted. Sometimes there is also one whose body never arrives.
 * `npx tsx proof/service/stops.ts [TIMES]`, 50 by default.
 */

const times = Number(process.argv[2] ?? 50)
const longest = 10_000

async function main(folder: string): Promise<void> {
  const token = await createAccount({ DATA_DIR: folder })
  const history = emptyHistory()
  const durations: number[] = []
  const good = { exits: 0, closed: 0, finished: 0 }
  let chatId: number | undefined
  for (let round = 0; round < times; round++) {
    const product = await startProduct({ DATA_DIR: folder })
    const ask = asking(product.address, token)
    chatId ??= await createChat(ask)
    const underWay = slowPost(product, token, chatId)
    const never = round % 16 === 8 ? slowPost(product, token, chatId) : null
    await Promise.all([underWay.arrived, never?.arrived])
    const writing = postUntil(ask, chatId, history, 8, () => false)
    await setTimeout(50 + Math.random() * 300)

    const begun = performance.now()
    const exited = product.stop()
    if (await closes(product)) good.closed++
    const text = `under way ${round}`
    history.sent.add(text)
    if ((await underWay.finish(text)).startsWith('HTTP/1.1 200 ')) {
      good.finished++
      history.acknowledged.add(text)
    }
    if ((await exited) === 0 && product.output().trim().split('\n').length === outputLines) good.exits++
    durations.push(performance.now() - begun)
    await writing
  }
  const { lost, half, strange } = await whatIsThere(folder, token, chatId ?? 0, history)
  const slowest = Math.max(...durations)
  const quick = durations.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
  figure(
    'R28',
    Object.values(good).every((count) => count === times) && lost + half + strange + history.refused.length === 0 && slowest <= longest,
    `${good.exits} of ${times} exits with 0 and without a word, ${good.closed} took nothing new, ${good.finished} finished what was under way, in ${(quick / 1000).toFixed(2)} s (median) and ${(slowest / 1000).toFixed(2)} s (a request that never ends); ${history.acknowledged.size} acknowledged, ${lost} lost, ${half} half changes, ${history.refused.length} refused`,
  )
}

/** Reports that it is ready, and how to sign in. */
const outputLines = 2

/** Whether new connections are refused, within 2 s. */
async function closes({ address }: Product): Promise<boolean> {
  const until = performance.now() + 2000
  while (performance.now() < until) {
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
      socket.once('connect', () => socket.destroy())
    })
    if (refused) return true
    await setTimeout(5)
  }
  return false
}

/** A message whose headers are sent now and whose body is sent later. */
function slowPost({ address }: Product, token: string, chatId: number) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => {}))
  const bodyOf = (text: string) => JSON.stringify({ text: text.padEnd(40) })
  const head = [
    `POST /api/chats/${chatId}/messages HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    // The interim answer confirms that the headers have arrived.
    'expect: 100-continue',
    `content-length: ${bodyOf('').length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const arrived = new Promise<void>((resolve) => socket.once('data', () => resolve()))
  return {
    arrived,
    /** Resolves to the answer, or '' without one. */
    finish: async (text: string) => {
      socket.write(bodyOf(text))
      await closed
      return answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
    },
  }
}

async function whatIsThere(folder: string, token: string, chatId: number, history: ReturnType<typeof emptyHistory>) {
  const product = await startProduct({ DATA_DIR: folder })
  const padded = new Map([...(await messagesIn(asking(product.address, token), chatId))].map(([id, text]) => [id, text.trimEnd()]))
  await product.stop()
  return compare(history, padded)
}

await withFolder(main)
