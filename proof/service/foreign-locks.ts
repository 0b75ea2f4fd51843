import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gatewayPaths } from '#contract/session.ts'
import { databaseFile } from '#db/open.ts'
import { startProduct, type Product } from '../../e2e/support/product.ts'
import { figure } from '../../src/test-figure.ts'
import { prepareData, withFolder } from '../data.ts'
import { signIn } from '../page.ts'

/**
 * R35: another process locks the SQLite file of the built product again and again, while chats are read, people sign in, messages are posted and the
 * health is asked for. Each lock is followed by one request of each kind. Most locks are short: how long one lasts matters around the 2 s after
 * which /healthz gives up and the 5 s after which a write does. Arguments: short locks of 0.1 to 6 s (192), long ones of 10 to 60 s (8). Takes 12 minutes.
 */

const [short = 192, long = 8] = process.argv.slice(2).map(Number)
const maxAfterMs = 1000

type Kind = 'read' | 'signIn' | 'post' | 'health'

function requestsTo(product: Product, token: string, chatId: number, headers: Record<string, string>) {
  const post = { method: 'POST', headers, body: JSON.stringify({ text: 'Doors at seven' }) }
  const send = async (path: string, init: RequestInit) => (await fetch(product.address + path, init)).status
  return {
    read: () => send(`${gatewayPaths.api}/chats`, { headers }),
    signIn: () =>
      signIn(product, token).then(
        () => 200,
        () => 503,
      ),
    post: () => send(`${gatewayPaths.api}/chats/${chatId}/messages`, post),
    health: () => send('/healthz', {}),
  } satisfies Record<Kind, () => Promise<number>>
}

const kinds: readonly Kind[] = ['read', 'signIn', 'post', 'health']
const between = (from: number, to: number) => from + Math.random() * (to - from)

async function main(folder: string): Promise<void> {
  const { token, chatIds } = await prepareData({ folder }, [100])
  const product = await startProduct({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const headers = await signIn(product, token)
  const requests = requestsTo(product, token, chatIds[0]!, headers)
  const holder = fork(join(import.meta.dirname, 'lock-holder.mjs'), [databaseFile(folder)])
  const counts = { refused: 0, strange: 0, late: 0, untrue: 0 }
  let slowest = 0
  const lengths = [
    ...Array.from({ length: short }, () => 100 + 5900 * Math.random() ** 3),
    ...Array.from({ length: long }, () => between(10_000, 60_000)),
  ]

  for (const ms of lengths) {
    holder.send(ms)
    await once(holder, 'message')
    const freed = once(holder, 'message')
    const isFree = { now: false }
    void freed.then(() => (isFree.now = true))
    const work = async (kind: Kind) => {
      await setTimeout(between(0, ms / 2))
      while (!isFree.now) {
        const status = await requests[kind]()
        if (status === 503) counts.refused++
        else if (status !== 200) counts.strange++
        await setTimeout(between(0, 200))
      }
    }
    // A probe is shared for a second, so what it says is from the lock once it has lasted for longer.
    const watchHealth = async () => {
      await setTimeout(1100)
      while (!isFree.now) {
        const status = await requests.health()
        if (status === 200 && !isFree.now) counts.untrue++
        await setTimeout(100)
      }
    }
    const working = [...kinds.map(work), ...(ms > 1500 ? [watchHealth()] : [])]
    await freed
    const begun = performance.now()
    for (const kind of kinds) {
      // The latest result of the health check holds for a second.
      const isEarly = () => kind === 'health' && performance.now() - begun < maxAfterMs
      let status = await requests[kind]()
      while (status !== 200 && isEarly()) status = await requests[kind]()
      if (status !== 200) counts.strange++
    }
    const took = performance.now() - begun
    slowest = Math.max(slowest, took)
    if (took > maxAfterMs) counts.late++
    await Promise.all(working)
  }
  holder.disconnect()
  await once(holder, 'exit')
  const code = await product.stop()
  const files = readdirSync(folder).filter((name) => name.startsWith('roomkeeper.db'))
  figure(
    'R35',
    counts.strange + counts.late + counts.untrue === 0 && counts.refused > 0 && code === 0 && files.length === 1,
    `${short} locks of 0.1 to 6 s and ${long} of 10 to 60 s: ${counts.refused} requests answered with 503 meanwhile, ${counts.strange} with anything else or after the lock, one of each kind within ${Math.ceil(slowest)} ms after it (${counts.late} later than ${maxAfterMs} ms); /healthz said 200 ${counts.untrue} times while writes failed; stopped with ${code}, then ${files.join(' and ')}`,
  )
}

await withFolder(main)
