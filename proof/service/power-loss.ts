import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { databaseFile, openDatabase } from '#db/open.ts'
import { createAccount } from '../command.ts'
import { Disk } from './crash/disk.ts'
import { eventsIn, finished, recordingTo, type Event } from './crash/trace.ts'
import { asking, compare, createChat, emptyHistory, messagesIn, post, postUntil, type History } from './crash/writing.ts'
import { withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { startProduct } from '../../e2e/support/product.ts'

/**
 * R20: what survives a power cut. strace records what the product writes and syncs under load, from its first start on. For sixty points in the
 * recording the disk is rebuilt as a power cut might have left it: each unsynced sector was written or not, at random. The product is started on it
 * and must still have everything that it had acknowledged.
 * `npx tsx proof/service/power-loss.ts [RUNS] [SEED]`, 60 runs by default.
 */

const runs = Number(process.argv[2] ?? 60)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31))
/** SQLite checkpoints its log every thousand pages, and a message takes four: with this many messages there are several checkpoints. */
const messages = 1200

async function main(place: string): Promise<void> {
  const recorded = await record(place)
  const random = randomFrom(seed)
  const cuts = chooseCuts(recorded.events, random)
  const syncs = recorded.events.filter((event) => event.kind === 'sync' && event.path.endsWith('-wal')).length
  const disk = new Disk(join(place, 'before'))
  const before: Pick<History, 'sent' | 'acknowledged'> = { sent: recorded.history.sent, acknowledged: new Set() }
  const wrong = { lost: 0, half: 0, strange: 0, unreadable: 0 }
  let hasChat = false
  let unsyncedAnswers = 0
  let sectorsAtStake = 0
  for (const [index, event] of recorded.events.entries()) {
    if (cuts.has(index)) {
      sectorsAtStake += disk.waitingFor('roomkeeper.db-wal') + disk.waitingFor('roomkeeper.db')
      const left = join(place, `cut-${index}`)
      mkdirSync(left)
      disk.writeWhatIsLeft(left, () => random() < 0.5)
      const { acknowledged } = before
      const found = await look(left, recorded, hasChat, { ...before, acknowledged }).catch((error: unknown) => {
        console.log(`Cut ${index} (seed ${seed}): ${String(error)}`)
        return { lost: 0, half: 0, strange: 0, unreadable: 1 }
      })
      for (const kind of ['lost', 'half', 'strange', 'unreadable'] as const) wrong[kind] += found[kind]
      if (!found.unreadable) rmSync(left, { recursive: true })
    }
    disk.apply(event)
    if (event.kind !== 'answer') continue
    // An acknowledged write may not depend on a later sync: between two changes the log must be fully synced.
    if (disk.waitingFor('roomkeeper.db-wal')) unsyncedAnswers++
    const text = recorded.history.requests.get(event.request)
    if (text === undefined) hasChat = true
    else before.acknowledged.add(text)
  }
  figure(
    'R20',
    Object.values(wrong).every((count) => count === 0) && unsyncedAnswers === 0 && syncs >= recorded.history.acknowledged.size,
    `${cuts.size} power cuts among ${recorded.events.length} recorded calls, ${sectorsAtStake} unsynced writes at stake: ${wrong.lost} acknowledged writes lost, ${wrong.half} half changes, ${wrong.strange} never sent, ${wrong.unreadable} unreadable; ${syncs} fsyncs for ${recorded.history.acknowledged.size} acknowledged commits, ${unsyncedAnswers} answered before theirs (seed ${seed})`,
  )
}

interface Recorded {
  events: Event[]
  history: History
  token: string
  chatId: number
}

/** One run of the product, starting from the folder `before`. */
async function record(place: string): Promise<Recorded> {
  const folder = join(place, 'data')
  const token = await createAccount({ DATA_DIR: folder })
  cpSync(folder, join(place, 'before'), { recursive: true })
  const trace = join(place, 'trace')
  const product = await startProduct({ DATA_DIR: folder }, { launcher: recordingTo(trace) })
  const ask = asking(product.address, token)
  const chatId = await createChat(ask)
  const history = emptyHistory()
  await postUntil(ask, chatId, history, 8, () => history.sent.size >= messages)
  await product.stop()
  await finished(trace, product.pid)
  const events: Event[] = []
  for await (const event of eventsIn(trace, folder)) events.push(event)
  if (history.requests.size !== messages) throw new Error(`Only ${history.requests.size} of ${messages} messages were taken`)
  return { events, history, token, chatId }
}

/**
 * Indexes of the events before which the power is cut: a tenth of them in the first start, where everything is created, the others in turn right after
 * an answer, right before a sync of the log, during a checkpoint, and anywhere.
 */
function chooseCuts(events: readonly Event[], random: () => number): Set<number> {
  const indexes = (isIt: (event: Event) => boolean) => events.flatMap((event, index) => (isIt(event) ? [index] : []))
  const answers = indexes(({ kind }) => kind === 'answer')
  const intoDatabase = indexes((event) => event.kind === 'write' && event.path.endsWith('.db'))
  const kinds = [
    answers.map((index) => index + 1),
    indexes((event) => event.kind === 'sync' && event.path.endsWith('-wal')),
    intoDatabase.map((index) => index + 1),
    [...events.keys()],
  ]
  const pick = (from: readonly number[]) => from[Math.floor(random() * from.length)]!
  const cuts = new Set<number>()
  for (let count = 0; cuts.size < runs; count++) cuts.add(count < runs / 10 ? Math.floor(random() * answers[0]!) : pick(kinds[count % 4]!))
  return cuts
}

/** Starts the product on the remaining data and compares. Rejects if the data cannot be read. */
async function look(folder: string, { token, chatId }: Recorded, hasChat: boolean, before: Pick<History, 'sent' | 'acknowledged'>) {
  const product = await startProduct({ DATA_DIR: folder })
  try {
    const ask = asking(product.address, token)
    // The change that the cut interrupted may exist or not: it was not acknowledged.
    const isThere = (await ask('GET', `/api/chats/${chatId}`))?.status === 200
    if (!isThere && hasChat) return { lost: 1, half: 0, strange: 0, unreadable: 0 }
    const found = { ...compare(before, isThere ? await messagesIn(ask, chatId) : new Map()), unreadable: 0 }
    if (!isThere) await createChat(ask)
    else if ((await post(ask, chatId, emptyHistory()))?.status !== 200) found.half++
    return found
  } finally {
    await product.stop()
    await checkPages(folder)
  }
}

/** SQLite's own check of every page. */
async function checkPages(folder: string): Promise<void> {
  const database = openDatabase({ folder })
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.query)
  await database.close()
  if (rows[0]?.integrity_check !== 'ok') throw new Error(`${databaseFile(folder)}: ${rows[0]?.integrity_check}`)
}

/** Pseudo-random numbers from 0 to 1 from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

await withFolder(main)
