import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { figure } from '../../test-figure.ts'
import { createAccount, createToken } from '../accounts/accounts.ts'
import { prepareService } from '../prepare.ts'
import type { Tables } from '../tables.ts'
import { makeFolder } from '../testing/databases.ts'
import { faultIn } from './test-oracle.ts'
import { startProcess } from '../../test-program.ts'
import { requests, type Shot } from './test-requests.ts'
import { brokenHttp, send, sendBroken, waysInto, type Way } from './test-target.ts'
import { isProof } from '../../test-runs.ts'

/**
 * Requests generated from the schemas of the contract, most of them mutated, sent over HTTP to the whole product: with a token like a program, and with a
 * session like our page. FUZZ_SEED repeats a run, FUZZ_REQUESTS sets the number of requests: 400 by default, 50,000 with PROOF=1.
 */

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000)
const count = Number(process.env['FUZZ_REQUESTS'] ?? (isProof ? 50_000 : 400))
const inBatch = 400
const atOnce = 8

interface Run {
  address: string
  ways: Way[]
  /** The chats that exist according to the responses. */
  chats: Set<number>
  faults: string[]
  statuses: Map<number, number>
}

it('no request causes an internal error, an invalid response or a leak of internals', { timeout: 1_200_000 }, async () => {
  const { place, remove } = await makeFolder()
  // A folder, because makeFolder made it.
  const limits = { RATE_LIMIT: '1000000', SIGN_IN_LIMIT: '1000000' }
  const gateway = startProcess('folder' in place ? place.folder : '', { LOG_LEVEL: 'warn', ...limits })
  try {
    const run: Run = { address: await gateway.ready, ways: [], chats: new Set(), faults: [], statuses: new Map() }
    run.ways = await waysInto(run.address, await makeToken(place))
    const start = performance.now()
    let slowestHealth = 0
    for (let first = 0; first < count; first += inBatch) {
      const shots = fc.sample(requests, { seed: seed + first, numRuns: Math.min(inBatch, count - first) })
      await shootAll(run, shots, first)
      slowestHealth = Math.max(slowestHealth, await health(run))
    }
    const broken = await Promise.all(brokenHttp.map((bytes) => sendBroken(run.address, bytes)))
    await health(run)
    const minutes = (performance.now() - start) / 60_000

    const served = [...run.statuses].toSorted(([one], [other]) => one - other).map(([status, times]) => `${status}: ${times}`)
    console.log(`FUZZ_SEED=${seed} FUZZ_REQUESTS=${count}: ${served.join(', ')}`)
    if (isProof) {
      const reached = run.faults.length === 0 && minutes <= 5 && slowestHealth < 1000
      const words = `${count} requests and ${broken.length} that are not HTTP in ${minutes.toFixed(1)} min, seed ${seed}: ${run.faults.length} answers with 5xx, off schema or with a word of the inside, 0 exits; health within ${Math.ceil(slowestHealth)} ms`
      figure('R17', reached, words)
    }
    expect(run.faults.slice(0, 20)).toEqual([])
    expect(broken.filter((status) => status >= 500)).toEqual([])
    // Most mutated requests are refused; a run without successes would prove little.
    expect(run.statuses.get(200) ?? 0).toBeGreaterThan(count / 20)
    expect(await gateway.stop()).toMatchObject({ code: 0, errors: '' })
  } finally {
    await gateway.stop()
    await remove()
  }
})

async function makeToken(place: Parameters<typeof openDatabase>[0]): Promise<string> {
  const database = openDatabase<Tables>(place)
  await prepareService(database)
  const accountId = await createAccount(database, { email: 'fuzz@example.org', name: 'Fuzz', rooms: 12 })
  const { token } = await createToken(database, { accountId })
  await database.close()
  return token
}

async function shootAll(run: Run, shots: Shot[], first: number): Promise<void> {
  const waiting = shots.entries()
  const worker = async () => {
    for (const [index, shot] of waiting) await shoot(run, shot, first + index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function shoot(run: Run, shot: Shot, index: number): Promise<void> {
  // Two of three are sent with a token, which reaches the service more directly.
  const { mount, headers } = run.ways[index % 3 === 2 ? 1 : 0]!
  const chats = [...run.chats]
  const path = shot.path.replaceAll(/\{chat(\d)\}/g, (_, slot: string) => String(chats[Number(slot) % chats.length] ?? 1))
  const told = (fault: string) =>
    run.faults.push(
      `#${index} ${fault}: ${shot.method} ${mount}${path} (${shot.bent || 'as the contract says'}) ${shot.body?.slice(0, 300) ?? ''}`,
    )
  try {
    const heard = await send(run.address, mount + path, { ...shot, headers: { ...headers, ...shot.headers } })
    run.statuses.set(heard.status, (run.statuses.get(heard.status) ?? 0) + 1)
    const real = withinMount(mount, path)
    const fault = faultIn(shot, real, heard)
    if (fault) told(`${fault}, ${heard.status} ${heard.text.slice(0, 300)}`)
    else noteChats(run, shot, real, heard)
  } catch (error) {
    told(error instanceof Error ? error.message : String(error))
  }
}

/** A path with dots may lead out of the API; it is normalised as a browser does. */
function withinMount(mount: string, path: string): string | null {
  const { pathname, search } = new URL(mount + path, 'http://service.test')
  return pathname.startsWith(`${mount}/`) ? pathname.slice(mount.length) + search : null
}

function noteChats(run: Run, { method }: Shot, path: string | null, { status, text }: { status: number; text: string }): void {
  if (status !== 200 || path === null) return
  const made = method === 'POST' ? /"chatId":(\d+)/.exec(text)?.[1] : undefined
  if (made) run.chats.add(Number(made))
  const gone = method === 'DELETE' ? /^\/chats\/(\d+)(\?|$)/.exec(path)?.[1] : undefined
  if (gone) run.chats.delete(Number(gone))
}

/** Milliseconds until the health check succeeds. Rejects when it fails. */
async function health({ address }: Run): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${address}/healthz`)
  expect(answer.status).toBe(200)
  return performance.now() - start
}
