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
 * R20: what is left after a power cut. strace records what the product writes and syncs under load, from its first start on. At sixty moments the
 * disk is built as it might be found after a cut there: every sector that was not synced is there or not, by chance. The product is started on it
 * and has to have everything that it had acknowledged before.
 * `npx tsx proof/power-loss.ts [RUNS] [SEED]`, 60 runs by default.
 */

const runs = Number(process.argv[2] ?? 60)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31))
/** SQLite moves its log into the database every thousand pages, four of which are one message: this many see it several times. */
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
    // Nothing that an answer promises may wait for a sync: between two changes the log has nothing that is not synced.
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

/** One life of the product, from the folder `before` on. */
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
 * Indexes of events that the power cut comes before: a tenth of them in the first start, where everything is made, the others by turns right after an
 * answer, right before a sync of the log, amid the moving of the log into the database, and anywhere.
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

/** Starts the product on what is left and compares. Rejects where that cannot be read. */
async function look(folder: string, { token, chatId }: Recorded, hasChat: boolean, before: Pick<History, 'sent' | 'acknowledged'>) {
  const product = await startProduct({ DATA_DIR: folder })
  try {
    const ask = asking(product.address, token)
    // What the cut fell into may be there or not: without an answer nobody was told.
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

/** Numbers from 0 to 1 that the seed decides (mulberry32). */
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
